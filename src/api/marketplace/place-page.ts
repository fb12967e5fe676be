import { sql } from 'kysely';
import type { Kysely } from 'kysely';
import { DAY } from '#src/machines/calendar/durations.ts';
import { slugOf } from '#src/machines/place/slug.ts';
import { US_STATES } from '#src/machines/place/us-states.ts';
import { notFound } from '#src/api/http/problem.ts';
import type { ApiParts } from '#src/api/parts.ts';
import type { Tables } from '#src/api/database/tables.ts';
import { forSale } from './for-sale.ts';
import { listShop } from './shop.ts';

type Parts = Pick<ApiParts, 'marketplace' | 'brokerage' | 'now'>;

/** Statistics of a place cover this many days; */
const SAID_DAYS = 30;
/** a place without requests for longer than this has no page. */
const KNOWN_DAYS = 90;
const LISTED = 10;
const DESTINATIONS = 8;
const CITIES = 200;

interface CityRow {
  city: string;
  for_sale: number;
  asked: number;
}

/**
 * Current facts about a state, or one of its cities: how many households asked, what is for sale, where they move to.
 *
 * @param slug the city as spelled in URLs
 * @throws Problem 404 if there was no request for three months
 */
export async function placePage(db: Kysely<Tables>, parts: Parts, state: string, slug: string | undefined) {
  const { isForSale, price } = forSale(parts);
  const since = (days: number) => new Date(parts.now().getTime() - days * DAY).toISOString();
  const asked = sql<number>`(count(*) filter (where lead.received_at > ${since(SAID_DAYS)}::timestamptz))::int`;
  const { rows: cities } = await sql<CityRow>`
    select lead.origin_city as city, (count(*) filter (where ${isForSale}))::int as for_sale, ${asked} as asked
      from state_lead as lead
     where lead.origin_state = ${state} and lead.duplicate_of is null and lead.received_at > ${since(KNOWN_DAYS)}::timestamptz
     group by 1 order by 2 desc, 3 desc, 1`.execute(db);
  const own = slug === undefined ? null : cities.find(({ city }) => slugOf(city) === slug);
  if (own === undefined || cities.length === 0) throw notFound('place');
  const city = own?.city ?? null;
  const place = city === null ? { states: state } : { states: state, cities: `${state}:${city}` };
  const isHere = sql`lead.origin_state = ${state} and ${city === null ? sql`true` : sql`lead.origin_city = ${city}`}`;
  const { rows: prices } = await sql<{ least: number | null }>`
    select min(${price})::int as least from state_lead as lead where ${isHere} and ${isForSale}`.execute(db);
  const { rows: destinations } = await sql<{ state: string; count: number }>`
    select lead.destination_state as state, count(*)::int as count from state_lead as lead
     where ${isHere} and ${isForSale} group by 1 order by 2 desc, 1 limit ${DESTINATIONS}`.execute(db);
  const { items, total } = await listShop(db, parts, { ...place, limit: String(LISTED) });
  return {
    state,
    name: US_STATES[state]!,
    city,
    for_sale: total,
    asked: own?.asked ?? cities.reduce((sum, { asked: many }) => sum + many, 0),
    price_from: prices[0]!.least,
    destinations: destinations.map((one) => ({ ...one, name: US_STATES[one.state] ?? one.state })),
    cities: cities.slice(0, CITIES),
    leads: items,
  };
}
