import { geoAlbersUsa, geoMercator, geoPath, type GeoProjection } from 'd3-geo';
import { feature } from 'topojson-client';
import type { GeometryCollection, Topology } from 'topojson-specification';
import shapesUrl from 'us-atlas/states-10m.json?url';
import projectedUrl from 'us-atlas/states-albers-10m.json?url';
import { US_STATES } from '#src/machines/place/us-states.ts';
import { mapStyle } from './map-style.ts';

/** The drawing's size in its own units. */
export const MAP = { width: 975, height: 610 } as const;

/** Left, top, right, bottom, in units of the drawing. */
export type Box = readonly [number, number, number, number];

/** The whole drawing. */
export const WHOLE: Box = [0, 0, MAP.width, MAP.height];

/**
 * How far the map can be moved. On the street map, Alaska and Hawaii are at their real positions instead of in a
 * corner.
 */
export const reach = (): Box => (mapStyle() ? [-750, -650, 975, 850] : WHOLE);

const middle = [MAP.width / 2, MAP.height / 2] as const;
/** Street tiles use the Mercator projection, which draws Alaska larger than Texas; without streets, it is Albers'. */
const albers = geoAlbersUsa()
  .scale(1300)
  .translate([...middle]);
/** Units of the drawing per radian, chosen so that the states from Washington to Florida fill it. */
const MERCATOR = 900;
const mercator = geoMercator()
  .center([-96, 38.5])
  .scale(MERCATOR)
  .translate([...middle]);
const projection = (): GeoProjection => (mapStyle() ? mercator : albers);

/** The position of a place in the drawing; null outside the United States. */
export function project({ lat, lng }: { lat: number; lng: number }): [number, number] | null {
  return projection()([lng, lat]);
}

export function isWithin([left, top, right, bottom]: Box, place: { lat: number; lng: number }): boolean {
  const at = project(place);
  return at !== null && at[0] >= left && at[0] <= right && at[1] >= top && at[1] <= bottom;
}

/** The place at a point of the drawing; null if there is none. */
export function placeAt(point: readonly [number, number]): { lat: number; lng: number } | null {
  const [lng, lat] = projection().invert?.([...point]) ?? [Number.NaN, Number.NaN];
  return Number.isFinite(lat) && Number.isFinite(lng) ? { lat, lng } : null;
}

/** The width of the whole earth in units of the drawing, when streets are shown. */
export const WORLD = MERCATOR * 2 * Math.PI;

/** Units of the drawing per mile. Almost constant in Albers' projection; increases toward the north in Mercator's. */
export const unitsPerMile = ({ lat }: { lat: number }): number =>
  (mapStyle() ? MERCATOR / Math.cos((lat * Math.PI) / 180) : 1300) / 3958.8;

export interface StateShape {
  code: string;
  name: string;
  path: string;
  box: Box;
  /** Where the state's name is written. */
  middle: [number, number];
}

let loading: Promise<StateShape[]> | undefined;

/** The outlines of the states; loaded once, and again after a failure. */
export function loadShapes(): Promise<StateShape[]> {
  loading ??= read().catch((error: unknown) => {
    loading = undefined;
    throw error;
  });
  return loading;
}

async function read(): Promise<StateShape[]> {
  const hasStreets = mapStyle() !== undefined;
  const response = await fetch(hasStreets ? shapesUrl : projectedUrl);
  if (!response.ok) throw new Error(`the map answered ${response.status}`);
  const topology = (await response.json()) as Topology<{ states: GeometryCollection<{ name: string }> }>;
  const codes = new Map(Object.entries(US_STATES).map(([code, name]) => [name, code]));
  // Projecting each point of the outlines takes five times as long as reading them in Albers' projection, with the
  // scale and size of this drawing, from the package.
  const draw = geoPath(hasStreets ? mercator : null);
  return feature(topology, topology.objects.states).features.flatMap((state) => {
    const code = codes.get(state.properties.name);
    const path = draw(state);
    const [[left, top], [right, bottom]] = draw.bounds(state);
    if (!code || !path) return [];
    const box = [left, top, right, bottom] as const;
    return [{ code, name: state.properties.name, path, box, middle: draw.centroid(state) }];
  });
}
