import { replay } from '../replay.ts';
import type { ReplayedEntry } from '../replay.ts';
import { purchaseLifecycle } from './purchase.lifecycle.ts';
import type { PurchaseState } from './purchase.lifecycle.ts';

/** One entry of a history, as the log keeps it. */
export interface PurchaseEntry extends Omit<ReplayedEntry<PurchaseState>, 'from' | 'to'> {
  from_state: PurchaseState;
  to_state: PurchaseState;
}

/** Where the purchase stands after all that happened to it. @throws Error as `replay` does */
export const replayPurchase = (entries: readonly PurchaseEntry[]): PurchaseState =>
  replay(
    purchaseLifecycle,
    entries.map((entry) => ({ ...entry, from: entry.from_state, to: entry.to_state })),
  );
