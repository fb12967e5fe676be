import type { AgentLeadTab } from '#src/machines/agent-lead/agent-lead.types.ts';
import { hrefs } from '#src/views/hrefs.ts';
import { type LeadFilters, usualSort } from './lead-filters.ts';

/** The file of the selected leads of a list, in its order. */
export const chosenCsvHref = ({ sort }: LeadFilters, tab: AgentLeadTab, ids: readonly string[]): string =>
  hrefs.agent.leadsCsv({ ids: ids.join(), sort: (sort ?? usualSort(tab)).replaceAll('_', '-') });
