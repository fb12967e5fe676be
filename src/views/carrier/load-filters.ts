import type { AgentLeadKind, LoadFilter, LoadSort } from '#src/generated/graphql/graphql.ts';
import { US_STATES } from '#src/machines/place/us-states.ts';
import { KIND_NAMES } from './load-names.ts';

/** What narrows a list of loads, as the address says it; `load` is the one that is open beside the list. */
export interface LoadFilters {
  from?: string;
  to?: string;
  kind?: AgentLeadKind;
  after?: string;
  before?: string;
  sort?: LoadSort;
  load?: string;
}

const DATE = /^\d{4}-\d{2}-\d{2}$/;
const SORTS: readonly LoadSort[] = ['newest', 'soonest', 'nearest'];

/** An address may be typed by hand or be old: what it says wrongly is left out. */
export function readFilters(search: string): LoadFilters {
  const params = new URLSearchParams(search);
  const one = <T extends string>(name: string, isRight: (text: string) => boolean) => {
    const text = params.get(name);
    return text !== null && isRight(text) ? (text as T) : undefined;
  };
  return {
    from: one('from', (text) => text in US_STATES),
    to: one('to', (text) => text in US_STATES),
    kind: one('kind', (text) => text in KIND_NAMES),
    after: one('after', (text) => DATE.test(text)),
    before: one('before', (text) => DATE.test(text)),
    sort: one('sort', (text) => SORTS.includes(text as LoadSort)),
    load: one('load', (text) => text !== ''),
  };
}

export function filterOf({ from, to, kind, after, before }: LoadFilters): LoadFilter {
  return {
    ...(from && { originState: from }),
    ...(to && { destinationState: to }),
    ...(kind && { kind }),
    ...(after && { moveDateFrom: after }),
    ...(before && { moveDateTo: before }),
  };
}

export const hasFilter = (filters: LoadFilters) => Object.keys(filterOf(filters)).length > 0;
