import { job } from '../noun.ts';
import type { Noun } from '../noun.ts';
import { sealAgreement } from './agreement.jobs.ts';
import type { SealJob } from './agreement.jobs.ts';
import { expireLateAgreements } from './agreement.expiry.ts';
import { templateRoutes } from './template.routes.ts';
import { brokerageRoutes } from './brokerage.routes.ts';

/** What people sign: contracts with clients, agreements with carriers, and job agreements; sealed as PDF. */
export const agreement: Noun = {
  calls: [
    { for: 'anyone', add: brokerageRoutes },
    { for: 'settings', add: templateRoutes },
  ],
  jobs: [job<SealJob>('agreement.seal', (parts, { data, id }) => sealAgreement(parts, data, id))],
  tidy: expireLateAgreements,
};
