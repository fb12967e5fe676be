import type { MapCityOfLoadsFragment } from '#src/generated/graphql/graphql.ts';
import { aroundPlaces } from '#src/views/ui/map-clusters.ts';
import { type Box, MAP, placeAt } from '#src/views/ui/us-shapes.ts';

type City = MapCityOfLoadsFragment;

// Half a mile: the box that the address carries is rounded to four decimals, and an edge must not cut its own city off.
const PAD = 0.01;

/** South,west,north,east around the loads of these cities, as the address and the API have it. */
export function boxOf(cities: readonly City[]): string {
  const least = (pick: (city: City) => number) => Math.min(...cities.map(pick)) - PAD;
  const most = (pick: (city: City) => number) => Math.max(...cities.map(pick)) + PAD;
  return [least(({ south }) => south), least(({ west }) => west), most(({ north }) => north), most(({ east }) => east)]
    .map((degrees) => degrees.toFixed(4))
    .join(',');
}

/** Where such a box lies in the drawing, with what is around it; null outside the United States. */
export function drawnBox(box: string): Box | null {
  const [south, west, north, east] = box.split(',').map(Number) as [number, number, number, number];
  return aroundPlaces([
    { lat: south, lng: west },
    { lat: south, lng: east },
    { lat: north, lng: west },
    { lat: north, lng: east },
  ]);
}

/** How finely the edge of a part of the drawing is followed: what is straight there is bent on the globe. */
const STEPS = [0, 0.25, 0.5, 0.75, 1];

/** The same around a part of the drawing; nothing where all of it is in sight. */
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
