/** A point on the globe in decimal degrees (WGS 84). */
export type Point = { lat: number; lng: number };

export const EARTH_RADIUS_MILES = 3958.7613;
const milesPerDegreeOfLatitude = (EARTH_RADIUS_MILES * Math.PI) / 180;

/** The great-circle (haversine) distance in statute miles with one decimal. */
export function milesBetween(from: Point, to: Point): number {
  const latitude = radians(to.lat - from.lat);
  const longitude = radians(to.lng - from.lng);
  const chord =
    Math.sin(latitude / 2) ** 2 +
    Math.cos(radians(from.lat)) * Math.cos(radians(to.lat)) * Math.sin(longitude / 2) ** 2;
  // Rounding can raise the chord of antipodes above 1, where asin is undefined.
  const miles = 2 * EARTH_RADIUS_MILES * Math.asin(Math.min(1, Math.sqrt(chord)));
  return Math.round(miles * 10) / 10;
}

/** The miles of a route through all points in order, one decimal. Zero for fewer than two points. */
export function milesAlong(points: readonly Point[]): number {
  let sum = 0;
  for (const [index, point] of points.entries()) {
    const before = points[index - 1];
    if (before) sum += milesBetween(before, point);
  }
  return Math.round(sum * 10) / 10;
}

/** The great-circle distance times this approximates the road distance. */
const ROAD_FACTOR = 1.17;

/** The approximate road miles through all points in order, one decimal. */
export const roadMiles = (points: readonly Point[]): number => Math.round(milesAlong(points) * ROAD_FACTOR * 10) / 10;

/**
 * The smallest box of latitudes and longitudes that contains everything within `miles` of `point`: an index can search
 * it before the exact distance is computed. Does not wrap at the 180th meridian, where there are no ZIP codes.
 */
export function boxAround(point: Point, miles: number): { south: number; north: number; west: number; east: number } {
  const latitude = miles / milesPerDegreeOfLatitude;
  const north = Math.min(90, point.lat + latitude);
  const south = Math.max(-90, point.lat - latitude);
  const narrowest = Math.cos(radians(Math.min(89.9, Math.max(Math.abs(north), Math.abs(south)))));
  const longitude = Math.min(180, latitude / narrowest);
  return { south, north, west: point.lng - longitude, east: point.lng + longitude };
}

function radians(degrees: number): number {
  return (degrees * Math.PI) / 180;
}
