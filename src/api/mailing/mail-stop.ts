import { sql } from 'kysely';
import type { Kysely } from 'kysely';
import type { Tables } from '#src/api/database/tables.ts';
import type { Tx } from '#src/api/database/write.ts';
import { notFound } from '#src/api/http/problem.ts';
import { newId } from '#src/api/database/ids.ts';
import { publish } from '#src/api/live/live.ts';
import { tellOfDeed } from '#src/api/notice/notice.outbox.ts';
import { leaveMails } from './mailing.list.ts';
import type { ApiParts } from '#src/api/parts.ts';
import { deliverJob } from '#src/api/mail/mail.ts';

export interface MailEvent {
  email: string;
  type: 'bounce' | 'complaint';
  /** For a bounce: whether the mailbox will never accept mail. */
  permanent: boolean;
  /** UTC ISO 8601 */
  at: string;
  detail: string;
  /** The returned mail, if known. */
  mailId?: string;
}

export interface MailStop {
  email: string;
  type: 'bounce' | 'complaint';
  detail: string;
  at: string;
  /** The number of mails to it that wait for the stop to be lifted. */
  held: number;
}

/**
 * Records what the mail server reported about one address. Repeats change nothing, nor do events from before an agent
 * lifted the stop.
 */
export async function hearOfMail(tx: Tx, parts: ApiParts, event: MailEvent): Promise<void> {
  if (event.type === 'bounce' && !event.permanent) return;
  const email = event.email.toLowerCase();
  const now = parts.now().toISOString();
  // The reporting server's clock may be ahead of ours.
  const at = event.at < now ? new Date(event.at).toISOString() : now;
  const { rows } = await sql`
    insert into mail_stop (email, type, detail, at) values (${email}, ${event.type}, ${event.detail}, ${at})
      on conflict (email) do update
        set type = excluded.type, detail = excluded.detail, at = excluded.at, lifted_at = null, lifted_by = null
        where mail_stop.lifted_at < excluded.at
      returning email`.execute(tx);
  if (event.type === 'bounce') await markBounced(tx, { email, at, mailId: event.mailId });
  if (rows.length === 0) return;
  await tellOfStops(tx);
  await tellAgentsOf(tx, parts, email);
  const member = await tx.selectFrom('mailing_member').select('id').where('email', '=', email).executeTakeFirst();
  if (member) await leaveMails(tx, parts, member.id);
}

/** Marks the returned mail. If the report does not name it, the last mail to the address before then is assumed. */
async function markBounced(
  tx: Tx,
  { email, at, mailId }: { email: string; at: string; mailId: string | undefined },
): Promise<void> {
  const { rows } = await sql<{ lead_id: string | null }>`
    update mail set bounced_at = ${at} where bounced_at is null and id = ${
      mailId ??
      sql`(select id from mail where lower(recipient) = ${email} and delivered_at <= ${at}::timestamptz + interval '1 minute'
            order by delivered_at desc limit 1)`
    } returning lead_id`.execute(tx);
  for (const { lead_id: id } of rows) if (id) await publish(tx, { noun: 'agent-lead', id, audience: 'agents' });
}

/** The agents of open leads whose client can no longer be mailed. */
async function tellAgentsOf(tx: Tx, parts: ApiParts, email: string): Promise<void> {
  const leads = await tx
    .selectFrom('agent_lead')
    .select(['id', 'assigned_agent_id'])
    .where(sql<boolean>`lower(client_email) = ${email}`)
    .where('is_archived', '=', false)
    .orderBy('id')
    .execute();
  for (const { id, assigned_agent_id } of leads)
    await tellOfDeed(tx, parts, {
      kind: 'mail-bounced',
      leadId: id,
      to: [assigned_agent_id],
      by: null,
      source: {},
      at: parts.now(),
    });
}

/** Everyone who shows an address reloads whether it is stopped. */
const tellOfStops = (tx: Tx): Promise<void> => publish(tx, { noun: 'mail-stop', id: newId(), audience: 'agents' });

/** The stopped addresses, newest first; with `email`, only that one. */
export async function listStops(db: Kysely<Tables>, email?: string): Promise<MailStop[]> {
  const { rows } = await sql<MailStop>`
    select email, type, detail, at,
           (select count(*)::int from mail where lower(recipient) = mail_stop.email and held_at is not null and delivered_at is null
               and body <> '{}'::jsonb) as held
      from mail_stop where lifted_at is null and ${email === undefined ? sql`true` : sql`email = ${email.toLowerCase()}`}
     order by at desc, email limit 200`.execute(db);
  return rows;
}

/** Which of these addresses are stopped, by address in lowercase. */
export async function stopsOf(db: Kysely<Tables>, emails: readonly string[]): Promise<Map<string, MailStop>> {
  if (emails.length === 0) return new Map();
  const rows = await db
    .selectFrom('mail_stop')
    .select(['email', 'type', 'detail', 'at'])
    .where(
      'email',
      'in',
      emails.map((email) => email.toLowerCase()),
    )
    .where('lifted_at', 'is', null)
    .execute();
  return new Map(rows.map((stop) => [stop.email, { ...stop, held: 0 }]));
}

/** An agent resumes mail to an address; mails that were held are sent. @throws Problem 404 if it is not stopped */
export async function liftStop(
  tx: Tx,
  { jobs, now }: Pick<ApiParts, 'jobs' | 'now'>,
  agentId: string,
  given: string,
): Promise<void> {
  const email = given.toLowerCase();
  const lifted = await tx
    .updateTable('mail_stop')
    .set({ lifted_at: now().toISOString(), lifted_by: agentId })
    .where('email', '=', email)
    .where('lifted_at', 'is', null)
    .returning('email')
    .executeTakeFirst();
  if (!lifted) throw notFound('stopped address');
  await tellOfStops(tx);
  const { rows } = await sql<{ id: string }>`
    update mail set held_at = null where lower(recipient) = ${email} and held_at is not null and delivered_at is null
      and body <> '{}'::jsonb returning id`.execute(tx);
  for (const { id } of rows) await jobs.enqueue(tx, deliverJob, { id });
}
