import { expect, test } from 'vitest';
import { US_STATES } from '#src/machines/place/us-states.ts';
import { milesBetween, type Point } from './distance.ts';
import { isWithinTypos, searchable } from '#src/api/database/typos.ts';
import { citiesByState, cityNamed, listCities, placeOfZip, searchCities } from './places.ts';

test('the first question unpacks everything', () => {
  expect(placeOfZip('80202')).toEqual({ zip: '80202', city: 'Denver', state: 'CO', lat: 39.7491, lng: -104.9946 });
});

test('a ZIP code is found with its suffix, and a missing one is undefined', () => {
  expect(placeOfZip('10001-1234')?.city).toBe('New York');
  expect(placeOfZip('00000')).toBeUndefined();
  expect(placeOfZip('')).toBeUndefined();
});

test('every region of the country is there', () => {
  const expected = {
    '02108': 'MA',
    '33101': 'FL',
    '60601': 'IL',
    '73301': 'TX',
    '94105': 'CA',
    '96813': 'HI',
    '99501': 'AK',
  };
  for (const [zip, state] of Object.entries(expected)) expect(placeOfZip(zip)?.state).toBe(state);
});

test('a city is found by name and state in any letter case and usual abbreviation', () => {
  expect(cityNamed('saint paul', 'mn')?.city).toBe('Saint Paul');
  expect(cityNamed('St. Paul', 'MN')?.city).toBe('Saint Paul');
  expect(cityNamed('Denver', 'ZZ')).toBeUndefined();
});

test.each([
  ['den', 'Denver, CO'],
  ['denvre', 'Denver, CO'],
  ['new yrok', 'New York, NY'],
  ['san fransisco', 'San Francisco, CA'],
  ['portland, me', 'Portland, ME'],
  ['st louis', 'Saint Louis, MO'],
  ['Columbus OH', 'Columbus, OH'],
  ['columbus,oh', 'Columbus, OH'],
  ['columbus ohio', 'Columbus, OH'],
  ['Portland, Oregon', 'Portland, OR'],
  ['Portland Oregon', 'Portland, OR'],
  ['colombus ohio', 'Columbus, OH'],
  ['New York City', 'New York, NY'],
  ['new york city, ny', 'New York, NY'],
  ['New York', 'New York, NY'],
  ['New York New York', 'New York, NY'],
  ['Washington DC', 'Washington, DC'],
  ['Washington, D.C.', 'Washington, DC'],
  ['Washington District of Columbia', 'Washington, DC'],
  ['Charleston West Virginia', 'Charleston, WV'],
  ['Indiana, PA', 'Indiana, PA'],
  ['indiana pa', 'Indiana, PA'],
  ['Oregon City', 'Oregon City, OR'],
  ['Kansas City', 'Kansas City, MO'],
  ['Kansas City KS', 'Kansas City, KS'],
  ['kansas city kansas', 'Kansas City, KS'],
  ['Fort Washington', 'Fort Washington, MD'],
  ['Virginia Beach', 'Virginia Beach, VA'],
  ['West New York', 'West New York, NJ'],
  ['el mo', 'El Monte, CA'],
  ['st louis mo', 'Saint Louis, MO'],
])('typing %s offers %s first', (typed, expected) => {
  const [first] = searchCities(typed);
  expect(`${first?.city}, ${first?.state}`).toBe(expected);
});

test('a village with a similar name does not hide the city', () => {
  expect(searchCities('Pitsburg').map(({ city, state }) => `${city}, ${state}`)).toContain('Pittsburgh, PA');
});

test('a search can be narrowed to a state and bounded', () => {
  expect(searchCities('spring', { state: 'il', limit: 2 }).map(({ state }) => state)).toEqual(['IL', 'IL']);
  expect(searchCities('Spring, IL').every(({ state }) => state === 'IL')).toBe(true);
  expect(searchCities('a')).toEqual([]);
  expect(searchCities('qqzzxx')).toEqual([]);
});

test('Denver lies where a map shows it', () => {
  const denver = cityNamed('Denver', 'CO');
  if (!denver) throw new Error('no Denver');
  expect(milesBetween(denver, { lat: 39.7392, lng: -104.9903 })).toBeLessThan(3);
});

test('cities of some states come the largest first, or the nearest to a point, narrowed by what was typed', () => {
  const names = (found: { city: string; state: string }[]) => found.map(({ city, state }) => `${city}, ${state}`);
  expect(names(listCities({ states: ['OH'], limit: 3 }))).toEqual(['Cincinnati, OH', 'Columbus, OH', 'Dayton, OH']);
  expect(names(listCities({ near: placeOfZip('43215')!, limit: 1 }))).toEqual(['Columbus, OH']);
  expect(names(listCities({ states: ['KY'], near: placeOfZip('45202')!, limit: 1 }))).toEqual(['Bellevue, KY']);
  expect(names(listCities({ states: ['OH'], query: 'cincinati', limit: 5 }))).toEqual(['Cincinnati, OH']);
  for (const query of ['columbus, oh', 'Columbus, Ohio', 'columbus ohio', 'columbsu, ohio'])
    expect(names(listCities({ query, limit: 1 })), query).toEqual(['Columbus, OH']);
  expect(names(listCities({ states: ['OH', 'GA'], query: 'Columbus, Georgia', limit: 5 }))).toEqual(['Columbus, GA']);
  expect(names(listCities({ query: 'new york new york', limit: 1 }))).toEqual(['New York, NY']);
  expect(listCities({ states: ['OH'], query: 'Columbus, Georgia', limit: 5 })).toEqual([]);
  expect(listCities({ limit: 100 })).toHaveLength(100);
  expect(listCities({ states: ['XX'], limit: 5 })).toEqual([]);
});

test('every state has cities', () => {
  expect([...citiesByState().keys()].sort()).toEqual(Object.keys(US_STATES).sort());
});

test('the walk over the sorted names finds what comparing with every city finds', () => {
  const all = listCities({ limit: 100_000 }).map((city) => ({ ...city, key: searchable(city.city) }));
  const inOrder = (cities: readonly { city: string; state: string }[]) =>
    cities.map(({ city, state }) => `${city}, ${state}`);
  const slips: ((name: string) => string)[] = [
    (name) => name.slice(0, 3) + name.slice(4),
    (name) => `${name.slice(0, 2)}x${name.slice(2)}`,
    (name) => name.slice(0, 4) + name.charAt(5) + name.charAt(4) + name.slice(6),
    (name) => `${name.slice(0, 2)}q${name.slice(3, 6)}z${name.slice(7)}`,
    (name) => name.charAt(1) + name.charAt(0) + name.slice(2),
    (name) => name.slice(0, 6),
  ];
  let near = 0;
  for (let index = 0; index < 48; index += 1) {
    const typed = searchable(slips[index % slips.length]!(all[index * 499]!.key));
    if (typed.length < 4) continue;
    const exact = all.filter(({ key }) => key.startsWith(typed));
    const close = exact.length < 3 ? all.filter(({ key }) => !key.startsWith(typed) && isWithinTypos(typed, key)) : [];
    near += close.length;
    expect(inOrder(searchCities(typed, { limit: 50 })), typed).toEqual(inOrder([...exact, ...close]).slice(0, 50));
  }
  expect(near).toBeGreaterThan(100);
});

test('the nearest cities are in the order of their distance', () => {
  const near = { lat: 39.96, lng: -83 };
  const far = listCities({ limit: 100_000 }).toSorted((a, b) => milesBetween(near, a) - milesBetween(near, b));
  const miles = (cities: readonly Point[]) => cities.map((city) => Math.round(milesBetween(near, city) * 10));
  expect(miles(listCities({ near, limit: 100 }))).toEqual(miles(far.slice(0, 100)));
});
