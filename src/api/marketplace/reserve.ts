import { sql } from 'kysely';
import { PURCHASE_MODEL_VERSION } from '#src/machines/marketplace/purchase.lifecycle.ts';
import { newId, sha256 } from '#src/api/platform/ids.ts';
import { checkedAddress } from '#src/api/platform/mail-address.ts';
import type { ApiParts } from '#src/api/platform/parts.ts';
import { problem } from '#src/api/platform/problem.ts';
import type { Tx } from '#src/api/platform/write.ts';
import { holdPurchase, purchaseToken, recordPurchase } from './purchase.record.ts';
import { offersOf } from './shop.ts';

type Parts = Pick<ApiParts, 'now' | 'jobs' | 'marketplace' | 'brokerage' | 'sessionSecret'>;

/**
 * Holds one share of each lead for some minutes, all or none, at the price of this moment. Whoever wants the same
 * leads waits here for their turn: leads are locked in the order of their ids, so that no two carts wait for each
 * other.
 *
 * @returns the id of the purchase
 * @throws Problem 409 naming the leads of which no share is left, or that are not for sale any more; 422 for an address that no mail reaches
 */
export async function reserve(tx: Tx, parts: Parts, { leadIds, email }: { leadIds: string[]; email: string }): Promise<string> {
  checkedAddress(email);
  await tx.selectFrom('state_lead').select('id').where('id', 'in', leadIds).orderBy('id').forNoKeyUpdate().execute();
  await endOverdue(tx, parts, leadIds);
  const offers = new Map((await offersOf(tx, parts, leadIds)).map((offer) => [offer.id, offer]));
  const gone = leadIds.flatMap((id, index) => (offers.has(id) ? [] : [{ field: `leads_ids/${index}`, message: 'This lead is sold, or not for sale any more.' }]));
  if (gone.length > 0) {
    const all = gone.length === leadIds.length;
    const sentence = leadIds.length === 1 ? 'This lead is sold, or not for sale any more.' : `${all ? 'These leads are' : gone.length === 1 ? 'One of these leads is' : `${gone.length} of these leads are`} sold, or not for sale any more. Nothing was reserved, and nothing charged.`;
    throw problem(409, sentence, { errors: gone.slice(0, 50) });
  }
  const slots = await freeSlots(tx, leadIds);
  const now = parts.now();
  const id = newId(now.getTime());
  const until = new Date(now.getTime() + parts.marketplace.reservationMinutes * 60_000).toISOString();
  const { rows } = await sql<{ number: string }>`select nextval('purchase_reference') as number`.execute(tx);
  const items = leadIds.map((leadId, position) => ({ purchase_id: id, lead_id: leadId, position, price: offers.get(leadId)!.price, slot: slots.get(leadId)!, held_until: until }));
  await tx
    .insertInto('purchase')
    .values({
      id,
      reference: `P-${rows[0]!.number}`,
      state: 'reserved',
      email,
      token_hash: sha256(purchaseToken(parts, 'checkout', id)),
      total: items.reduce((sum, { price }) => sum + price, 0),
      reserved_at: now.toISOString(),
      reserved_until: until,
      model_version: PURCHASE_MODEL_VERSION,
    })
    .execute();
  await tx.insertInto('purchase_item').values(items).execute();
  return id;
}

/** Reservations of these leads that have run out, ended by the law before their shares are given to somebody else. */
async function endOverdue(tx: Tx, parts: Parts, leadIds: string[]): Promise<void> {
  const overdue = await tx
    .selectFrom('purchase_item')
    .select('purchase_id')
    .distinct()
    .where('lead_id', 'in', leadIds)
    .where('is_held', '=', true)
    .where('held_until', '<=', parts.now().toISOString())
    .orderBy('purchase_id')
    .execute();
  for (const { purchase_id } of overdue) {
    const held = await holdPurchase(tx, parts, purchase_id);
    // Its end may have been written while this waited for the lock.
    if (held.items.some(({ is_held, held_until }) => is_held && held_until !== null)) await recordPurchase(tx, parts, held, { type: 'reservation.ended', by: 'system' });
  }
}

async function freeSlots(tx: Tx, leadIds: string[]): Promise<Map<string, number>> {
  const held = await tx.selectFrom('purchase_item').select(['lead_id', 'slot']).where('lead_id', 'in', leadIds).where('is_held', '=', true).execute();
  return new Map(
    leadIds.map((id) => {
      const taken = new Set(held.filter(({ lead_id }) => lead_id === id).map(({ slot }) => slot));
      let slot = 1;
      while (taken.has(slot)) slot += 1;
      return [id, slot];
    }),
  );
}
