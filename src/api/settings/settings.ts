import { agents } from '#src/api/http/principal.ts';
import type { Noun } from '../noun.ts';
import { logoFileRoutes, logoRoutes } from './logo.routes.ts';
import { tidyLogos } from './logo.ts';
import { intakeKeyRoutes, leadOptionRoutes, settingsRoutes } from './settings.routes.ts';

/** The brokerage's data and offers: stored in the database, changed in the agent portal. */
export const settings: Noun = {
  calls: [
    { for: 'settings', add: settingsRoutes },
    { for: 'settings', add: intakeKeyRoutes },
    { for: 'settings', add: logoRoutes },
    { for: 'anyone', add: logoFileRoutes },
    { for: agents, add: leadOptionRoutes },
  ],
  tidy: tidyLogos,
};
