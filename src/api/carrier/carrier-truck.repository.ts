import { sql } from 'kysely';
import type { Kysely, RawBuilder } from 'kysely';
import { Type } from 'typebox';
import type { Static } from 'typebox';
import { CalendarDate, Count, Named, Nullable, UsState, Uuid } from '#src/api/http/schemas.ts';
import { milesSql, withinSql } from '#src/api/place/distance-sql.ts';
import type { Point } from '#src/api/place/distance.ts';
import type { Tables } from '#src/api/database/tables.ts';
import { MOST_TRUCKS } from '#src/machines/truck/truck.lifecycle.ts';

const ShortText = Type.String({ maxLength: 300 });
const truck = {
  id: Uuid,
  city: ShortText,
  state: UsState,
  first_day: CalendarDate,
  last_day: CalendarDate,
  destination: Nullable(ShortText),
  weight_lb: Nullable(Count),
  note: Nullable(ShortText),
};
/** A truck as agents read it. */
const CarrierTruck = Named('CarrierTruck', truck);
export const CarrierTrucks = Type.Array(CarrierTruck, {
  maxItems: MOST_TRUCKS,
  description: 'Trucks that the carrier has posted as empty, the soonest first',
});
export const NearTruck = Named('NearTruck', {
  ...truck,
  miles: Type.Number({ minimum: 0, maximum: 500, description: 'From the truck to the pick-up' }),
});
type CarrierTruck = Static<typeof CarrierTruck>;
export type NearTruck = Static<typeof NearTruck>;

const MOST_NEAR = 200;
const FARTHEST_MILES = 500;
const place = { lat: sql<number>`t.lat`, lng: sql<number>`t.lng` };
const columns = sql`t.carrier_id, t.id, t.city, t.place_state as state, t.first_day, t.last_day, t.destination, t.weight_lb, t.note`;
const isPosted = (today: string) => sql`t.state = 'posted' and t.last_day >= ${today}::date`;

/** Whether a row of `carrier` has a posted truck, near a place if one is given. */
export const hasTruck = (today: string, around: { point: Point; miles: number } | null): RawBuilder<unknown> =>
  sql`exists (select from truck t where t.carrier_id = carrier.id and ${isPosted(today)} ${
    around ? sql`and ${withinSql(around.point, around.miles, place)}` : sql``
  })`;

/** The posted trucks of these carriers. */
export async function trucksOf(db: Kysely<Tables>, ids: readonly string[], today: string) {
  const { rows } = await sql<CarrierTruck & { carrier_id: string }>`
    select ${columns} from truck t where t.carrier_id = any(${ids}::uuid[]) and ${isPosted(today)}
     order by t.first_day, t.id`.execute(db);
  return Map.groupBy(
    rows.map(({ carrier_id, ...shown }) => ({ of: carrier_id, shown })),
    ({ of }) => of,
  );
}

/** For each carrier, by id, its nearest truck that would drive to a pick-up on these days. */
export async function trucksNear(
  db: Kysely<Tables>,
  pickUp: Point & { first: string | null; last: string | null },
  today: string,
): Promise<Map<string, NearTruck>> {
  const { first, last } = pickUp;
  const miles = milesSql(pickUp, place);
  const { rows } = await sql<NearTruck & { carrier_id: string }>`
    select * from (
      select distinct on (t.carrier_id) ${columns}, round(${miles}::numeric, 1)::float8 as miles
        from truck t
       where ${isPosted(today)} and ${withinSql(pickUp, FARTHEST_MILES, place)} and ${miles} <= t.radius_miles
         ${first ? sql`and t.last_day >= ${first}::date and t.first_day <= ${last ?? first}::date` : sql``}
       order by t.carrier_id, ${miles}, t.id) as nearest
     order by miles, carrier_id limit ${sql.lit(MOST_NEAR)}`.execute(db);
  return new Map(rows.map(({ carrier_id, ...shown }) => [carrier_id, shown]));
}
