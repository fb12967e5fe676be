import { sql } from 'kysely';
import type { Kysely, RawBuilder } from 'kysely';
import { Type } from 'typebox';
import type { Static } from 'typebox';
import { fold } from '#src/api/agent-lead/agent-lead.fields.ts';
import { decodeCursor, encodeCursor } from '#src/api/database/cursor.ts';
import { milesSql, withinSql } from '#src/api/place/distance-sql.ts';
import type { Point } from '#src/api/place/distance.ts';
import { placeOfZip } from '#src/api/place/places.ts';
import type { Place } from '#src/api/place/places.ts';
import { problem } from '#src/api/http/problem.ts';
import { Cursor, FlagText, LimitText, OneOf, Strict, Text, UsState, Zip } from '#src/api/http/schemas.ts';
import type { Tables } from '#src/api/database/tables.ts';
import { hasTruck } from './carrier-truck.repository.ts';
import { bestRatedFirst, mostJobsFirst } from './carrier-record.repository.ts';
import { hasPlace, isCompliant, presentCarriers } from './carrier.repository.ts';
import type { CarrierRow } from './carrier.repository.ts';

export const CARRIER_SORTS = ['name', 'distance', 'jobs', 'rating'] as const;

export const ListCarriers = Strict({
  query: Type.Optional(Text(100)),
  state: Type.Optional(UsState),
  equipment: Type.Optional(Text(60)),
  compliant_only: Type.Optional(FlagText),
  with_truck: Type.Optional({
    ...FlagText,
    description: 'with a truck posted as empty, within the radius where one is given',
  }),
  near: Type.Optional(Zip),
  radius_miles: Type.Optional(
    Type.String({ pattern: '^[1-9][0-9]{0,3}$', maxLength: 4, description: 'Miles around `near`' }),
  ),
  sort: Type.Optional(OneOf(CARRIER_SORTS)),
  after: Type.Optional(Cursor),
  limit: Type.Optional(LimitText),
});
export type ListCarriers = Static<typeof ListCarriers>;

/** The minimum similarity of a misspelled name: allows a typo or two in a longer word. */
const SIMILARITY = 0.4;

const wrong = (field: string, message: string) => problem(400, message, { errors: [{ field, message }] });

/** Where a carrier is, and its distance from a point in tenths of a mile: an integer, so that a cursor can carry it. */
const base = { lat: sql<number>`carrier.lat`, lng: sql<number>`carrier.lng` };
const tenthsFrom = (place: Point) => sql<number>`round(10 * ${milesSql(place, base)})::int`;

/** @throws Problem 400 for an unknown ZIP, or a distance without a place */
function placeNear({ near, radius_miles, sort }: ListCarriers): Place | null {
  if (near === undefined) {
    if (radius_miles !== undefined) throw wrong('radius_miles', 'Say around which ZIP code: `near` is missing.');
    if (sort === 'distance') throw wrong('sort', 'Say from which ZIP code: `near` is missing.');
    return null;
  }
  const place = placeOfZip(near);
  if (!place) throw wrong('near', `There is no ZIP code ${near}.`);
  return place;
}

/** What a sort compares, always ascending, with the id last; `type` is how a cursor's value is parsed. */
function orderOf(
  sort: ListCarriers['sort'],
  place: Place | null,
): { key: RawBuilder<string | number>; type: RawBuilder<unknown>; isRight: (value: unknown) => boolean } {
  if (sort === 'name' || sort === undefined)
    return { key: sql<string>`legal_name`, type: sql`text`, isRight: (value) => typeof value === 'string' };
  const key = sort === 'distance' ? tenthsFrom(place!) : sort === 'jobs' ? mostJobsFirst : bestRatedFirst;
  return { key, type: sql`bigint`, isRight: Number.isSafeInteger };
}

/** The conditions of a list, each of which an index can serve on its own. */
function conditions(query: ListCarriers, place: Place | null, today: string): RawBuilder<unknown>[] {
  const where: RawBuilder<unknown>[] = [hasPlace];
  if (query.query) {
    const text = fold(query.query);
    const holds = sql`search_text like ${`%${text.replaceAll(/[%_\\]/g, '\\$&')}%`}`;
    // Similar names are offered only if nothing matches exactly.
    where.push(
      sql`(${holds} or (not exists (select from carrier where ${holds} and ${hasPlace}) and ${text} <% search_text))`,
    );
  }
  if (query.state) where.push(sql`state = ${query.state}`);
  if (query.equipment) where.push(sql`equipment @> ${JSON.stringify([query.equipment])}::jsonb`);
  if (query.compliant_only === 'true') where.push(isCompliant(today));
  const around = place && query.radius_miles ? { point: place, miles: Number(query.radius_miles) } : null;
  if (query.with_truck === 'true') where.push(hasTruck(today, around));
  else if (around) where.push(withinSql(around.point, around.miles, base));
  return where;
}

/** One keyset page; its cursor holds the sort's value and the id of the last row. */
export function carriersQuery(query: ListCarriers, today: string, limit: number) {
  const place = placeNear(query);
  const { key, type, isRight } = orderOf(query.sort, place);
  const where = conditions(query, place, today);
  if (query.after) {
    const [value, id] = decodeCursor(query.after);
    if (!isRight(value)) throw wrong('after', 'This place belongs to a list in another order. Load the list again.');
    where.push(sql`(${key}, id) > (${value}::${type}, ${id}::uuid)`);
  }
  const miles = place ? tenthsFrom(place) : sql`null`;
  return sql<CarrierRow & { sort_key: string | number; tenths: number | null }>`
    select carrier.*, ${key} as sort_key, ${miles} as tenths from carrier
    where ${sql.join(where, sql` and `)} order by ${key}, id limit ${limit + 1}`;
}

/** One page of carriers as agents search for them. @throws Problem 400 */
export async function listCarriers(db: Kysely<Tables>, query: ListCarriers, today: string) {
  const limit = Number(query.limit ?? 50);
  const { rows } = await db.transaction().execute(async (tx) => {
    if (query.query)
      await sql`select set_config('pg_trgm.word_similarity_threshold', ${String(SIMILARITY)}, true)`.execute(tx);
    return carriersQuery(query, today, limit).execute(tx);
  });
  const page = rows.slice(0, limit);
  const last = page.at(-1);
  const hasNext = rows.length > limit;
  const carriers = await presentCarriers(db, page, today);
  return {
    carriers: carriers.map((one, index) => ({
      ...one,
      miles: page[index]!.tenths === null ? null : page[index]!.tenths / 10,
    })),
    page: { end: last && hasNext ? encodeCursor([last.sort_key, last.id]) : null, has_next: hasNext },
  };
}

/** The values by which the list can be filtered, given the current carriers. */
export async function carrierFilters(db: Kysely<Tables>, today: string) {
  const states = await db.selectFrom('carrier').select('state').distinct().where(hasPlace).orderBy('state').execute();
  const equipment = await sql<{
    name: string;
  }>`select distinct jsonb_array_elements_text(equipment) as name from carrier where ${hasPlace} order by 1 limit 200`.execute(
    db,
  );
  const { all, compliant } = await db
    .selectFrom('carrier')
    .select(({ fn }) => [
      fn.countAll<number>().as('all'),
      fn.countAll<number>().filterWhere(isCompliant(today)).as('compliant'),
    ])
    .where(hasPlace)
    .executeTakeFirstOrThrow();
  return {
    states: states.map((row) => row.state),
    equipment: equipment.rows.map((row) => row.name),
    compliance: { compliant: Number(compliant), not_compliant: Number(all) - Number(compliant) },
  };
}
