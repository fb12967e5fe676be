import { showCount } from '../amount/amounts.ts';
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
  /** The same of where the moves go. */
  toStates: readonly string[];
  toCities: readonly string[];
  /** A ZIP code, or "Columbus, OH": the moves begin within `radius` miles of it. One is nothing without the other. */
  near?: string | undefined;
  radius?: number | undefined;
  sizes: readonly MoveSize[];
  /** Which contact the source has verified. */
  verified: readonly ShopContact[];
  /** Asked so many days ago at most. */
  maxAgeDays?: number | undefined;
  /** Sold so many times at most. */
  maxSold?: number | undefined;
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

export const SHOP_CONTACTS = ['phone', 'email'] as const;
export type ShopContact = (typeof SHOP_CONTACTS)[number];

/** What is offered of `maxAgeDays` and `maxSold`. */
export const FRESH_DAYS = [1, 3, 7] as const;
export const SOLD_SHARES = [0, 1] as const;

const NEAR = /^(\d{5}|[^,]{1,80}, [A-Z]{2})$/;
const DATE = /^\d{4}-\d{2}-\d{2}$/;
const CITY = /^([A-Z]{2}):[^,:]{1,80}$/;
/** So that an address stays one. */
export const MOST_CITIES = 20;

export function readShopFilters(search: string): ShopFilters {
  const params = new URLSearchParams(search);
  const list = (name: string, isRight: (text: string) => boolean) => [
    ...new Set((params.get(name) ?? '').split(',').filter(isRight)),
  ];
  const one = (name: string, isRight: (text: string) => boolean) => {
    const text = params.get(name);
    return text !== null && isRight(text) ? text : undefined;
  };
  const number = (name: string, form: RegExp) => {
    const text = one(name, (given) => form.test(given));
    return text === undefined ? undefined : Number(text);
  };
  const miles = (name: string) => number(name, /^\d{1,4}$/);
  const isCity = (text: string) => Object.hasOwn(US_STATES, CITY.exec(text)?.[1] ?? '');
  const near = one('near', (text) => NEAR.test(text));
  const radius = number('radius', /^[1-9]\d{0,2}$/);
  return {
    states: list('states', (text) => Object.hasOwn(US_STATES, text)),
    cities: list('cities', isCity).slice(0, MOST_CITIES),
    toStates: list('to_states', (text) => Object.hasOwn(US_STATES, text)),
    toCities: list('to_cities', isCity).slice(0, MOST_CITIES),
    ...(near !== undefined && radius !== undefined ? { near, radius } : {}),
    verified: SHOP_CONTACTS.filter((contact) => list('verified', () => true).includes(contact)),
    maxAgeDays: number('max_age_days', /^([1-9]|[12]\d|30)$/),
    maxSold: number('max_sold', /^\d$/),
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
  toStates,
  toCities,
  near,
  radius,
  sizes,
  verified,
  maxAgeDays,
  maxSold,
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
    to_states: toStates.join(',') || undefined,
    to_cities: toCities.join(',') || undefined,
    near,
    radius,
    verified: verified.join(',') || undefined,
    max_age_days: maxAgeDays,
    max_sold: maxSold,
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

/** How many there are, and what is bought. */
export const shopLine = (total: number): string =>
  total === 0
    ? 'No household matches right now.'
    : `${showCount(total, 'household needs', 'households need')} a mover. Pay once and get the contacts right away.`;

/** What the shop is called with these filters: by the place, where it is one. */
export function shopTitle({ states, cities, near, radius }: ShopFilters): string {
  if (near !== undefined) return `Moving leads within ${radius} miles of ${near}`;
  if (cities.length === 1) return `Moving leads from ${cities[0]!.slice(3)}, ${cities[0]!.slice(0, 2)}`;
  return cities.length === 0 && states.length === 1
    ? `Moving leads from ${US_STATES[states[0]!]}`
    : 'Moving leads for sale';
}

/** What stays when all filters are cleared. */
export const unfiltered = ({ sort, view }: ShopFilters): ShopFilters => ({
  states: [],
  cities: [],
  toStates: [],
  toCities: [],
  near: undefined,
  radius: undefined,
  verified: [],
  maxAgeDays: undefined,
  maxSold: undefined,
  sizes: [],
  from: undefined,
  to: undefined,
  minMiles: undefined,
  maxMiles: undefined,
  sort,
  view,
});

function isDate(text: string): boolean {
  const day = DATE.test(text) ? new Date(`${text}T00:00:00Z`) : null;
  return day !== null && !Number.isNaN(day.getTime()) && day.toISOString().startsWith(text);
}
