import { forgetDeliveries, deliver, deliverJob } from './webhook.delivery.ts';
import { webhookRoutes } from './webhook.routes.ts';
import { job } from '../noun.ts';
import type { Noun } from '../noun.ts';

/** The brokerage's own systems, which are notified of what happens to a lead. */
export const webhook: Noun = {
  calls: [{ for: 'settings', add: webhookRoutes }],
  jobs: [
    job<{ id: string }>(deliverJob, (parts, { data, attempt }) => deliver(parts, data.id, attempt), { concurrency: 3 }),
  ],
  tidy: forgetDeliveries,
};
