import { inTransaction } from '#src/api/database/write.ts';
import { createLink } from '#src/api/link/link.ts';
import { giveCredit } from '#src/api/marketplace/credit.ts';
import { HOUR } from '#src/machines/calendar/durations.ts';
import type { Application } from '#tests/platform/application.ts';
import type { Buyer } from './shop-buyer.ts';
import { shopRow } from './shop-rows.ts';

/**
 * Grants credit to a buyer, for a lead that they bought, with the link to their orders by which they use it.
 *
 * @returns the token of the link
 */
export async function creditOfBuyer(application: Application, buyer: Buyer, amount: number): Promise<string> {
  const { database, parts } = application;
  const lead = await shopRow(application);
  const { reference } = await buyer.buy([lead]);
  const row = await database.kysely
    .selectFrom('purchase')
    .selectAll()
    .where('reference', '=', reference)
    .executeTakeFirstOrThrow();
  return inTransaction(database, async (tx) => {
    const now = parts.now();
    await giveCredit(tx, now, row, lead, { granted: amount, returned: 0 });
    const link = { purpose: 'orders', subjectId: row.id, createdBy: null, now } as const;
    return (await createLink(tx, { ...link, expiresAt: new Date(now.getTime() + 24 * HOUR) })).token;
  });
}

/** The balance of an address as the sum of its entries, after checking that each follows from the one before it. */
export async function balanceOf(application: Application, email: string): Promise<number> {
  const entries = await application.database.kysely
    .selectFrom('credit_entry')
    .innerJoin('credit_account', 'credit_account.id', 'account_id')
    .select(['sequence', 'amount', 'balance'])
    .where('email', '=', email.toLowerCase())
    .orderBy('sequence')
    .execute();
  let sum = 0;
  for (const [index, { sequence, amount, balance }] of entries.entries()) {
    sum += amount;
    if (sequence !== index + 1 || balance !== sum || sum < 0)
      throw new Error(`Entry ${sequence} of ${email} says ${balance}; the sum is ${sum}.`);
  }
  return sum;
}
