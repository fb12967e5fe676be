import { replay } from '../replay.ts';
import type { ReplayedEntry } from '../replay.ts';
import { placeOf, SUBSCRIPTION_MODEL_VERSION, subscriptionLifecycle, subscriptionSnapshot } from './subscription.lifecycle.ts';
import type { Standing, SubscriptionPlace } from './subscription.lifecycle.ts';

/** One entry of a history, as the log keeps it. */
export interface SubscriptionEntry extends Omit<ReplayedEntry<SubscriptionPlace>, 'from' | 'to'> {
  from_standing: Standing;
  from_ending: boolean;
  to_standing: Standing;
  to_ending: boolean;
}

const law = {
  what: 'the subscription',
  machine: subscriptionLifecycle,
  version: SUBSCRIPTION_MODEL_VERSION,
  // A free time from before there was a payment provider goes on where it stood.
  start: null,
  snapshot: subscriptionSnapshot,
  placeOf,
  nameOf: ({ standing, isEnding }: SubscriptionPlace) => `${standing}${isEnding ? ' (ending)' : ''}`,
};

/** Where the subscription stands after all that happened to it. @throws Error as `replay` does */
export const replaySubscription = (entries: readonly SubscriptionEntry[]): SubscriptionPlace =>
  replay<SubscriptionPlace>(
    law,
    entries.map((entry) => ({ ...entry, from: { standing: entry.from_standing, isEnding: entry.from_ending }, to: { standing: entry.to_standing, isEnding: entry.to_ending } })),
  );
