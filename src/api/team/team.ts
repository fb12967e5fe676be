import { agents } from '#src/api/http/principal.ts';
import type { Noun } from '../noun.ts';
import { agentInvitationRoutes } from './agent-invitation.routes.ts';
import { teamRoutes } from './team.routes.ts';
import { twoFactorRoutes } from './two-factor.routes.ts';
import { teamMemberRecord } from './team-member.record.ts';

/** The brokerage's own people: agents, their rights, and who is invited to become one. */
export const team: Noun = {
  records: [teamMemberRecord],
  calls: [
    { for: 'team', add: teamRoutes },
    { for: agents, add: twoFactorRoutes },
    { for: 'anyone', add: agentInvitationRoutes },
  ],
};
