import { expect, test, vi } from 'vitest';
import { boxOfView, viewOf, zoomed } from './use-map-view.ts';

vi.mock('./map-style.ts', () => ({ mapStyle: () => undefined }));

test('a part of the drawing is shown whole, in the shape of the map', () => {
  expect(viewOf([100, 100, 180, 110])).toEqual({ x: 140, y: 105, width: 80 });
  expect(boxOfView(viewOf([100, 100, 110, 150]))).toEqual([65, 100, 145, 150]);
});

test('the point under the pointer stays where it is; nobody zooms out of the map or into nothing', () => {
  const view = { x: 400, y: 300, width: 200 };
  const near = zoomed(view, 0.5, [450, 320]);
  expect(near).toEqual({ x: 425, y: 310, width: 100 });
  expect((450 - near.x) / near.width).toBe((450 - view.x) / view.width);
  expect(zoomed(view, 100)).toEqual({ x: 400, y: 300, width: 975 });
  expect(zoomed(view, 0.001).width).toBe(15);
});
