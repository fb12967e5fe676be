import type { Kysely } from 'kysely';
import { sql } from 'kysely';
import { newId } from '#src/api/database/ids.ts';
import { prepared } from '#src/api/database/prepared.ts';
import type { Tables } from '#src/api/database/tables.ts';
import type { Tx } from '#src/api/database/write.ts';
import { hrefs } from '#src/api/link/hrefs.ts';
import { publish } from '#src/api/live/live.ts';
import type { ApiParts } from '#src/api/parts.ts';
import { NOTICES, NOTICE_KINDS } from '#src/machines/notice/notice.ts';
import type { NoticeKind } from '#src/machines/notice/notice.ts';
import { leaveOf } from '#src/api/mailing/mail-switch.repository.ts';
import { noticeMail } from './notice.mail.ts';
import type { NoticeSettings } from './notice.schemas.ts';

type Parts = Pick<ApiParts, 'mail' | 'publicUrl' | 'brokerage' | 'jobs' | 'sessionSecret'>;

/** Where the event is recorded: an entry of a history, a note, an entry of the ledger, or a carrier's message. */
interface Source {
  lifecycle?: string;
  record_id?: string;
  sequence?: number;
  note_id?: string;
  payment_id?: string;
  message_id?: string;
  is_dispute_lost?: boolean;
}

export interface News {
  kind: NoticeKind;
  leadId: string;
  /** Who is notified: the lead's agent, or those who were mentioned. Only active agents are. */
  to: readonly (string | null)[];
  /** Who did it, and is therefore not notified; null if it was no one at the brokerage. */
  by: string | null;
  source: Source;
  at: Date;
  /** Someone waits for an answer: if no agent can be notified, the office is mailed. */
  needsAnswer?: boolean;
}

/**
 * Notifies agents of what someone else did, in the same transaction: in the portal, by mail, or both, as each of them
 * prefers; once each, even if called again for the same event.
 */
export async function tellOfDeed(tx: Tx, parts: Parts, news: News): Promise<void> {
  if (news.by !== null && news.to.every((id) => id === news.by)) return;
  const told = await activeAgents(tx, news.to);
  for (const agent of told) {
    if (agent.id === news.by) continue;
    const { portal, mail } = settingsOf(agent.choices).find(({ kind }) => kind === news.kind)!;
    if (!portal && !mail) continue;
    const id = (await addToUnread(tx, agent.id, portal, news)) ?? (await insert(tx, agent.id, portal, news));
    if (id === null) continue;
    if (portal) await tellOwnScreens(tx, agent.id);
    if (!mail) continue;
    // More leads may follow at once: one mail covers all of them, a little later.
    if (news.kind === 'assigned')
      await parts.jobs.enqueue(tx, assignedMailJob, { id }, { singletonKey: id, startAfter: GATHER_SECONDS });
    else
      await parts.mail.send(tx, {
        to: agent.email,
        kind: 'news',
        listUnsubscribe: leaveOf(parts, `notice-${news.kind}`, agent.id, hrefs.noticeSettings()),
        ...(await noticeMail(tx, parts, news, agent)),
      });
  }
  const { name, email } = parts.brokerage;
  if (told.length === 0 && news.needsAnswer && email)
    await parts.mail.send(tx, { to: email, kind: 'news', ...(await noticeMail(tx, parts, news, { name })) });
}

/** Only the agent's own screens: the bell, and an open panel. */
export const tellOwnScreens = (tx: Tx, accountId: string): Promise<void> =>
  publish(tx, { noun: 'notice', id: accountId, audience: `account:${accountId}` });

interface Choice {
  kind: NoticeKind;
  portal: boolean;
  mail: boolean;
}

interface Agent {
  id: string;
  name: string;
  email: string;
  choices: Choice[];
}

async function activeAgents(tx: Tx, given: readonly (string | null)[]): Promise<Agent[]> {
  const ids = [...new Set(given.filter((id) => id !== null))];
  if (ids.length === 0) return [];
  const { rows } = await sql<Agent>`${prepared}
    select account.id, account.name, account.email,
           coalesce((select json_agg(s) from notice_setting s where s.account_id = account.id), '[]') as choices
      from account where account.id = any(${ids}::uuid[]) and role = 'agent' and disabled_at is null`.execute(tx);
  return rows;
}

/** One agent's effective settings for every kind. */
const settingsOf = (choices: readonly Choice[]): NoticeSettings['settings'] =>
  NOTICE_KINDS.map((kind) => {
    const { portal = true, mail = NOTICES[kind].isMailed } = choices.find((choice) => choice.kind === kind) ?? {};
    return { kind, portal, mail };
  });

export async function readSettings(db: Kysely<Tables>, accountId: string): Promise<NoticeSettings> {
  const choices = await db.selectFrom('notice_setting').selectAll().where('account_id', '=', accountId).execute();
  return { settings: settingsOf(choices) };
}

/** Leads that one person assigns to an agent within this time share one notice. */
const TOGETHER_MINUTES = 5;
/** How long a mail about them waits for more. */
const GATHER_SECONDS = 20;
export const assignedMailJob = 'notice.mail-assigned';

/** @returns the unread notice that now covers this lead as well; null if there was none to extend */
async function addToUnread(
  tx: Tx,
  accountId: string,
  isInPortal: boolean,
  { kind, leadId, by, at }: News,
): Promise<string | null> {
  if (kind !== 'assigned' || by === null) return null;
  const { rows } = await sql<{ id: string }>`
    update notice set others = others + (lead_id <> ${leadId}::uuid)::int, created_at = ${at.toISOString()} where id = (
      select n.id from notice n
        join history h on h.lifecycle = n.lifecycle and h.record_id = n.record_id and h.sequence = n.sequence
       where n.account_id = ${accountId} and n.kind = 'assigned' and n.in_portal = ${isInPortal}
         and (n.read_at is null or not n.in_portal)
         and n.created_at between ${at.toISOString()}::timestamptz - make_interval(mins => ${TOGETHER_MINUTES}) and ${at.toISOString()}
         and h.actor_id = ${by}::uuid
       order by n.created_at desc, n.id desc limit 1)
    returning id`.execute(tx);
  return rows[0]?.id ?? null;
}

/** @returns its id; null if the agent was notified of it before */
async function insert(tx: Tx, accountId: string, isInPortal: boolean, news: News): Promise<string | null> {
  const at = news.at.toISOString();
  const row = await tx
    .insertInto('notice')
    .values({
      id: newId(news.at.getTime()),
      account_id: accountId,
      kind: news.kind,
      lead_id: news.leadId,
      in_portal: isInPortal,
      created_at: at,
      read_at: isInPortal ? null : at,
      ...news.source,
    })
    .onConflict((conflict) => conflict.doNothing())
    .returning('id')
    .executeTakeFirst();
  return row?.id ?? null;
}
