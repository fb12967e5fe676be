import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest';
import { createJobs, type Jobs } from './jobs.ts';
import { startTestDatabase } from '#tests/platform/platform-test-database.ts';
import { MINUTE } from '#src/machines/calendar/durations.ts';

let place: Awaited<ReturnType<typeof startTestDatabase>>;
const nodes: Jobs[] = [];
const log = { warn: () => {}, error: () => {} };

beforeAll(async () => {
  place = await startTestDatabase({ durable: true });
});

afterEach(async () => {
  for (const node of nodes.splice(0)) await node.stop();
});

afterAll(() => place.end());

function node(): Jobs {
  const jobs = createJobs(place.database, { log });
  nodes.push(jobs);
  return jobs;
}

test('a job runs once its transaction has committed, and never when it is rolled back', async () => {
  const jobs = node();
  const ran: unknown[] = [];
  await jobs.work<{ n: number }>('greet', async ({ data }) => void ran.push(data.n));
  await jobs.start();
  await place.database.kysely
    .transaction()
    .execute(async (tx) => {
      await jobs.enqueue(tx, 'greet', { n: 1 });
      throw new Error('rolled back');
    })
    .catch(() => {});
  await place.database.kysely.transaction().execute((tx) => jobs.enqueue(tx, 'greet', { n: 2 }));
  await vi.waitFor(() => expect(ran).toEqual([2]), { interval: 5, timeout: 30_000 });
});

test('each job runs once although two nodes work', async () => {
  const [first, second] = [node(), node()];
  const ran: number[] = [];
  for (const jobs of [first, second])
    await jobs.work<{ n: number }>('count', async ({ data }) => void ran.push(data.n), { concurrency: 3 });
  await Promise.all([first.start(), second.start()]);
  await place.database.kysely.transaction().execute(async (tx) => {
    for (let n = 0; n < 40; n++) await first.enqueue(tx, 'count', { n });
  });
  await vi.waitFor(() => expect(ran.toSorted((a, b) => a - b)).toEqual(Array.from({ length: 40 }, (_, n) => n)), {
    timeout: 10_000,
  });
});

test('a job that fails is tried again, and one that fails for good can be seen', async () => {
  const jobs = node();
  const attempts: number[] = [];
  await jobs.work('stumble', async ({ attempt }) => {
    attempts.push(attempt);
    if (attempt === 1) throw new Error('not yet');
  });
  await jobs.work('fall', async () => {
    throw new Error('never');
  });
  await jobs.start();
  await jobs.enqueue(place.database.kysely, 'stumble', {});
  await jobs.enqueue(place.database.kysely, 'fall', {}, { retryLimit: 0 });
  await vi.waitFor(() => expect(attempts).toEqual([1, 2]), { timeout: 30_000 });
  await vi.waitFor(
    async () => expect(await jobs.dead()).toMatchObject([{ name: 'fall', error: 'never', attempts: 1 }]),
    10_000,
  );
});

test('a job is pending until it has ended', async () => {
  const jobs = node();
  let end = () => {};
  await jobs.start();
  await jobs.enqueue(place.database.kysely, 'linger', {});
  expect([await jobs.isPending('linger'), await jobs.isPending('nothing')]).toEqual([true, false]);
  const isRunning = new Promise<void>(
    (begun) => void jobs.work('linger', () => (begun(), new Promise<void>((resolve) => (end = resolve)))),
  );
  await isRunning;
  expect(await jobs.isPending('linger')).toBe(true);
  end();
  await vi.waitFor(async () => expect(await jobs.isPending('linger')).toBe(false), { timeout: 10_000 });
});

test('a key waits once, a delay is kept', async () => {
  const jobs = node();
  await jobs.start();
  const { kysely } = place.database;
  const ids = [
    await jobs.enqueue(kysely, 'remind', {}, { singletonKey: 'lead-1', startAfter: 3600 }),
    await jobs.enqueue(kysely, 'remind', {}, { singletonKey: 'lead-1', startAfter: 3600 }),
    await jobs.enqueue(kysely, 'remind', {}, { startAfter: new Date(Date.now() + MINUTE) }),
    await jobs.enqueue(kysely, 'remind', {}, { startAfter: new Date(Date.now() + MINUTE) }),
  ];
  expect(ids.map((id) => id !== null)).toEqual([true, false, true, true]);
});

test('a job that one node delays is taken by another one when it is due', async () => {
  const [first, second] = [node(), node()];
  const ran: number[] = [];
  await second.work<{ n: number }>('later', async ({ data }) => void ran.push(data.n));
  await Promise.all([first.start(), second.start()]);
  await place.database.kysely
    .transaction()
    .execute((tx) => first.enqueue(tx, 'later', { n: 1 }, { startAfter: new Date(Date.now() + 1_000) }));
  await vi.waitFor(() => expect(ran).toEqual([1]), { timeout: 12_000 });
});

test('a scheduled job that was missed while no node was running is made up for if it asks for it', async () => {
  const anHourAgo = new Date(Date.now() - 60 * MINUTE);
  const cron = `${anHourAgo.getUTCMinutes()} ${anHourAgo.getUTCHours()} * * *`;
  const ran: string[] = [];
  const started = async () => {
    const jobs = node();
    for (const [name, makesUp] of [
      ['catch-up', true],
      ['let-go', false],
    ] as const) {
      await jobs.work(name, async () => void ran.push(name));
      await jobs.schedule(name, cron, { makesUp });
    }
    await jobs.start();
    return jobs;
  };
  const before = await started();
  await before.stop();
  await place.database.pool.query(`update pgboss.schedule set created_on = now() - interval '1 day'`);
  await place.database.pool.query(`update pgboss.version set cron_on = now() - interval '2 hours'`);
  await started();
  await vi.waitFor(() => expect(ran).not.toEqual([]), { timeout: 30_000 });
  expect(ran).toEqual(['catch-up']);
});

test('a schedule is stored once, and again when it has changed', async () => {
  const rows = async () =>
    (
      await place.database.pool.query<{ cron: string; zone: string; missed: string; row: string }>(
        `select cron, timezone as zone, options->>'missed' as missed, xmin::text as row
           from pgboss.schedule where name = 'tidy'`,
      )
    ).rows;
  const started = async (...[cron, options]: [string, { zone?: string; makesUp?: boolean }?]) => {
    const jobs = node();
    await jobs.schedule('tidy', cron, options);
    await jobs.start();
    await jobs.stop();
    return (await rows())[0]!;
  };
  const first = await started('5 4 * * *');
  expect(first).toMatchObject({ cron: '5 4 * * *', zone: 'UTC', missed: 'skip' });
  expect(await started('5 4 * * *')).toEqual(first);
  expect(await started('6 4 * * *')).toMatchObject({ cron: '6 4 * * *', zone: 'UTC', missed: 'skip' });
  expect(await started('6 4 * * *', { zone: 'America/Denver' })).toMatchObject({ zone: 'America/Denver' });
  expect(await started('6 4 * * *', { makesUp: true })).toMatchObject({ zone: 'UTC', missed: 'once' });
  expect(await rows()).toHaveLength(1);
});

test('work goes on after the database was killed', async () => {
  const jobs = node();
  const ran: string[] = [];
  await jobs.work('survive', async ({ id }) => void ran.push(id));
  await jobs.start();
  const killed = place.server.pid;
  process.kill(killed, 'SIGKILL');
  await vi.waitFor(() => expect(place.server.pid).not.toBe(killed), { timeout: 30_000 });
  const id = await vi.waitFor(() => jobs.enqueue(place.database.kysely, 'survive', {}), { timeout: 30_000 });
  await vi.waitFor(() => expect(ran).toEqual([id]), { timeout: 30_000 });
});
