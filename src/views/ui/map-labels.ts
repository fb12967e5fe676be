import { knownCities } from './us-cities.ts';
import { type Box, project } from './us-shapes.ts';

/** A name to write beside a point of the drawing. */
export interface MapLabel {
  name: string;
  at: readonly [number, number];
  /** How many pixels beside the point it begins. */
  beside: number;
}

/** Pixels, at a size of 11. */
const LETTER = 6;
const HEIGHT = 14;

let known: MapLabel[] | undefined;
const knownLabels = () =>
  (known ??= knownCities.flatMap(({ city, state, lat, lng }) => {
    const at = project({ lat, lng });
    return at ? [{ name: `${city}, ${state}`, at, beside: 5 }] : [];
  }));

type Rectangle = readonly [left: number, top: number, right: number, bottom: number];
const meet = (a: Rectangle, b: Rectangle) => a[0] < b[2] && b[0] < a[2] && a[1] < b[3] && b[1] < a[3];

/**
 * Which names are written on the part in sight: first those of what is shown, then of cities by which one knows where one
 * is, as many as do not lie over each other. `unit` is a pixel in units of the drawing.
 */
export function labelsIn(box: Box, unit: number, own: readonly MapLabel[]): { label: MapLabel; isOwn: boolean }[] {
  const [left, top, right, bottom] = box;
  const most = Math.round(((right - left) * (bottom - top)) / unit ** 2 / 14_000);
  // No name lies over what is shown.
  const taken: Rectangle[] = own.map(({ at: [x, y], beside }) => {
    const [px, py] = [x / unit, y / unit];
    return [px - beside, py - beside, px + beside, py + beside];
  });
  const shown: { label: MapLabel; isOwn: boolean }[] = [];
  for (const [at, label] of [...own, ...knownLabels()].entries()) {
    const isOwn = at < own.length;
    if (!isOwn && shown.length >= most) break;
    const [x, y] = label.at;
    if (x < left || x > right || y < top || y > bottom) continue;
    const [px, py] = [x / unit, y / unit];
    const room: Rectangle = [
      px + label.beside,
      py - HEIGHT / 2,
      px + label.beside + 4 + label.name.length * LETTER,
      py + HEIGHT / 2,
    ];
    if (room[2] * unit > right) continue;
    if (taken.some((one, index) => index !== (isOwn ? at : -1) && meet(one, room))) continue;
    taken.push(room);
    shown.push({ label, isOwn });
  }
  return shown;
}
