import { sql } from 'kysely';
import type { Kysely, RawBuilder } from 'kysely';
import { US_STATES } from '#src/machines/place/us-states.ts';
import { decodeCursor, encodeCursor } from '#src/api/database/cursor.ts';
import type { ApiParts } from '#src/api/parts.ts';
import { cityNamed } from '#src/api/place/places.ts';
import { problem } from '#src/api/http/problem.ts';
import { forSale } from './for-sale.ts';
import type { Totals } from './kept-totals.ts';
import { isVerified, matching } from './shop.filter.ts';
import type { ShopFilter, ShopQuery } from './shop.schemas.ts';
import type { Tables } from '#src/api/database/tables.ts';

type Db = Kysely<Tables>;
type Parts = Pick<ApiParts, 'marketplace' | 'brokerage' | 'now'>;
type Sort = NonNullable<ShopQuery['sort']>;

const PAGE = 24;
const CITIES = 1000;

/**
 * One keyset page of what is for sale, with the total: from `totals`, or counted.
 *
 * @throws Problem 400 for a cursor of another list
 */
export async function listShop(db: Db, parts: Parts, query: ShopQuery, totals?: Totals) {
  const { isForSale, price, taken } = forSale(parts);
  const chosen = sql<boolean>`${isForSale} and ${matching(query, parts, taken)}`;
  const sort = query.sort ?? 'newest';
  const limit = Number(query.limit ?? PAGE);
  const key = {
    newest: sql`lead.received_at`,
    cheapest: price,
    soonest: sql`coalesce(lead.move_date, 'infinity'::date)`,
  }[sort];
  const rows = await offersWhere(
    db,
    { price, taken, shares: parts.marketplace.shares },
    sql<boolean>`${chosen} and ${after(sort, key, query.after)}`,
    { key, isDescending: sort === 'newest', limit: limit + 1 },
  );
  const count = async () => {
    const { rows: counted } = await sql<{
      total: number;
    }>`select count(*)::int as total from state_lead as lead where ${chosen}`.execute(db);
    return counted[0]!.total;
  };
  const { sort: _sort, after: _after, limit: _limit, ...filter } = query;
  const total = await (totals ? totals(JSON.stringify(filter), count) : count());
  const page = rows.slice(0, limit);
  const last = page.at(-1);
  return {
    items: page,
    next: last && rows.length > limit ? encodeCursor([placeIn(sort, last), last.id]) : null,
    total,
  };
}

export type ShopOffer = Awaited<ReturnType<typeof offersWhere>>[number];

/** Those of these leads that are for sale, in no particular order. */
export async function offersOf(db: Db, parts: Parts, ids: string[]): Promise<ShopOffer[]> {
  const { isForSale, price, taken } = forSale(parts);
  return offersWhere(
    db,
    { price, taken, shares: parts.marketplace.shares },
    sql<boolean>`${isForSale} and lead.id = any(${ids}::uuid[])`,
    { key: sql`lead.id`, isDescending: false, limit: ids.length },
  );
}

type Columns =
  | 'id'
  | 'origin_city'
  | 'origin_state'
  | 'destination_city'
  | 'destination_state'
  | 'miles'
  | 'size'
  | 'weight_lb'
  | 'move_date'
  | 'is_flexible'
  | 'received_at';
/** Listed one by one: any column not listed stays private until the purchase. */
const columns = sql.raw(
  'lead.id, lead.origin_city, lead.origin_state, lead.destination_city, lead.destination_state, lead.miles, lead.size, lead.weight_lb, lead.move_date, lead.is_flexible, lead.received_at',
);

async function offersWhere(
  db: Db,
  { price, taken, shares }: { price: RawBuilder<number>; taken: RawBuilder<number>; shares: number },
  condition: RawBuilder<boolean>,
  order: { key: RawBuilder<unknown>; isDescending: boolean; limit: number },
) {
  const direction = sql.raw(order.isDescending ? 'desc' : 'asc');
  const { rows } = await sql<
    Pick<
      { [C in Columns]: Tables['state_lead'][C] extends { __select__: infer S } ? S : Tables['state_lead'][C] },
      Columns
    > & {
      price: number;
      taken: number;
      has_phone: boolean;
      has_email: boolean;
      has_comment: boolean;
      phone_verified: boolean;
      email_verified: boolean;
    }
  >`
    select ${columns}, ${price} as price, ${taken} as taken, lead.client_phone is not null as has_phone, lead.client_email is not null as has_email,
           lead.comment is not null as has_comment, ${isVerified.phone} as phone_verified, ${isVerified.email} as email_verified from state_lead as lead
     where ${condition} order by ${order.key} ${direction}, lead.id ${direction} limit ${order.limit}`.execute(db);
  return rows.map(({ origin_city, origin_state, destination_city, destination_state, taken: gone, ...lead }) => ({
    ...lead,
    origin: { city: origin_city, state: origin_state },
    destination: { city: destination_city, state: destination_state },
    shares_left: Math.max(0, shares - gone),
    shares,
  }));
}

const placeIn = (sort: Sort, lead: { received_at: string; price: number; move_date: string | null }) =>
  ({ newest: lead.received_at, cheapest: lead.price, soonest: lead.move_date ?? 'infinity' })[sort];

function after(sort: Sort, key: RawBuilder<unknown>, cursor: string | undefined): RawBuilder<boolean> {
  if (cursor === undefined) return sql`true`;
  const [value, id] = decodeCursor(cursor);
  const fits = { newest: /^\d{4}-\d\d-\d\dT[\d:.]+Z$/, cheapest: /^\d{1,9}$/, soonest: /^(\d{4}-\d\d-\d\d|infinity)$/ }[
    sort
  ].test(String(value));
  if (!fits)
    throw problem(400, 'The place to go on from is not valid. Load the list again.', {
      errors: [{ field: 'after', message: 'Use the `next` of a page in the same order.' }],
    });
  if (sort === 'newest') return sql`(${key}, lead.id) < (${value}::timestamptz, ${id}::uuid)`;
  return sort === 'cheapest'
    ? sql`(${key}, lead.id) > (${value}::int, ${id}::uuid)`
    : sql`(${key}, lead.id) > (${value}::date, ${id}::uuid)`;
}

interface CityCount {
  city: string;
  state: string;
  lat: number;
  lng: number;
  count: number;
}

async function countByCity(db: Db, parts: Parts, filter: ShopFilter): Promise<CityCount[]> {
  const { isForSale, taken } = forSale(parts);
  const { rows } = await sql<CityCount>`
    select lead.origin_city as city, lead.origin_state as state, round(avg(lead.origin_lat)::numeric, 1)::float8 as lat, round(avg(lead.origin_lng)::numeric, 1)::float8 as lng, count(*)::int as count
      from state_lead as lead where ${isForSale} and ${matching(filter, parts, taken)}
     group by 1, 2 order by count desc, 1, 2`.execute(db);
  return rows;
}

function countByState(cities: readonly CityCount[]): Map<string, number> {
  const counts = new Map<string, number>();
  for (const { state, count } of cities) counts.set(state, (counts.get(state) ?? 0) + count);
  return new Map([...counts].toSorted(([a], [b]) => (US_STATES[a] ?? a).localeCompare(US_STATES[b] ?? b)));
}

/** How many are for sale in each state and city. Pins are located at cities, not at households. */
export async function shopMap(db: Db, parts: Parts, filter: ShopFilter) {
  const cities = await countByCity(db, parts, filter);
  return {
    states: [...countByState(cities)].map(([state, count]) => ({ state, count })),
    cities: cities.slice(0, CITIES).map((one) => {
      const { lat, lng } = cityNamed(one.city, one.state) ?? one;
      return { ...one, lat, lng };
    }),
  };
}

/** Every state where something is for sale, and the cities of the requested states. */
export async function shopPlaces(db: Db, parts: Parts & Pick<ApiParts, 'payments'>, named: readonly string[]) {
  const cities = await countByCity(db, parts, {});
  return {
    may_buy: !parts.payments.isOff,
    states: [...countByState(cities)].map(([state, count]) => ({
      state,
      name: US_STATES[state] ?? state,
      count,
      cities: named.includes(state)
        ? cities
            .filter((one) => one.state === state)
            .slice(0, CITIES)
            .map(({ city, count: inCity }) => ({ city, count: inCity }))
        : [],
    })),
  };
}

/** These leads as a cart needs them, in its order. */
export async function shopLeads(db: Db, parts: Parts, ids: string[]) {
  const found = new Map((await offersOf(db, parts, ids)).map((offer) => [offer.id, offer]));
  return { items: ids.map((id) => ({ id, gone: !found.has(id), lead: found.get(id) ?? null })) };
}
