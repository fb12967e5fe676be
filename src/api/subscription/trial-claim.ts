import type { Kysely } from 'kysely';
import { sha256 } from '#src/api/database/ids.ts';
import { mailboxOf } from '#src/api/mail/mail-address.ts';
import type { Tables } from '#src/api/database/tables.ts';
import type { Tx } from '#src/api/database/write.ts';

/**
 * Which mailboxes and cards have used their trial. A mailbox is identified by its canonical spelling, a card by the
 * provider's fingerprint of its number. Claims outlive the account: deleting and recreating an account does not give a
 * second trial.
 */
async function keysOf(db: Kysely<Tables>, businessId: string): Promise<string[]> {
  const [movers, cards] = await Promise.all([
    db
      .selectFrom('account')
      .select('email')
      .where('business_id', '=', businessId)
      .where('role', '=', 'mover')
      .execute(),
    db
      .selectFrom('payment_card')
      .select('fingerprint')
      .where('business_id', '=', businessId)
      .where('fingerprint', 'is not', null)
      .execute(),
  ]);
  const keys = [
    ...movers.map(({ email }) => `mailbox:${mailboxOf(email)}`),
    ...cards.map(({ fingerprint }) => `card:${fingerprint}`),
  ];
  // Sorted, so that two businesses with the same keys lock them in the same order.
  return [...new Set(keys.map((key) => sha256(key)))].toSorted();
}

/** Whether another business has used a trial with a mailbox or a card of this one. */
export async function hadTrialElsewhere(db: Kysely<Tables>, businessId: string): Promise<boolean> {
  const keys = await keysOf(db, businessId);
  if (keys.length === 0) return false;
  const found = await db
    .selectFrom('trial_claim')
    .select('key')
    .where('key', 'in', keys)
    .where('business_id', '!=', businessId)
    .executeTakeFirst();
  return found !== undefined;
}

/**
 * Claims the free keys for this business; a concurrent claim of the same keys waits here, and then finds them taken.
 */
export async function claimTrial(tx: Tx, businessId: string): Promise<void> {
  const keys = await keysOf(tx, businessId);
  if (keys.length === 0) return;
  await tx
    .insertInto('trial_claim')
    .values(keys.map((key) => ({ key, business_id: businessId })))
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}
