import { isInGrace } from './subscription.lifecycle.ts';
import type { SubscriptionFacts, SubscriptionPlace } from './subscription.lifecycle.ts';
import { MINUTE } from '#src/machines/calendar/durations.ts';

/** The subscription status of a business, as used by onboarding, routes, and lists. */
export type Subscription = 'inactive' | 'trialing' | 'active';

/** What a subscription gives access to: a past-due business keeps its leads during the grace period. */
export function entitlementOf(
  { standing }: SubscriptionPlace,
  { pastDueSince, now }: Pick<SubscriptionFacts, 'pastDueSince' | 'now'>,
): Subscription {
  if (standing === 'trialing' || standing === 'active') return standing;
  return standing === 'past-due' && (pastDueSince === null || isInGrace(pastDueSince, now)) ? 'active' : 'inactive';
}

/**
 * In a trial, contacts are shown for this many leads a day: enough for all that a small mover can serve, and too few to
 * collect the shop's leads for free.
 */
export const TRIAL_LEADS_PER_DAY = 5;

/**
 * How long the provider may take to report what followed a trial, so that no paying business is locked out meanwhile.
 */
const NEWS_MINUTES = 15;

/**
 * The subscription as of `now` (UTC ISO 8601): a trial is over soon after its end, whether or not that was recorded
 * yet.
 */
export function subscriptionAt(
  written: { subscription: Subscription; trialEndsAt: string | null },
  now: string,
): Subscription {
  const { subscription, trialEndsAt } = written;
  return subscription === 'trialing' &&
    trialEndsAt !== null &&
    Date.parse(trialEndsAt) + NEWS_MINUTES * MINUTE <= Date.parse(now)
    ? 'inactive'
    : subscription;
}
