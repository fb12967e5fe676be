import type { MoveSize, StateLeadFilter } from '#src/generated/graphql/graphql.ts';
import { US_STATES } from '#src/machines/place/us-states.ts';
import { SIZE_NAMES } from '#src/views/ui/move-words.ts';

/** What the address of a list says: filters, and the lead that is looked at. */
export interface StateLeadFilters {
  q?: string;
  from?: string;
  to?: string;
  after?: string;
  before?: string;
  size?: MoveSize;
  fresh?: '1';
  lead?: string;
}

const DATE = /^\d{4}-\d{2}-\d{2}$/;

/** An address may be typed by hand or be old: what it says wrongly is left out. */
export function readFilters(search: string): StateLeadFilters {
  const params = new URLSearchParams(search);
  const one = <T extends string>(name: string, isRight: (text: string) => boolean) => {
    const text = params.get(name);
    return text !== null && isRight(text) ? (text as T) : undefined;
  };
  return {
    q: one('q', (text) => text.trim() !== '' && text.length <= 100),
    from: one('from', (text) => text in US_STATES),
    to: one('to', (text) => text in US_STATES),
    after: one('after', (text) => DATE.test(text)),
    before: one('before', (text) => DATE.test(text)),
    size: one('size', (text) => text in SIZE_NAMES),
    fresh: one('fresh', (text) => text === '1'),
    lead: one('lead', (text) => text !== ''),
  };
}

export function filterOf(
  { q, from, to, after, before, size, fresh }: StateLeadFilters,
  isArchived: boolean,
): StateLeadFilter {
  const given = {
    q,
    state: from,
    destinationState: to,
    dateFrom: after,
    dateTo: before,
    size,
    uncontacted: fresh && true,
  };
  return { isArchived, ...Object.fromEntries(Object.entries(given).filter(([, value]) => value !== undefined)) };
}

export const hasFilter = (filters: StateLeadFilters): boolean => Object.keys(filterOf(filters, false)).length > 1;
