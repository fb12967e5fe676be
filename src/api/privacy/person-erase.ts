import { sql } from 'kysely';
import { removeFile } from '#src/api/account/account.repository.ts';
import type { Database } from '#src/api/database/database.ts';
import { inTransaction } from '#src/api/database/write.ts';
import type { Tx } from '#src/api/database/write.ts';
import { leaveMails } from '#src/api/mailing/mailing.list.ts';
import { ITEM_NAMES, ROOM_NAMES } from '#src/machines/agent-lead/usual-items.ts';
import { endSessions } from '#src/api/session/refresh-tokens.ts';
import { disableAgent } from '#src/api/team/team.changes.ts';
import { blackOutChats, blackOutPurchases, blackOutRequests, removeUnnamed } from './black-out.ts';
import type { EraseParts } from './black-out.ts';
import { audit, findPerson, recordsOf } from './person.ts';
import { blackOutHistory, ERASED, ERASED_EMAIL, killLinks, redacted, wordsOf } from './redaction.ts';

type Ids = readonly string[];

/** Addresses have to stay unique. */
const erasedEmail = (id: string): string => `erased-${id}@erased.invalid`;

/**
 * Blacks out everything that is known about an email address, in one transaction. Signed agreements and invoices stay.
 *
 * @returns records by kind
 * @throws Error if nothing is known; Problem if the team would be left without someone it needs, or a subscription is
 * running
 */
export async function erasePerson(
  parts: EraseParts & { database: Database },
  email: string,
): Promise<Record<string, number>> {
  return await inTransaction(parts.database, async (tx) => {
    const person = await findPerson(tx, email);
    const records = await recordsOf(tx, person);
    const kinds = Object.entries(records).filter(([, rows]) => rows.length > 0);
    if (kinds.length === 0) throw new Error('Nothing is known about this address.');
    const texts = Object.values(records)
      .flat()
      .flatMap((row) => ['client_name', 'client_phone', 'contact_name'].map((column) => row[column]))
      .filter((text) => typeof text === 'string');
    const own = records.account!.flatMap(({ name, phone }) => [name, phone]).filter((text) => typeof text === 'string');
    const words = wordsOf([person.email, ...texts, ...own]);
    for (const id of person.accounts) await eraseAccount(tx, parts, id, wordsOf([person.email, ...own]));
    await sql`delete from lead_import_row where strpos(lower(cells::text), to_json(${person.email}::text)::text) > 0`.execute(
      tx,
    );
    await eraseCarriers(tx, person.carriers);
    await eraseLeads(tx, parts, person.leads, words);
    await blackOutRequests(tx, parts, person.requests);
    await blackOutPurchases(tx, parts, person.purchases);
    await blackOutChats(tx, parts, person.chats);
    await eraseMails(tx, parts, person.email, words);
    const counts = Object.fromEntries(kinds.map(([kind, rows]) => [kind, rows.length]));
    await audit(tx, 'person.erased', counts, parts.now());
    return counts;
  });
}

async function eraseAccount(tx: Tx, parts: EraseParts, id: string, words: readonly string[]): Promise<void> {
  const account = await tx.selectFrom('account').selectAll().where('id', '=', id).forUpdate().executeTakeFirstOrThrow();
  if (account.role === 'mover') await endBusiness(tx, account.business_id!);
  // The recipient is gone, so no mails are sent.
  const silent = { ...parts, mail: { send: async () => '' }, brokerage: { name: '' }, publicUrl: () => '' };
  if (account.role === 'agent' && !account.disabled_at) await disableAgent(tx, silent, null, { id, version: null });
  await endSessions(tx, id);
  await tx.deleteFrom('refresh_token').where('account_id', '=', id).execute();
  await tx.deleteFrom('two_factor').where('account_id', '=', id).execute();
  await tx
    .updateTable('account')
    .set(({ eb, fn, val }) => ({
      name: ERASED,
      email: erasedEmail(id),
      phone: null,
      password_hash: '',
      avatar_file_id: null,
      email_on_new_lead: false,
      email_on_subscription_cancellation: false,
      disabled_at: fn.coalesce('disabled_at', val(parts.now().toISOString())),
      version: eb('version', '+', 1),
    }))
    .where('id', '=', id)
    .execute();
  await removeFile(tx, parts, account.avatar_file_id);
  await killLinks(tx, [id], parts.now());
  await sql`delete from sign_in_attempt where position(${account.email} in key) > 0`.execute(tx);
  for (const table of [
    'history',
    'settings_change',
    'webhook_change',
    'legal_text',
    'tariff',
    'brokerage_logo',
    'agreement_text',
    'mail_template_version',
    'carrier_authority_event',
  ])
    await sql`update ${sql.table(table)} set actor_name = ${ERASED} where actor_id = ${id}`.execute(tx);
  await tx.updateTable('chat_message').set({ author_name: ERASED }).where('account_id', '=', id).execute();
  await tx.updateTable('carrier_job_paper').set({ brought_by_name: ERASED }).where('brought_by', '=', id).execute();
  await tx
    .updateTable('job_message')
    .set({ author_name: ERASED, text: sql<string | null>`case when text is null then null else ${ERASED} end` })
    .where('account_id', '=', id)
    .execute();
  // Their name also occurs where work was handed over, and in invitations.
  const { rows } = await sql<{ lifecycle: string; record_id: string }>`
    select distinct lifecycle, record_id from history
     where exists (select from unnest(${words}::text[]) word
                    where position(lower(word) in lower(concat(payload, judged, facts))) > 0)`.execute(tx);
  for (const { lifecycle, record_id } of rows) await redactWords(tx, lifecycle, record_id, words);
}

/** Removes only these words, and nothing else that people wrote there. */
async function redactWords(tx: Tx, lifecycle: string, recordId: string, words: readonly string[]): Promise<void> {
  const entries = await tx
    .selectFrom('history')
    .select(['sequence', 'payload', 'judged', 'facts'])
    .where('lifecycle', '=', lifecycle)
    .where('record_id', '=', recordId)
    .execute();
  for (const { sequence, payload, judged, facts } of entries)
    await tx
      .updateTable('history')
      .set({
        payload: JSON.stringify(redacted(payload, words, null)),
        judged: JSON.stringify(redacted(judged, words, null)),
        facts: JSON.stringify(redacted(facts, words, null)),
      })
      .where('lifecycle', '=', lifecycle)
      .where('record_id', '=', recordId)
      .where('sequence', '=', sequence)
      .execute();
}

/** The business of a mover; its leads and receipts stay. */
async function endBusiness(tx: Tx, id: string): Promise<void> {
  const running = await tx
    .selectFrom('subscription')
    .select('id')
    .where('business_id', '=', id)
    .where('provider_id', 'is not', null)
    .where('standing', 'in', ['incomplete', 'trialing', 'active', 'past-due', 'unpaid'])
    .executeTakeFirst();
  if (running)
    throw new Error('This mover has a subscription. End it at the payment provider first, and wait until it is over.');
  await tx.updateTable('business').set({ name: ERASED, phone: null }).where('id', '=', id).execute();
}

/** A company's name and USDOT number are in the public register; its contact person is not. */
async function eraseCarriers(tx: Tx, ids: Ids): Promise<void> {
  if (ids.length === 0) return;
  await tx
    .updateTable('carrier')
    .set({
      contact_name: ERASED,
      email: ERASED_EMAIL,
      phone: null,
      address: '',
      search_text: sql<string>`lower(legal_name || ' ' || usdot)`,
    })
    .where('id', 'in', ids)
    .execute();
  await tx.updateTable('carrier_note').set({ text: ERASED }).where('carrier_id', 'in', ids).execute();
  await tx.updateTable('bid').set({ note: null }).where('carrier_id', 'in', ids).execute();
  await tx.deleteFrom('load_search').where('carrier_id', 'in', ids).execute();
  await tx.deleteFrom('truck').where('carrier_id', 'in', ids).execute();
}

/** The client of leads. Prices, dates, and places stay with what was signed and invoiced. */
async function eraseLeads(tx: Tx, parts: EraseParts, ids: Ids, words: readonly string[]): Promise<void> {
  if (ids.length === 0) return;
  await tx
    .updateTable('agent_lead')
    .set(({ eb }) => ({
      client_name: ERASED,
      client_email: null,
      client_phone: null,
      notes: null,
      special_items: null,
      follow_up_reason: sql<string | null>`case when follow_up_reason is null then null else ${ERASED} end`,
      archive_reason: sql<string | null>`case when archive_reason is null then null else ${ERASED} end`,
      // Removes the street and the note.
      stops: sql<string>`(select coalesce(jsonb_agg(stop || '{"address": null, "note": null}' order by place), '[]')
                            from jsonb_array_elements(stops) with ordinality as stops (stop, place))`,
      // The inventory stays, except for items that were typed instead of chosen.
      inventory: sql<string>`(select coalesce(jsonb_agg(piece
                                || case when piece->>'item' = any(${ITEM_NAMES}::text[]) then '{}' else jsonb_build_object('item', ${ERASED}::text) end
                                || case when piece->>'room' = any(${ROOM_NAMES}::text[]) then '{}' else jsonb_build_object('room', ${ERASED}::text) end
                                order by place), '[]')
                                from jsonb_array_elements(inventory) with ordinality as pieces (piece, place))`,
      search_text: sql<string>`lower(reference)`,
      version: eb('version', '+', 1),
    }))
    .where('id', 'in', ids)
    .execute();
  await tx
    .updateTable('lead_note')
    .set({ text: sql<string>`case when text = '' then '' else ${ERASED} end`, earlier: '[]' })
    .where('lead_id', 'in', ids)
    .execute();
  // This includes mails to the client's earlier addresses.
  await tx.deleteFrom('mail').where('lead_id', 'in', ids).execute();
  await tx.updateTable('estimate').set({ note: null, sent_move: null }).where('lead_id', 'in', ids).execute();
  await tx
    .updateTable('estimate')
    .set({
      pricing: sql<string>`jsonb_set(pricing, '{overrides}',
        (select coalesce(jsonb_agg(one || jsonb_build_object('reason', ${ERASED}::text)), '[]')
           from jsonb_array_elements(pricing -> 'overrides') one))`,
    })
    .where('lead_id', 'in', ids)
    .where('pricing', 'is not', null)
    .execute();
  const attached = await tx.deleteFrom('attachment').where('lead_id', 'in', ids).returning('file_id').execute();
  for (const { file_id } of attached) await removeUnnamed(tx, parts, file_id);
  const jobs = await tx.selectFrom('carrier_job').select('id').where('lead_id', 'in', ids).execute();
  const jobIds = jobs.map(({ id }) => id);
  if (jobIds.length > 0) {
    const brought = await tx
      .deleteFrom('carrier_job_paper')
      .where('job_id', 'in', jobIds)
      .returning('file_id')
      .execute();
    for (const { file_id } of brought) await removeUnnamed(tx, parts, file_id);
    const written = await tx.deleteFrom('job_message').where('job_id', 'in', jobIds).returning('file_id').execute();
    for (const { file_id } of written) if (file_id) await removeUnnamed(tx, parts, file_id);
    await blackOutHistory(tx, 'job', jobIds, words);
  }
  const unsigned = await tx
    .selectFrom('agreement')
    .select(['id', 'file_id', 'template_version'])
    .where('lead_id', 'in', ids)
    .where('signed_at', 'is', null)
    .execute();
  for (const { id, file_id, template_version } of unsigned) {
    const document = { title: ERASED, subtitle: '', templateVersion: template_version, blocks: [] };
    await tx
      .updateTable('agreement')
      .set({
        document: JSON.stringify(document),
        html: '',
        file_id: null,
        signer_name: null,
        signer_ip: null,
        decline_reason: sql<string | null>`case when decline_reason is null then null else ${ERASED} end`,
      })
      .where('id', '=', id)
      .execute();
    await removeFile(tx, parts, file_id);
  }
  await blackOutHistory(tx, 'agent-lead', ids, words);
  await tx
    .updateTable('reschedule')
    .set({
      reason: sql<string | null>`case when reason is null then null else ${ERASED} end`,
      answer: sql<string | null>`case when answer is null then null else ${ERASED} end`,
    })
    .where('id', 'in', ids)
    .execute();
  await blackOutHistory(tx, 'reschedule', ids, words);
  const agreements = await tx.selectFrom('agreement').select('id').where('lead_id', 'in', ids).execute();
  await killLinks(tx, [...ids, ...agreements.map(({ id }) => id)], parts.now());
}

/** Mails to the person, the person's name in mails to others, and the mailing list. */
async function eraseMails(tx: Tx, parts: EraseParts, email: string, words: readonly string[]): Promise<void> {
  const member = await tx.selectFrom('mailing_member').select('id').where('email', '=', email).executeTakeFirst();
  if (member) {
    await leaveMails(tx, parts, member.id);
    await tx
      .updateTable('mailing_member')
      .set({ email: erasedEmail(member.id) })
      .where('id', '=', member.id)
      .execute();
    await killLinks(tx, [member.id], parts.now());
  }
  await tx.deleteFrom('mail_stop').where('email', '=', email).execute();
  await sql`delete from mail where lower(recipient) = ${email}`.execute(tx);
  await sql`update mail set subject = ${ERASED}, body = '{}'
    where exists (select from unnest(${words}::text[]) word
                   where position(lower(word) in lower(subject || ' ' || body::text)) > 0)`.execute(tx);
  await sql`update lead_mail set text = ${ERASED}
    where exists (select from unnest(${words}::text[]) word where position(lower(word) in lower(text)) > 0)`.execute(
    tx,
  );
  for (const table of ['invitation', 'team_member'])
    await sql`update ${sql.table(table)} set name = ${ERASED}, email = concat('erased-', id, '@erased.invalid')
      where email = ${email}`.execute(tx);
  // What the payment sandbox received in place of a provider.
  await sql`update sandbox_object set data = replace(data::text, ${email}, ${ERASED_EMAIL})::jsonb
    where position(${email} in data::text) > 0`.execute(tx);
  await sql`update sandbox_request set body = replace(body, ${email}, ${ERASED_EMAIL}) where position(${email} in body) > 0`.execute(
    tx,
  );
}
