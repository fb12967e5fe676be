import { sql } from 'kysely';
import type { RawBuilder } from 'kysely';
import { boxAround, EARTH_RADIUS_MILES } from './distance.ts';
import type { Point } from './distance.ts';

/** Two columns with a position, in decimal degrees. */
export interface PlaceColumns {
  lat: RawBuilder<number>;
  lng: RawBuilder<number>;
}

/** South, west, north, east in decimal degrees. */
export interface Box {
  south: number;
  west: number;
  north: number;
  east: number;
}

/** The miles from a point to a row's position, computed like `milesBetween` but not rounded: float8. */
export function milesSql({ lat, lng }: Point, columns: PlaceColumns): RawBuilder<number> {
  return sql<number>`(${2 * EARTH_RADIUS_MILES}::float8 * asin(least(1, sqrt(
    sin(radians(${columns.lat} - ${lat}::float8) / 2) ^ 2
    + ${Math.cos((lat * Math.PI) / 180)}::float8 * cos(radians(${columns.lat})) * sin(radians(${columns.lng} - ${lng}::float8) / 2) ^ 2))))`;
}

export function inBoxSql({ south, west, north, east }: Box, { lat, lng }: PlaceColumns): RawBuilder<boolean> {
  return sql<boolean>`(${lat} between ${south}::float8 and ${north}::float8 and ${lng} between ${west}::float8 and ${east}::float8)`;
}

/** Rows within `miles` of a point: first a bounding box, for which an index can be used, then the sphere. */
export function withinSql(point: Point, miles: number, columns: PlaceColumns): RawBuilder<boolean> {
  return sql<boolean>`(${inBoxSql(boxAround(point, miles), columns)} and ${milesSql(point, columns)} <= ${miles}::float8)`;
}
