import { expect, test } from 'vitest';
import { hasShopFilter, readShopFilters, shopLine, shopQuery, shopTitle, unfiltered } from './shop-filters.ts';

const roundTrip = (search: string) => {
  const values = Object.entries(shopQuery(readShopFilters(search))).filter(([, value]) => value !== undefined);
  return new URLSearchParams(values.map(([name, value]) => [name, String(value)])).toString();
};

test('an address is read and written back as it was', () => {
  const search =
    'states=OH%2CTX&cities=OH%3AColumbus&to_states=TX&to_cities=TX%3AAustin&near=Columbus%2C+OH&radius=50&verified=phone%2Cemail&max_age_days=3&max_sold=0&sizes=studio&from=2026-12-01&to=2026-12-31&min_miles=100&max_miles=500&sort=cheapest&view=map';
  expect(roundTrip(search)).toBe(search);
  expect(roundTrip('')).toBe('');
});

test.each([
  'states=XX,constructor',
  'cities=Columbus,XX:Nowhere,OH:',
  'sizes=castle',
  'from=2026-13-01',
  'to=soon',
  'min_miles=-1',
  'max_miles=1e3',
  'sort=best',
  'view=globe',
  'sort=newest',
  'to_states=XX',
  'to_cities=Nowhere',
  'near=Columbus',
  'near=43215',
  'radius=50',
  'near=43215&radius=0',
  'verified=blood',
  'max_age_days=31',
  'max_sold=many',
])('%s is left out', (search) => {
  expect(roundTrip(search)).toBe('');
});

test('what is right beside what is wrong stays, and nothing stands twice', () => {
  expect(readShopFilters('states=OH,XX,OH&cities=TX:Austin,nowhere')).toMatchObject({
    states: ['OH'],
    cities: ['TX:Austin'],
  });
});

test('sorting and the map are no filters', () => {
  expect(hasShopFilter(readShopFilters('sort=soonest&view=map'))).toBe(false);
  expect(hasShopFilter(readShopFilters('max_miles=0'))).toBe(true);
  expect(unfiltered(readShopFilters('states=OH&sort=soonest&view=map'))).toEqual({
    states: [],
    cities: [],
    toStates: [],
    toCities: [],
    verified: [],
    sizes: [],
    sort: 'soonest',
    view: 'map',
  });
});

test('it is called by the one place that it shows', () => {
  const titleOf = (search: string) => shopTitle(readShopFilters(search));
  expect(titleOf('states=OH')).toBe('Moving leads from Ohio');
  expect(titleOf('states=OH&cities=OH:Columbus')).toBe('Moving leads from Columbus, OH');
  expect(titleOf('near=43215&radius=50')).toBe('Moving leads within 50 miles of 43215');
  expect([titleOf(''), titleOf('states=OH,TX'), titleOf('states=OH&cities=OH:Columbus,OH:Dayton')]).toEqual(
    Array.from({ length: 3 }, () => 'Moving leads for sale'),
  );
});

test('its line counts the households, and promises nothing where there are none', () => {
  expect(shopLine(1)).toBe('1 household needs a mover. Pay once and get the contacts right away.');
  expect(shopLine(1200)).toMatch(/^1,200 households need a mover/);
  expect(shopLine(0)).toBe('No household matches right now.');
});
