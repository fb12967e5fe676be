import { job } from '../noun.ts';
import type { Noun } from '../noun.ts';
import { detailsRoutes } from './details.routes.ts';
import { forgetUnpaid } from './forget.ts';
import { grantReported } from './refund-grant.ts';
import { ordersRoutes } from './orders.routes.ts';
import { purchaseRoutes } from './purchase.routes.ts';
import { reportedRoutes } from './reported.routes.ts';
import { carryOutDecision } from './report-decision.ts';
import type { CommandDecision } from './report-decision.ts';
import { settlePurchase, sweepPurchases } from './settle.ts';
import { shopRoutes } from './shop.routes.ts';
import { purchaseRecord } from './purchase.record.ts';

/** The shop where anyone can buy shares of leads. */
export const marketplace: Noun = {
  records: [purchaseRecord],
  calls: [
    { for: 'anyone', add: shopRoutes },
    { for: 'anyone', add: purchaseRoutes },
    { for: 'anyone', add: detailsRoutes },
    { for: 'anyone', add: ordersRoutes },
    { for: 'settings', add: reportedRoutes },
  ],
  jobs: [
    job<{ leadId: string; decision: CommandDecision }>('marketplace.decide-report', (parts, { data }) =>
      carryOutDecision(parts, data),
    ),
    job<{ leadId: string }>('marketplace.grant-refunds', (parts, { data }) => grantReported(parts, data.leadId)),
    job<{ purchaseId: string }>('marketplace.settle', (parts, { data }) => settlePurchase(parts, data.purchaseId)),
    job('marketplace.sweep', sweepPurchases, { schedule: '* * * * *' }),
  ],
  tidy: forgetUnpaid,
};
