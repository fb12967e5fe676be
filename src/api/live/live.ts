import { sql, type Kysely, type RawBuilder, type Transaction } from 'kysely';
import type { Database } from '#src/api/database/database.ts';
import { prepared, unread } from '#src/api/database/prepared.ts';
import type { Tables } from '#src/api/database/tables.ts';

/**
 * Who may be notified: the product's own nodes, every agent, every carrier with access to the board, one carrier or
 * moving business by id, the holder of one link by id, or the sessions of one account.
 */
export type Audience =
  | 'nodes'
  | 'agents'
  | 'carriers'
  | `account:${string}`
  | `carrier:${string}`
  | `business:${string}`
  | `link:${string}`;

export interface LiveEvent {
  readonly sequence: number;
  /** `everything`: what happened since `after` is no longer known, so everything shown must be reloaded. */
  readonly noun: string;
  readonly id: string;
}

export interface LiveSubscription {
  readonly audiences: readonly string[];
  /** The last sequence number that the subscriber has seen: everything after it is delivered first. */
  readonly after?: number | undefined;
  /**
   * Without `after`: how many milliseconds ago the subscriber started loading; what has changed since is delivered
   * first.
   */
  readonly ageMs?: number | undefined;
  /** Ends the iteration. */
  readonly signal: AbortSignal;
}

export interface LiveHub {
  /** Every change for one of the audiences: once each, in order, without a gap. */
  subscribe(subscription: LiveSubscription): AsyncIterable<LiveEvent>;
  close(): Promise<void>;
}

export interface LiveChange {
  readonly noun: string;
  readonly id: string;
  readonly audience: Audience;
}

/** The id under which changes of the team are published; there is one team. */
export const TEAM_ID = '00000000-0000-0000-0000-000000000002';

/** Changes that running transactions will publish when they end. */
const waiting = new WeakMap<object, LiveChange[]>();

/** From here on `publish` collects this transaction's changes; `gathered` returns them. */
export function gatherChanges(tx: Kysely<Tables>): void {
  waiting.set(tx, []);
}

/**
 * Publishes, when the transaction commits, that a row of this noun has changed. Only ids are sent; each subscriber
 * loads the row with its own rights. It may be called at any time during `inTransaction`, which sends everything at its
 * end.
 */
export async function publish(tx: Kysely<Tables>, change: LiveChange): Promise<void> {
  const changes = waiting.get(tx);
  if (!changes) {
    const { added, select } = telling([change]);
    return void (await sql`${prepared} with ${added} ${select}`.execute(tx));
  }
  const isSame = (one: LiveChange) =>
    one.noun === change.noun && one.id === change.id && one.audience === change.audience;
  if (!changes.some(isSame)) changes.push(change);
}

/**
 * The collected changes of a transaction, for its last statement: a part of its WITH, and what it selects; null if
 * there are none.
 */
export function gathered(tx: Kysely<Tables>): Telling | null {
  const changes = waiting.get(tx) ?? [];
  waiting.delete(tx);
  return changes.length > 0 ? telling(changes) : null;
}

interface Telling {
  added: RawBuilder<unknown>;
  select: RawBuilder<unknown>;
}

/** Writers never wait for each other: the reader of the changes decides their order. */
const telling = (changes: readonly LiveChange[]): Telling => ({
  added: sql`added as (
    insert into live_event (at, noun, subject_id, audience)
    select clock_timestamp(), noun, id, audience
      from unnest(${changes.map(({ noun }) => noun)}::text[], ${changes.map(({ id }) => id)}::uuid[], ${changes.map(({ audience }) => audience)}::text[])
           with ordinality as change (noun, id, audience, position) order by position
    returning sequence)`,
  select: sql`select pg_notify('live', '') from added limit 1`,
});

/** Publishes changes in one statement, after whatever else its WITH does; the last one of a transaction. */
export const tell = async (tx: Transaction<Tables>, { added, select }: Telling, besides?: RawBuilder<unknown>) =>
  void (await sql`${unread} with ${besides ? sql`${besides}, ${added}` : added} ${select}`.execute(tx));

/**
 * Notifies current listeners of something short-lived: that someone is typing, or the text of an answer so far. Nothing
 * is stored and nobody waits; a listener who was not there misses nothing.
 */
export async function signal({ pool }: Database, ...signs: LiveChange[]): Promise<void> {
  await pool.query(`select pg_notify('live', sign) from unnest($1::text[]) as sign`, [
    signs.map((sign) => JSON.stringify(sign)),
  ]);
}

/** Deletes changes older than a day, except the newest one, which holds the latest sequence number. */
export async function pruneLiveEvents({ kysely }: Database): Promise<void> {
  await sql`select number_live_events()`.execute(kysely);
  await sql`
    delete from live_event
     where number < coalesce((select min(number) from live_event where at >= now() - interval '1 day'), (select max(number) from live_event))`.execute(
    kysely,
  );
}
