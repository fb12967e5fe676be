interface Point {
  lat: number;
  lng: number;
}

/** From a pick-up to a drop-off. */
export interface Lane {
  id: string;
  from: Point;
  to: Point;
}

interface Place {
  lat?: number | null;
  lng?: number | null;
}
const pointOf = (place: Place | null | undefined): Point | null =>
  typeof place?.lat === 'number' && typeof place.lng === 'number' ? { lat: place.lat, lng: place.lng } : null;

/** The lanes of all rows whose origin and destination are known. */
export function lanesOf(rows: readonly { id: string; origin?: Place | null; destination?: Place | null }[]): Lane[] {
  return rows.flatMap(({ id, origin, destination }) => {
    const [from, to] = [pointOf(origin), pointOf(destination)];
    return from && to ? [{ id, from, to }] : [];
  });
}
