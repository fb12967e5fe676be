import type { AgentLeadTab } from '#src/machines/agent-lead/agent-lead.place.ts';
import type { LeadFilters } from '../list/lead-filters.ts';

export interface LeadBoardProps {
  filters: LeadFilters;
  counts: (tab: AgentLeadTab) => number | undefined;
  allHref: (tab: AgentLeadTab) => string;
}

export default function LeadBoard(_: LeadBoardProps) {
  return null;
}
