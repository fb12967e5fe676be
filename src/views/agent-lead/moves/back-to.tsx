import { agentLeadMoves, type AgentMove } from '#src/machines/agent-lead/agent-lead.moves.ts';
import { type LeadRow, lifecycleOf } from '../lead-lifecycle.ts';
import { TAB_NAMES } from '../lead-names.ts';

/** Where a lead goes when its award ends: the lifecycle's to say. */
export function BackTo({ lead, event }: { lead: LeadRow; event: AgentMove }) {
  const { place, facts } = lifecycleOf(lead);
  const to = agentLeadMoves(place, facts).find((move) => move.event === event)?.to?.state;
  return `${lead.client.name} goes back to ${to ? `“${TAB_NAMES[to]}”` : 'where it was before the award'}${to === 'award-carrier' ? ': the load is on the board again, and the other bids are active again' : ': the load is not posted to the board'}.`;
}
