import { expect, test } from 'vitest';
import { centered, placeOf } from './crop.ts';

const wide = { width: 400, height: 200 };

test('a cropped picture fills the square and is centered', () => {
  expect(placeOf(wide, centered, 100)).toEqual({ left: -50, top: 0, width: 200, height: 100 });
});

test('the ends of what does not fit can be reached, and no further', () => {
  expect(placeOf(wide, { ...centered, x: -1 }, 100).left).toBe(0);
  expect(placeOf(wide, { ...centered, x: 1 }, 100).left).toBe(-100);
  expect(placeOf(wide, { ...centered, y: 1 }, 100).top).toBe(0);
});

test('zooming in leaves more to choose from', () => {
  expect(placeOf(wide, { ...centered, zoom: 2, y: 1 }, 100)).toEqual({
    left: -150,
    top: -100,
    width: 400,
    height: 200,
  });
});

test('a fitted picture is seen whole, wherever one had moved it before', () => {
  expect(placeOf(wide, { mode: 'fit', zoom: 3, x: 1, y: 1 }, 100)).toEqual({
    left: 0,
    top: 25,
    width: 100,
    height: 50,
  });
});
