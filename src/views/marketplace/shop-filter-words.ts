import type { ShopFilters } from '#src/machines/marketplace/shop-filters.ts';
import { US_STATES } from '#src/machines/place/us-states.ts';

/** "Ohio; Austin, TX"; if there are many, their number. A city replaces its state. */
export function placesText(states: readonly string[], cities: readonly string[]): string | null {
  const cityNames = cities.map((place) => `${place.slice(3)}, ${place.slice(0, 2)}`);
  const stateNames = states
    .filter((code) => !cities.some((place) => place.startsWith(`${code}:`)))
    .map((code) => US_STATES[code]!);
  const names = [...stateNames, ...cityNames];
  if (names.length === 0) return null;
  return names.length > 2 ? `${names.length} places` : names.join('; ');
}

export const originText = ({ states, cities, near, radius }: ShopFilters): string | null =>
  near === undefined ? placesText(states, cities) : `within ${radius} mi of ${near}`;

export const CONTACT_WORDS = { phone: 'Phone verified', email: 'Email verified' } as const;
export const ageWords = (days: number): string =>
  days === 1 ? 'Requested in the last day' : `Requested in the last ${days} days`;
export const soldWords = (most: number): string =>
  most === 0 ? 'Not bought yet' : `At most ${most === 1 ? '1 buyer' : `${most} buyers`}`;

/** "Phone verified, last 3 days"; null if not filtered. */
export function qualityText({ verified, maxAgeDays, maxSold }: ShopFilters): string | null {
  const said = [
    ...verified.map((contact) => CONTACT_WORDS[contact]),
    ...(maxAgeDays === undefined ? [] : [maxAgeDays === 1 ? 'last day' : `last ${maxAgeDays} days`]),
    ...(maxSold === undefined ? [] : [soldWords(maxSold)]),
  ];
  return said.length > 2 ? `${said.length} filters` : said.join(', ') || null;
}
