import { withPeriod } from '#src/machines/with-period.ts';
import { showPhone } from '#src/machines/phone/phone.ts';
import { sql } from 'kysely';
import { inTransaction } from '#src/api/database/write.ts';
import type { Tx } from '#src/api/database/write.ts';
import { hrefs } from '#src/api/link/hrefs.ts';
import { letter } from '#src/api/mail/letter.ts';
import type { Letter } from '#src/api/mail/letter.ts';
import { leaveOf } from '#src/api/mailing/mail-switch.repository.ts';
import type { ApiParts } from '#src/api/parts.ts';
import type { News } from './notice.outbox.ts';
import { readNotices } from './notice.read.ts';

/** Kinds whose notices quote someone's own words. */
const QUOTED: readonly News['kind'][] = ['question', 'declined', 'carrier-lost', 'mention', 'carrier-message'];

/** What the portal shows, as a mail: to an agent, or to the office if `to` has no settings of its own. */
export async function noticeMail(
  tx: Tx,
  { publicUrl }: Pick<ApiParts, 'publicUrl'>,
  news: News,
  to: { id?: string; name: string },
): Promise<Letter> {
  const {
    lifecycle = null,
    record_id = null,
    sequence = null,
    note_id = null,
    payment_id = null,
    message_id = null,
    is_dispute_lost = false,
  } = news.source;
  const [notice] = await readNotices(
    tx,
    sql`select null::uuid as id, ${news.kind}::text as kind, ${news.leadId}::uuid as lead_id, ${lifecycle}::text as lifecycle,
      ${record_id}::uuid as record_id, ${sequence}::int as sequence, ${note_id}::uuid as note_id,
       ${payment_id}::uuid as payment_id, ${message_id}::uuid as message_id, ${news.at.toISOString()}::timestamptz as created_at, null::timestamptz as read_at,
       ${is_dispute_lost}::boolean as is_dispute_lost, 0 as others`,
  );
  const { title, about, lead, bid_id } = notice!;
  const client = await tx
    .selectFrom('agent_lead')
    .select(['client_phone', 'client_email'])
    .where('id', '=', lead.id)
    .executeTakeFirstOrThrow();
  const answerAt = [client.client_phone && showPhone(client.client_phone), client.client_email]
    .filter(Boolean)
    .join(' or ');
  return letter({
    subject: `${title} (${lead.reference})`,
    greeting: `Hello ${to.name},`,
    paragraphs: [withPeriod(title), ...(about ? [QUOTED.includes(news.kind) ? `“${about}”` : about] : [])],
    facts: [
      ['Client', lead.client_name],
      ['Reference', lead.reference],
      ...(news.needsAnswer && news.kind !== 'carrier-message' && answerAt
        ? [['Reply to', answerAt] as [string, string]]
        : []),
    ],
    button: bid_id
      ? { label: 'Review and award', url: publicUrl() + hrefs.award(lead.id, bid_id) }
      : { label: 'Open the lead', url: publicUrl() + hrefs.lead(lead.id) },
    after: to.id ? [`Choose the emails you get in your settings: ${publicUrl()}${hrefs.noticeSettings()}`] : [],
  });
}

/** All leads that one person assigned to an agent together, as many as there are by then. */
export async function sendAssignedMail(parts: ApiParts, id: string): Promise<void> {
  await inTransaction(parts.database, async (tx) => {
    const row = await tx.selectFrom('notice').selectAll().where('id', '=', id).executeTakeFirst();
    if (!row) return;
    const agent = await tx
      .selectFrom('account')
      .select(['name', 'email'])
      .where('id', '=', row.account_id)
      .where('disabled_at', 'is', null)
      .executeTakeFirst();
    const [notice] = await readNotices(tx, sql`select * from notice where id = ${id}::uuid`);
    if (!agent || !notice) return;
    const { title, lead, others } = notice;
    const url = parts.publicUrl();
    await parts.mail.send(tx, {
      to: agent.email,
      kind: 'news',
      listUnsubscribe: leaveOf(parts, 'notice-assigned', row.account_id, hrefs.noticeSettings()),
      ...letter({
        subject: others > 0 ? title : `${title} (${lead.reference})`,
        greeting: `Hello ${agent.name},`,
        paragraphs: [withPeriod(title)],
        facts:
          others > 0
            ? []
            : [
                ['Client', lead.client_name],
                ['Reference', lead.reference],
              ],
        button:
          others > 0
            ? { label: 'Open your leads', url: url + hrefs.ownLeads() }
            : { label: 'Open the lead', url: url + hrefs.lead(lead.id) },
        after: [`Choose the emails you get in your settings: ${url}${hrefs.noticeSettings()}`],
      }),
    });
  });
}
