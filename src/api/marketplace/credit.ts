import { sql } from 'kysely';
import type { Kysely } from 'kysely';
import type { CreditKind } from '#src/machines/marketplace/credit-rule.ts';
import { newId } from '#src/api/database/ids.ts';
import type { Tables } from '#src/api/database/tables.ts';
import type { Tx } from '#src/api/database/write.ts';
import type { PurchaseRow } from './purchase.record.ts';

/** A locked account: concurrent entries wait. Money in US cents. */
interface HeldCredit {
  id: string;
  sequence: number;
  balance: number;
}

/** How a lead's price is refunded. */
export interface LeadRefund {
  card: number;
  credit: number;
}

/** The credit of an address; created with its first entry. */
export async function holdCredit(tx: Tx, email: string, now: Date): Promise<HeldCredit> {
  const address = email.toLowerCase();
  await tx
    .insertInto('credit_account')
    .values({ id: newId(now.getTime()), email: address, created_at: now.toISOString() })
    .onConflict((conflict) => conflict.column('email').doNothing())
    .execute();
  const { id } = await tx
    .selectFrom('credit_account')
    .select('id')
    .where('email', '=', address)
    .forUpdate()
    .executeTakeFirstOrThrow();
  return latest(tx, id);
}

/** The account that already has such an entry for a purchase, whoever owns it by now; undefined if there is none. */
async function holdBooked(tx: Tx, purchaseId: string, kind: CreditKind): Promise<HeldCredit | undefined> {
  const account = await tx
    .selectFrom('credit_account')
    .select('id')
    .where(({ eb, selectFrom }) =>
      eb(
        'id',
        'in',
        selectFrom('credit_entry').select('account_id').where('purchase_id', '=', purchaseId).where('kind', '=', kind),
      ),
    )
    .forUpdate()
    .executeTakeFirst();
  return account && latest(tx, account.id);
}

/** Loaded after the account was locked, so that concurrent entries are included. */
async function latest(tx: Tx, id: string): Promise<HeldCredit> {
  const last = await tx
    .selectFrom('credit_entry')
    .select(['sequence', 'balance'])
    .where('account_id', '=', id)
    .orderBy('sequence', 'desc')
    .limit(1)
    .executeTakeFirst();
  return { id, sequence: last?.sequence ?? 0, balance: last?.balance ?? 0 };
}

interface Entry {
  kind: CreditKind;
  /** US cents; below 0 if it leaves the account. */
  amount: number;
  purchaseId: string;
  leadId: string | null;
}

async function addEntry(tx: Tx, held: HeldCredit, now: Date, { kind, amount, purchaseId, leadId }: Entry) {
  if (amount === 0) return;
  held.sequence += 1;
  held.balance += amount;
  await tx
    .insertInto('credit_entry')
    .values({
      account_id: held.id,
      sequence: held.sequence,
      kind,
      amount,
      balance: held.balance,
      purchase_id: purchaseId,
      lead_id: leadId,
      at: now.toISOString(),
    })
    .execute();
}

/** Spends credit on a purchase, or on part of it. The account is locked and has enough. */
export const spendCredit = (tx: Tx, held: HeldCredit, now: Date, purchaseId: string, amount: number): Promise<void> =>
  addEntry(tx, held, now, { kind: 'spent', amount: -amount, purchaseId, leadId: null });

/** The ledger's totals for one purchase. US cents, none below 0. */
export interface PurchaseCredit {
  spent: number;
  /** Credit that was spent and returned. */
  returned: number;
  /** Card payments that were refunded as credit. */
  granted: number;
  withdrawn: number;
}

const NO_CREDIT: PurchaseCredit = { spent: 0, returned: 0, granted: 0, withdrawn: 0 };

/** The ledger's totals for each of these purchases. */
export async function creditOfPurchases(
  db: Kysely<Tables>,
  ids: readonly string[],
): Promise<(id: string) => PurchaseCredit> {
  if (ids.length === 0) return () => NO_CREDIT;
  const rows = await db
    .selectFrom('credit_entry')
    .select(['purchase_id', 'kind', sql<number>`abs(sum(amount))::int`.as('amount')])
    .where('purchase_id', 'in', ids)
    .groupBy(['purchase_id', 'kind'])
    .execute();
  const known = new Map<string, PurchaseCredit>();
  for (const { purchase_id, kind, amount } of rows)
    known.set(purchase_id, { ...(known.get(purchase_id) ?? NO_CREDIT), [kind]: amount });
  return (id) => known.get(id) ?? NO_CREDIT;
}

export const creditOfPurchase = async (db: Kysely<Tables>, id: string): Promise<PurchaseCredit> =>
  (await creditOfPurchases(db, [id]))(id);

/** Returns the credit of a purchase that did not happen. A repeated call returns nothing more. */
export async function returnAllCredit(tx: Tx, now: Date, { id, credit }: PurchaseRow): Promise<void> {
  if (credit === 0) return;
  const account = await holdBooked(tx, id, 'spent');
  if (!account) return;
  const { spent, returned } = await creditOfPurchase(tx, id);
  await addEntry(tx, account, now, {
    kind: 'returned',
    amount: spent - returned,
    purchaseId: id,
    leadId: null,
  });
}

/**
 * Refunds a lead's price as credit: the credit that paid for it, and the part of the card payment that its buyer chose
 * to have as credit. Each only once, and of the spent credit never more than all of it.
 *
 * @returns US cents refunded now
 */
export async function giveCredit(
  tx: Tx,
  now: Date,
  { id, email, credit }: PurchaseRow,
  leadId: string,
  amounts: { granted: number; returned: number },
): Promise<number> {
  let given = 0;
  if (credit > 0 && amounts.returned > 0) {
    const account = await holdBooked(tx, id, 'spent');
    const { spent, returned } = await creditOfPurchase(tx, id);
    const due = Math.min(amounts.returned, spent - returned);
    if (account && due > 0 && !(await isBooked(tx, id, leadId, 'returned'))) {
      await addEntry(tx, account, now, { kind: 'returned', amount: due, purchaseId: id, leadId });
      given += due;
    }
  }
  if (amounts.granted > 0) {
    const account = await holdCredit(tx, email, now);
    if (!(await isBooked(tx, id, leadId, 'granted'))) {
      await addEntry(tx, account, now, { kind: 'granted', amount: amounts.granted, purchaseId: id, leadId });
      given += amounts.granted;
    }
  }
  return given;
}

/**
 * Takes credit back after the bank or the provider refunded money that had already been refunded as credit: as much as
 * has not been spent since.
 */
export async function withdrawCredit(tx: Tx, now: Date, { id }: PurchaseRow, amount: number): Promise<void> {
  const account = await holdBooked(tx, id, 'granted');
  if (!account || (await isBooked(tx, id, null, 'withdrawn'))) return;
  await addEntry(tx, account, now, {
    kind: 'withdrawn',
    amount: -Math.min(amount, account.balance),
    purchaseId: id,
    leadId: null,
  });
}

async function isBooked(tx: Tx, purchaseId: string, leadId: string | null, kind: CreditKind): Promise<boolean> {
  const entry = await tx
    .selectFrom('credit_entry')
    .select('sequence')
    .where('purchase_id', '=', purchaseId)
    .where('lead_id', leadId === null ? 'is' : '=', leadId)
    .where('kind', '=', kind)
    .executeTakeFirst();
  return entry !== undefined;
}

/** The most entries shown. */
const LISTED = 100;

/** The balance of an address with its entries, newest first. */
export async function creditOf(db: Kysely<Tables>, email: string) {
  const entries = await db
    .selectFrom('credit_entry as entry')
    .innerJoin('credit_account as account', 'account.id', 'entry.account_id')
    .innerJoin('purchase', 'purchase.id', 'entry.purchase_id')
    .leftJoin('state_lead as lead', 'lead.id', 'entry.lead_id')
    .select([
      'entry.kind',
      'entry.amount',
      'entry.balance',
      'entry.at',
      'purchase.reference as purchase',
      'lead.reference as lead',
    ])
    .where('account.email', '=', email.toLowerCase())
    .orderBy('entry.sequence', 'desc')
    .limit(LISTED)
    .execute();
  return { balance: entries[0]?.balance ?? 0, entries };
}
