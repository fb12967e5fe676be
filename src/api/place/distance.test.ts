import { expect, test } from 'vitest';
import { boxAround, milesAlong, milesBetween } from './distance.ts';

const newYork = { lat: 40.7128, lng: -74.006 };
const losAngeles = { lat: 34.0522, lng: -118.2437 };
const chicago = { lat: 41.8781, lng: -87.6298 };

test('New York to Los Angeles is some 2,446 miles, in either direction', () => {
  expect(milesBetween(newYork, losAngeles)).toBeCloseTo(2445.6, 0);
  expect(milesBetween(losAngeles, newYork)).toBe(milesBetween(newYork, losAngeles));
});

test('no distance is zero, the antipode is half the way round', () => {
  expect(milesBetween(newYork, newYork)).toBe(0);
  expect(milesBetween({ lat: 0, lng: 0 }, { lat: 0, lng: 180 })).toBeCloseTo(12436.8, 0);
});

test('a route sums its legs', () => {
  const legs = milesBetween(newYork, chicago) + milesBetween(chicago, losAngeles);
  expect(milesAlong([newYork, chicago, losAngeles])).toBeCloseTo(legs, 1);
  expect(milesAlong([newYork])).toBe(0);
});

test('a box holds the circle it was made for', () => {
  const box = boxAround(chicago, 100);
  for (const lat of [box.south, box.north]) expect(milesBetween(chicago, { ...chicago, lat })).toBeCloseTo(100, 0);
  for (const lng of [box.west, box.east])
    expect(milesBetween(chicago, { ...chicago, lng })).toBeGreaterThanOrEqual(100);
});
