import { showWhole } from '#src/machines/amount/amounts.ts';
import { US_STATES } from '#src/machines/place/us-states.ts';
import { showDate, showDateRange } from '#src/views/ui/dates.ts';
import type { LoadFilters } from './load-filters.ts';
import { KIND_NAMES } from './load-names.ts';

export type Range = [number?, number?];

/** "Ohio", "Ohio, Texas", "Ohio and 3 more". */
function statesText(codes: string): string {
  const names = codes.split(',').map((code) => US_STATES[code] ?? code);
  return names.length > 2 ? `${names[0]} and ${names.length - 1} more` : names.join(', ');
}

export function aroundText(place: string | undefined, radius: number | undefined): string | null {
  return radius ? `within ${showWhole(radius)} mi of ${place ?? 'your base'}` : null;
}

export function pickUpText({ from, near, radius, box }: LoadFilters): string | null {
  if (box) return 'the map area';
  return from ? statesText(from) : aroundText(near, radius);
}

/** "2,000 – 5,000 lb"; null for a range without limits. */
export function rangeText(unit: string, [least, most]: Range): string | null {
  if (least !== undefined && most !== undefined) return `${showWhole(least)} – ${showWhole(most)} ${unit}`;
  if (most !== undefined) return `up to ${showWhole(most)} ${unit}`;
  return least === undefined ? null : `over ${showWhole(least)} ${unit}`;
}

function daysText({ after, before }: LoadFilters): string | null {
  if (after && before) return showDateRange(after, before);
  if (after) return `from ${showDate(after)}`;
  return before ? `until ${showDate(before)}` : null;
}

/** A search in one line: "From Ohio · to Texas · up to 5,000 lb". */
export function describeFilters(filters: LoadFilters): string {
  const { to, dropNear, dropRadius, lbMin, lbMax, miMin, miMax, kind } = filters;
  const [pickUp, days] = [pickUpText(filters), daysText(filters)];
  const dropOff = to ? US_STATES[to] : aroundText(dropNear, dropRadius);
  return [
    pickUp && (filters.from || filters.box ? `From ${pickUp}` : `Pick-up ${pickUp}`),
    dropOff && `to ${dropOff}`,
    days && `picked up ${days}`,
    rangeText('lb', [lbMin, lbMax]),
    rangeText('miles', [miMin, miMax]),
    kind && KIND_NAMES[kind],
  ]
    .filter(Boolean)
    .join(' · ');
}
