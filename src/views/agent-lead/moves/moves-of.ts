import type { AgentLeadLawFragmentDoc } from '#src/generated/graphql/graphql.ts';
import type { FragmentType } from '#src/generated/graphql/fragment-masking.ts';
import { type AgentLeadMove, agentLeadMoves } from '#src/machines/agent-lead/agent-lead.moves.ts';
import { lawOf } from '../lead-law.ts';

/** Everything an agent can do with the lead, and what is off with its reasons. */
export function movesOf(lead: FragmentType<typeof AgentLeadLawFragmentDoc>): AgentLeadMove[] {
  const { place, facts } = lawOf(lead);
  return agentLeadMoves(place, facts);
}
