import type { AgentLeadLifecycleFragment } from '#src/generated/graphql/graphql.ts';
import { type AgentLeadMove, agentLeadMoves } from '#src/machines/agent-lead/agent-lead.moves.ts';
import { lifecycleOf } from '../lead-lifecycle.ts';

/** Everything an agent can do with the lead, and what is off with its reasons. */
export function movesOf(lead: AgentLeadLifecycleFragment): AgentLeadMove[] {
  const { place, facts } = lifecycleOf(lead);
  return agentLeadMoves(place, facts);
}
