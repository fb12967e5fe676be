import { US_STATES } from '../place/us-states.ts';
import { type MoveSize, moveSizes } from '../state-lead/move-sizes.ts';

/**
 * What narrows the shop, as its address says it: read by the browser and by the server that makes the first paint. An
 * address may be typed by hand or be old: what it says wrongly is left out.
 */
export interface ShopFilters {
  /** Postal letters of the states that the moves begin in. */
  states: readonly string[];
  /** "OH:Columbus". */
  cities: readonly string[];
  sizes: readonly MoveSize[];
  /** Calendar dates of the move. */
  from?: string | undefined;
  to?: string | undefined;
  minMiles?: number | undefined;
  maxMiles?: number | undefined;
  sort: ShopSort;
  /** On a phone, where there is no room for both. */
  view?: 'map' | undefined;
}

export const shopSorts = ['newest', 'cheapest', 'soonest'] as const;
export type ShopSort = (typeof shopSorts)[number];

const DATE = /^\d{4}-\d{2}-\d{2}$/;
const CITY = /^([A-Z]{2}):[^,:]{1,80}$/;
/** So that an address stays one. */
const MOST_CITIES = 20;

export function readShopFilters(search: string): ShopFilters {
  const params = new URLSearchParams(search);
  const list = (name: string, isRight: (text: string) => boolean) => [
    ...new Set((params.get(name) ?? '').split(',').filter(isRight)),
  ];
  const one = (name: string, isRight: (text: string) => boolean) => {
    const text = params.get(name);
    return text !== null && isRight(text) ? text : undefined;
  };
  const miles = (name: string) => {
    const text = one(name, (given) => /^\d{1,4}$/.test(given));
    return text === undefined ? undefined : Number(text);
  };
  return {
    states: list('states', (text) => Object.hasOwn(US_STATES, text)),
    cities: list('cities', (text) => Object.hasOwn(US_STATES, CITY.exec(text)?.[1] ?? '')).slice(0, MOST_CITIES),
    sizes: list('sizes', (text) => moveSizes.includes(text as MoveSize)) as MoveSize[],
    from: one('from', isDate),
    to: one('to', isDate),
    minMiles: miles('min_miles'),
    maxMiles: miles('max_miles'),
    sort: (one('sort', (text) => shopSorts.includes(text as ShopSort)) as ShopSort | undefined) ?? 'newest',
    view: one('view', (text) => text === 'map') as 'map' | undefined,
  };
}

/** The same as the values of a query; what is as usual leaves no trace. */
export function shopQuery({
  states,
  cities,
  sizes,
  from,
  to,
  minMiles,
  maxMiles,
  sort,
  view,
}: ShopFilters): Record<string, string | number | undefined> {
  return {
    states: states.join(',') || undefined,
    cities: cities.join(',') || undefined,
    sizes: sizes.join(',') || undefined,
    from,
    to,
    min_miles: minMiles,
    max_miles: maxMiles,
    sort: sort === 'newest' ? undefined : sort,
    view,
  };
}

export const hasShopFilter = (filters: ShopFilters): boolean =>
  Object.values(shopQuery({ ...filters, sort: 'newest', view: undefined })).some((value) => value !== undefined);

/** What the shop is called with these filters: by the place, where it is one. */
export function shopTitle({ states, cities }: ShopFilters): string {
  if (cities.length === 1) return `Moving leads from ${cities[0]!.slice(3)}, ${cities[0]!.slice(0, 2)}`;
  return cities.length === 0 && states.length === 1
    ? `Moving leads from ${US_STATES[states[0]!]}`
    : 'Moving leads for sale';
}

/** What stays when all filters are cleared. */
export const unfiltered = ({ sort, view }: ShopFilters): ShopFilters => ({
  states: [],
  cities: [],
  sizes: [],
  sort,
  view,
});

function isDate(text: string): boolean {
  const day = DATE.test(text) ? new Date(`${text}T00:00:00Z`) : null;
  return day !== null && !Number.isNaN(day.getTime()) && day.toISOString().startsWith(text);
}
