import { job } from '../noun.ts';
import type { Noun } from '../noun.ts';
import { agents, carriers } from '#src/api/http/principal.ts';
import { agentCarrierRoutes } from './agent-carrier.routes.ts';
import { boardNewsRoutes } from './board-news.routes.ts';
import { carrierAgreementRoutes } from './carrier-agreement.routes.ts';
import { carrierAuthorityRoutes } from './carrier-authority.routes.ts';
import { carrierExportRoutes } from './carrier-list.export.ts';
import { carrierNoteRoutes } from './carrier-note.routes.ts';
import { carrierRoutes } from './carrier.routes.ts';
import { remindOfEndingPolicies } from './insurance.reminders.ts';
import { pricingSheetRoutes } from './pricing-sheet.routes.ts';
import { carrierProfileRoutes } from './profile.routes.ts';

/** Carriers: profile, papers, and authority, and the loads that they bid on and carry. */
export const carrier: Noun = {
  calls: [
    { for: agents, add: agentCarrierRoutes },
    { for: 'exports', add: carrierExportRoutes },
    { for: agents, add: carrierAuthorityRoutes },
    { for: agents, add: carrierNoteRoutes },
    { for: carriers, add: carrierProfileRoutes },
    { for: carriers, add: pricingSheetRoutes },
    { for: carriers, add: carrierAgreementRoutes },
    { for: carriers, add: carrierRoutes },
    { for: carriers, add: boardNewsRoutes },
  ],
  jobs: [job('insurance.remind', remindOfEndingPolicies, { schedule: '0 8 * * *', clock: 'brokerage' })],
};
