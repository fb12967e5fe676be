import type { AgentLeadTab } from '#src/machines/agent-lead/agent-lead.place.ts';
import { hrefs } from '#src/views/hrefs.ts';
import { filterOf, type LeadFilters } from './lead-filters.ts';

/** The file of what a list shows: the same filters and order, in REST's spelling. */
export function csvHref(filters: LeadFilters, tab: AgentLeadTab | null): string {
  const { mine, assignedAgentId, kind, originState, destinationState, moveDateFrom, moveDateTo, stage } = filterOf(
    filters,
    tab,
  );
  return hrefs.agent.leadsCsv({
    state: tab,
    mine,
    assigned_agent_id: assignedAgentId,
    kind: kind?.replaceAll('_', '-'),
    stage: stage?.replaceAll('_', '-'),
    origin_state: originState,
    destination_state: destinationState,
    move_date_from: moveDateFrom,
    move_date_to: moveDateTo,
    sort: filters.sort?.replaceAll('_', '-'),
  });
}
