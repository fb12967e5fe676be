import { sql } from 'kysely';
import type { Kysely, RawBuilder } from 'kysely';
import { FRESH_DAYS, SOLD_SHARES } from '#src/machines/marketplace/shop-filters.ts';
import type { ShopContact } from '#src/machines/marketplace/shop-filters.ts';
import { DAY } from '#src/machines/calendar/durations.ts';
import { US_STATES } from '#src/machines/place/us-states.ts';
import type { Tables } from '#src/api/database/tables.ts';
import { problem } from '#src/api/http/problem.ts';
import { mustAscend } from '#src/api/http/ranges.ts';
import { withinSql } from '#src/api/place/distance-sql.ts';
import { cityNamed, placeOfZip } from '#src/api/place/places.ts';
import type { ApiParts } from '#src/api/parts.ts';
import { forSale } from './for-sale.ts';
import type { ShopFilter } from './shop.schemas.ts';

type Condition = RawBuilder<boolean>;
type Parts = Pick<ApiParts, 'marketplace' | 'brokerage' | 'now'>;

const ORIGIN = { lat: sql<number>`lead.origin_lat`, lng: sql<number>`lead.origin_lng` };

/** Contact data that a buyer reported as wrong no longer counts as verified, whatever the source says. */
const notReported = (reason: string): Condition =>
  sql`not exists (select from purchase_item as reported where reported.lead_id = lead.id and reported.report_reason = ${sql.lit(reason)})`;

/** For `state_lead as lead`. */
export const isVerified: Record<ShopContact, Condition> = {
  phone: sql`(lead.phone_verified and ${notReported('wrong-number')})`,
  email: sql`(lead.email_verified and ${notReported('wrong-email')})`,
};

/**
 * Leads in these places: a state with chosen cities means only these cities; other chosen states are meant as a whole.
 */
function placesOf(end: 'origin' | 'destination', stateText?: string, cityText?: string): Condition[] {
  const state = sql.ref(`lead.${end}_state`);
  const cities = (cityText?.split(',') ?? []).map((one) => one.split(':') as [string, string]);
  const whole = (stateText?.split(',') ?? []).filter((code) => !cities.some(([of]) => of === code));
  const places = [
    ...(whole.length > 0 ? [sql`${state} = any(${whole}::text[])`] : []),
    ...cities.map(
      ([code, city]) =>
        sql`(${state} = ${code} and lower(${sql.ref(`lead.${end}_city`)}) = ${city.trim().toLowerCase()})`,
    ),
  ];
  return places.length > 0 ? [sql`(${sql.join(places, sql` or `)})`] : [];
}

/** @throws Problem 400 for an unknown place, and for a place without a radius or a radius without a place */
function around({ near, radius }: ShopFilter): Condition[] {
  const refusal = (field: string, message: string) => problem(400, message, { errors: [{ field, message }] });
  if (near === undefined && radius === undefined) return [];
  if (near === undefined) throw refusal('near', 'Say around which place: a ZIP code, or a city with its state.');
  if (radius === undefined) throw refusal('radius', 'Enter how many miles around the place.');
  const [city = '', state = ''] = near.split(', ');
  const place = /^\d{5}$/.test(near) ? placeOfZip(near) : cityNamed(city, state);
  if (!place) throw refusal('near', `We don’t know “${near}”. Enter a ZIP code, or a city and state.`);
  return [withinSql(place, Number(radius), ORIGIN)];
}

/**
 * The condition of a filter on `state_lead as lead`.
 *
 * @param taken how many shares of a lead are sold or held, see `forSale`
 * @throws Problem 400 for an unknown place, or a range whose end is before its start
 */
export function matching(filter: ShopFilter, { now }: Pick<Parts, 'now'>, taken: RawBuilder<number>): Condition {
  mustAscend('to', filter.from, filter.to);
  const conditions: Condition[] = [
    ...placesOf('origin', filter.states, filter.cities),
    ...placesOf('destination', filter.to_states, filter.to_cities),
    ...around(filter),
    ...(filter.sizes ? [sql<boolean>`lead.size = any(${filter.sizes.split(',')}::text[])`] : []),
    ...(filter.from ? [sql<boolean>`lead.move_date >= ${filter.from}::date`] : []),
    ...(filter.to ? [sql<boolean>`lead.move_date <= ${filter.to}::date`] : []),
    ...(filter.min_miles ? [sql<boolean>`lead.miles >= ${Number(filter.min_miles)}::int`] : []),
    ...(filter.max_miles ? [sql<boolean>`lead.miles <= ${Number(filter.max_miles)}::int`] : []),
    ...((filter.verified?.split(',') as ShopContact[] | undefined) ?? []).map((contact) => isVerified[contact]),
    ...(filter.max_age_days ? [sinceDays(Number(filter.max_age_days), now())] : []),
    ...(filter.max_sold ? [sql<boolean>`${taken} <= ${Number(filter.max_sold)}::int`] : []),
  ];
  return conditions.length === 0 ? sql`true` : sql`(${sql.join(conditions, sql` and `)})`;
}

const sinceDays = (days: number, now: Date): Condition =>
  sql`lead.received_at > ${new Date(now.getTime() - days * DAY).toISOString()}::timestamptz`;

/** For each further filter, how many of the currently matching leads it would keep. */
export async function shopCounts(db: Kysely<Tables>, parts: Parts, filter: ShopFilter) {
  const sale = forSale(parts);
  // Computed once per lead, below, and not once per count.
  const taken = sql<number>`lead.taken_now`;
  const now = parts.now();
  const { verified, max_age_days, max_sold, to_states, to_cities, ...others } = filter;
  const quality = { verified, max_age_days, max_sold };
  // Each filter is counted with the others applied, but without its own current value.
  const but = (name: keyof typeof quality): Condition =>
    matching(Object.fromEntries(Object.entries(quality).filter(([own]) => own !== name)), parts, taken);
  const within = matching({ to_states, to_cities }, parts, taken);
  const count = (condition: Condition) => sql<number>`(count(*) filter (where ${condition}))::int`;
  const base = sql`(select lead.*, ${sale.taken} as taken_now from state_lead as lead
    where ${sale.isForSale} and ${matching(others, parts, sale.taken)} offset 0) as lead`;
  const { rows } = await sql<{ phone: number; email: number; ages: number[]; sold: number[] }>`
    select ${count(sql`${within} and ${but('verified')} and ${isVerified.phone}`)} as phone,
           ${count(sql`${within} and ${but('verified')} and ${isVerified.email}`)} as email,
           array[${sql.join(FRESH_DAYS.map((days) => count(sql`${within} and ${but('max_age_days')} and ${sinceDays(days, now)}`)))}] as ages,
           array[${sql.join(SOLD_SHARES.map((most) => count(sql`${within} and ${but('max_sold')} and ${taken} <= ${most}::int`)))}] as sold
      from ${base}`.execute(db);
  const { rows: destinations } = await sql<{ state: string; count: number }>`
    select lead.destination_state as state, count(*)::int as count from ${base}
     where ${matching(quality, parts, taken)} group by 1`.execute(db);
  const [row] = rows;
  return {
    destinations: destinations
      .map(({ state, count: many }) => ({ state, name: US_STATES[state] ?? state, count: many }))
      .toSorted((a, b) => a.name.localeCompare(b.name)),
    phone_verified: row!.phone,
    email_verified: row!.email,
    ages: FRESH_DAYS.map((days, index) => ({ days, count: row!.ages[index]! })),
    sold: SOLD_SHARES.map((most, index) => ({ most, count: row!.sold[index]! })),
  };
}
