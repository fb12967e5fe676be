import { setTimeout as sleep } from 'node:timers/promises';
import type { Database } from '#src/api/database/database.ts';
import { listenForLive } from './live-listener.ts';
import type { LiveChange, LiveEvent, LiveHub, LiveSubscription } from './live.ts';

type Row = LiveEvent & { readonly audience: string };

const queueLimit = 5_000;
const pageSize = 500;
/** How long a subscriber's age may take to arrive here, and a change to commit. */
const graceMs = 5_000;
/** Changes are kept for longer than that. */
const keptMs = 23 * 3_600_000;
/** Changes within this time after a delivery are delivered together. */
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

/** One listening connection for all subscribers of this process; it reconnects after a database restart. */
export function createLiveHub({ pool, connection }: Pick<Database, 'pool' | 'connection'>): LiveHub {
  const subscribers = new Set<Subscriber>();
  const closing = new AbortController();
  /** Everything up to here has been delivered to the subscribers of that time. */
  let cursor = -1;
  /** Resolves with the next read. */
  let asked: PromiseWithResolvers<void> | null = null;
  let isReading = false;

  /** Delivers new changes; returns whether there were any. */
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

  /** Settles with the first read that starts from here on. Notifications that arrive in the meantime share it. */
  const catchUp = (): Promise<void> => {
    asked ??= Promise.withResolvers();
    const { promise } = asked;
    if (!isReading) void readOn();
    return promise;
  };

  /** Reads at once, then at most once per burst interval. */
  const readOn = async (): Promise<void> => {
    isReading = true;
    while (asked && !closing.signal.aborted) {
      const waiting = asked;
      asked = null;
      try {
        const hasTold = await readNew();
        waiting.resolve();
        // Everyone notified of a change reloads all that shows it, so notify no more often than a person can follow.
        if (hasTold) await sleep(burstMs, undefined, { signal: closing.signal }).catch(() => {});
      } catch (error) {
        // The caller reconnects and requests again.
        waiting.reject(error);
      }
    }
    isReading = false;
    asked?.resolve();
  };

  const pass = (sign: LiveChange): void => {
    // The number stays the same, so whoever resumes after it misses no change.
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

  /** The last sequence number before all changes of that time. */
  async function numberBefore(ageMs: number): Promise<number> {
    if (ageMs > keptMs) return 0;
    const { rows } = await pool.query<{ before: number }>(
      `select coalesce((select min(number) - 1 from live_event where at >= now() - $1 * interval '1 millisecond'),
                       (select max(number) from live_event), 0) as before`,
      [ageMs + graceMs],
    );
    return rows[0]!.before;
  }

  /** Whether another node has issued a number that this node has not reached; if not, it is from another database. */
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
    // Registered and measured in one step: everything up to here comes from the table, everything later from the queue.
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
