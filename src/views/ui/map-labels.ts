import { knownCities } from './us-cities.ts';
import { type Box, project, type StateShape } from './us-shapes.ts';

/** A name to write next to a point of the drawing. */
export interface MapLabel {
  name: string;
  at: readonly [number, number];
  /** The distance from the point, in pixels. */
  beside: number;
  /** The side on which it is written if there is room; the right one unless it says otherwise. */
  side?: 'left' | 'right';
}

/** A name and where it is written. */
export interface PlacedLabel {
  name: string;
  kind: 'own' | 'city' | 'state';
  at: readonly [number, number];
  /** Pixels from `at` to the start of the text, negative to its left; 0 if centered. */
  offset: number;
  /** Pixels. */
  size: number;
}

/** The width of a letter in pixels, at a font size of 11. */
const LETTER = 6;
const HEIGHT = 14;
const SIZE = 11;

let known: (MapLabel & { state: string })[] | undefined;
const knownLabels = () =>
  (known ??= knownCities.flatMap(({ city, state, lat, lng }) => {
    const at = project({ lat, lng });
    return at ? [{ name: `${city}, ${state}`, state, at, beside: 4 }] : [];
  }));

type Rectangle = readonly [left: number, top: number, right: number, bottom: number];
const meet = (a: Rectangle, b: Rectangle) => a[0] < b[2] && b[0] < a[2] && a[1] < b[3] && b[1] < a[3];

/**
 * The labels for the visible part: first the names of what is shown, then states and well-known cities, as many as fit
 * without overlapping, but no cities in the states `without`. `unit` is a pixel in units of the drawing.
 */
export function labelsIn(
  box: Box,
  unit: number,
  own: readonly MapLabel[],
  states: readonly StateShape[],
  without: readonly string[] = [],
): PlacedLabel[] {
  const [left, top, right, bottom] = box.map((edge) => edge / unit) as [number, number, number, number];
  const placed: PlacedLabel[] = [];
  // No label overlaps what is shown.
  const taken: Rectangle[] = own.map(({ at: [x, y], beside }) => [
    x / unit - beside,
    y / unit - beside,
    x / unit + beside,
    y / unit + beside,
  ]);
  function isFree(room: Rectangle, but = -1): boolean {
    const isInSight = room[0] >= left && room[1] >= top && room[2] <= right && room[3] <= bottom;
    return isInSight && !taken.some((one, index) => index !== but && meet(one, room));
  }
  function place({ name, at, beside, side }: MapLabel, kind: 'own' | 'city', but: number): void {
    const [x, y] = [at[0] / unit, at[1] / unit];
    const width = name.length * LETTER + 6;
    const dot: Rectangle = [x - 3, y - 3, x + 3, y + 3];
    if (kind === 'city' && !isFree(dot)) return;
    const sides: [number, Rectangle][] = [
      [beside + 3, [x + beside, y - HEIGHT / 2, x + beside + width, y + HEIGHT / 2]],
      [-beside - 3, [x - beside - width, y - HEIGHT / 2, x - beside, y + HEIGHT / 2]],
    ];
    if (side === 'left') sides.reverse();
    const found = sides.find(([, room]) => isFree(room, but));
    if (!found) return;
    taken.push(found[1], ...(kind === 'city' ? [dot] : []));
    placed.push({ name, kind, at, offset: found[0], size: SIZE });
  }

  for (const [index, label] of own.entries()) place(label, 'own', index);
  for (const { code, name, box: around, middle } of states) {
    const [width, height] = [(around[2] - around[0]) / unit, (around[3] - around[1]) / unit];
    if (width < 34 || height < 22) continue;
    const isWide = width > name.length * 14;
    const size = isWide ? 13 : 10;
    const half = ((isWide ? name : code).length * LETTER * size) / SIZE / 2 + 3;
    const [x, y] = [middle[0] / unit, middle[1] / unit];
    const room: Rectangle = [x - half, y - HEIGHT / 2, x + half, y + HEIGHT / 2];
    if (!isFree(room)) continue;
    taken.push(room);
    placed.push({ name: isWide ? name : code, kind: 'state', at: middle, offset: 0, size });
  }
  const most = placed.length + Math.round(((right - left) * (bottom - top)) / 14_000);
  for (const label of knownLabels()) {
    if (placed.length >= most) break;
    if (!without.includes(label.state) && !placed.some(({ name }) => name === label.name)) place(label, 'city', -1);
  }
  return placed;
}
