import { expect, test } from 'vitest';
import { slugOf, stateOfSlug } from './slug.ts';

test.each([
  ['Columbus', 'columbus'],
  ['St. Louis', 'st-louis'],
  ['Winston-Salem', 'winston-salem'],
  ["Coeur d'Alene", 'coeur-d-alene'],
])('%s is %s', (name, slug) => expect(slugOf(name)).toBe(slug));

test('a state is found by its name in an address', () => {
  expect(['ohio', 'new-york', 'district-of-columbia', 'OH', 'atlantis'].map(stateOfSlug)).toEqual([
    'OH',
    'NY',
    'DC',
    undefined,
    undefined,
  ]);
});
