import { type Box, project } from './us-shapes.ts';

/** A city on a map, with the number of items there. */
export interface MapCity {
  city: string;
  state: string;
  lat: number;
  lng: number;
  count: number;
}

/** Cities too close together to tell apart; a city alone is its own cluster. */
export interface Cluster<City extends MapCity = MapCity> {
  /** Position in the drawing. */
  at: [number, number];
  cities: City[];
  count: number;
}

/** Groups a map's cities into clusters, largest first; `apart` is the minimum distance between two in the drawing. */
export function clustersOf<City extends MapCity>(cities: readonly City[], apart: number): Cluster<City>[] {
  const clusters: Cluster<City>[] = [];
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

/** Five steps that people with color blindness can also tell apart: they differ in lightness alone. */
export function shadeOf(count: number): number {
  if (count === 0) return 0;
  return [2, 5, 10, 25].filter((step) => count >= step).length * 0.12 + 0.14;
}

/** The smallest part of the map shown, in units of the drawing: about 120 miles, for orientation. */
const LEAST = 40;

/** The part of the drawing around these places; null outside the United States. */
export function aroundPlaces(places: readonly { lat: number; lng: number }[]): Box | null {
  const points = places.map(project).filter((point) => point !== null);
  if (points.length === 0) return null;
  const xs = points.map(([x]) => x);
  const ys = points.map(([, y]) => y);
  const grow = (low: number, high: number): [number, number] => {
    const pad = Math.max((LEAST - (high - low)) / 2, (high - low) / 4);
    return [low - pad, high + pad];
  };
  const [left, right] = grow(Math.min(...xs), Math.max(...xs));
  const [top, bottom] = grow(Math.min(...ys), Math.max(...ys));
  return [left, top, right, bottom];
}
