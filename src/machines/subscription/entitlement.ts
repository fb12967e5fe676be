/** What a business may use, as the onboarding, the routes and the lists all read it. */
export type Subscription = 'inactive' | 'trialing' | 'active';

/**
 * The subscription as it stands at `now` (UTC ISO 8601): a trial is over at its end, whether or not somebody has
 * written that down yet.
 */
export function subscriptionAt(written: { subscription: Subscription; trialEndsAt: string | null }, now: string): Subscription {
  const { subscription, trialEndsAt } = written;
  return subscription === 'trialing' && trialEndsAt !== null && trialEndsAt <= now ? 'inactive' : subscription;
}
