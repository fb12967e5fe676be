import { sql } from 'kysely';
import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { createLiveHub } from './live-hub.ts';
import { pruneLiveEvents, publish, signal, type Audience, type LiveEvent, type LiveHub } from './live.ts';
import { startTestDatabase } from '#tests/platform/platform-test-database.ts';
import { inTransaction } from '#src/api/database/write.ts';
import { MINUTE } from '#src/machines/calendar/durations.ts';

let place: Awaited<ReturnType<typeof startTestDatabase>>;
let hub: LiveHub;

beforeAll(async () => {
  place = await startTestDatabase({ durable: true });
  hub = createLiveHub(place.database);
});

beforeEach(async () => {
  await sql`delete from live_event`.execute(place.database.kysely);
});

afterAll(async () => {
  await hub.close();
  await place.end();
});

const tell = (audience: Audience = 'agents', id: string = randomUUID()): Promise<string> =>
  place.database.kysely.transaction().execute(async (tx) => {
    await publish(tx, { noun: 'agent-lead', id, audience });
    return id;
  });

function follow(audiences: string[], from: { after?: number; ageMs?: number } = {}) {
  const stop = new AbortController();
  const seen: LiveEvent[] = [];
  const ended = (async () => {
    for await (const event of hub.subscribe({ audiences, ...from, signal: stop.signal })) seen.push(event);
  })();
  return {
    seen,
    ids: () => seen.map(({ id }) => id),
    async stop() {
      stop.abort();
      await ended;
    },
  };
}

/** Resolves once the subscription is in place: when a first event of its own arrives. */
async function following(audiences: string[]) {
  const follower = follow([...audiences, 'link:probe']);
  await vi.waitFor(async () => {
    await tell('link:probe');
    expect(follower.seen.length).toBeGreaterThan(0);
  }, 30_000);
  follower.seen.length = 0;
  return follower;
}

test('who is addressed is told, soon, and only after the commit', async () => {
  const agents = await following(['agents']);
  const carrier = await following(['carriers', 'carrier:1']);
  await place.database.kysely
    .transaction()
    .execute((tx) =>
      publish(tx, { noun: 'bid', id: randomUUID(), audience: 'agents' }).then(() => Promise.reject(new Error('no'))),
    )
    .catch(() => {});
  const first = await tell('agents');
  const second = await tell('carrier:1');
  await tell('carrier:2');
  await vi.waitFor(() => expect(carrier.ids()).toEqual(expect.arrayContaining([second])), 30_000);
  await vi.waitFor(() => expect(agents.ids().filter((id) => id === first)).toEqual([first]), 30_000);
  expect(carrier.ids()).not.toContain(first);
  await Promise.all([agents.stop(), carrier.stop()]);
});

test('many writers at once, and a follower that resumes in the middle, lose and double nothing', async () => {
  await tell();
  const early = await following(['agents']);
  const writing = Promise.all(Array.from({ length: 60 }, () => tell()));
  await vi.waitFor(() => expect(early.seen.length).toBeGreaterThan(10), 30_000);
  const middle = early.seen[5]?.sequence ?? 0;
  const late = follow(['agents'], { after: middle });
  const ids = await writing;
  await vi.waitFor(() => expect(late.seen.length).toBe(early.seen.length - 6), 30_000);
  await vi.waitFor(() => expect(early.ids().toSorted()).toEqual(expect.arrayContaining(ids.toSorted())), 30_000);
  expect(late.seen).toEqual(early.seen.slice(6));
  expect(early.seen.map(({ sequence }) => sequence)).toEqual(
    early.seen.map(({ sequence }) => sequence).toSorted((a, b) => a - b),
  );
  await Promise.all([early.stop(), late.stop()]);
});

test('who knows no number is told what has changed while it was reading, and nothing older', async () => {
  const here = await following(['agents']);
  const [old, recent, other] = [await tell(), await tell(), await tell('carriers')];
  await vi.waitFor(() => expect(here.ids()).toEqual(expect.arrayContaining([old, recent])), 30_000);
  await sql`update live_event set at = now() - interval '10 minutes' where subject_id <> ${recent} and subject_id <> ${other}`.execute(
    place.database.kysely,
  );
  const reader = follow(['agents'], { ageMs: MINUTE });
  await vi.waitFor(() => expect(reader.ids()).toEqual([recent]), 30_000);
  const next = await tell();
  await vi.waitFor(() => expect(reader.ids()).toEqual([recent, next]), 30_000);
  await Promise.all([here.stop(), reader.stop()]);
});

test('a restart of the database loses nothing', async () => {
  const follower = await following(['agents']);
  const killed = place.server.pid;
  process.kill(killed, 'SIGKILL');
  await vi.waitFor(() => expect(place.server.pid).not.toBe(killed), { timeout: 30_000 });
  const id = await vi.waitFor(() => tell(), { timeout: 30_000 });
  await vi.waitFor(() => expect(follower.ids()).toContain(id), { timeout: 30_000 });
  await follower.stop();
});

test('who was away longer than a day is told to read everything again', async () => {
  const here = await following(['agents']);
  const told = [await tell(), await tell(), await tell()];
  // Wait until the hub has seen them; otherwise it would deliver them as new.
  await vi.waitFor(() => expect(here.ids()).toEqual(expect.arrayContaining(told)), 30_000);
  await here.stop();
  const [first] = (
    await sql<{ sequence: number }>`select min(number) as sequence from live_event`.execute(place.database.kysely)
  ).rows;
  await sql`update live_event set at = now() - interval '2 days'`.execute(place.database.kysely);
  await pruneLiveEvents(place.database);
  const away = follow(['agents'], { after: first?.sequence ?? 0 });
  await vi.waitFor(() => expect(away.seen).toMatchObject([{ noun: 'everything' }]), 30_000);
  await away.stop();
});

test('writers of different leads do not wait for each other, nor do those who read: what ends later has the later number', async () => {
  const { database } = place;
  const agents = await following(['agents']);
  const [slow, quick] = [randomUUID(), randomUUID()];
  const told = () => agents.ids().filter((one) => one === quick || one === slow);
  const { promise: held, resolve: finish } = Promise.withResolvers<void>();
  const { promise: published, resolve: hasPublished } = Promise.withResolvers<void>();
  // Outside of `inTransaction` a change is written at once, while its transaction goes on.
  const long = database.kysely.transaction().execute(async (tx) => {
    await publish(tx, { noun: 'bid', id: slow, audience: 'agents' });
    hasPublished();
    await held;
  });
  await published;
  await inTransaction(database, (tx) => publish(tx, { noun: 'bid', id: quick, audience: 'agents' }));
  await vi.waitFor(() => expect(told()).toEqual([quick]), 30_000);
  const { sequence } = agents.seen.find(({ id }) => id === quick)!;
  finish();
  await long;
  await vi.waitFor(() => expect(told()).toEqual([quick, slow]), 30_000);
  // A subscriber that was away in between misses nothing, and receives nothing twice.
  const later = follow(['agents'], { after: sequence });
  await vi.waitFor(() => expect(later.ids()).toEqual([slow]), 30_000);
  await Promise.all([agents.stop(), later.stop()]);
});

test('two nodes give each change one number, and both tell it', async () => {
  const other = createLiveHub(place.database);
  const stop = new AbortController();
  const seen: LiveEvent[] = [];
  const ended = (async () => {
    for await (const event of other.subscribe({ audiences: ['agents', 'link:probe'], signal: stop.signal }))
      seen.push(event);
  })();
  await vi.waitFor(async () => {
    await tell('link:probe');
    expect(seen.length).toBeGreaterThan(0);
  }, 30_000);
  const here = await following(['agents']);
  const ids = await Promise.all(Array.from({ length: 40 }, () => tell()));
  const isOurs = ({ id }: LiveEvent) => ids.includes(id);
  await vi.waitFor(() => expect(here.seen.filter(isOurs)).toHaveLength(40), 30_000);
  await vi.waitFor(() => expect(seen.filter(isOurs)).toHaveLength(40), 30_000);
  expect(seen.filter(isOurs)).toEqual(here.seen.filter(isOurs));
  expect(new Set(seen.filter(isOurs).map(({ sequence }) => sequence)).size).toBe(40);
  stop.abort();
  await tell();
  await ended;
  await Promise.all([here.stop(), other.close()]);
});

test('changes of one transaction that are published twice are told once, and only with its end', async () => {
  const agents = await following(['agents']);
  const id = randomUUID();
  await inTransaction(place.database, async (tx) => {
    await publish(tx, { noun: 'bid', id, audience: 'agents' });
    await publish(tx, { noun: 'bid', id, audience: 'agents' });
    expect((await sql`select from live_event where subject_id = ${id}`.execute(tx)).rows).toEqual([]);
  });
  const next = await tell();
  await vi.waitFor(() => expect(agents.ids()).toContain(next), 30_000);
  expect(agents.ids().filter((one) => one === id)).toEqual([id]);
  await agents.stop();
});

test('a burst is read a few times a second, whatever it brings, and everybody hears of it while it lasts', async () => {
  const { database } = place;
  let reads = 0;
  const query = database.pool.query.bind(database.pool) as (...given: unknown[]) => unknown;
  const counting = {
    query: (...given: unknown[]) => (
      (reads += String(given[0]).includes('number_live_events') ? 1 : 0),
      query(...given)
    ),
  } as typeof database.pool;
  const own = createLiveHub({ pool: counting, connection: database.connection });
  const stop = new AbortController();
  const seen: LiveEvent[] = [];
  const ended = (async () => {
    for await (const event of own.subscribe({ audiences: ['agents'], after: 0, signal: stop.signal })) seen.push(event);
  })();
  await tell();
  await vi.waitFor(() => expect(seen.length).toBeGreaterThan(0), 30_000);
  const [begun, before] = [performance.now(), reads];
  let written = 0;
  // Continues until some of it was received, three times over.
  for (let heard = seen.length, times = 0; times < 3; written++) {
    await tell();
    if (seen.length > heard) [heard, times] = [seen.length, times + 1];
  }
  const allowed = Math.ceil((performance.now() - begun) / 500) + 1;
  expect(written).toBeGreaterThan(reads - before);
  expect(reads - before).toBeLessThanOrEqual(allowed);
  stop.abort();
  await tell();
  await ended;
  await own.close();
});

test('a number that this database never gave is of another one: everything is to be read again', async () => {
  const here = await following(['agents']);
  const reader = follow(['agents'], { after: 1_000_000_000 });
  await vi.waitFor(() => expect(reader.seen).toMatchObject([{ noun: 'everything' }]), 30_000);
  const next = await tell();
  await vi.waitFor(() => expect(reader.ids()).toEqual(['', next]), 30_000);
  await Promise.all([here.stop(), reader.stop()]);
});

test('a transaction that is run again or fails tells what happened, once or never', async () => {
  const agents = await following(['agents']);
  const [again, never] = [randomUUID(), randomUUID()];
  let attempts = 0;
  await inTransaction(place.database, async (tx) => {
    await publish(tx, { noun: 'bid', id: again, audience: 'agents' });
    attempts += 1;
    if (attempts === 1) throw Object.assign(new Error('deadlock'), { code: '40P01' });
  });
  await inTransaction(place.database, async (tx) => {
    await publish(tx, { noun: 'bid', id: never, audience: 'agents' });
    throw new Error('no');
  }).catch(() => {});
  await vi.waitFor(() => expect(agents.ids().filter((one) => one === again || one === never)).toEqual([again]), 30_000);
  await agents.stop();
});

test('a sign reaches who listens now, keeps no row and takes no number', async () => {
  const agents = await following(['agents']);
  const carrier = await following(['carriers']);
  const id = await tell();
  await vi.waitFor(() => expect(agents.ids().at(-1)).toBe(id), 30_000);
  const { sequence } = agents.seen.at(-1)!;
  await signal(place.database, { noun: 'chat-typing', id: 'chat', audience: 'agents' });
  await vi.waitFor(() => expect(agents.seen.at(-1)).toEqual({ sequence, noun: 'chat-typing', id: 'chat' }), 30_000);
  expect(carrier.ids()).not.toContain('chat');
  const later = follow(['agents'], { after: sequence });
  const next = await tell();
  await vi.waitFor(() => expect(later.ids()).toEqual([next]), 30_000);
  for (const one of [agents, carrier, later]) await one.stop();
});
