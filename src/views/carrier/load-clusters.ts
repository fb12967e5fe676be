import type { MapCityOfLoadsFragment } from '#src/generated/graphql/graphql.ts';
import { type Box, project } from '#src/views/ui/us-shapes.ts';

type City = MapCityOfLoadsFragment;

/** Cities that lie too close together to be told apart; one city stands for itself. */
export interface Cluster {
  /** In the drawing. */
  at: [number, number];
  cities: City[];
  count: number;
}

/** The cities of a map in clusters, the most loads first; `apart` is how far two must lie apart in the drawing. */
export function clustersOf(cities: readonly City[], apart: number): Cluster[] {
  const clusters: Cluster[] = [];
  for (const city of [...cities].sort((a, b) => b.count - a.count)) {
    const at = project(city);
    if (!at) continue;
    const near = clusters.find((one) => Math.hypot(one.at[0] - at[0], one.at[1] - at[1]) < apart);
    if (near) {
      near.cities.push(city);
      near.count += city.count;
    } else clusters.push({ at, cities: [city], count: city.count });
  }
  return clusters.sort((a, b) => b.count - a.count);
}

/** "Columbus, OH", "Columbus, OH and 3 other cities". */
export function clusterName({ cities: [first, ...rest] }: Cluster): string {
  const name = `${first!.city}, ${first!.state}`;
  if (rest.length === 0) return name;
  return `${name} and ${rest.length === 1 ? 'another city' : `${rest.length} other cities`}`;
}

// Half a mile: the box that the address carries is rounded to four decimals, and an edge must not cut its own city off.
const PAD = 0.01;

/** South,west,north,east around the loads of these cities, as the address and the API have it. */
export function boxOf(cities: readonly City[]): string {
  const least = (pick: (city: City) => number) => Math.min(...cities.map(pick)) - PAD;
  const most = (pick: (city: City) => number) => Math.max(...cities.map(pick)) + PAD;
  return [least(({ south }) => south), least(({ west }) => west), most(({ north }) => north), most(({ east }) => east)].map((degrees) => degrees.toFixed(4)).join(',');
}

/** The least that is shown of the map, in units of the drawing: some 120 miles, so that one sees where one is. */
const LEAST = 40;

/** Where such a box lies in the drawing, with what is around it; null outside the United States. */
export function drawnBox(box: string): Box | null {
  const [south, west, north, east] = box.split(',').map(Number) as [number, number, number, number];
  const corners = [project({ lat: south, lng: west }), project({ lat: south, lng: east }), project({ lat: north, lng: west }), project({ lat: north, lng: east })];
  const inside = corners.filter((corner) => corner !== null);
  if (inside.length === 0) return null;
  const xs = inside.map(([x]) => x);
  const ys = inside.map(([, y]) => y);
  const grow = (low: number, high: number): [number, number] => {
    const pad = Math.max((LEAST - (high - low)) / 2, (high - low) / 8);
    return [low - pad, high + pad];
  };
  const [left, right] = grow(Math.min(...xs), Math.max(...xs));
  const [top, bottom] = grow(Math.min(...ys), Math.max(...ys));
  return [left, top, right, bottom];
}
