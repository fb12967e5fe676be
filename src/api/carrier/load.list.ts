import { sql } from 'kysely';
import type { Kysely, RawBuilder } from 'kysely';
import { dateIn } from '#src/machines/calendar/days.ts';
import { readLeads } from '#src/api/agent-lead/agent-lead.query.ts';
import type { ApiParts } from '#src/api/parts.ts';
import { wantsOf } from '#src/api/http/fields.ts';
import type { Tables } from '#src/api/database/tables.ts';
import { carrierById, carrierWithCompliance } from './carrier.repository.ts';
import type { CarrierRow } from './carrier.repository.ts';
import { baseOf, loadConditions, placeNamed } from './load.filter.ts';
import type { LoadFilters } from './load.filter.ts';
import { afterCursor, cursorAt, orderOf } from './load.order.ts';
import type { LoadOrder, LoadSort } from './load.order.ts';
import { MAXIMUM_CITIES } from './load.schemas.ts';
import { askedOfLoads, presentLoads } from './load.present.ts';
import type { LoadRow } from './load.present.ts';

export interface LoadQuery extends LoadFilters {
  sort?: LoadSort;
  after?: string;
  limit?: string;
  fields?: string;
}

/** A list with only these parameters covers a whole tab. */
const UNFILTERED = new Set(['tab', 'sort', 'limit', 'fields']);

/**
 * One keyset page of loads. `nearest` is measured from `near`, otherwise from the carrier's base.
 *
 * @throws Problem 400 for an unknown place, an inverted range, or a cursor of another sort
 */
export async function listLoads(db: Kysely<Tables>, parts: ApiParts, query: LoadQuery, carrierId: string) {
  const limit = Number(query.limit ?? 50);
  const wants = wantsOf(query.fields);
  const { carrier, compliance } = await carrierWithCompliance(db, carrierId);
  const base = baseOf(carrier);
  const near = query.near ? placeNamed('near', query.near, base) : null;
  const order = orderOf(query.sort ?? 'newest', carrier, near ?? base, query.mine === 'true');
  const direction = sql.raw(order.direction);
  const asked = askedOfLoads(parts, carrierId, wants);
  const rows: LoadRow[] = await readLeads(
    db,
    sql`select row_number() over (order by page.key ${direction}, page.id ${direction}) as position, page.at, agent_lead.*
      from (${chosenLoads(query, order, carrier, limit + 1)}) as page join agent_lead on agent_lead.id = page.id`,
    {
      today: dateIn(parts.brokerage.zone, parts.now()),
      ...asked,
      besides: sql`l.at, ${asked.besides}`,
      isSearch: Object.keys(query).some((name) => !UNFILTERED.has(name)),
    },
  );
  const leads = rows.slice(0, limit);
  const last = leads.at(-1);
  const hasNext = rows.length > limit;
  return {
    loads: presentLoads(parts, leads, carrier, compliance, wants, near),
    page: { end: last && hasNext ? cursorAt(order, { id: last.id, at: last.at! }) : null, has_next: hasNext },
  };
}

/** The ids of a page in order, with the key of each as text. */
export function chosenLoads(
  query: LoadQuery,
  order: LoadOrder,
  carrier: CarrierRow,
  limit: number,
): RawBuilder<{ id: string; at: string }> {
  const direction = sql.raw(order.direction);
  return sql`
    select id, key, key::text as at
      from (select id, ${order.key} as key from agent_lead where ${loadConditions(query, carrier.id, baseOf(carrier))}) as load
     where ${afterCursor(order, query.after)}
     order by key ${direction}, id ${direction} limit ${sql.lit(limit)}`;
}

/** Where the loads of a list are picked up, by city, most loads first, as shown on a map. */
export async function mapOfLoads(db: Kysely<Tables>, query: LoadFilters, carrierId: string) {
  const base = baseOf(await carrierById(db, carrierId));
  const { rows } = await sql<{
    city: string;
    state: string;
    lat: number;
    lng: number;
    south: number;
    west: number;
    north: number;
    east: number;
    count: number;
  }>`
    select origin_city as city, origin_state as state, avg(origin_lat) as lat, avg(origin_lng) as lng,
           min(origin_lat) as south, min(origin_lng) as west, max(origin_lat) as north, max(origin_lng) as east, count(*)::int as count
      from agent_lead
     where ${loadConditions(query, carrierId, base)} and origin_lat is not null
     group by origin_city, origin_state
     order by count desc, origin_state, origin_city limit ${MAXIMUM_CITIES}`.execute(db);
  return { cities: rows, base };
}
