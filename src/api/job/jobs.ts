import { setTimeout as sleep } from 'node:timers/promises';
import { isDeepStrictEqual } from 'node:util';
import type { Kysely } from 'kysely';
import { fromKysely, PgBoss, type Schedule } from 'pg-boss';
import type { Database } from '#src/api/database/database.ts';
import { newId } from '#src/api/database/ids.ts';
import type { Tables } from '#src/api/database/tables.ts';

export interface Job<Data> {
  readonly id: string;
  readonly data: Data;
  /** 1 for the first attempt. */
  readonly attempt: number;
  /** Aborted when the process stops before the job has ended; the job then runs again elsewhere. */
  readonly signal: AbortSignal;
}

export interface EnqueueOptions {
  /** The id of a job restored from a backup. By default a new one. */
  readonly id?: string;
  /** A point in time, or seconds from now. */
  readonly startAfter?: Date | number;
  /** While a job with this key is waiting, no other is added: the waiting one will see the newest rows anyway. */
  readonly singletonKey?: string;
  /** How often to retry after the first attempt. By default for about eight hours. */
  readonly retryLimit?: number;
}

export interface DeadJob {
  readonly id: string;
  readonly name: string;
  readonly failedAt: string;
  readonly attempts: number;
  readonly error: string;
}

export interface Jobs {
  /**
   * Adds a job in the caller's transaction: it runs if and only if that commits. Null when a job with this
   * `singletonKey` is already waiting.
   */
  enqueue(tx: Kysely<Tables>, name: string, data: object, options?: EnqueueOptions): Promise<string | null>;
  /**
   * Runs the job at every match of a cron expression, once for all nodes together. With `makesUp`, a job that was missed
   * because no node was running is run once one is.
   */
  schedule(name: string, cron: string, options?: { zone?: string; makesUp?: boolean }): Promise<void>;
  /** Makes this node process jobs of that name. A handler that throws is retried with growing delays. */
  work<Data extends object>(
    name: string,
    handler: (job: Job<Data>) => Promise<void>,
    options?: { concurrency?: number },
  ): Promise<void>;
  start(): Promise<void>;
  /** Takes no new jobs, and lets running ones finish for up to 8 s. */
  stop(): Promise<void>;
  /** Whether a job of that name is waiting or running, and has failed less than three times. */
  isPending(name: string): Promise<boolean>;
  /** Jobs that failed for good in the last two weeks, newest first, at most 100. */
  dead(): Promise<DeadJob[]>;
}

export interface JobsLog {
  warn(details: object, sentence: string): void;
  error(details: object, sentence: string): void;
}

/** Seconds before a failed job is tried again: the first time, and at most. Each wait may be twice the one before. */
const RETRY = { first: 2, most: 300 };
/** Up to this many seconds, a node wakes its workers when a job is due; later ones are found by looking. */
const WOKEN_SECONDS = 60;
/** How often a node looks for jobs of which nothing has told it: delayed ones, and those left by another node. */
const LOOK_MILLISECONDS = 5_000;

const queueOptions = {
  // At most one waiting job per key; every job without a key of its own gets its id as key.
  policy: 'short',
  notify: true,
  retryLimit: 100,
  retryDelay: RETRY.first,
  retryBackoff: true,
  retryDelayMax: RETRY.most,
  expireInSeconds: 900,
  // A killed node stops sending heartbeats, so its jobs run elsewhere soon, not only when they expire.
  heartbeatSeconds: 10,
  deleteAfterSeconds: 14 * 86_400,
} as const;

/** pg-boss uses one statement text per queue to add a job, so it can be prepared. */
function preparedIn(tx: Kysely<Tables>): ReturnType<typeof fromKysely> {
  const { executeSql } = fromKysely(tx);
  return { executeSql: (text, values) => executeSql(`/* prepared */ ${text}`, values) };
}

/**
 * Background work in the same database, through pg-boss: a job is written in the transaction that requests it, a
 * notification wakes a worker at once, and each job is processed by one node. A job may run again after a crash, so
 * handlers must be idempotent.
 */
export function createJobs(database: Database, { log }: { log: JobsLog }): Jobs {
  const { types: _types, ...connection } = database.connection;
  const boss = new PgBoss({
    ...(connection as object),
    application_name: 'leads-jobs',
    max: 4,
    useListenNotify: true,
    superviseIntervalSeconds: 5,
    monitorIntervalSeconds: 5,
    persistWarnings: false,
  });
  boss.on('error', (error) => log.warn({ err: error }, 'The job queue had a failure and goes on.'));
  boss.on('warning', ({ message }) => log.warn({ warning: message }, 'The job queue warns.'));

  const queues = new Map<string, Promise<void>>();
  /** Those of an earlier start: storing them again would take a statement each. */
  const schedules = new Map<string, Schedule>();
  /** The ids of the workers of each queue. */
  const workers = new Map<string, string[]>();
  const waiting: (() => Promise<void>)[] = [];
  let started = false;
  let looking: NodeJS.Timeout | undefined;

  const ensureQueue = (name: string): Promise<void> => {
    const known = queues.get(name) ?? boss.createQueue(name, { ...queueOptions });
    queues.set(name, known);
    known.catch(() => queues.delete(name));
    return known;
  };
  const whenStarted = async (action: () => Promise<void>): Promise<void> => {
    if (started) await action();
    else waiting.push(action);
  };

  const wake = (name: string): void => workers.get(name)?.forEach((id) => boss.notifyWorker(id));

  /** No notification is sent when a delay has passed. */
  function wakeIn(seconds: number, name: string): void {
    if (seconds > WOKEN_SECONDS) return;
    // A moment later, since the database's clock decides.
    setTimeout(() => wake(name), seconds * 1000 + 100).unref();
  }

  /** Wakes the workers of those queues that have jobs to take: one statement for all of them. */
  async function wakeForDue(): Promise<void> {
    const { rows } = await database.pool.query<{ name: string }>(
      `select distinct name from pgboss.job where state < 'active' and start_after <= now() and name = any($1)`,
      [[...workers.keys()]],
    );
    for (const { name } of rows) wake(name);
  }

  /**
   * Processes one job at a time, and fetches the next at once: by default a worker would wait for its polling interval
   * in between.
   */
  const takeJobs = async <Data extends object>(
    name: string,
    handler: (job: Job<Data>) => Promise<void>,
  ): Promise<void> => {
    const settings = {
      pollingIntervalSeconds: 0.5,
      // Each worker would look for itself, with a statement of its own: see `wakeForDue`.
      notifyPollingIntervalSeconds: 300,
    };
    const worker = await boss.work<Data>(name, settings, async ([job]) => {
      if (job === undefined) return;
      const attempt = job.retryCount + 1;
      try {
        await handler({ id: job.id, data: job.data, attempt, signal: job.signal });
      } catch (error) {
        log.warn({ job: name, id: job.id, attempt, err: error }, 'A job failed.');
        // pg-boss chooses a moment in the second half of this time.
        wakeIn(Math.min(RETRY.first * 2 ** attempt, RETRY.most), name);
        throw error;
      } finally {
        boss.notifyWorker(worker);
      }
    });
    workers.set(name, [...(workers.get(name) ?? []), worker]);
  };

  return {
    async enqueue(tx, name, data, options = {}) {
      await ensureQueue(name);
      const id = options.id ?? newId();
      const added = await boss.send(name, data, {
        id,
        db: preparedIn(tx),
        singletonKey: options.singletonKey ?? id,
        ...(options.startAfter === undefined ? {} : { startAfter: options.startAfter }),
        ...(options.retryLimit === undefined ? {} : { retryLimit: options.retryLimit }),
      });
      if (typeof options.startAfter === 'number') wakeIn(options.startAfter, name);
      if (added === null && options.singletonKey === undefined) {
        queues.delete(name);
        throw new Error(`The job ${name} could not be added: its queue is gone.`);
      }
      return added;
    },

    async schedule(name, cron, { zone = 'UTC', makesUp = false } = {}) {
      await whenStarted(async () => {
        await ensureQueue(name);
        const options = { tz: zone, missed: makesUp ? 'once' : 'skip', singletonKey: 'scheduled' } as const;
        const stored = schedules.get(name);
        if (stored?.cron === cron && isDeepStrictEqual(stored.options, options)) return;
        schedules.delete(name);
        await boss.schedule(name, cron, {}, options);
      });
    },

    async work<Data extends object>(
      name: string,
      handler: (job: Job<Data>) => Promise<void>,
      { concurrency = 1 } = {},
    ) {
      await whenStarted(async () => {
        await ensureQueue(name);
        await Promise.all(Array.from({ length: concurrency }, () => takeJobs(name, handler)));
      });
    },

    async start() {
      await boss.start();
      // Creating an existing queue takes a lock and a transaction.
      for (const { name } of await boss.getQueues()) queues.set(name, Promise.resolve());
      for (const stored of await boss.getSchedules()) schedules.set(stored.name, stored);
      started = true;
      // A failure is told by whoever needs the database.
      looking = setInterval(() => void wakeForDue().catch(() => {}), LOOK_MILLISECONDS).unref();
      await Promise.all(waiting.splice(0).map((action) => action()));
    },

    async stop() {
      started = false;
      clearInterval(looking);
      // pg-boss looks only twice a second whether the running jobs have ended.
      const ended = Promise.all([...workers.keys()].map((name) => boss.offWork(name)));
      await Promise.race([ended, sleep(8_000, undefined, { ref: false })]);
      await boss.stop({ graceful: true, timeout: 1_000 });
    },

    async isPending(name) {
      const { rowCount } = await database.pool.query(
        `select from pgboss.job where name = $1 and state < 'completed' and retry_count < 3 limit 1`,
        [name],
      );
      return rowCount === 1;
    },

    async dead() {
      const { rows } = await database.pool.query<DeadJob>(
        `select id, name, completed_on as "failedAt", retry_count + 1 as attempts,
                left(coalesce(output->>'message', output::text, ''), 500) as error
           from pgboss.job where state = 'failed' order by completed_on desc limit 100`,
      );
      return rows;
    },
  };
}
