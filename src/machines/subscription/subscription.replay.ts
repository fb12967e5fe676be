import { transition } from 'xstate';
import { judge } from '../law.ts';
import { placeOf, subscriptionLifecycle, subscriptionSnapshot } from './subscription.lifecycle.ts';
import type { Standing, SubscriptionEvent, SubscriptionFacts, SubscriptionPlace } from './subscription.lifecycle.ts';

/** One entry of a history, as the log keeps it. */
export interface SubscriptionEntry {
  sequence: number;
  event: string;
  judged: unknown;
  facts: unknown;
  from_standing: Standing;
  from_ending: boolean;
  to_standing: Standing;
  to_ending: boolean;
}

/**
 * Folds a history through the law: where the subscription stands after all that happened to it.
 *
 * @throws Error with the sequence number of the first entry that the law would not have allowed, that lands elsewhere
 * than it says, or that does not follow the one before it.
 */
export function replaySubscription(entries: readonly SubscriptionEntry[]): SubscriptionPlace {
  let place: SubscriptionPlace | null = null;
  for (const [index, entry] of entries.entries()) {
    const wrong = (what: string) => new Error(`Entry ${entry.sequence} (${entry.event}): ${what}`);
    if (entry.sequence !== index + 1) throw wrong(`the sequence should be ${index + 1}.`);
    const from: SubscriptionPlace = { standing: entry.from_standing, isEnding: entry.from_ending };
    if (place !== null && !isSame(place, from)) throw wrong('it does not begin where the one before it ended.');
    const event = entry.judged as SubscriptionEvent;
    if (event.type !== entry.event) throw wrong(`what was judged is ${event.type}.`);
    const snapshot = subscriptionSnapshot(from, entry.facts as SubscriptionFacts);
    if (!judge(snapshot, event).may) throw wrong(`the law does not allow it in ${from.standing}.`);
    place = placeOf(transition(subscriptionLifecycle, snapshot, event)[0] as typeof snapshot);
    if (!isSame(place, { standing: entry.to_standing, isEnding: entry.to_ending })) throw wrong(`it lands in ${place.standing}, but the entry says ${entry.to_standing}.`);
  }
  if (place === null) throw new Error('A history without entries leads nowhere.');
  return place;
}

const isSame = (a: SubscriptionPlace, b: SubscriptionPlace): boolean => a.standing === b.standing && a.isEnding === b.isEnding;
