import type { Noun } from '../noun.ts';
import { accounts, agents, movers } from '#src/api/http/principal.ts';
import { inTransaction } from '#src/api/database/write.ts';
import { agentRightRoutes } from './agent-right.routes.ts';
import { agentRoutes } from './agent.routes.ts';
import { areaLeadRoutes } from './area-leads.routes.ts';
import { assistantRoutes } from './assistant.routes.ts';
import { avatarRoutes } from './avatar.routes.ts';
import { emailChangeRoutes } from './email-change.routes.ts';
import { mailLinkRoutes } from './mail-link.routes.ts';
import { recoveryRoutes } from './recovery.routes.ts';
import { forgetOldSignUps } from './sign-up.ts';
import { signUpRoutes } from './sign-up.routes.ts';
import { topCityRoutes } from './top-city.routes.ts';
import { mailSwitchRoutes, userRoutes } from './user.routes.ts';

/** Accounts of movers, assistants, agents and carriers: sign-up, recovery, profile, settings. */
export const account: Noun = {
  calls: [
    { for: 'anyone', add: signUpRoutes },
    { for: 'anyone', add: recoveryRoutes },
    { for: 'anyone', add: mailLinkRoutes },
    { for: 'anyone', add: mailSwitchRoutes },
    { for: accounts, add: emailChangeRoutes },
    { for: accounts, add: userRoutes },
    { for: accounts, add: avatarRoutes },
    { for: movers, add: topCityRoutes },
    { for: movers, add: areaLeadRoutes },
    { for: movers, add: assistantRoutes },
    { for: agents, add: agentRoutes },
    { for: 'workflow', add: agentRightRoutes },
  ],
  tidy: async ({ database, now }) => await inTransaction(database, (tx) => forgetOldSignUps(tx, now())),
};
