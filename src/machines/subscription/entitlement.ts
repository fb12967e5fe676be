import { isInGrace } from './subscription.lifecycle.ts';
import type { SubscriptionFacts, SubscriptionPlace } from './subscription.lifecycle.ts';
import { MINUTE } from '#src/machines/calendar/durations.ts';

/** What a business may use, as the onboarding, the routes and the lists all read it. */
export type Subscription = 'inactive' | 'trialing' | 'active';

/** What a subscription opens: who is past due keeps the leads while there is time to pay. */
export function entitlementOf(
  { standing }: SubscriptionPlace,
  { pastDueSince, now }: Pick<SubscriptionFacts, 'pastDueSince' | 'now'>,
): Subscription {
  if (standing === 'trialing' || standing === 'active') return standing;
  return standing === 'past-due' && (pastDueSince === null || isInGrace(pastDueSince, now)) ? 'active' : 'inactive';
}

/**
 * In a trial the contacts of so many leads a day are shown: enough to call all that a small mover can serve, and too
 * few to carry the shop away for nothing.
 */
export const TRIAL_LEADS_PER_DAY = 5;

/** How long the provider may take to say what came after a trial: nobody who pays is locked out meanwhile. */
const NEWS_MINUTES = 15;

/**
 * The subscription as it stands at `now` (UTC ISO 8601): a trial is over soon after its end, whether or not somebody
 * has written that down yet.
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
