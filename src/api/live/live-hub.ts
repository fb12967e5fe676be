import { setTimeout as sleep } from 'node:timers/promises';
import type { Database } from '#src/api/database/database.ts';
import { listenForLive } from './live-listener.ts';
import type { LiveChange, LiveEvent, LiveHub, LiveSubscription } from './live.ts';

type Row = LiveEvent & { readonly audience: string };

const queueLimit = 5_000;
const pageSize = 500;
/** How long a subscriber's age may be under way to here, and a change to its commit. */
const graceMs = 5_000;
/** Changes are kept for longer than that. */
const keptMs = 23 * 3_600_000;
/** What changes within this time after something was told is told together. */
const burstMs = 500;

class Subscriber {
  readonly audiences: ReadonlySet<string>;
  readonly queue: LiveEvent[] = [];
  overflowed = false;
  /** The subscriber has seen everything up to here. */
  seen: number;
  wake: () => void = () => {};

  constructor(audiences: readonly string[], seen: number) {
    this.audiences = new Set(audiences);
    this.seen = seen;
  }

  offer({ audience, ...event }: Row, isSign = false): void {
    if (!this.audiences.has(audience) || (!isSign && event.sequence <= this.seen)) return;
    if (this.queue.length >= queueLimit) this.overflowed = true;
    else this.queue.push(event);
    this.wake();
  }
}

/** One listening connection for all subscribers of this process; it comes back by itself after a restart of the database. */
export function createLiveHub({ pool, connection }: Pick<Database, 'pool' | 'connection'>): LiveHub {
  const subscribers = new Set<Subscriber>();
  const closing = new AbortController();
  /** Everything up to here has been handed to the subscribers that were there. */
  let cursor = -1;
  /** Those who wait for the next read. */
  let asked: PromiseWithResolvers<void> | null = null;
  let isReading = false;

  /** Hands on what is new; whether there was something. */
  const readNew = async (): Promise<boolean> => {
    await pool.query('select number_live_events()');
    if (cursor < 0) {
      const { rows } = await pool.query<{ newest: number }>(
        'select coalesce(max(number), 0) as newest from live_event',
      );
      cursor = rows[0]!.newest;
      return false;
    }
    for (let hasTold = false; ; hasTold = true) {
      const { rows } = await pool.query<Row>(
        `select number as sequence, noun, subject_id as id, audience from live_event where number > $1 order by number limit ${pageSize}`,
        [cursor],
      );
      for (const row of rows) {
        for (const subscriber of subscribers) subscriber.offer(row);
        cursor = row.sequence;
      }
      if (rows.length < pageSize) return hasTold || rows.length > 0;
    }
  };

  /** Settles with the first read that begins from here on. Notifications that arrive meanwhile share it. */
  const catchUp = (): Promise<void> => {
    asked ??= Promise.withResolvers();
    const { promise } = asked;
    if (!isReading) void readOn();
    return promise;
  };

  /** Reads at once, then as often as a burst allows. */
  const readOn = async (): Promise<void> => {
    isReading = true;
    while (asked && !closing.signal.aborted) {
      const waiting = asked;
      asked = null;
      try {
        const hasTold = await readNew();
        waiting.resolve();
        // Whoever is told of a change reads it, with all that it shows: not more often than a person can follow.
        if (hasTold) await sleep(burstMs, undefined, { signal: closing.signal }).catch(() => {});
      } catch (error) {
        // Whoever asked makes the connection anew, and asks again.
        waiting.reject(error);
      }
    }
    isReading = false;
    asked?.resolve();
  };

  const pass = (sign: LiveChange): void => {
    // The number goes no further: who resumes after it misses no change.
    for (const subscriber of subscribers) subscriber.offer({ ...sign, sequence: Math.max(cursor, 0) }, true);
  };
  const listener = listenForLive(connection, catchUp, (payload) => pass(JSON.parse(payload) as LiveChange));

  const everything = (sequence: number): LiveEvent => ({ sequence, noun: 'everything', id: '' });

  async function* replay(audiences: readonly string[], after: number, upTo: number): AsyncGenerator<LiveEvent> {
    const oldest = await pool.query<{ oldest: number | null }>('select min(number) as oldest from live_event');
    if ((oldest.rows[0]?.oldest ?? 0) > after + 1) {
      yield everything(upTo);
      return;
    }
    for (let position = after; ;) {
      const { rows } = await pool.query<LiveEvent>(
        `select number as sequence, noun, subject_id as id from live_event
          where number > $1 and number <= $2 and audience = any($3) order by number limit ${pageSize}`,
        [position, upTo, audiences],
      );
      yield* rows;
      const last = rows.at(-1);
      if (last === undefined || rows.length < pageSize) return;
      position = last.sequence;
    }
  }

  /** The last number before everything that has changed in that time. */
  async function numberBefore(ageMs: number): Promise<number> {
    if (ageMs > keptMs) return 0;
    const { rows } = await pool.query<{ before: number }>(
      `select coalesce((select min(number) - 1 from live_event where at >= now() - $1 * interval '1 millisecond'),
                       (select max(number) from live_event), 0) as before`,
      [ageMs + graceMs],
    );
    return rows[0]!.before;
  }

  /** Whether a number that this node has not come to was given by another one; if not, it is of another database. */
  async function isGiven(number: number): Promise<boolean> {
    const { rows } = await pool.query<{ last: number }>('select last_value as last from live_number');
    return rows[0]!.last >= number;
  }

  async function* subscribe({ audiences, after: known, ageMs, signal }: LiveSubscription): AsyncGenerator<LiveEvent> {
    const aborted = new Promise<void>((settle) => {
      if (signal.aborted) settle();
      else signal.addEventListener('abort', () => settle(), { once: true });
    });
    await Promise.race([listener.ready, aborted]);
    if (signal.aborted) return;
    const after = known ?? (ageMs === undefined ? undefined : await numberBefore(ageMs));
    const isForeign = after !== undefined && after > cursor && !(await isGiven(after));

    const subscriber = new Subscriber(audiences, isForeign ? 0 : (after ?? 0));
    // Registered and measured in one step: what is up to here comes from the table, what is later from the queue.
    subscribers.add(subscriber);
    const upTo = cursor;
    try {
      if (isForeign) yield everything(upTo);
      else if (after !== undefined && after < upTo) {
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

  return {
    subscribe,
    async close() {
      closing.abort();
      await listener.close();
    },
  };
}
