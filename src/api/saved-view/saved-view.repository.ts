import { sql } from 'kysely';
import type { Kysely } from 'kysely';
import { stagesOf } from '#src/machines/agent-lead/agent-lead.lifecycle.ts';
import { newId } from '#src/api/database/ids.ts';
import type { Tables } from '#src/api/database/tables.ts';
import type { Tx } from '#src/api/database/write.ts';
import type { Principal } from '#src/api/http/principal.ts';
import { notFound, problem } from '#src/api/http/problem.ts';
import { mustAscend } from '#src/api/http/ranges.ts';
import { MOST_OF_PERSON, MOST_SHARED } from './saved-view.schemas.ts';
import type { SavedViewWire, ViewFields, ViewFilter } from './saved-view.schemas.ts';

/** Who may change other people's shared views. */
const manages = ({ rights }: Principal) => rights.includes('team') || rights.includes('settings');

/** The person's own first, then those that colleagues share. */
export async function listViews(db: Kysely<Tables>, by: Principal): Promise<SavedViewWire[]> {
  const rows = await db
    .selectFrom('saved_view')
    .innerJoin('account', 'account.id', 'saved_view.account_id')
    .selectAll('saved_view')
    .select('account.name as author')
    .where((is) => is.or([is('account_id', '=', by.accountId), is('is_shared', '=', true)]))
    .orderBy(sql`account_id = ${by.accountId}::uuid`, 'desc')
    .orderBy(sql`lower(saved_view.name)`)
    .orderBy('saved_view.id')
    .limit(MOST_OF_PERSON + MOST_SHARED)
    .execute();
  return rows.map(({ account_id, filter, created_at: _made, updated_at: _changed, ...row }) => ({
    ...row,
    is_own: account_id === by.accountId,
    can_change: account_id === by.accountId || manages(by),
    tab: row.tab as SavedViewWire['tab'],
    columns: row.columns as SavedViewWire['columns'],
    filter: {
      mine: filter.mine ?? null,
      assigned_agent_id: filter.assigned_agent_id ?? null,
      kind: filter.kind ?? null,
      stage: filter.stage ?? null,
      source: filter.source ?? null,
      origin_state: filter.origin_state ?? null,
      destination_state: filter.destination_state ?? null,
      origin_city: filter.origin_city ?? null,
      destination_city: filter.destination_city ?? null,
      move_date_from: filter.move_date_from ?? null,
      move_date_to: filter.move_date_to ?? null,
      price_from: filter.price_from ?? null,
      price_to: filter.price_to ?? null,
      age_from: filter.age_from ?? null,
      age_to: filter.age_to ?? null,
      work: filter.work ?? null,
      sort: filter.sort ?? null,
    },
  }));
}

/** @throws Problem 409 if the maximum number is reached; 422 */
export async function saveView(
  tx: Tx,
  given: ViewFields,
  by: Pick<Principal, 'accountId'>,
  now: Date,
): Promise<string> {
  const { name, is_shared, tab, columns, filter } = checked(given);
  await lock(tx, by.accountId, is_shared);
  await mustBeNew(tx, by.accountId, name);
  const own = await countWhere(tx, sql`account_id = ${by.accountId}::uuid`);
  if (own >= MOST_OF_PERSON)
    throw problem(409, `You already have ${MOST_OF_PERSON} views, the most you can have. Delete one first.`);
  if (is_shared) await mustHaveRoom(tx);
  const id = newId();
  const at = now.toISOString();
  await tx
    .insertInto('saved_view')
    .values({
      id,
      account_id: by.accountId,
      name,
      is_shared,
      tab,
      columns,
      filter: JSON.stringify(filter),
      created_at: at,
      updated_at: at,
    })
    .execute();
  return id;
}

/**
 * @throws Problem 404; 403 for a colleague's; 409 if someone else changed it, or if the maximum number is shared; 422
 */
export async function changeView(
  tx: Tx,
  { id, version, ...given }: ViewFields & { id: string; version: number },
  by: Principal,
  now: Date,
): Promise<void> {
  const { name, is_shared, tab, columns, filter } = checked(given);
  const found = await held(tx, id, version, by);
  await lock(tx, found.account_id, is_shared);
  await mustBeNew(tx, found.account_id, name, id);
  if (is_shared && !found.is_shared) await mustHaveRoom(tx);
  await tx
    .updateTable('saved_view')
    .set({
      name,
      is_shared,
      tab,
      columns,
      filter: JSON.stringify(filter),
      version: version + 1,
      updated_at: now.toISOString(),
    })
    .where('id', '=', id)
    .execute();
}

/** @throws Problem 404; 403; 409 */
export async function removeView(tx: Tx, { id, version }: { id: string; version: number }, by: Principal) {
  await held(tx, id, version, by);
  await tx.deleteFrom('saved_view').where('id', '=', id).execute();
}

/** The view, locked, for someone who may change it. A colleague's private view does not exist for others. */
async function held(tx: Tx, id: string, version: number, by: Principal) {
  const row = await tx
    .selectFrom('saved_view')
    .select(['account_id', 'is_shared', 'version'])
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst();
  if (!row || (row.account_id !== by.accountId && !row.is_shared)) throw notFound('view');
  if (row.account_id !== by.accountId && !manages(by))
    throw problem(403, 'Only its author, or an agent who manages the team or settings, can change a shared view.');
  if (row.version !== version) throw problem(409, 'Someone else changed this view. Look at it again, then save.');
  return row;
}

/** A stage that does not belong to the tab would list nothing. */
function checked({ name, is_shared, tab, columns, ...filter }: ViewFields) {
  mustAscend('move_date_to', filter.move_date_from, filter.move_date_to);
  mustAscend('price_to', filter.price_from, filter.price_to);
  mustAscend('age_to', filter.age_from, filter.age_to);
  if (filter.stage && !stagesOf(tab).includes(filter.stage)) {
    const message = 'This tab has no such stage.';
    throw problem(422, message, { errors: [{ field: 'stage', message }] });
  }
  return { name: name.trim(), is_shared, tab, columns: columns ?? null, filter: filter satisfies ViewFilter };
}

/** Lock, so that concurrent writes are counted one after the other. */
async function lock(tx: Tx, accountId: string, isShared: boolean): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtext(${`saved-view ${accountId}`}))`.execute(tx);
  if (isShared) await sql`select pg_advisory_xact_lock(hashtext('saved-view shared'))`.execute(tx);
}

async function mustBeNew(tx: Tx, accountId: string, name: string, besides?: string): Promise<void> {
  const same = await tx
    .selectFrom('saved_view')
    .select('id')
    .where('account_id', '=', accountId)
    .where(sql<boolean>`lower(name) = lower(${name})`)
    .executeTakeFirst();
  if (!same || same.id === besides) return;
  const message = 'There is a view with this name. Choose another one.';
  throw problem(422, message, { errors: [{ field: 'name', message }] });
}

async function mustHaveRoom(tx: Tx): Promise<void> {
  if ((await countWhere(tx, sql`is_shared`)) >= MOST_SHARED)
    throw problem(409, `The brokerage already shares ${MOST_SHARED} views, the most it can. Stop sharing one first.`);
}

async function countWhere(tx: Tx, where: ReturnType<typeof sql>): Promise<number> {
  const { rows } = await sql<{ count: number }>`select count(*)::int as count from saved_view where ${where}`.execute(
    tx,
  );
  return rows[0]!.count;
}
