import { job } from '../noun.ts';
import type { Noun } from '../noun.ts';
import { movers } from '#src/api/http/principal.ts';
import { intakeRoutes } from './intake.routes.ts';
import { stateLeadNoteRoutes } from './note.routes.ts';
import { openedQuoteRoutes, stateQuoteRoutes } from './quote.routes.ts';
import { notifyOfNewLeads } from './state-lead.notices.ts';
import { stateLeadRoutes } from './state-lead.routes.ts';

/** The leads that movers work under a subscription, and how they come in. */
export const stateLead: Noun = {
  calls: [
    { for: movers, add: stateLeadRoutes },
    { for: movers, add: stateLeadNoteRoutes },
    { for: movers, add: stateQuoteRoutes },
    { for: 'anyone', add: openedQuoteRoutes },
    // Providers of leads have keys of their own.
    { for: 'anyone', add: intakeRoutes },
  ],
  jobs: [job<{ accountId: string }>('state-lead.notify', (parts, { data, id }) => notifyOfNewLeads(parts, data, id))],
};
