import { sql } from 'kysely';
import { revokeLinks } from '#src/api/link/link.ts';
import type { ApiParts } from '#src/api/parts.ts';
import { notFound } from '#src/api/http/problem.ts';
import type { Tx } from '#src/api/database/write.ts';
import type { RowOf } from '#src/api/database/tables.ts';

export type AccountRow = RowOf<'account'>;

/** Until the commit, nobody else can give this address to an account, or take it from one. */
export async function lockEmail(tx: Tx, email: string): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${email}, 0))`.execute(tx);
}

/** The account of an address, locked; undefined if there is none. */
export async function accountByEmail(tx: Tx, email: string): Promise<AccountRow | undefined> {
  return tx.selectFrom('account').selectAll().where('email', '=', email).forNoKeyUpdate().executeTakeFirst();
}

/** The account, locked. @throws Problem 404 if there is none, or it was closed */
export async function openAccount(tx: Tx, id: string): Promise<AccountRow> {
  const account = await tx
    .selectFrom('account')
    .selectAll()
    .where('id', '=', id)
    .where('disabled_at', 'is', null)
    .forNoKeyUpdate()
    .executeTakeFirst();
  if (!account) throw notFound('account');
  return account;
}

/** Someone signed up with the address but has not verified the mailbox: nobody can sign in. */
export const isUnconfirmed = (account: AccountRow): boolean =>
  account.email_verified_at === null && (account.role === 'mover' || account.role === 'carrier');

/**
 * Whether the address can be given to an account. An unconfirmed sign-up with it is removed: it is only a claim,
 * whereas whoever calls this has proof of the mailbox.
 */
export async function freeEmail(tx: Tx, email: string): Promise<boolean> {
  await lockEmail(tx, email);
  const holder = await accountByEmail(tx, email);
  if (!holder) return true;
  if (!isUnconfirmed(holder)) return false;
  await removeUnconfirmed(tx, holder);
  return true;
}

/** Deletes a sign-up that was never confirmed, with everything it created. */
export async function removeUnconfirmed(tx: Tx, account: Pick<AccountRow, 'id' | 'business_id'>): Promise<void> {
  await tx.deleteFrom('carrier').where('account_id', '=', account.id).execute();
  await tx.deleteFrom('link').where('subject_id', '=', account.id).execute();
  await tx.deleteFrom('account').where('id', '=', account.id).execute();
  if (account.business_id) await tx.deleteFrom('business').where('id', '=', account.business_id).execute();
}

/**
 * Revokes the links in mails to the account's owner, including those requested in their name, and their calendar feed.
 */
export async function revokeAccountLinks(tx: Tx, accountId: string, now: Date): Promise<void> {
  for (const purpose of ['password-reset', 'email-confirm', 'email-change', 'calendar'] as const)
    await revokeLinks(tx, purpose, [accountId], now);
}

/** Deletes the row of a file that is no longer referenced; the file itself is deleted after the commit. */
export async function removeFile(tx: Tx, parts: Pick<ApiParts, 'jobs'>, id: string | null): Promise<void> {
  if (!id) return;
  const file = await tx.deleteFrom('file').where('id', '=', id).returning('storage_key').executeTakeFirst();
  if (file) await parts.jobs.enqueue(tx, 'file.remove', { key: file.storage_key });
}
