import { sql } from 'kysely';
import { removeFile } from '#src/api/account/account.repository.ts';
import type { Tx } from '#src/api/database/write.ts';
import type { ApiParts } from '#src/api/parts.ts';
import { blackOutHistory, ERASED, ERASED_EMAIL, killLinks, wordsOf } from './redaction.ts';

export type EraseParts = Pick<ApiParts, 'jobs' | 'now'>;
type Ids = readonly string[];

/** Households' moving requests: removes who it was, and what was written about them. Places, dates, and prices stay. */
export async function blackOutRequests(tx: Tx, { now }: EraseParts, ids: Ids): Promise<void> {
  if (ids.length === 0) return;
  const at = now().toISOString();
  const before = await tx.selectFrom('state_lead').selectAll().where('id', 'in', ids).execute();
  await tx
    .updateTable('state_lead')
    .set(({ fn, val }) => ({
      client_name: ERASED,
      client_email: ERASED_EMAIL,
      client_phone: null,
      comment: null,
      external_id: null,
      fingerprint: null,
      search_text: '',
      // A lead that cannot be called must not be sold.
      off_market_at: fn.coalesce('off_market_at', val(at)),
      off_market_confirmed_at: fn.coalesce('off_market_confirmed_at', val(at)),
      blacked_out_at: at,
    }))
    .where('id', 'in', ids)
    .execute();
  await tx.updateTable('state_lead_note').set({ text: ERASED, earlier: '[]' }).where('lead_id', 'in', ids).execute();
  await tx.updateTable('state_quote').set({ message: null, answer_reason: null }).where('lead_id', 'in', ids).execute();
  await tx.updateTable('state_lead_work').set({ lost_note: null }).where('lead_id', 'in', ids).execute();
  await tx
    .updateTable('purchase_item')
    .set({ report_text: null, report_answer: null })
    .where('lead_id', 'in', ids)
    .execute();
  const work = await tx.selectFrom('state_lead_work').select('id').where('lead_id', 'in', ids).execute();
  const quotes = await tx.selectFrom('state_quote').select('id').where('lead_id', 'in', ids).execute();
  const words = wordsOf(before.flatMap((lead) => [lead.client_name, lead.client_email, lead.client_phone]));
  await blackOutHistory(
    tx,
    'state-lead',
    work.map(({ id }) => id),
    words,
  );
  await killLinks(tx, [...ids, ...work.map(({ id }) => id), ...quotes.map(({ id }) => id)], now());
}

/** Buyers on the marketplace. What was paid for what stays. */
export async function blackOutPurchases(tx: Tx, { now }: EraseParts, ids: Ids): Promise<void> {
  if (ids.length === 0) return;
  const before = await tx.selectFrom('purchase').select(['email', 'mailbox']).where('id', 'in', ids).execute();
  await tx
    .updateTable('purchase')
    .set({
      email: ERASED_EMAIL,
      mailbox: ERASED_EMAIL,
      receipt_url: null,
      card_brand: null,
      card_last4: null,
      refund_reason: null,
      refusal: null,
      reserved_from: null,
      blacked_out_at: now().toISOString(),
    })
    .where('id', 'in', ids)
    .execute();
  await tx
    .updateTable('purchase_item')
    .set({ report_text: null, report_answer: null })
    .where('purchase_id', 'in', ids)
    .execute();
  // Credit keeps its address as long as any of its purchases is kept; its entries never change, and name nobody.
  await sql`update credit_account set email = null
    where email = any(${before.map(({ email }) => email.toLowerCase())}::text[])
      and not exists (select from purchase where lower(purchase.email) = credit_account.email and blacked_out_at is null)`.execute(
    tx,
  );
  await blackOutHistory(tx, 'purchase', ids, wordsOf(before.flatMap(({ email, mailbox }) => [email, mailbox])));
  await killLinks(tx, ids, now());
}

/** Chats: removes every text, the collected details, and the photos with their files. When each side wrote stays. */
export async function blackOutChats(tx: Tx, { jobs, now }: EraseParts, ids: Ids): Promise<void> {
  if (ids.length === 0) return;
  const before = await tx.selectFrom('chat').select('details').where('id', 'in', ids).execute();
  const photos = await tx.deleteFrom('chat_photo').where('chat_id', 'in', ids).returning('file_id').execute();
  for (const { file_id } of photos) await removeUnnamed(tx, { jobs }, file_id);
  await tx.updateTable('chat_message').set({ text: ERASED }).where('chat_id', 'in', ids).execute();
  await tx
    .updateTable('chat_message')
    .set({ author_name: ERASED })
    .where('chat_id', 'in', ids)
    .where('author', '=', 'client')
    .execute();
  await tx
    .updateTable('chat')
    .set({ details: '{}', summary: null, writing: null, blacked_out_at: now().toISOString() })
    .where('id', 'in', ids)
    .execute();
  const words = wordsOf(
    before.flatMap(({ details: { name, email, phone } }) => [name, email, phone].map((one) => one?.value)),
  );
  await blackOutHistory(tx, 'chat', ids, words);
  await killLinks(tx, ids, now());
}

/** A file that a lead has taken over from a chat stays; so does the statement with which a contract was closed. */
export async function removeUnnamed(tx: Tx, parts: Pick<ApiParts, 'jobs'>, fileId: string): Promise<void> {
  const named = await tx.selectFrom('attachment').select('id').where('file_id', '=', fileId).executeTakeFirst();
  const closedWith = await tx
    .selectFrom('contract')
    .select('id')
    .where('completion_file_id', '=', fileId)
    .executeTakeFirst();
  if (!named && !closedWith) await removeFile(tx, parts, fileId);
}
