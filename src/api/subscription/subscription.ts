import { job } from '../noun.ts';
import type { Noun } from '../noun.ts';
import { movers } from '#src/api/http/principal.ts';
import { mend } from './change.ts';
import { couponRoutes } from './coupon.routes.ts';
import { endDisputedJob } from './invoices.ts';
import { paymentRoutes } from './payment.routes.ts';
import { endDisputed, endGrace, reconcileSubscriptions } from './subscription.jobs.ts';
import { subscriptionRoutes } from './subscription.routes.ts';
import { subscriptionRecord } from './subscription.record.ts';

/** The subscription of a business: trial, cards, invoices. */
export const subscription: Noun = {
  records: [subscriptionRecord],
  calls: [
    { for: movers, add: subscriptionRoutes },
    { for: movers, add: couponRoutes },
    { for: movers, add: paymentRoutes },
  ],
  jobs: [
    job<{ businessId: string }>('subscription.mend', (parts, { data }) => mend(parts, data.businessId)),
    job<{ businessId: string; subscriptionId: string }>(endDisputedJob, (parts, { data }) => endDisputed(parts, data)),
    job('subscription.reconcile', reconcileSubscriptions, { schedule: '40 3 * * *', clock: 'brokerage' }),
    job('subscription.grace', endGrace, { schedule: '10 * * * *' }),
  ],
};
