import { sql } from 'kysely';
import type { Kysely } from 'kysely';
import { prepared } from '#src/api/database/prepared.ts';
import type { Tables } from '#src/api/database/tables.ts';
import type { Tx } from '#src/api/database/write.ts';
import { notFound, problem } from '#src/api/http/problem.ts';
import { publish } from '#src/api/live/live.ts';
import { longDate } from '#src/api/mail/letter.ts';
import { mailState } from '#src/api/mail/mail-state.ts';
import type { MailState } from '#src/api/mail/mail-state.ts';
import { mustHaveKnownBlanks } from '#src/api/mail-template/mail-template.repository.ts';
import { stopsOf } from '#src/api/mailing/mail-stop.ts';
import type { MailStop } from '#src/api/mailing/mail-stop.ts';
import type { ApiParts } from '#src/api/parts.ts';
import { dateIn } from '#src/machines/calendar/days.ts';
import type { MailBlank } from '#src/machines/mail-template/mail-blanks.ts';
import { factsOfLeads, readLeads } from './agent-lead.query.ts';
import type { LeadRow } from './agent-lead.query.ts';
import { agentLeadRecord } from './agent-lead.transition.ts';
import type { LockedLead } from './agent-lead.transition.ts';
import { MOST_CHOSEN, MOST_MAILS } from './lead-mail.schemas.ts';
import { filledFor, letterOf, previewHtml, senderName } from './lead-mail.words.ts';
import type { MailWords, MailWriter } from './lead-mail.words.ts';

/** Writing to the client follows the same rule as editing the lead. */
const WRITTEN_TO = { type: 'lead.edited', by: 'agent' } as const;

/**
 * Previews the mail, and lists which of these leads would get none and why; nothing is sent. @throws Problem 404, 422
 */
export async function previewMail(
  db: Kysely<Tables>,
  parts: ApiParts,
  accountId: string,
  { lead_ids: ids, subject = '', text = '' }: Partial<MailWords> & { lead_ids: string[] },
) {
  const words = { subject, text };
  mustHaveKnownBlanks(words);
  const writer = await writerOf(db, accountId);
  const now = parts.now();
  const today = dateIn(parts.brokerage.zone, now);
  const chosen = sql`select array_position(${ids}::uuid[], id) as position, agent_lead.* from agent_lead
    where id = any(${ids}::uuid[]) limit ${MOST_CHOSEN}`;
  const leads = await readLeads(db, chosen, { today });
  if (leads.length < ids.length) throw notFound('lead');
  const facts = await factsOfLeads(db, leads, today);
  const stops = await stopsOf(
    db,
    leads.flatMap(({ client_email: email }) => email ?? []),
  );
  const all = leads.map((lead, index) => {
    const held = { row: lead, lead, facts: facts[index]!, today, now };
    const { missing, ...filled } = filledFor(lead, parts, writer, words);
    return { lead, filled, off_because: whyNot(held, stops) ?? whyGap(missing) };
  });
  const { lead, filled } = all.find(({ off_because: reason }) => reason === null) ?? all[0]!;
  return {
    leads: all.map(({ lead: { id, client_name }, off_because }) => ({ id, client_name, off_because })),
    shown: {
      lead_id: lead.id,
      from: senderName(writer, parts),
      reply_to: writer.email,
      to: lead.client_email,
      ...filled,
      html: previewHtml(parts, filled),
    },
  };
}

/**
 * Mails the client of a lead in the agent's name, with the blanks filled in. The text is stored with the mail.
 *
 * @throws Problem 404; 409 by the lifecycle, without an address, or if mail to it is blocked; 422 for a blank
 */
export async function sendLeadMail(
  tx: Tx,
  parts: ApiParts,
  { leadId, accountId, admit }: { leadId: string; accountId: string; admit: (email: string) => Promise<void> },
  words: MailWords,
): Promise<LeadRow> {
  mustHaveKnownBlanks(words);
  const held = await agentLeadRecord.hold(tx, parts, { id: leadId });
  agentLeadRecord.mustAllow(held, WRITTEN_TO, { id: accountId });
  const { lead } = held;
  const reason = whyNot(held, await stopsOf(tx, lead.client_email ? [lead.client_email] : []));
  if (reason !== null) throw problem(409, reason, { state: lead.state });
  const writer = await writerOf(tx, accountId);
  const { missing, ...filled } = filledFor(lead, parts, writer, words);
  const gap = whyGap(missing);
  if (gap !== null) throw problem(422, gap, { errors: [{ field: 'text', message: gap }] });
  await admit(lead.client_email!);
  const id = await parts.mail.send(tx, {
    to: lead.client_email!,
    kind: 'lead-mail',
    leadId,
    writer: { name: senderName(writer, parts), replyTo: writer.email },
    ...letterOf(filled),
  });
  await tx.insertInto('lead_mail').values({ mail_id: id, text: filled.text.trim(), written_by: accountId }).execute();
  await publish(tx, { noun: 'agent-lead', id: leadId, audience: 'agents' });
  return lead;
}

/** Why nothing can be sent now, as a sentence; null if it can. */
function whyNot(held: LockedLead, stops: ReadonlyMap<string, MailStop>): string | null {
  const { client_email: email, is_archived } = held.lead;
  if (!agentLeadRecord.allows(held, WRITTEN_TO))
    return is_archived ? 'The lead is archived.' : 'This lead takes no changes.';
  if (!email) return 'The client has no email address.';
  const stop = stops.get(email.toLowerCase());
  if (!stop) return null;
  const day = longDate(stop.at.slice(0, 10));
  return stop.type === 'bounce'
    ? `Mail to ${email} bounced on ${day}. Correct the address, or allow mail to it again on the lead.`
    : `${email} reported our email as spam on ${day}, so we don’t write to it.`;
}

const whyGap = (missing: readonly MailBlank[]): string | null =>
  missing.length === 0 ? null : `Nothing to fill in for ${missing.map((name) => `{{${name}}}`).join(', ')}.`;

async function writerOf(db: Kysely<Tables>, accountId: string): Promise<MailWriter> {
  return await db
    .selectFrom('account')
    .select(['name', 'email', 'phone'])
    .where('id', '=', accountId)
    .executeTakeFirstOrThrow();
}

/** Mails to the client of a lead with their status, newest first. */
export async function mailsOfLead(db: Kysely<Tables>, leadId: string) {
  const { rows } = await sql<{
    id: string;
    kind: string;
    subject: string;
    to: string;
    state: MailState;
    problem: string | null;
    written_by: string | null;
    created_at: string;
    delivered_at: string | null;
    bounced_at: string | null;
  }>`${prepared}
    select m.id, m.kind, m.subject, m.recipient as to, m.last_error as problem, a.name as written_by,
           m.created_at, m.delivered_at, m.bounced_at,
           ${mailState} as state
      from mail m left join lead_mail w on w.mail_id = m.id left join account a on a.id = w.written_by
     where m.lead_id = ${leadId}::uuid order by m.created_at desc, m.id desc limit ${MOST_MAILS}`.execute(db);
  return rows;
}

/** The text that an agent wrote. Mails written by the product contain links and are not stored. @throws Problem 404 */
export async function textOfMail(db: Kysely<Tables>, mailId: string): Promise<{ text: string }> {
  const found = await db.selectFrom('lead_mail').select('text').where('mail_id', '=', mailId).executeTakeFirst();
  if (!found) throw notFound('mail');
  return found;
}
