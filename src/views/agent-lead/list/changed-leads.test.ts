import { expect, test } from 'vitest';
import { withChanged } from './changed-leads.ts';
import type { Ranked } from './ranked-leads.ts';

const lead = (rank: string | null, id = rank): Ranked => ({ lead: { id } as Ranked['lead'], rank });
const rows = ['a', 'c', 'e', 'g'].map((rank) => lead(rank));
const whole = { isWhole: true, fewest: 2 };
const ranks = (found: ReturnType<typeof withChanged>) =>
  typeof found === 'string' ? found : found.map(({ rank }) => rank);

test('a lead comes into its place, moves within the list, or leaves it; what is elsewhere changes nothing', () => {
  expect(ranks(withChanged(rows, [lead('d')], ['d'], whole))).toEqual(['a', 'c', 'd', 'e', 'g']);
  expect(ranks(withChanged(rows, [lead('h', 'a')], ['a'], whole))).toEqual(['c', 'e', 'g', 'h']);
  expect(ranks(withChanged(rows, [], ['c', 'x'], whole))).toEqual(['a', 'e', 'g']);
  expect(withChanged(rows, [], ['x'], whole)).toBe('same');
});

test('of a list that goes on, what stands behind its last row stays away, and too few rows are read again', () => {
  const page = { isWhole: false, fewest: 3 };
  expect(ranks(withChanged(rows, [lead('z', 'a')], ['a'], page))).toEqual(['c', 'e', 'g']);
  expect(withChanged(rows, [], ['a', 'c'], page)).toBe('unknown');
});

test('where the database alone knows the order, a list is read again only for what it has, or gets', () => {
  expect(withChanged(rows, [lead(null, 'd')], ['d'], whole)).toBe('unknown');
  expect(ranks(withChanged(rows, [], ['c'], whole))).toEqual(['a', 'e', 'g']);
});
