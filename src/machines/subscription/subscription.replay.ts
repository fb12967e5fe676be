import { replay } from '../replay.ts';
import type { ReplayedEntry } from '../replay.ts';
import { subscriptionLifecycle } from './subscription.lifecycle.ts';
import type { Standing, SubscriptionPlace } from './subscription.lifecycle.ts';

/** One entry of a history, as the log keeps it. */
export interface SubscriptionEntry extends Omit<ReplayedEntry<SubscriptionPlace>, 'from' | 'to'> {
  from_standing: Standing;
  from_ending: boolean;
  to_standing: Standing;
  to_ending: boolean;
}

/** Where the subscription stands after all that happened to it. @throws Error as `replay` does */
export const replaySubscription = (entries: readonly SubscriptionEntry[]): SubscriptionPlace =>
  replay(
    subscriptionLifecycle,
    entries.map((entry) => ({
      ...entry,
      from: { standing: entry.from_standing, isEnding: entry.from_ending },
      to: { standing: entry.to_standing, isEnding: entry.to_ending },
    })),
  );
