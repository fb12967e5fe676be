import { sql } from 'kysely';
import type { Kysely } from 'kysely';
import type { CreditKind } from '#src/machines/marketplace/credit-rule.ts';
import { newId } from '#src/api/database/ids.ts';
import type { Tables } from '#src/api/database/tables.ts';
import type { Tx } from '#src/api/database/write.ts';
import type { PurchaseRow } from './purchase.record.ts';

/** An account under its lock: whoever else adds an entry waits. Money in US cents. */
interface HeldCredit {
  id: string;
  sequence: number;
  balance: number;
}

/** Where the price of a lead goes back to. */
export interface LeadRefund {
  card: number;
  credit: number;
}

/** The credit of an address; made with its first entry. */
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

/** The account that already has such an entry of a purchase, whoever its owner is by now; undefined where there is none. */
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

/** Read after the account was locked: what was written meanwhile is seen. */
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
  /** US cents; less than 0 where it leaves the account. */
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

/** The credit that pays for a purchase, or for a part of it. The account is held, and has as much. */
export const spendCredit = (tx: Tx, held: HeldCredit, now: Date, purchaseId: string, amount: number): Promise<void> =>
  addEntry(tx, held, now, { kind: 'spent', amount: -amount, purchaseId, leadId: null });

/** What the ledger says of one purchase. US cents, none less than 0. */
export interface PurchaseCredit {
  spent: number;
  /** Credit that paid and came back. */
  returned: number;
  /** Money of the card that came back as credit. */
  granted: number;
  withdrawn: number;
}

const NO_CREDIT: PurchaseCredit = { spent: 0, returned: 0, granted: 0, withdrawn: 0 };

/** What the ledger says of each of these purchases. */
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

/** The credit of a purchase that was not made. Asked for again, nothing more comes back. */
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
 * What of a lead's price comes back as credit: the credit that paid for it, and what of the card's money its buyer chose
 * to have as credit. Each once; of what was spent no more than all of it.
 *
 * @returns US cents that came back now
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

/** The bank or the provider gave money back that had come back as credit before: as much of it as is not spent again. */
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

/** As many as are shown. */
const LISTED = 100;

/** The balance of an address and how it came about, the newest entry first. */
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
