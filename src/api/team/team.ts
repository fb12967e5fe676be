import type { Noun } from '../noun.ts';
import { agentInvitationRoutes } from './agent-invitation.routes.ts';
import { teamRoutes } from './team.routes.ts';

/** The brokerage's own people: agents, what they may, and who is invited to be one. */
export const team: Noun = {
  calls: [
    { for: 'team', add: teamRoutes },
    { for: 'anyone', add: agentInvitationRoutes },
  ],
};
