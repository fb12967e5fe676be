import { sql } from 'kysely';
import type { RawBuilder } from 'kysely';
import { Type } from 'typebox';
import type { Static } from 'typebox';
import { Kind } from '#src/api/agent-lead/agent-lead.schemas.ts';
import type { Point } from '#src/api/place/distance.ts';
import { inBoxSql, withinSql } from '#src/api/place/distance-sql.ts';
import { cityNamed, placeOfZip } from '#src/api/place/places.ts';
import type { City, Place } from '#src/api/place/places.ts';
import { problem } from '#src/api/http/problem.ts';
import { mustAscend } from '#src/api/http/ranges.ts';
import { CalendarDate, FlagText, OneOf, UsState } from '#src/api/http/schemas.ts';
import type { RowOf } from '#src/api/database/tables.ts';

export const LOAD_TABS = ['available', 'open', 'completed'] as const;
export type LoadTab = (typeof LOAD_TABS)[number];
/** The tabs of a carrier's own jobs, which it sees with or without access to the board. */
export const OWN_TABS: readonly (LoadTab | undefined)[] = ['open', 'completed'];

// Query parameters arrive as text.
const Miles = Type.String({ pattern: '^[0-9]{1,4}$', maxLength: 4, description: 'miles' });
const Radius = Type.String({ pattern: '^[1-9][0-9]{0,3}$', maxLength: 4, description: 'miles, 1 to 9999' });
const Pounds = Type.String({ pattern: '^[0-9]{1,6}$', maxLength: 6, description: 'lb' });
export const PlaceText = Type.String({
  pattern: '^([0-9]{5}|[^,\\u0000]{1,80}, [A-Z]{2})$',
  maxLength: 90,
  description: 'ZIP code, or "City, ST"',
});
const Degrees = '-?[0-9]{1,3}(\\.[0-9]{1,6})?';

/** The filters a carrier may use; none of them reveals anything that it may not see. */
export const loadFilters = {
  tab: Type.Optional(OneOf(LOAD_TABS)),
  mine: Type.Optional(FlagText),
  origin_state: Type.Optional(
    Type.String({
      pattern: '^[A-Z]{2}(,[A-Z]{2}){0,59}$',
      maxLength: 200,
      description: 'one state, or several: OH,TX',
    }),
  ),
  destination_state: Type.Optional(UsState),
  near: Type.Optional(PlaceText),
  radius_miles: Type.Optional(Radius),
  drop_near: Type.Optional(PlaceText),
  drop_radius_miles: Type.Optional(Radius),
  box: Type.Optional(
    Type.String({
      pattern: `^${Degrees},${Degrees},${Degrees},${Degrees}$`,
      maxLength: 50,
      description: 'Pick-up between south,west,north,east',
    }),
  ),
  move_date_from: Type.Optional(CalendarDate),
  move_date_to: Type.Optional(CalendarDate),
  weight_min: Type.Optional(Pounds),
  weight_max: Type.Optional(Pounds),
  distance_min: Type.Optional(Miles),
  distance_max: Type.Optional(Miles),
  kind: Type.Optional(Kind),
};
const Filters = Type.Object(loadFilters);
export type LoadFilters = Static<typeof Filters>;

/** Where the carrier is based; null until it has given its location. */
export function baseOf({ zip, lat, lng }: Pick<RowOf<'carrier'>, 'zip' | 'lat' | 'lng'>): Point | null {
  return zip === '' ? null : { lat, lng };
}

const refusal = (field: string, message: string) => problem(400, message, { errors: [{ field, message }] });

/** The place that a text names; the base if there is no text. @throws Problem 400 if it names no place */
export function placeNamed(field: string, text: string | undefined, base: Point | null): Place | City | Point {
  if (text === undefined) {
    if (base) return base;
    throw refusal(field, 'Add your base in your settings, or enter a place.');
  }
  const [city = '', state = ''] = text.split(', ');
  const found = /^\d{5}$/.test(text) ? placeOfZip(text) : cityNamed(city, state);
  if (!found) throw refusal(field, `We don’t know “${text}”. Enter a ZIP code, or a city and state.`);
  return found;
}

/** Which loads a carrier sees in a tab; its own jobs also after the broker archived them. Beyond the open board, loads it has no part in do not exist for it. */
function shownIn(tab: LoadTab, carrierId: string): RawBuilder<unknown> {
  if (tab === 'available') return sql`not is_archived and state = 'award-carrier'`;
  const state = tab === 'open' ? 'open-contracts' : 'completed-contracts';
  return sql`state = ${state} and id in (select lead_id from contract where awarded_carrier_id = ${carrierId})`;
}

const ORIGIN = { lat: sql<number>`origin_lat`, lng: sql<number>`origin_lng` };
const DESTINATION = { lat: sql<number>`destination_lat`, lng: sql<number>`destination_lng` };

/**
 * The conditions of a list of loads. `mine` is everything that the carrier has bid on, including loads that left the
 * board since they were `available`.
 *
 * @throws Problem 400 for an unknown place, or an inverted range
 */
export function loadConditions(query: LoadFilters, carrierId: string, base: Point | null): RawBuilder<unknown> {
  const tab = query.tab ?? 'available';
  const isMine = query.mine === 'true';
  const where: RawBuilder<unknown>[] = [];
  if (isMine) where.push(sql`id in (select lead_id from bid where carrier_id = ${carrierId})`);
  if (!isMine || tab !== 'available') where.push(shownIn(tab, carrierId));
  if (query.origin_state) where.push(sql`origin_state = any(${query.origin_state.split(',')}::text[])`);
  if (query.destination_state) where.push(sql`destination_state = ${query.destination_state}`);
  if (query.radius_miles)
    where.push(withinSql(placeNamed('near', query.near, base), Number(query.radius_miles), ORIGIN));
  if (query.drop_radius_miles)
    where.push(withinSql(placeNamed('drop_near', query.drop_near, base), Number(query.drop_radius_miles), DESTINATION));
  else if (query.drop_near) throw refusal('drop_radius_miles', 'Enter how many miles around the place.');
  if (query.box) {
    const [south, west, north, east] = query.box.split(',').map(Number) as [number, number, number, number];
    mustAscend('box', south, north);
    where.push(inBoxSql({ south, west, north, east }, ORIGIN));
  }
  mustAscend('move_date_to', query.move_date_from, query.move_date_to);
  // A load whose pick-up window has not ended by that day can still be picked up then.
  if (query.move_date_from) where.push(sql`coalesce(move_date_last, move_date) >= ${query.move_date_from}::date`);
  if (query.move_date_to) where.push(sql`move_date <= ${query.move_date_to}::date`);
  for (const [name, column] of [
    ['weight', sql`weight_lb`],
    ['distance', sql`distance_miles`],
  ] as const) {
    const [least, most] = [query[`${name}_min`], query[`${name}_max`]].map((text) =>
      text === undefined ? null : Number(text),
    ) as [number | null, number | null];
    if (least !== null && most !== null) mustAscend(`${name}_max`, least, most);
    if (least !== null) where.push(sql`${column} >= ${least}`);
    if (most !== null) where.push(sql`${column} <= ${most}`);
  }
  if (query.kind) where.push(sql`kind = ${query.kind}`);
  return sql.join(where, sql` and `);
}
