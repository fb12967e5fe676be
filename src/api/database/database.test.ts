import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'kysely';
import type { Kysely } from 'kysely';
import type { Writable } from 'node:stream';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { compiledOnce, rowsOf, unread } from './prepared.ts';
import type { Tables } from './tables.ts';
import { atOneMoment, inTransaction, write } from './write.ts';
import { isUnavailable, migrate, migrations, openDatabase, waitForDatabase, type Database } from './database.ts';
import { startEmbeddedPostgres, type EmbeddedPostgres } from '#src/embedded-database/embedded-postgres.ts';

let dataDir: string;
let server: EmbeddedPostgres;
let database: Database;

beforeAll(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'database-'));
  server = await startEmbeddedPostgres({ dataDir, durable: false });
  database = openDatabase(server.connection, { poolSize: 3 });
});

afterAll(async () => {
  await database.close();
  await server.stop();
  await rm(dataDir, { recursive: true });
});

test('two nodes that migrate an empty database at once both succeed', async () => {
  const other = openDatabase(server.url, { poolSize: 2 });
  await Promise.all([migrate(database), migrate(other)]);
  await other.close();
  expect(await database.kysely.selectFrom('account').selectAll().execute()).toEqual([]);
});

test('each connection has the settings of the product, and none of them was asked for at its start', async () => {
  const names = ['TimeZone', 'jit', 'join_collapse_limit'];
  const { rows } = await database.pool.query(
    'select name, setting, source from pg_settings where name = any($1) order by name',
    [names],
  );
  expect(rows).toEqual([
    { name: 'TimeZone', setting: 'UTC', source: 'session' },
    { name: 'jit', setting: 'off', source: 'session' },
    { name: 'join_collapse_limit', setting: '1', source: 'session' },
  ]);
});

test('rows of a frequent statement are the same as its first ones, also once its columns are others', async () => {
  await database.pool.query('create table frequent (n int, name text, "it\'s ""odd"" \\" timestamptz)');
  await database.pool.query(
    `insert into frequent select n, nullif('row ' || n, 'row 3'), '2026-01-01T00:00:00Z' from generate_series(1, 300) n`,
  );
  const read = async () =>
    (await database.pool.query('select *, 1 as n from frequent where $1 order by 2', [true])).rows;
  const first = await read();
  expect(first[0]).toEqual({ n: 1, name: 'row 1', 'it\'s "odd" \\': '2026-01-01T00:00:00.000Z' });
  expect(first.at(-1)).toMatchObject({ n: 1, name: null });
  for (let again = 0; again < 3; again += 1) expect(await read()).toEqual(first);
  await database.pool.query('alter table frequent drop column name');
  expect(Object.keys((await read())[0])).toEqual(['n', 'it\'s "odd" \\']);
  await database.pool.query('drop table frequent');
});

describe('statements that connections have parsed', () => {
  let node: Database;
  const text = '/* prepared */ select *, 1 as one from widening where id = $1';
  const columns = async (db: Kysely<Tables>) => Object.keys((await rowsOf<object>(db, text, [1]))[0]!);

  beforeEach(async () => {
    await database.pool.query('create table widening (id int, name text); insert into widening values (1, $$A$$)');
    node = openDatabase(server.connection, { poolSize: 1 });
  });
  afterEach(async () => {
    await node.close();
    await database.pool.query('drop table widening');
  });

  test('give the same rows when they are no longer described, also none', async () => {
    const read = () => rowsOf(node.kysely, text, [1]);
    const first = await read();
    expect(first).toEqual([{ id: 1, name: 'A', one: 1 }]);
    expect(await read()).toEqual(first);
    expect(await rowsOf(node.kysely, text, [2])).toEqual([]);
    const change = '/* prepared */ update widening set name = $1';
    expect(await rowsOf(node.kysely, change, ['B'])).toEqual([]);
    expect(await rowsOf(node.kysely, change, ['C'])).toEqual([]);
    expect(await read()).toEqual([{ id: 1, name: 'C', one: 1 }]);
  });

  test('fail without changing what comes next', async () => {
    const divide = (by: number) => rowsOf(node.kysely, '/* prepared */ select 6 / $1::int as answer', [by]);
    expect(await divide(2)).toEqual([{ answer: 3 }]);
    await expect(divide(0)).rejects.toMatchObject({ code: '22012' });
    expect(await divide(3)).toEqual([{ answer: 2 }]);
  });

  test('go on after another node has migrated their table: alone, in a transaction, and in a snapshot', async () => {
    const migrateTo = (column: string) => database.pool.query(`alter table widening add column ${column} int`);
    expect(await columns(node.kysely)).toEqual(['id', 'name', 'one']);
    await migrateTo('two');
    expect(await columns(node.kysely)).toEqual(['id', 'name', 'two', 'one']);
    await migrateTo('three');
    const attempts: string[] = [];
    const seen = await inTransaction(node, async (tx) => {
      await sql`update widening set name = 'D'`.execute(tx);
      attempts.push('one more');
      return columns(tx);
    });
    expect(seen).toEqual(['id', 'name', 'two', 'three', 'one']);
    expect(attempts).toHaveLength(2);
    await migrateTo('four');
    expect(await atOneMoment(node, columns)).toEqual(['id', 'name', 'two', 'three', 'four', 'one']);
    // A transaction that sends several at once.
    await migrateTo('five');
    const both = await inTransaction(node, (tx) => Promise.all([columns(tx), columns(tx)]));
    expect(both[0]).toContain('five');
    expect(both[1]).toEqual(both[0]);
  });
});

describe('a transaction whose last statement nobody reads', () => {
  const counted = async () => {
    const { rows } = await sql<{ n: number }>`select count(*) as n from note_of_test`.execute(database.kysely);
    return rows[0]!.n;
  };
  const add = (name: string | null) => sql`${unread} insert into note_of_test (name) values (${name})`;

  beforeAll(() => database.pool.query('create table note_of_test (name text not null unique)'));
  afterAll(() => database.pool.query('drop table note_of_test'));

  test('commits it', async () => {
    await database.kysely.transaction().execute((tx) => add('one').execute(tx));
    expect(await counted()).toBe(1);
  });

  test('fails as it fails, and leaves nothing', async () => {
    const changed = database.kysely.transaction().execute(async (tx) => {
      await sql`insert into note_of_test (name) values ('two')`.execute(tx);
      await add(null).execute(tx);
    });
    await expect(changed).rejects.toMatchObject({ code: '23502' });
    expect(await counted()).toBe(1);
  });

  test('fails as it fails, too, where another one follows', async () => {
    const changed = database.kysely.transaction().execute(async (tx) => {
      await add('one').execute(tx);
      await sql`select 1`.execute(tx);
    });
    await expect(changed).rejects.toMatchObject({ code: '23505' });
    expect(await counted()).toBe(1);
  });

  test('is rolled back by whoever throws, and its connection serves the next one', async () => {
    for (let round = 0; round < 5; round++) {
      const changed = database.kysely.transaction().execute(async (tx) => {
        await add('three').execute(tx);
        throw new Error('changed my mind');
      });
      await expect(changed).rejects.toThrow('changed my mind');
      await database.kysely.transaction().execute(async () => {});
    }
    expect(await counted()).toBe(1);
  });

  test('is sent at once where the pool is asked for it alone', async () => {
    await database.pool.query('begin');
    await database.pool.query('rollback');
    const { rows } = await database.pool.query('select 1 as one');
    expect(rows).toEqual([{ one: 1 }]);
  });

  test('goes out with the next statement, as its beginning does', async () => {
    const client = await database.pool.connect();
    try {
      const { stream } = (client as unknown as { connection: { stream: Writable } }).connection;
      const written = vi.spyOn(stream, '_writev' as never);
      await client.query('begin');
      await client.query('select 1');
      await client.query('/* prepared, unread */ select 2', []);
      await client.query('commit');
      expect(written).toHaveBeenCalledTimes(2);
    } finally {
      client.release();
    }
  });
});

describe('a write with an Idempotency-Key', () => {
  const ask = (change: () => Promise<unknown> = () => Promise.resolve({ done: 1 }), body: object = {}) => {
    const headers: Record<string, unknown> = {};
    const request = { headers: { 'idempotency-key': 'written-once' }, method: 'POST', url: '/test', body };
    const reply = {
      statusCode: 200,
      code: () => {},
      header: (name: string, value: unknown) => (headers[name] = value),
    };
    return write(database, request as unknown as FastifyRequest, reply as unknown as FastifyReply, 'test', change).then(
      (answer) => ({ answer, isReplayed: headers['idempotency-replayed'] === 'true' }),
    );
  };
  const refuse = () => Promise.reject(new Error('refused'));

  test('keeps nothing of one that failed, before its first statement or after', async () => {
    await expect(ask(refuse)).rejects.toThrow('refused');
    await expect(ask(() => sql`select 1 / 0`.execute(database.kysely))).rejects.toThrow('division by zero');
  });

  test('runs once, also when both come at once, and is answered the same afterwards, whatever it would do now', async () => {
    let times = 0;
    const change = async () => ({ done: await Promise.resolve(++times) });
    const both = await Promise.all([ask(change), ask(change)]);
    expect(both.map(({ answer }) => answer)).toEqual([both[0].answer, both[0].answer]);
    expect(both.filter(({ isReplayed }) => isReplayed)).toHaveLength(1);
    expect(await ask(refuse)).toEqual({ answer: both[0].answer, isReplayed: true });
    expect(await ask(() => sql`select 1`.execute(database.kysely))).toMatchObject({ isReplayed: true });
    await expect(ask(change, { other: true })).rejects.toMatchObject({ status: 422 });
  });
});

test('a statement that is compiled once takes its values by name, each as often as it has them', async () => {
  const read = compiledOnce<{ said: string }, { one: string; two: string }>(
    ['one', 'two'],
    ({ one, two }) => sql`select concat(${two}::text, ${'-'}::text, ${one}::text, ${two}::text) as said`,
  );
  expect(await read(database.kysely, { one: 'a', two: 'b' })).toEqual([{ said: 'b-ab' }]);
  expect(await read(database.kysely, { one: ':two', two: 'd' })).toEqual([{ said: 'd-:twod' }]);
});

test('values are read as the tables say', async () => {
  const { rows } =
    await sql`select 9007199254740991::int8 as big, 12.50::numeric(9,2) as amount, date '2026-02-28' as day,
    timestamptz '2026-07-01 12:00:00.123456+02' as at, array[1,2]::int8[] as ids, array[date '2026-02-28', null] as days,
    array[timestamptz '2026-07-01 12:00Z'] as ats, '{"a": 1}'::jsonb as body`.execute(database.kysely);
  expect(rows).toEqual([
    {
      big: 9_007_199_254_740_991,
      amount: 12.5,
      day: '2026-02-28',
      at: '2026-07-01T10:00:00.123456Z',
      ids: [1, 2],
      days: ['2026-02-28', null],
      ats: ['2026-07-01T12:00:00.000Z'],
      body: { a: 1 },
    },
  ]);
  await expect(sql`select 9007199254740993::int8`.execute(database.kysely)).rejects.toThrow(RangeError);
});

test('a connection that is cut in the middle of a transaction is a failure of that transaction only', async () => {
  const failure = await database.kysely
    .transaction()
    .execute(async (tx) => {
      const { rows } = await sql<{ pid: number }>`select pg_backend_pid() pid`.execute(tx);
      await sql`select pg_terminate_backend(${rows[0]?.pid})`.execute(database.kysely);
      await sql`select 1`.execute(tx);
    })
    .catch((error: unknown) => error);
  expect(isUnavailable(failure)).toBe('connection');
  await waitForDatabase(database, 30_000);
});

test('the pool heals after the server was killed', async () => {
  const killed = server.pid;
  process.kill(killed, 'SIGKILL');
  // Backends briefly outlive their server, so the first responses may still come from old connections.
  await vi.waitFor(() => expect(server.pid).not.toBe(killed), { timeout: 30_000 });
  await waitForDatabase(database, 30_000);
  expect((await sql`select 1 as one`.execute(database.kysely)).rows).toEqual([{ one: 1 }]);
});

test('what is unavailable is told from what is wrong', async () => {
  const absent = openDatabase({ host: join(dataDir, 'nowhere') }, { poolSize: 1 });
  const refused = openDatabase('postgresql://x@127.0.0.1:1/x', { poolSize: 1 });
  expect(isUnavailable(await absent.pool.query('select 1').catch((error: unknown) => error))).toBe('connection');
  expect(isUnavailable(await refused.pool.query('select 1').catch((error: unknown) => error))).toBe('connection');
  expect(isUnavailable(Object.assign(new Error('full'), { code: '53100' }))).toBe('storage');
  expect(isUnavailable(Object.assign(new Error('full'), { code: 'ENOSPC' }))).toBe('storage');
  expect(isUnavailable(await database.pool.query('select wrong').catch((error: unknown) => error))).toBe(null);
  await absent.close();
  await refused.close();
});

test('the version before goes on with tables that a later one has changed, but not where one of its own is missing', async () => {
  await migrate(database);
  const later = {
    ...migrations,
    '9001-more': async () => ({
      up: (db: Kysely<unknown>) => sql`create table more (id int)`.execute(db).then(() => {}),
    }),
  };
  await migrate(database, later);
  await migrate(database);
  const [first] = Object.keys(migrations);
  const { [first!]: _, ...without } = migrations;
  await expect(migrate(database, without)).rejects.toThrow(first);
  // And on again.
  await migrate(database, later);
});

test('a migration that carries rows over is known by its name', async () => {
  const named = Object.keys(migrations).filter((name) => /-v\d+$/.test(name));
  const loaded = await Promise.all(
    Object.entries(migrations).map(async ([name, load]) => ({ name, ...(await load()) })),
  );
  expect(loaded.flatMap(({ name, lift }) => (lift ? [name] : []))).toEqual(named);
  expect(named.length).toBeGreaterThan(2);
});
