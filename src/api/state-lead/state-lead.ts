import { job } from '../noun.ts';
import type { Noun } from '../noun.ts';
import { movers } from '#src/api/http/principal.ts';
import { intakeRoutes } from './intake.routes.ts';
import { stateLeadNoteRoutes } from './note.routes.ts';
import { stateLeadOutcomeRoutes } from './outcome.routes.ts';
import { openedQuoteRoutes, stateQuoteRoutes } from './quote.routes.ts';
import { stateLeadExportRoutes } from './state-lead.export.ts';
import { notifyOfNewLeads } from './state-lead.notices.ts';
import { REMIND_FOLLOW_UPS, remindOfFollowUps } from './state-lead.planning.ts';
import { stateLeadReportRoutes } from './state-lead.report.ts';
import { stateLeadRoutes } from './state-lead.routes.ts';
import { stateLeadTextRoutes } from './text.routes.ts';
import { stateLeadRecord } from './state-lead.work.ts';

/** The leads that movers work under a subscription, and their intake. */
export const stateLead: Noun = {
  records: [stateLeadRecord],
  calls: [
    { for: movers, add: stateLeadRoutes },
    { for: movers, add: stateLeadNoteRoutes },
    { for: movers, add: stateLeadOutcomeRoutes },
    { for: movers, add: stateLeadTextRoutes },
    { for: movers, add: stateLeadExportRoutes },
    { for: movers, add: stateLeadReportRoutes },
    { for: movers, add: stateQuoteRoutes },
    { for: 'anyone', add: openedQuoteRoutes },
    // Lead providers authenticate with keys of their own.
    { for: 'anyone', add: intakeRoutes },
  ],
  jobs: [
    job<{ accountId: string }>('state-lead.notify', (parts, { data, id }) => notifyOfNewLeads(parts, data, id)),
    job<object>(REMIND_FOLLOW_UPS, remindOfFollowUps, { schedule: '0 8 * * *', clock: 'brokerage' }),
  ],
};
