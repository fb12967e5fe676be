import type { MapCityOfLoadsFragment } from '#src/generated/graphql/graphql.ts';
import { aroundPlaces } from '#src/views/ui/map-clusters.ts';
import { type Box, MAP, placeAt } from '#src/views/ui/us-shapes.ts';

type City = MapCityOfLoadsFragment;

// About half a mile: the box in the URL is rounded to four decimals, and must not exclude the city at its own edge.
const PAD = 0.01;

/** South,west,north,east around the loads of these cities, as in the URL and the API. */
export function boxOf(cities: readonly City[]): string {
  const least = (pick: (city: City) => number) => Math.min(...cities.map(pick)) - PAD;
  const most = (pick: (city: City) => number) => Math.max(...cities.map(pick)) + PAD;
  return [least(({ south }) => south), least(({ west }) => west), most(({ north }) => north), most(({ east }) => east)]
    .map((degrees) => degrees.toFixed(4))
    .join(',');
}

/** The position of such a box in the drawing, with its surroundings; null outside the United States. */
export function drawnBox(box: string): Box | null {
  const [south, west, north, east] = box.split(',').map(Number) as [number, number, number, number];
  return aroundPlaces([
    { lat: south, lng: west },
    { lat: south, lng: east },
    { lat: north, lng: west },
    { lat: north, lng: east },
  ]);
}

/** Sample points along an edge: what is straight in the drawing is curved on the globe. */
const STEPS = [0, 0.25, 0.5, 0.75, 1];

/** The box around a part of the drawing; undefined if all of it is visible. */
export function boxInSight([left, top, right, bottom]: Box): string | undefined {
  if (right - left >= MAP.width) return undefined;
  const points = STEPS.flatMap((x) => STEPS.map((y) => placeAt([left + x * (right - left), top + y * (bottom - top)])));
  const found = points.filter((point) => point !== null);
  if (found.length === 0) return undefined;
  const [lats, lngs] = [found.map(({ lat }) => lat), found.map(({ lng }) => lng)];
  return [Math.min(...lats), Math.min(...lngs), Math.max(...lats), Math.max(...lngs)]
    .map((degrees) => degrees.toFixed(4))
    .join(',');
}
