import { sql } from 'kysely';
import type { Kysely } from 'kysely';
import { carrierById } from '#src/api/carrier/carrier.repository.ts';
import { baseOf, loadConditions } from '#src/api/carrier/load.filter.ts';
import { newId } from '#src/api/database/ids.ts';
import type { Tables } from '#src/api/database/tables.ts';
import type { Tx } from '#src/api/database/write.ts';
import { notFound, problem } from '#src/api/http/problem.ts';
import { MOST_SEARCHES } from '#src/machines/load-search/load-search.ts';
import type { LoadAlert, LoadChannel } from '#src/machines/load-search/load-search.ts';
import { asQuery, presentFilter } from './load-search.schemas.ts';
import type { LoadSearches, SearchFilter } from './load-search.schemas.ts';

export async function listSearches(db: Kysely<Tables>, carrierId: string): Promise<LoadSearches> {
  const rows = await db
    .selectFrom('load_search')
    .select(['id', 'version', 'name', 'alert', 'channel', 'filter'])
    .where('carrier_id', '=', carrierId)
    .where('truck_id', 'is', null)
    .orderBy(sql`lower(name)`)
    .orderBy('id')
    .limit(MOST_SEARCHES)
    .execute();
  return { searches: rows.map((row) => ({ ...row, filter: presentFilter(row.filter) })) };
}

/** @throws Problem 400 for an unknown place; 409 if the maximum number is reached; 422 for a name that is taken */
export async function saveSearch(
  tx: Tx,
  carrierId: string,
  { name, alert, channel, filter }: { name: string; alert: LoadAlert; channel: LoadChannel; filter: SearchFilter },
  now: Date,
): Promise<void> {
  await lock(tx, carrierId);
  loadConditions(asQuery(filter), carrierId, baseOf(await carrierById(tx, carrierId)));
  const own = await namedSearches(tx, carrierId);
  mustBeNew(own, name);
  if (own.length >= MOST_SEARCHES)
    throw problem(409, `You already have ${MOST_SEARCHES} searches, the most you can have. Delete one first.`);
  const at = now.toISOString();
  await tx
    .insertInto('load_search')
    .values({
      id: newId(now.getTime()),
      carrier_id: carrierId,
      name: name.trim(),
      filter: JSON.stringify(filter),
      alert,
      channel,
      since: at,
      created_at: at,
      updated_at: at,
    })
    .execute();
}

const namedSearches = (tx: Tx, carrierId: string) =>
  tx
    .selectFrom('load_search')
    .select(['id', 'name'])
    .where('carrier_id', '=', carrierId)
    .where('truck_id', 'is', null)
    .execute();

/** How a posted truck announces matching loads; a truck without a search announces none. */
export interface TruckAlert {
  alert: LoadAlert;
  channel: LoadChannel;
}

/** Saves the search of a posted truck, matching the truck's current data. Loads are not announced twice. */
export async function keepTruckSearch(
  tx: Tx,
  { truckId, carrierId, name, filter }: { truckId: string; carrierId: string; name: string; filter: SearchFilter },
  given: Partial<TruckAlert>,
  now: Date,
): Promise<void> {
  const before = await tx
    .selectFrom('load_search')
    .select(['id', 'alert', 'channel'])
    .where('truck_id', '=', truckId)
    .forUpdate()
    .executeTakeFirst();
  const { alert = before?.alert ?? 'off', channel = before?.channel ?? 'mail' } = given;
  const at = now.toISOString();
  const set = { name, filter: JSON.stringify(filter), alert, channel, updated_at: at };
  if (before)
    await tx
      .updateTable('load_search')
      .set(({ eb }) => ({
        ...set,
        version: eb('version', '+', 1),
        ...(before.alert === 'off' && alert !== 'off' ? { since: at, told_at: null, told_day: null } : {}),
      }))
      .where('id', '=', before.id)
      .execute();
  else
    await tx
      .insertInto('load_search')
      .values({
        id: newId(now.getTime()),
        carrier_id: carrierId,
        truck_id: truckId,
        ...set,
        since: at,
        created_at: at,
      })
      .execute();
}

/** A truck that is no longer posted announces nothing. */
export const dropTruckSearch = (tx: Tx, truckId: string) =>
  tx.deleteFrom('load_search').where('truck_id', '=', truckId).execute();

interface Change {
  id: string;
  version: number;
  name?: string;
  alert?: LoadAlert;
  channel?: LoadChannel;
}

/** An alert that is turned on covers what is posted from then on. @throws Problem 404, 409, 422 */
export async function changeSearch(tx: Tx, carrierId: string, given: Change, now: Date): Promise<void> {
  await lock(tx, carrierId);
  const row = await held(tx, carrierId, given);
  const { name = row.name, alert = row.alert, channel = row.channel } = given;
  const own = await namedSearches(tx, carrierId);
  mustBeNew(
    own.filter(({ id }) => id !== row.id),
    name,
  );
  const at = now.toISOString();
  await tx
    .updateTable('load_search')
    .set({
      name: name.trim(),
      alert,
      channel,
      version: row.version + 1,
      updated_at: at,
      ...(row.alert === 'off' && alert !== 'off' ? { since: at, told_at: null, told_day: null } : {}),
    })
    .where('id', '=', row.id)
    .execute();
}

/** @throws Problem 404, 409 */
export async function removeSearch(tx: Tx, carrierId: string, given: { id: string; version: number }): Promise<void> {
  const { id } = await held(tx, carrierId, given);
  await tx.deleteFrom('load_search').where('id', '=', id).execute();
}

async function held(tx: Tx, carrierId: string, { id, version }: { id: string; version: number }) {
  const row = await tx
    .selectFrom('load_search')
    .select(['id', 'name', 'alert', 'channel', 'version'])
    .where('id', '=', id)
    .where('carrier_id', '=', carrierId)
    .where('truck_id', 'is', null)
    .forUpdate()
    .executeTakeFirst();
  if (!row) throw notFound('search');
  if (row.version !== version) throw problem(409, 'This search was changed elsewhere. Look at it again, then save.');
  return row;
}

function mustBeNew(others: readonly { name: string }[], name: string): void {
  if (!others.some((one) => one.name.toLowerCase() === name.trim().toLowerCase())) return;
  const message = 'There is a search with this name. Choose another one.';
  throw problem(422, message, { errors: [{ field: 'name', message }] });
}

/** Lock, so that concurrent writes are counted one after the other. */
const lock = (tx: Tx, carrierId: string) =>
  sql`select pg_advisory_xact_lock(hashtext(${`load-search ${carrierId}`}))`.execute(tx);

/** Authorized by the token from a mail. */
export async function endAlert(db: Kysely<Tables>, id: string, now: Date): Promise<void> {
  await db
    .updateTable('load_search')
    .set(({ eb }) => ({ alert: 'off', version: eb('version', '+', 1), updated_at: now.toISOString() }))
    .where('id', '=', id)
    .where('alert', '<>', 'off')
    .execute();
}
