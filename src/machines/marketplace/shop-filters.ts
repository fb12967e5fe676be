import { showCount } from '../amount/amounts.ts';
import { US_STATES } from '../place/us-states.ts';
import { type MoveSize, moveSizes } from '../state-lead/move-sizes.ts';

/**
 * The shop's filters as encoded in its URL, read by the browser and by the server that renders the first page. URLs may
 * be typed by hand or be outdated: invalid values are ignored.
 */
export interface ShopFilters {
  /** Postal codes of the states in which the moves begin, such as `OH`. */
  states: readonly string[];
  /** "OH:Columbus". */
  cities: readonly string[];
  /** The same for the destinations of the moves. */
  toStates: readonly string[];
  toCities: readonly string[];
  /** A ZIP code, or "Columbus, OH": the moves begin within `radius` miles of it. Both must be set. */
  near?: string | undefined;
  radius?: number | undefined;
  sizes: readonly MoveSize[];
  /** The contact types that the source has verified. */
  verified: readonly ShopContact[];
  /** Received at most this many days ago. */
  maxAgeDays?: number | undefined;
  /** Sold at most this many times. */
  maxSold?: number | undefined;
  /** Date range of the move, as calendar dates. */
  from?: string | undefined;
  to?: string | undefined;
  minMiles?: number | undefined;
  maxMiles?: number | undefined;
  sort: ShopSort;
  /** For phones, which have no room for both list and map. */
  view?: 'map' | undefined;
}

export const shopSorts = ['newest', 'cheapest', 'soonest'] as const;
export type ShopSort = (typeof shopSorts)[number];

export const SHOP_CONTACTS = ['phone', 'email'] as const;
export type ShopContact = (typeof SHOP_CONTACTS)[number];

/** The choices offered for `maxAgeDays` and `maxSold`. */
export const FRESH_DAYS = [1, 3, 7] as const;
export const SOLD_SHARES = [0, 1] as const;

const NEAR = /^(\d{5}|[^,]{1,80}, [A-Z]{2})$/;
const DATE = /^\d{4}-\d{2}-\d{2}$/;
const CITY = /^([A-Z]{2}):[^,:]{1,80}$/;
/** Keeps the URL short enough. */
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

/** The filters as query parameters; default values are omitted. */
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

/** How many leads there are, and what a buyer gets. */
export const shopLine = (total: number): string =>
  total === 0
    ? 'No household matches right now.'
    : `${showCount(total, 'household needs', 'households need')} a mover. Pay once and get the contacts right away.`;

/** The shop's title for these filters: names the place if there is exactly one. */
export function shopTitle({ states, cities, near, radius }: ShopFilters): string {
  if (near !== undefined) return `Moving leads within ${radius} miles of ${near}`;
  if (cities.length === 1) return `Moving leads from ${cities[0]!.slice(3)}, ${cities[0]!.slice(0, 2)}`;
  return cities.length === 0 && states.length === 1
    ? `Moving leads from ${US_STATES[states[0]!]}`
    : 'Moving leads for sale';
}

/** What remains when all filters are cleared. */
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
