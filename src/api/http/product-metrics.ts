import { statfs } from 'node:fs/promises';
import { Gauge } from 'prom-client';
import type { Registry } from 'prom-client';
import type { Database } from '#src/api/database/database.ts';

/** Each node queries the database at most once in this time, however many collectors scrape it. */
const KEPT_MILLISECONDS = 5_000;

interface Waiting {
  mails: number;
  mail_age: number;
  jobs_ready: number;
  jobs_active: number;
  jobs_failed: number;
  job_age: number;
}

/**
 * The metrics that `docs/operations.md` recommends watching: whether the database responds, what is queued there, and
 * the space for files.
 */
export function registerProductMetrics(registry: Registry, database: Database, dataDir: string): void {
  let kept: { at: number; waiting: Promise<Waiting | null> } = { at: 0, waiting: Promise.resolve(null) };
  const waiting = (): Promise<Waiting | null> => {
    if (Date.now() - kept.at >= KEPT_MILLISECONDS)
      kept = { at: Date.now(), waiting: readWaiting(database).catch(() => null) };
    return kept.waiting;
  };
  /** If the database does not respond, there is no value rather than one that looks healthy. */
  const gauge = (name: string, help: string, valueOf: (found: Waiting) => number): void => {
    new Gauge({
      name,
      help,
      registers: [registry],
      async collect() {
        const found = await waiting();
        this.reset();
        if (found) this.set(valueOf(found));
        else this.remove();
      },
    });
  };
  gauge('leads_mails_waiting', 'Mails that are not out yet', ({ mails }) => mails);
  gauge('leads_mail_oldest_waiting_seconds', 'How long the oldest of them has waited', ({ mail_age }) => mail_age);
  gauge('leads_jobs_ready', 'Jobs whose time has come', ({ jobs_ready }) => jobs_ready);
  gauge('leads_jobs_active', 'Jobs that run', ({ jobs_active }) => jobs_active);
  gauge('leads_jobs_failed', 'Jobs that failed for good in the last two weeks', ({ jobs_failed }) => jobs_failed);
  gauge('leads_job_oldest_ready_seconds', 'How long the oldest ready job has waited', ({ job_age }) => job_age);
  new Gauge({
    name: 'leads_database_up',
    help: 'Whether the database answers',
    registers: [registry],
    async collect() {
      this.set((await waiting()) ? 1 : 0);
    },
  });
  new Gauge({
    name: 'leads_database_connections',
    help: 'Connections of this process: in use, idle, and requests that wait for one',
    labelNames: ['state'],
    registers: [registry],
    collect() {
      const { totalCount, idleCount, waitingCount } = database.pool;
      this.set({ state: 'used' }, totalCount - idleCount);
      this.set({ state: 'idle' }, idleCount);
      this.set({ state: 'waiting' }, waitingCount);
    },
  });
  const removed = new Gauge({
    name: 'leads_retention_removed',
    help: 'Records deleted or blacked out because their time was over, by what they were',
    labelNames: ['what'],
    registers: [registry],
    async collect() {
      const { rows } = await database.pool
        .query<{ what: string; removed: number }>('select what, removed from retention_tally')
        .catch(() => ({ rows: [] }));
      this.reset();
      for (const row of rows) removed.set({ what: row.what }, row.removed);
    },
  });
  for (const [name, help, pick] of [
    ['leads_data_dir_free_bytes', 'Space that is left where DATA_DIR is', 'bavail'],
    ['leads_data_dir_size_bytes', 'Space where DATA_DIR is', 'blocks'],
  ] as const)
    new Gauge({
      name,
      help,
      registers: [registry],
      async collect() {
        const found = await statfs(dataDir);
        this.set(found[pick] * found.bsize);
      },
    });
}

async function readWaiting({ pool }: Database): Promise<Waiting> {
  const { rows } = await pool.query<Waiting>(
    `select mails.*, ready.*, ended.*
       from (select count(*) as mails, coalesce(extract(epoch from now() - min(created_at)), 0)::float8 as mail_age
               from mail where delivered_at is null and held_at is null and body <> '{}'::jsonb) as mails,
            (select count(*) filter (where state < 'active') as jobs_ready,
                    coalesce(extract(epoch from now() - min(start_after) filter (where state < 'active')), 0)::float8 as job_age,
                    count(*) filter (where state = 'active') as jobs_active
               from pgboss.job where state <= 'active' and start_after <= now()) as ready,
            (select coalesce(sum(failed_count), 0)::int8 as jobs_failed from pgboss.queue) as ended`,
  );
  return rows[0]!;
}
