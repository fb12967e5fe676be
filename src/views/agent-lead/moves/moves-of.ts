import type { AgentLeadLifecycleFragment } from '#src/generated/graphql/graphql.ts';
import { type AgentLeadMove, agentLeadMoves } from '#src/machines/agent-lead/agent-lead.moves.ts';
import { agentLeadLifecycle } from '#src/machines/agent-lead/agent-lead.lifecycle.ts';
import { lifecycleOf } from '../lead-lifecycle.ts';

/** Everything an agent can do with the lead, and what is off with its reasons. */
export function movesOf(lead: AgentLeadLifecycleFragment): AgentLeadMove[] {
  const { place, facts } = lifecycleOf(lead);
  return agentLeadMoves(place, facts);
}

/** Why stops, dates, items and price cannot change; null where they can. */
export function whyAgreed(lead: AgentLeadLifecycleFragment): string | null {
  const { place, facts } = lifecycleOf(lead);
  if (agentLeadLifecycle.judge(place, facts, { type: 'lead.edited', by: 'agent', changesAgreed: true }).may)
    return null;
  if (place.isArchived) return 'The lead is archived. Restore it to change anything.';
  return movesOf(lead).some(({ event, isAllowed }) => event === 'contract.reopened' && isAllowed)
    ? 'The client has agreed to them. Reopen the contract to change them.'
    : 'The client has agreed to them, and a carrier has the job.';
}
