import { replay } from '../replay.ts';
import type { ReplayedEntry } from '../replay.ts';
import { PURCHASE_MODEL_VERSION, purchaseLifecycle, purchaseSnapshot } from './purchase.lifecycle.ts';
import type { PurchaseState } from './purchase.lifecycle.ts';

/** One entry of a history, as the log keeps it. */
export interface PurchaseEntry extends Omit<ReplayedEntry<PurchaseState>, 'from' | 'to'> {
  from_state: PurchaseState;
  to_state: PurchaseState;
}

const law = {
  what: 'the purchase',
  machine: purchaseLifecycle,
  version: PURCHASE_MODEL_VERSION,
  // Every purchase begins as a reservation.
  start: 'reserved' as PurchaseState,
  snapshot: purchaseSnapshot,
  placeOf: (snapshot: { value: PurchaseState }) => snapshot.value,
  nameOf: (state: PurchaseState) => state,
};

/** Where the purchase stands after all that happened to it. @throws Error as `replay` does */
export const replayPurchase = (entries: readonly PurchaseEntry[]): PurchaseState => replay(law, entries.map((entry) => ({ ...entry, from: entry.from_state, to: entry.to_state })));
