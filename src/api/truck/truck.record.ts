import { sql } from 'kysely';
import type { Kysely } from 'kysely';
import { carrierById } from '#src/api/carrier/carrier.repository.ts';
import { tellOfCarrier } from '#src/api/carrier/carrier.live.ts';
import { baseOf, loadConditions, placeNamed } from '#src/api/carrier/load.filter.ts';
import { newId } from '#src/api/database/ids.ts';
import type { RowOf, Tables } from '#src/api/database/tables.ts';
import { inTransaction } from '#src/api/database/write.ts';
import type { Tx } from '#src/api/database/write.ts';
import { recordedLifecycle } from '#src/api/engine/recorded-lifecycle.ts';
import type { Actor, Held } from '#src/api/engine/recorded-lifecycle.ts';
import { problem } from '#src/api/http/problem.ts';
import type { Problem } from '#src/api/http/problem.ts';
import { dropTruckSearch, keepTruckSearch } from '#src/api/load-search/load-search.repository.ts';
import { asQuery, presentFilter } from '#src/api/load-search/load-search.schemas.ts';
import type { ApiParts } from '#src/api/parts.ts';
import { addDays, dayEverywhere } from '#src/machines/calendar/days.ts';
import type { Refusal } from '#src/machines/lifecycle.ts';
import { US_STATES } from '#src/machines/place/us-states.ts';
import { AHEAD_DAYS, MOST_TRUCKS, truckLifecycle } from '#src/machines/truck/truck.lifecycle.ts';
import type { TruckEvent, TruckFacts, TruckState } from '#src/machines/truck/truck.lifecycle.ts';
import { filterOf } from './truck.schemas.ts';
import type { PostedTruck, Trucks } from './truck.schemas.ts';

type Row = RowOf<'truck'>;
type HeldTruck = Held<Row, TruckFacts>;

/** From the first day to the last. */
const LONGEST_DAYS = 365;
const RADIUS_MILES = 150;
/** Counting stops here: the number only has to tell whether it is worth a look. */
const COUNTED = 100;
const BATCH = 200;

const SAID: Record<string, { field: string; message: string }> = {
  'the last day is not before the first': { field: 'last_day', message: 'The last day is before the first one.' },
  'the last day is today or later': { field: 'last_day', message: 'These days are over. Choose today or a later day.' },
  [`the last day is within ${AHEAD_DAYS} days`]: {
    field: 'last_day',
    message: `You can post a truck up to ${AHEAD_DAYS} days ahead.`,
  },
};

function refusalOf(state: TruckState, { because, unmet }: Refusal): Problem {
  if (because === 'role') return problem(403, 'You can’t do this here.', { state, unmet });
  const said = unmet.map((phrase) => SAID[phrase]).find(Boolean);
  if (said) return problem(409, said.message, { state, unmet, errors: [said] });
  return problem(
    409,
    state === 'withdrawn' ? 'This truck was withdrawn. Post it anew.' : 'The days of this truck are over.',
    { state, unmet },
  );
}

export const truckRecord = recordedLifecycle({
  lifecycle: truckLifecycle,
  table: 'truck',
  noun: 'truck',
  columnsOf: (state: TruckState) => ({ state }),
  stateOf: ({ state }) => state,
  read: (_tx: Tx, _parts: Pick<ApiParts, 'now'>, row: Row, now: Date): HeldTruck => ({
    row,
    facts: { today: dayEverywhere(now), lastDay: row.last_day },
    now,
  }),
  refusalOf: ({ row }, _event, refusal) => refusalOf(row.state, refusal),
  staleOf: ({ row }) =>
    problem(409, 'This truck was changed elsewhere. Look at it again, then save.', { state: row.state }),
});

/**
 * The posted trucks of a carrier, soonest first; with the number of matching loads if the carrier has access to the
 * board.
 */
export async function listTrucks(
  db: Kysely<Tables>,
  parts: ApiParts,
  carrierId: string,
  isBoardOpen: boolean,
): Promise<Trucks> {
  const base = baseOf(await carrierById(db, carrierId));
  const rows = await db
    .selectFrom('truck')
    .leftJoin('load_search', 'load_search.truck_id', 'truck.id')
    .selectAll('truck')
    .select(['load_search.alert', 'load_search.channel'])
    .where('truck.carrier_id', '=', carrierId)
    .where('truck.state', '=', 'posted')
    .where('truck.last_day', '>=', dayEverywhere(parts.now()))
    .orderBy('truck.first_day')
    .orderBy('truck.id')
    .limit(MOST_TRUCKS)
    .execute();
  const trucks = [];
  for (const row of rows) {
    const { id, version, place, city, first_day, last_day, destination, radius_miles, weight_lb, note } = row;
    const filter = filterOf(row);
    const fits = loadConditions({ ...asQuery(filter), tab: 'available' }, carrierId, base);
    const fitting = isBoardOpen
      ? await sql<{ count: number }>`
          select count(*)::int as count from (select from agent_lead where ${fits} limit ${sql.lit(COUNTED)}) as fitting`.execute(
          db,
        )
      : null;
    trucks.push({
      id,
      version,
      place,
      city,
      first_day,
      last_day,
      destination,
      radius_miles,
      weight_lb,
      note,
      state: row.place_state,
      posted_at: row.created_at,
      alert: row.alert ?? ('off' as const),
      channel: row.channel ?? ('mail' as const),
      filter: presentFilter(filter),
      fitting: fitting?.rows[0]!.count ?? null,
    });
  }
  return { trucks };
}

/** The columns of a carrier's truck. @throws Problem 400 for an unknown place; 422 for too many days */
function columnsOf(given: PostedTruck) {
  const { first_day, last_day, radius_miles = RADIUS_MILES, weight_lb = null, note } = given;
  if (first_day < addDays(last_day, -LONGEST_DAYS)) {
    const message = 'The first day is more than a year before the last.';
    throw problem(422, message, { errors: [{ field: 'first_day', message }] });
  }
  const place = placeNamed('place', given.place, null);
  if (!('city' in place)) throw new Error('A place by its name has a city.');
  const destination = given.destination ?? null;
  if (destination !== null && !(destination in US_STATES)) placeNamed('destination', destination, null);
  return {
    place: 'zip' in place ? place.zip : `${place.city}, ${place.state}`,
    city: place.city,
    place_state: place.state,
    lat: place.lat,
    lng: place.lng,
    first_day,
    last_day,
    destination,
    radius_miles,
    weight_lb,
    note: note?.trim() || null,
  };
}

const changeTo = ({ first_day, last_day }: PostedTruck): TruckEvent => ({
  type: 'truck.changed',
  by: 'carrier',
  first: first_day,
  last: last_day,
});

/** @throws Problem 400 for an unknown place; 409 for impossible days, or if the maximum number is reached */
export async function postTruck(tx: Tx, parts: ApiParts, carrierId: string, actor: Actor, given: PostedTruck) {
  const now = parts.now();
  const today = dayEverywhere(now);
  const columns = columnsOf(given);
  const verdict = truckLifecycle.judge('posted', { today, lastDay: given.last_day }, changeTo(given));
  if (!verdict.may) throw refusalOf('posted', verdict);
  // Lock, so that concurrent writes are counted one after the other.
  await sql`select pg_advisory_xact_lock(hashtext(${`truck ${carrierId}`}))`.execute(tx);
  const { count } = await tx
    .selectFrom('truck')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('carrier_id', '=', carrierId)
    .where('state', '=', 'posted')
    .where('last_day', '>=', today)
    .executeTakeFirstOrThrow();
  if (Number(count) >= MOST_TRUCKS)
    throw problem(409, `You have ${MOST_TRUCKS} trucks posted, the most you can have. Withdraw one first.`);
  const { id } = await truckRecord.create(tx, {
    actor,
    now,
    id: newId(now.getTime()),
    values: { carrier_id: carrierId, ...columns, created_at: now.toISOString() },
    payload: given,
  });
  await keepSearch(tx, { id, carrier_id: carrierId, ...columns }, given, now);
  await tellOfCarrier(tx, carrierId);
  return id;
}

type Posted = Pick<Row, 'id' | 'carrier_id' | 'city' | 'place_state'> & Parameters<typeof filterOf>[0];

/** Alerts belong to a saved search whose filter is the truck. */
const keepSearch = (tx: Tx, row: Posted, { alert, channel }: PostedTruck, now: Date) =>
  keepTruckSearch(
    tx,
    {
      truckId: row.id,
      carrierId: row.carrier_id,
      name: `truck in ${row.city}, ${row.place_state}`,
      filter: filterOf(row),
    },
    { ...(alert ? { alert } : {}), ...(channel ? { channel } : {}) },
    now,
  );

interface Known {
  id: string;
  carrierId: string;
  version: number;
  actor: Actor;
}

/** @throws Problem 400, 404, 409 */
export async function changeTruck(tx: Tx, parts: ApiParts, { id, carrierId, ...known }: Known, given: PostedTruck) {
  const columns = columnsOf(given);
  await truckRecord.transition(tx, parts, {
    where: { id, carrier_id: carrierId },
    ...known,
    event: () => changeTo(given),
    apply: () => ({ set: columns, payload: given }),
  });
  await keepSearch(tx, { id, carrier_id: carrierId, ...columns }, given, parts.now());
  await tellOfCarrier(tx, carrierId);
}

/** @throws Problem 404, 409 */
export async function withdrawTruck(tx: Tx, parts: ApiParts, { id, carrierId, ...known }: Known) {
  await truckRecord.transition(tx, parts, {
    where: { id, carrier_id: carrierId },
    ...known,
    event: () => ({ type: 'truck.withdrawn', by: 'carrier' }),
  });
  await dropTruckSearch(tx, id);
  await tellOfCarrier(tx, carrierId);
}

/** Marks trucks whose last day is over. Lists leave them out at once; this is for their histories. */
export async function passTrucks(parts: ApiParts): Promise<void> {
  const today = dayEverywhere(parts.now());
  await inTransaction(parts.database, async (tx) => {
    const over = await tx
      .selectFrom('truck')
      .select('id')
      .where('state', '=', 'posted')
      .where('last_day', '<', today)
      .orderBy('last_day')
      .limit(BATCH)
      .forUpdate()
      .skipLocked()
      .execute();
    for (const { id } of over) {
      await truckRecord.transition(tx, parts, {
        where: { id },
        actor: { id: null, name: null, role: 'system' },
        event: () => ({ type: 'truck.passed', by: 'system' }),
      });
      await dropTruckSearch(tx, id);
    }
  });
}
