import { sql, type Kysely } from 'kysely';
import type { Database } from '#src/api/database/database.ts';
import { listenForLive } from './live-listener.ts';
import type { Tables } from '#src/api/database/tables.ts';

/**
 * Who may be told: every agent, every carrier that the board is open to, one carrier or business of movers by id, the
 * holder of one link by id, or the sessions of one account.
 */
export type Audience =
  | 'agents'
  | 'carriers'
  | `account:${string}`
  | `carrier:${string}`
  | `business:${string}`
  | `link:${string}`;

export interface LiveEvent {
  readonly sequence: number;
  /** `everything`: what happened since `after` is no longer known, so all that is shown must be read again. */
  readonly noun: string;
  readonly id: string;
}

export interface LiveSubscription {
  readonly audiences: readonly string[];
  /** The last sequence that the subscriber has seen: everything after it is told first. */
  readonly after?: number | undefined;
  /** Without `after`: for how many milliseconds the subscriber has been reading; what changed meanwhile is told first. */
  readonly ageMs?: number | undefined;
  /** Ends the iteration. */
  readonly signal: AbortSignal;
}

export interface LiveHub {
  /** Every change for one of the audiences: once each, in order, without a gap. */
  subscribe(subscription: LiveSubscription): AsyncIterable<LiveEvent>;
  close(): Promise<void>;
}

type Row = LiveEvent & { readonly audience: string };

/** Any number that this product alone uses. */
const publishLock = 7_205_302;
const queueLimit = 5_000;
const pageSize = 500;
/** How long a subscriber's age may be under way to here, and a change to its commit. */
const graceMs = 5_000;

export interface LiveChange {
  readonly noun: string;
  readonly id: string;
  readonly audience: Audience;
}

/** What transactions that are still at work have to tell when they are done. */
const waiting = new WeakMap<object, LiveChange[]>();

/** From here on `publish` gathers what this transaction changes; `publishGathered` sends it. */
export function gatherChanges(tx: Kysely<Tables>): void {
  waiting.set(tx, []);
}

/**
 * Tells, when the transaction commits, that a row of this noun has changed. Only ids travel; each subscriber reads
 * the row with its own rights. It may be called at any moment of `inTransaction`, which sends all of it at its end.
 */
export async function publish(tx: Kysely<Tables>, change: LiveChange): Promise<void> {
  const gathered = waiting.get(tx);
  if (!gathered) return send(tx, [change]);
  const isSame = (one: LiveChange) =>
    one.noun === change.noun && one.id === change.id && one.audience === change.audience;
  if (!gathered.some(isSame)) gathered.push(change);
}

/** The last statement before the commit. */
export async function publishGathered(tx: Kysely<Tables>): Promise<void> {
  const gathered = waiting.get(tx) ?? [];
  waiting.delete(tx);
  if (gathered.length > 0) await send(tx, gathered);
}

/**
 * From here to the commit other publishers wait. Without that lock a lower sequence could commit after a higher one,
 * and who has already seen the higher one would never ask for it.
 */
async function send(tx: Kysely<Tables>, changes: readonly LiveChange[]): Promise<void> {
  await sql`select pg_advisory_xact_lock(${publishLock})`.execute(tx);
  await sql`
    with added as (
      insert into live_event (at, noun, subject_id, audience)
      select clock_timestamp(), noun, id, audience
        from unnest(${changes.map(({ noun }) => noun)}::text[], ${changes.map(({ id }) => id)}::uuid[], ${changes.map(({ audience }) => audience)}::text[])
             with ordinality as change (noun, id, audience, position) order by position
      returning sequence
    )
    select pg_notify('live', max(sequence)::text) from added`.execute(tx);
}

/**
 * Tells those who listen now of something that is over in a moment: that somebody is writing, or what an answer reads
 * like so far. Nothing is kept and nobody waits; who was not there has missed nothing.
 */
export async function signal({ pool }: Database, ...signs: LiveChange[]): Promise<void> {
  await pool.query(`select pg_notify('live', sign) from unnest($1::text[]) as sign`, [
    signs.map((sign) => JSON.stringify(sign)),
  ]);
}

/** Forgets changes older than a day, except the newest one, which says how far the sequence has come. */
export async function pruneLiveEvents({ kysely }: Database): Promise<void> {
  await sql`
    delete from live_event
     where at < now() - interval '1 day' and sequence < (select max(sequence) from live_event)`.execute(kysely);
}

class Subscriber {
  readonly audiences: ReadonlySet<string>;
  readonly queue: LiveEvent[] = [];
  overflowed = false;
  wake: () => void = () => {};

  constructor(audiences: readonly string[]) {
    this.audiences = new Set(audiences);
  }

  offer({ sequence, noun, id, audience }: Row): void {
    if (!this.audiences.has(audience)) return;
    if (this.queue.length >= queueLimit) this.overflowed = true;
    else this.queue.push({ sequence, noun, id });
    this.wake();
  }
}

/** One listening connection for all subscribers of this process; it comes back by itself after a restart of the database. */
export function createLiveHub(database: Database): LiveHub {
  const subscribers = new Set<Subscriber>();
  /** Everything up to here has been handed to the subscribers that were there. */
  let cursor = -1;
  let reading: Promise<void> | null = null;
  let readAgain = false;

  const readNew = async (): Promise<void> => {
    if (cursor < 0) {
      const newest = await database.pool.query<{ newest: number }>(
        'select coalesce(max(sequence), 0) as newest from live_event',
      );
      cursor = newest.rows[0]?.newest ?? 0;
      return;
    }
    for (;;) {
      const { rows } = await database.pool.query<Row>(
        `select sequence, noun, subject_id as id, audience from live_event where sequence > $1 order by sequence limit ${pageSize}`,
        [cursor],
      );
      for (const row of rows) {
        for (const subscriber of subscribers) subscriber.offer(row);
        cursor = row.sequence;
      }
      if (rows.length < pageSize) return;
    }
  };

  /** Notifications that arrive during a read make one more read, not one each. */
  const catchUp = async (): Promise<void> => {
    readAgain = true;
    if (reading !== null) return await reading;
    reading = (async () => {
      while (readAgain) {
        readAgain = false;
        await readNew();
      }
    })().finally(() => {
      reading = null;
    });
    await reading;
  };

  const pass = (sign: LiveChange): void => {
    // The number goes no further: who resumes after it misses no change.
    for (const subscriber of subscribers) subscriber.offer({ ...sign, sequence: Math.max(cursor, 0) });
  };
  const listener = listenForLive(database.connection, catchUp, (payload) => pass(JSON.parse(payload) as LiveChange));

  async function* replay(audiences: readonly string[], after: number, upTo: number): AsyncGenerator<LiveEvent> {
    const oldest = await database.pool.query<{ oldest: number | null }>(
      'select min(sequence) as oldest from live_event',
    );
    if ((oldest.rows[0]?.oldest ?? 0) > after + 1) {
      yield { sequence: upTo, noun: 'everything', id: '' };
      return;
    }
    for (let position = after; ;) {
      const { rows } = await database.pool.query<LiveEvent>(
        `select sequence, noun, subject_id as id from live_event
          where sequence > $1 and sequence <= $2 and audience = any($3) order by sequence limit ${pageSize}`,
        [position, upTo, audiences],
      );
      yield* rows;
      const last = rows.at(-1);
      if (last === undefined || rows.length < pageSize) return;
      position = last.sequence;
    }
  }

  async function newestBefore(ageMs: number): Promise<number> {
    const { rows } = await database.pool.query<{ newest: number }>(
      `select coalesce(max(sequence), 0) as newest from live_event where at < now() - $1 * interval '1 millisecond'`,
      [ageMs + graceMs],
    );
    return rows[0]!.newest;
  }

  async function* subscribe({ audiences, after: known, ageMs, signal }: LiveSubscription): AsyncGenerator<LiveEvent> {
    const aborted = new Promise<void>((settle) => {
      if (signal.aborted) settle();
      else signal.addEventListener('abort', () => settle(), { once: true });
    });
    await Promise.race([listener.ready, aborted]);
    if (signal.aborted) return;
    const after = known ?? (ageMs === undefined ? undefined : await newestBefore(ageMs));

    const subscriber = new Subscriber(audiences);
    // Registered and measured in one step: what is up to here comes from the table, what is later from the queue.
    subscribers.add(subscriber);
    const upTo = cursor;
    try {
      if (after !== undefined && after < upTo) {
        for await (const event of replay(audiences, after, upTo)) {
          if (signal.aborted) return;
          yield event;
        }
      }
      while (!signal.aborted) {
        const event = subscriber.queue.shift();
        if (event !== undefined) {
          yield event;
          continue;
        }
        if (subscriber.overflowed)
          throw new Error('The subscriber reads too slowly; it may resume after its last sequence.');
        const woken = new Promise<void>((settle) => (subscriber.wake = settle));
        await Promise.race([woken, aborted]);
      }
    } finally {
      subscribers.delete(subscriber);
    }
  }

  return { subscribe, close: () => listener.close() };
}
