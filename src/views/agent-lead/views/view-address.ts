import type { SavedViewRowFragment } from '#src/generated/graphql/graphql.ts';
import type { AgentLeadTab } from '#src/machines/agent-lead/agent-lead.types.ts';
import { stageOf, tabOf, workOf } from '../lead-lifecycle.ts';
import { filterOf, type LeadFilters } from '../list/lead-filters.ts';

export type SavedViewRow = SavedViewRowFragment;

/** A saved view as URL parameters. */
export function addressOf({ id, tab, filter, columns }: SavedViewRow): { tab: AgentLeadTab; filters: LeadFilters } {
  return {
    tab: tabOf(tab),
    filters: {
      mine: filter.mine ? '1' : undefined,
      agent: filter.assignedAgentId ?? undefined,
      kind: filter.kind?.replaceAll('-', '_'),
      source: filter.source ?? undefined,
      from: filter.originState ?? undefined,
      to: filter.destinationState ?? undefined,
      fromCity: filter.originCity ?? undefined,
      toCity: filter.destinationCity ?? undefined,
      after: filter.moveDateFrom ?? undefined,
      before: filter.moveDateTo ?? undefined,
      priceMin: filter.priceFrom?.toString(),
      priceMax: filter.priceTo?.toString(),
      ageMin: filter.ageFrom?.toString(),
      ageMax: filter.ageTo?.toString(),
      stage: filter.stage ? stageOf(filter.stage) : undefined,
      work: filter.work ? workOf(filter.work) : undefined,
      sort: filter.sort ?? undefined,
      columns: columns?.join(),
      saved: id,
    },
  };
}

/** Whether the list shows something other than the saved view. */
export function isEdited(view: SavedViewRow, tab: AgentLeadTab, filters: LeadFilters): boolean {
  const kept = addressOf(view);
  const said = (of: AgentLeadTab, { sort, columns, ...narrowing }: LeadFilters) => {
    const entries = Object.entries(filterOf(narrowing, of)).toSorted(([one], [other]) => (one < other ? -1 : 1));
    return JSON.stringify([of, sort ?? null, columns ?? null, entries]);
  };
  return said(kept.tab, kept.filters) !== said(tab, filters);
}
