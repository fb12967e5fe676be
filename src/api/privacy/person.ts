import { sql } from 'kysely';
import type { Kysely } from 'kysely';
import { newId } from '#src/api/database/ids.ts';
import type { Tables } from '#src/api/database/tables.ts';
import type { Tx } from '#src/api/database/write.ts';

const CLIENT_FILES = ['signed_file_id', 'completion_file_id'] as const;

/** Every record about an email address, by its id. */
export interface Person {
  email: string;
  accounts: string[];
  carriers: string[];
  leads: string[];
  requests: string[];
  purchases: string[];
  chats: string[];
}

/** Finds where the address occurs: as an account's, a client's, or a buyer's, or among a chat's details. */
export async function findPerson(db: Kysely<Tables>, given: string): Promise<Person> {
  const email = given.trim().toLowerCase();
  const ids = async (query: ReturnType<typeof sql<{ id: string }>>): Promise<string[]> =>
    (await query.execute(db)).rows.map(({ id }) => id);
  const accounts = await ids(sql`select id from account where email = ${email}`);
  const leads = await ids(sql`select id from agent_lead where lower(client_email) = ${email}`);
  return {
    email,
    accounts,
    carriers: await ids(
      sql`select id from carrier where account_id = any(${accounts}::uuid[]) or lower(email) = ${email}`,
    ),
    leads,
    requests: await ids(sql`select id from state_lead where lower(client_email) = ${email}`),
    purchases: await ids(sql`select id from purchase where lower(email) = ${email}`),
    chats: await ids(
      sql`select id from chat where lead_id = any(${leads}::uuid[]) or lower(details -> 'email' ->> 'value') = ${email}`,
    ),
  };
}

type Records = Record<string, Record<string, unknown>[]>;

/** Columns that the export leaves out: secrets, and internal data. */
const LEFT_OUT = new Set([
  'password_hash',
  'token_hash',
  'search_text',
  'fingerprint',
  'mailbox',
  'reserved_from',
  'pricing',
]);

/** All rows about a person, by kind, in readable form. */
export async function recordsOf(db: Kysely<Tables>, person: Person): Promise<Records> {
  const { email, accounts, carriers, leads, requests, purchases, chats } = person;
  const rows = async (query: ReturnType<typeof sql>): Promise<Record<string, unknown>[]> =>
    ((await query.execute(db)).rows as Record<string, unknown>[]).map((row) =>
      Object.fromEntries(Object.entries(row).filter(([column]) => !LEFT_OUT.has(column))),
    );
  return {
    account: await rows(sql`select * from account where id = any(${accounts}::uuid[])`),
    'account-sessions': await rows(
      sql`select created_at, expires_at, revoked_at, address, user_agent from refresh_token where account_id = any(${accounts}::uuid[])`,
    ),
    business: await rows(
      sql`select b.* from business b join account a on a.business_id = b.id where a.id = any(${accounts}::uuid[]) and a.role = 'mover'`,
    ),
    carrier: await rows(sql`select * from carrier where id = any(${carriers}::uuid[])`),
    bids: await rows(sql`select * from bid where carrier_id = any(${carriers}::uuid[])`),
    'load-searches': await rows(
      sql`select name, filter, alert, channel, created_at from load_search where carrier_id = any(${carriers}::uuid[])`,
    ),
    trucks: await rows(
      sql`select place, first_day, last_day, destination, weight_lb, note, state, created_at from truck where carrier_id = any(${carriers}::uuid[])`,
    ),
    devices: await rows(sql`select created_at, endpoint from push_device where account_id = any(${accounts}::uuid[])`),
    leads: await rows(sql`select * from agent_lead where id = any(${leads}::uuid[])`),
    'lead-notes': await rows(
      sql`select lead_id, kind, outcome, text, earlier, created_at, edited_at, deleted_at from lead_note
           where lead_id = any(${leads}::uuid[]) order by lead_id, created_at`,
    ),
    'imported-rows': await rows(
      sql`select line, cells from lead_import_row where strpos(lower(cells::text), to_json(${email}::text)::text) > 0`,
    ),
    'requested-dates': await rows(
      sql`select id as lead_id, first_day, last_day, reason, state, answer, asked_at, answered_at from reschedule
           where id = any(${leads}::uuid[])`,
    ),
    estimates: await rows(sql`select * from estimate where lead_id = any(${leads}::uuid[])`),
    contracts: await rows(sql`select * from contract where lead_id = any(${leads}::uuid[])`),
    attachments: await rows(sql`select * from attachment where lead_id = any(${leads}::uuid[])`),
    'carrier-papers': await rows(
      sql`select p.id, p.file_id, p.kind, p.name, p.created_at from carrier_job_paper p join carrier_job j on j.id = p.job_id
           where j.lead_id = any(${leads}::uuid[]) or p.brought_by = any(${accounts}::uuid[])`,
    ),
    'job-messages': await rows(
      sql`select m.id, m.file_id, m.file_name, m.side, m.text, m.created_at from job_message m join carrier_job j on j.id = m.job_id
           where j.lead_id = any(${leads}::uuid[]) or m.account_id = any(${accounts}::uuid[]) order by m.sequence`,
    ),
    payments: await rows(
      sql`select direction, kind, amount, method, paid_on, created_at from payment
           where lead_id = any(${leads}::uuid[]) and direction in ('from-client', 'to-client', 'off-price')`,
    ),
    invoices: await rows(sql`select * from invoice where lead_id = any(${leads}::uuid[])`),
    agreements: await rows(
      sql`select * from agreement where lead_id = any(${leads}::uuid[]) or carrier_id = any(${carriers}::uuid[])`,
    ),
    requests: await rows(sql`select * from state_lead where id = any(${requests}::uuid[])`),
    quotes: await rows(sql`select * from state_quote where lead_id = any(${requests}::uuid[])`),
    purchases: await rows(sql`select * from purchase where id = any(${purchases}::uuid[])`),
    'purchase-leads': await rows(sql`select * from purchase_item where purchase_id = any(${purchases}::uuid[])`),
    credit: await rows(
      sql`select e.sequence, e.kind, e.amount, e.balance, e.purchase_id, e.lead_id, e.at from credit_entry e
            join credit_account a on a.id = e.account_id where a.email = ${email} order by e.sequence`,
    ),
    chats: await rows(sql`select * from chat where id = any(${chats}::uuid[])`),
    'chat-messages': await rows(
      sql`select * from chat_message where chat_id = any(${chats}::uuid[]) order by chat_id, sequence`,
    ),
    'chat-photos': await rows(sql`select * from chat_photo where chat_id = any(${chats}::uuid[])`),
    mails: await rows(sql`select * from mail where lower(recipient) = ${email} order by created_at`),
    'lead-mails': await rows(
      sql`select m.lead_id, m.subject, w.text, m.created_at from lead_mail w join mail m on m.id = w.mail_id
           where lower(m.recipient) = ${email} or m.lead_id = any(${leads}::uuid[]) order by m.created_at`,
    ),
    'mail-stops': await rows(sql`select * from mail_stop where email = ${email}`),
    'mailing-list': await rows(sql`select * from mailing_member where email = ${email}`),
    invitations: await rows(sql`select * from invitation where email = ${email}`),
    team: await rows(sql`select * from team_member where email = ${email} or id = any(${accounts}::uuid[])`),
    history: await rows(
      sql`select lifecycle, record_id, sequence, event, payload - 'overrides' as payload, at, from_state, to_state from history
           where record_id = any(${[...leads, ...purchases, ...chats]}::uuid[])
              or record_id in (select id from carrier_job where lead_id = any(${leads}::uuid[])) order by record_id, sequence`,
    ),
  };
}

/** The files that those rows refer to. */
export async function filesOf(db: Kysely<Tables>, records: Records) {
  const ids = Object.values(records)
    .flat()
    .flatMap((row) => [row.file_id, row.avatar_file_id, ...CLIENT_FILES.map((column) => row[column])])
    .filter((id) => typeof id === 'string');
  if (ids.length === 0) return [];
  return await db.selectFrom('file').select(['id', 'name', 'storage_key']).where('id', 'in', ids).execute();
}

/** Records that the operator did it, and how many records it affected. */
export async function audit(
  tx: Tx,
  event: 'person.exported' | 'person.erased',
  counts: Record<string, number>,
  now: Date,
): Promise<void> {
  await tx
    .insertInto('privacy_event')
    .values({
      id: newId(now.getTime()),
      at: now.toISOString(),
      event,
      actor: 'operator',
      counts: JSON.stringify(counts),
    })
    .execute();
}
