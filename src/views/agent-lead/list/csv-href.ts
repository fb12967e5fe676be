import type { AgentLeadTab } from '#src/machines/agent-lead/agent-lead.place.ts';
import { hrefs } from '#src/views/hrefs.ts';
import { filterOf, type LeadFilters } from './lead-filters.ts';

const restName = (name: string): string => name.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);

/** The file of what a list shows: all of its filters, and its order, in REST's spelling. */
export function csvHref({ sort, ...filters }: LeadFilters, tab: AgentLeadTab | null): string {
  const asked = Object.entries({ state: tab, ...filterOf(filters, tab), sort }).map(([name, value]) => [
    restName(name),
    typeof value === 'string' ? value.replaceAll('_', '-') : value,
  ]);
  return hrefs.agent.leadsCsv(Object.fromEntries(asked));
}
