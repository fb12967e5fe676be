import type { AgentLeadTab } from '#src/machines/agent-lead/agent-lead.types.ts';
import { hrefs } from '#src/views/hrefs.ts';
import { filterOf, type LeadFilters } from './lead-filters.ts';

const restName = (name: string): string => name.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
const restValue = (value: string | undefined) => value?.replaceAll('_', '-');

/** The file of what a list shows: with all its filters and its order, in REST's spelling. */
export function csvHref({ sort, ...filters }: LeadFilters, tab: AgentLeadTab | null): string {
  const { stage, work, ...others } = filterOf(filters, tab);
  const enums = { stage: restValue(stage ?? undefined), work: restValue(work ?? undefined), sort: restValue(sort) };
  const asked = Object.entries({ state: tab, ...others, ...enums }).map(([name, value]) => [
    restName(name),
    value ?? undefined,
  ]);
  return hrefs.agent.leadsCsv(Object.fromEntries(asked));
}
