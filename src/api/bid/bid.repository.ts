import { BID_MODEL_VERSION, bidLifecycle } from '#src/machines/bid/bid.lifecycle.ts';
import type { BidEvent } from '#src/machines/bid/bid.lifecycle.ts';
import { newId } from '#src/api/database/ids.ts';
import { prepared } from '#src/api/database/prepared.ts';
import { publish } from '#src/api/live/live.ts';
import { problem } from '#src/api/http/problem.ts';
import type { Tx } from '#src/api/database/write.ts';
import type { RowOf } from '#src/api/database/tables.ts';

export type BidRow = RowOf<'bid'>;

export interface BidTerms {
  amount: number;
  start_date: string;
  note?: string | null;
}

/** Terms, and the version of the load that they apply to. */
export type BidOnLoad = BidTerms & { load_version: string };

/** The active bid of a carrier on a lead, or undefined. */
export function activeBid(tx: Tx, leadId: string, carrierId: string): Promise<BidRow | undefined> {
  return tx
    .selectFrom('bid')
    .selectAll()
    .where('lead_id', '=', leadId)
    .where('carrier_id', '=', carrierId)
    .where('state', '=', 'active')
    .executeTakeFirst();
}

/** All bids of a carrier on a lead, of which at most one is active. */
export function bidsOfCarrier(tx: Tx, leadId: string, carrierId: string): Promise<BidRow[]> {
  return tx
    .selectFrom('bid')
    .modifyFront(prepared)
    .selectAll()
    .where('lead_id', '=', leadId)
    .where('carrier_id', '=', carrierId)
    .execute();
}

export function insertBid(tx: Tx, leadId: string, carrierId: string, terms: BidOnLoad, now: Date): Promise<BidRow> {
  const at = now.toISOString();
  return tx
    .insertInto('bid')
    .values({
      id: newId(),
      lead_id: leadId,
      carrier_id: carrierId,
      ...terms,
      state: 'active',
      model_version: BID_MODEL_VERSION,
      created_at: at,
      updated_at: at,
    })
    .returningAll()
    .executeTakeFirstOrThrow();
}

/** Applies one event to a bid. @throws Problem 409 if the lifecycle refuses */
export async function moveBid(
  tx: Tx,
  bid: BidRow,
  event: BidEvent,
  now: Date,
  set: Partial<BidRow> = {},
): Promise<BidRow> {
  const verdict = bidLifecycle.judge(bid.state, {}, event);
  if (!verdict.may)
    throw problem(409, `This bid is ${bid.state}, so nothing was changed.`, { state: bid.state, unmet: verdict.unmet });
  return tx
    .updateTable('bid')
    .set({
      updated_at: now.toISOString(),
      ...set,
      state: verdict.next,
      version: bid.version + 1,
      model_version: BID_MODEL_VERSION,
    })
    .where('id', '=', bid.id)
    .returningAll()
    .executeTakeFirstOrThrow();
}

/**
 * An agent is looking at the bids of a lead. Notifies each carrier whose bid was seen for the first time. Must come
 * last in `tx`.
 */
export async function markBidsSeen(tx: Tx, leadId: string, now: Date): Promise<void> {
  const seen = await tx
    .updateTable('bid')
    .set({ seen_at: now.toISOString() })
    .where('lead_id', '=', leadId)
    .where('seen_at', 'is', null)
    .returning('carrier_id')
    .execute();
  for (const carrier of new Set(seen.map((bid) => bid.carrier_id)))
    await publish(tx, { noun: 'load', id: leadId, audience: `carrier:${carrier}` });
}

/** Every active bid of a lead loses, each with the reason that its carrier sees. */
export async function loseBids(
  tx: Tx,
  leadId: string,
  reasonOf: (bid: BidRow) => string,
  now: Date,
): Promise<BidRow[]> {
  const active = await tx
    .selectFrom('bid')
    .selectAll()
    .where('lead_id', '=', leadId)
    .where('state', '=', 'active')
    .orderBy('id')
    .execute();
  const lost: BidRow[] = [];
  for (const bid of active)
    lost.push(await moveBid(tx, bid, { type: 'bid.lost', by: 'system' }, now, { lost_reason: reasonOf(bid) }));
  return lost;
}

/** An award has ended: the bids that lost to it become active again. */
export async function reopenBids(tx: Tx, leadId: string, reasons: readonly string[], now: Date): Promise<BidRow[]> {
  const lost = await tx
    .selectFrom('bid')
    .selectAll()
    .where('lead_id', '=', leadId)
    .where('state', '=', 'lost')
    .where('lost_reason', 'in', reasons)
    .orderBy('id')
    .execute();
  const reopened: BidRow[] = [];
  for (const bid of lost) {
    const other = await activeBid(tx, leadId, bid.carrier_id);
    if (!other)
      reopened.push(await moveBid(tx, bid, { type: 'bid.reopened', by: 'system' }, now, { lost_reason: null }));
  }
  return reopened;
}
