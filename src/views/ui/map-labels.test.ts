import { expect, test, vi } from 'vitest';
import { labelsIn } from './map-labels.ts';
import { project, WHOLE } from './us-shapes.ts';

vi.mock('./map-style.ts', () => ({ mapStyle: () => undefined }));

test('what is shown is named first, on its left where there is no room on its right; no two names lie over each other', () => {
  const [columbus, boston] = [project({ lat: 39.98, lng: -82.99 })!, project({ lat: 42.36, lng: -71.06 })!];
  const unit = 975 / 600;
  const labels = labelsIn(
    WHOLE,
    unit,
    [
      { name: 'Columbus, OH', at: columbus, beside: 12 },
      { name: 'The harbor of Boston, Massachusetts', at: boston, beside: 12 },
      { name: 'Too near', at: [columbus[0] + 2, columbus[1]], beside: 12 },
      { name: 'No room left', at: [columbus[0] + 1, columbus[1]], beside: 12 },
    ],
    [],
  );
  expect(labels.filter(({ kind }) => kind === 'own').map(({ name, offset }) => [name, offset])).toEqual([
    ['Columbus, OH', -15],
    ['The harbor of Boston, Massachusetts', -15],
    ['Too near', 15],
  ]);
  const cities = labels.filter(({ kind }) => kind === 'city');
  expect(cities.length).toBeGreaterThan(5);
  const rooms = labels.map(({ name, at: [x, y], offset }) => {
    const [begin, width] = [x / unit + offset, name.length * 6];
    return { y: y / unit, from: offset < 0 ? begin - width : begin, to: offset < 0 ? begin : begin + width };
  });
  for (const [index, one] of rooms.entries())
    for (const other of rooms.slice(index + 1))
      expect(Math.abs(one.y - other.y) > 10 || one.from > other.to || other.from > one.to).toBe(true);
  expect(rooms.every(({ from, to }) => from >= 0 && to <= 600)).toBe(true);
});

test('nearer, more is named', () => {
  const near = labelsIn([640, 240, 740, 302.5], 100 / 600, [], []);
  expect(near.map(({ name }) => name)).toEqual(expect.arrayContaining(['Indianapolis, IN', 'Dayton, OH']));
});

test('cities of states that are not drawn are not named', () => {
  const honolulu = project({ lat: 21.31, lng: -157.86 })!;
  const box = [honolulu[0] - 50, honolulu[1] - 30, honolulu[0] + 50, honolulu[1] + 30] as const;
  const names = (without: string[]) => labelsIn(box, 100 / 600, [], [], without).map(({ name }) => name);
  expect(names([])).toContain('Honolulu, HI');
  expect(names(['AK', 'HI'])).not.toContain('Honolulu, HI');
});

test('a name is written on the side that it prefers, if there is room', () => {
  const at = project({ lat: 39.98, lng: -82.99 })!;
  const offsets = (box: readonly [number, number, number, number]) =>
    labelsIn(box, 100 / 600, [{ name: 'Columbus, OH', at, beside: 6, side: 'left' }], [])
      .filter(({ kind }) => kind === 'own')
      .map(({ offset }) => offset);
  expect(offsets([at[0] - 50, at[1] - 30, at[0] + 50, at[1] + 30])).toEqual([-9]);
  expect(offsets([at[0] - 5, at[1] - 30, at[0] + 95, at[1] + 30])).toEqual([9]);
});
