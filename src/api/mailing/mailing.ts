import { job } from '../noun.ts';
import type { Noun } from '../noun.ts';
import { inTransaction } from '#src/api/database/write.ts';
import { mailNewLeads } from './mailing.digest.ts';
import { tidyMailing } from './mailing.list.ts';
import { mailingRoutes } from './mailing.routes.ts';
import { mailingRecord } from './mailing.record.ts';

/** The mailing list of the marketplace. */
export const mailing: Noun = {
  records: [mailingRecord],
  calls: [{ for: 'anyone', add: mailingRoutes }],
  jobs: [job('mailing.new-leads', mailNewLeads, { schedule: '*/5 * * * *' })],
  tidy: async ({ database, now }) => await inTransaction(database, (tx) => tidyMailing(tx, now())),
};
