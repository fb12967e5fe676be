import type { MoveSize, StateLeadFilter, StateLeadSort, StateLeadState } from '#src/generated/graphql/graphql.ts';
import { US_STATES } from '#src/machines/place/us-states.ts';
import { SIZE_NAMES } from '#src/views/ui/move-words.ts';
import { STATES } from './state-lead-names.ts';

/** The URL parameters of a list: filters, and the open lead. */
export interface StateLeadFilters {
  q?: string;
  from?: string | undefined;
  /** Of the state `from`. */
  city?: string | undefined;
  to?: string;
  after?: string;
  before?: string;
  size?: MoveSize;
  status?: StateLeadState;
  assigned?: 'me' | 'nobody';
  sort?: StateLeadSort;
  view?: 'map' | undefined;
  lead?: string;
}

export const SORTS: Record<StateLeadSort, string> = {
  newest: 'Newest first',
  oldest: 'Oldest first',
  follow_up: 'Follow-up date',
  move_date: 'Next move date',
};

const DATE = /^\d{4}-\d{2}-\d{2}$/;

/** A URL may be typed by hand or old: invalid values are ignored. */
export function readFilters(search: string): StateLeadFilters {
  const params = new URLSearchParams(search);
  const one = <T extends string>(name: string, isRight: (text: string) => boolean) => {
    const text = params.get(name);
    return text !== null && isRight(text) ? (text as T) : undefined;
  };
  return {
    q: one('q', (text) => text.trim() !== '' && text.length <= 100),
    from: one('from', (text) => text in US_STATES),
    city: one('city', (text) => text.length <= 100),
    view: one('view', (text) => text === 'map'),
    to: one('to', (text) => text in US_STATES),
    after: one('after', (text) => DATE.test(text)),
    before: one('before', (text) => DATE.test(text)),
    size: one('size', (text) => text in SIZE_NAMES),
    status: one('status', (text) => text in STATES),
    assigned: one('assigned', (text) => text === 'me' || text === 'nobody'),
    sort: one('sort', (text) => text in SORTS),
    lead: one('lead', (text) => text !== ''),
  };
}

export function filterOf(
  { q, from, city, to, after, before, size, status, assigned }: StateLeadFilters,
  isArchived: boolean,
): StateLeadFilter {
  const given = {
    q,
    state: from,
    city,
    destinationState: to,
    dateFrom: after,
    dateTo: before,
    size,
    status,
    assigned,
  };
  return { isArchived, ...Object.fromEntries(Object.entries(given).filter(([, value]) => value !== undefined)) };
}

/** The list as a file, as a URL query: REST uses hyphens where GraphQL does not. */
export const csvQuery = (filters: StateLeadFilters, isArchived: boolean) => ({
  is_archived: String(isArchived),
  q: filters.q,
  state: filters.from,
  city: filters.city,
  destination_state: filters.to,
  date_from: filters.after,
  date_to: filters.before,
  size: filters.size?.replaceAll('_', '-'),
  status: filters.status,
  assigned: filters.assigned,
  sort: filters.sort?.replaceAll('_', '-'),
});

export const hasFilter = (filters: StateLeadFilters): boolean => Object.keys(filterOf(filters, false)).length > 1;
