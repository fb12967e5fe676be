import { geoAlbersUsa, geoPath } from 'd3-geo';
import { feature } from 'topojson-client';
import type { GeometryCollection, Topology } from 'topojson-specification';
import shapesUrl from 'us-atlas/states-albers-10m.json?url';
import { US_STATES } from '#src/machines/place/us-states.ts';

/** The drawing's size in its own units; the shapes come projected for it. */
export const MAP = { width: 975, height: 610 } as const;

/** Left, top, right, bottom in units of the drawing. */
export type Box = readonly [number, number, number, number];

export interface StateShape {
  code: string;
  name: string;
  path: string;
  box: Box;
}

let loading: Promise<StateShape[]> | undefined;

/** The outlines of the states; fetched once, and again after a failure. */
export function loadShapes(): Promise<StateShape[]> {
  loading ??= read().catch((error: unknown) => {
    loading = undefined;
    throw error;
  });
  return loading;
}

async function read(): Promise<StateShape[]> {
  const response = await fetch(shapesUrl);
  if (!response.ok) throw new Error(`the map answered ${response.status}`);
  const topology = (await response.json()) as Topology<{ states: GeometryCollection<{ name: string }> }>;
  const codes = new Map(Object.entries(US_STATES).map(([code, name]) => [name, code]));
  const draw = geoPath();
  return feature(topology, topology.objects.states).features.flatMap((state) => {
    const code = codes.get(state.properties.name);
    const path = draw(state);
    const [[left, top], [right, bottom]] = draw.bounds(state);
    return code && path ? [{ code, name: state.properties.name, path, box: [left, top, right, bottom] as const }] : [];
  });
}

const projection = geoAlbersUsa()
  .scale(1300)
  .translate([MAP.width / 2, MAP.height / 2]);

/** Where a place lies in the drawing; null outside the United States. */
export function project({ lat, lng }: { lat: number; lng: number }): [number, number] | null {
  return projection([lng, lat]);
}

/** A mile in units of the drawing; nearly the same everywhere in this projection (Alaska is drawn smaller). */
export const UNITS_PER_MILE = 1300 / 3958.8;
