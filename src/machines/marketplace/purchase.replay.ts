import { transition } from 'xstate';
import { judge } from '../law.ts';
import { purchaseLifecycle, purchaseSnapshot } from './purchase.lifecycle.ts';
import type { PurchaseEvent, PurchaseFacts, PurchaseState } from './purchase.lifecycle.ts';

/** One entry of a history, as the log keeps it. */
export interface PurchaseEntry {
  sequence: number;
  event: string;
  judged: unknown;
  facts: unknown;
  from_state: PurchaseState;
  to_state: PurchaseState;
}

/**
 * Folds a history through the law: where the purchase stands after all that happened to it. Every purchase begins as
 * a reservation.
 *
 * @throws Error with the sequence number of the first entry that the law would not have allowed, that lands elsewhere
 * than it says, or that does not follow the one before it.
 */
export function replayPurchase(entries: readonly PurchaseEntry[]): PurchaseState {
  let state: PurchaseState = 'reserved';
  for (const [index, entry] of entries.entries()) {
    const wrong = (what: string) => new Error(`Entry ${entry.sequence} (${entry.event}): ${what}`);
    if (entry.sequence !== index + 1) throw wrong(`the sequence should be ${index + 1}.`);
    if (entry.from_state !== state) throw wrong('it does not begin where the one before it ended.');
    const event = entry.judged as PurchaseEvent;
    if (event.type !== entry.event) throw wrong(`what was judged is ${event.type}.`);
    const snapshot = purchaseSnapshot(state, entry.facts as PurchaseFacts);
    if (!judge(snapshot, event).may) throw wrong(`the law does not allow it in ${state}.`);
    state = (transition(purchaseLifecycle, snapshot, event)[0] as typeof snapshot).value as PurchaseState;
    if (state !== entry.to_state) throw wrong(`it lands in ${state}, but the entry says ${entry.to_state}.`);
  }
  return state;
}
