import { createHash } from 'node:crypto';
import { cp, mkdtemp, readFile, readdir, rm, unlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type pg from 'pg';
import { pino } from 'pino';
import { takeBackup } from '#src/api/backup/backup.ts';
import { restoreBackup } from '#src/api/backup/restore.ts';
import { readConfiguration } from '#src/api/configuration/configuration.ts';
import { createFileStore } from '#src/api/file/files.ts';
import { createJobs } from '#src/api/job/jobs.ts';
import { startProcess } from '#src/process.ts';
import { gestures, newStage, people } from '#tests/paths/api-gestures.ts';
import { PASSWORD, call, startApplication } from '#tests/platform/application.ts';
import type { Application } from '#tests/platform/application.ts';
import { testDatabase } from '#tests/platform/test-database.ts';
import type { TestDatabase } from '#tests/platform/test-database.ts';

let application: Application;
let agent: { email: string };
let work: string;
/** The backup, what every table contained at its moment, and which lead existed before it. */
let folder: string;
let tables: Record<string, string>;
let leadId: string;
let missing: string[];
const configurationOf = (dataDir: string, url: string, more: Record<string, string> = {}) =>
  readConfiguration({
    PORT: '0',
    DATA_DIR: dataDir,
    DATABASE_URL: url,
    DEMO: '1',
    SESSION_SECRET: 'x'.repeat(40),
    ...more,
  });

/** The content of every table, in the caller's transaction. */
async function contents(client: pg.ClientBase): Promise<Record<string, string>> {
  const { rows } = await client.query<{ name: string }>(
    `select relname as name from pg_class where relnamespace = 'public'::regnamespace and relkind in ('r', 'p')
        and not relispartition and relname not like 'kysely%' order by 1`,
  );
  const found: Record<string, string> = {};
  for (const { name } of rows) {
    const { rows: one } = await client.query<{ content: string }>(
      `select count(*) || ' ' || md5(coalesce(string_agg(t::text, E'\\n' order by t::text), '')) as content from "${name}" t`,
    );
    found[name] = one[0]!.content;
  }
  return found;
}

beforeAll(async () => {
  work = await mkdtemp(join(tmpdir(), 'leads-backup-'));
  application = await startApplication({ demoData: true });
  const who = await people(application);
  agent = who.agent;
  const stage = await newStage(application, who);
  leadId = stage.lead.id;
  // The certificate that seals documents is made for the first of them.
  const { lead_id: invoiced } = await application.database.kysely
    .selectFrom('invoice')
    .select('lead_id')
    .limit(1)
    .executeTakeFirstOrThrow();
  const opened = await call(application, 'GET', `agent-lead/${invoiced}/invoice`, { token: who.agent.token });
  if (opened.status !== 200) throw new Error(`The invoice was answered with ${opened.status}.`);
  // Waits for longer than the test takes.
  await application.database.kysely.transaction().execute(async (tx) => {
    await application.parts.jobs.enqueue(tx, 'file.remove', { key: 'none' }, { startAfter: 3_600, retryLimit: 3 });
  });

  // Someone keeps working meanwhile.
  let goesOn = true;
  const writes = (async () => {
    while (goesOn) await gestures['quote.sent'](await newStage(application, who));
  })();
  folder = join(work, 'backup');
  ({ missing } = await takeBackup({
    configuration: configurationOf(application.dataDir, application.database.url),
    database: application.database,
    files: application.parts.files,
    folder,
    withFiles: true,
    async seen(snapshot) {
      const client = await application.database.pool.connect();
      await client.query('begin isolation level repeatable read');
      await client.query(`set transaction snapshot '${snapshot}'`);
      tables = await contents(client);
      await client.query('commit');
      client.release();
      // Written after the moment of the backup, but before its tables are.
      await newStage(application, who);
    },
  }));
  goesOn = false;
  await writes;
}, 120_000);
afterAll(() => rm(work, { recursive: true, force: true }));

async function restore(from: string, options: { dataDir?: string; database?: TestDatabase } = {}) {
  const database = options.database ?? (await testDatabase({ template: 'template0' }));
  const dataDir = options.dataDir ?? (await mkdtemp(join(work, 'place-')));
  const configuration = configurationOf(dataDir, database.url);
  const jobs = createJobs(database, { log: pino({ level: 'silent' }) });
  try {
    const told = await restoreBackup({
      configuration,
      database,
      files: createFileStore(configuration),
      jobs,
      folder: from,
    });
    return { database, dataDir, told };
  } finally {
    await jobs.stop();
  }
}

async function isEmpty(database: TestDatabase): Promise<boolean> {
  const { rows } = await database.pool.query(
    "select 1 from pg_class where relnamespace = 'public'::regnamespace and relkind = 'r' limit 1",
  );
  return rows.length === 0;
}

describe('a backup that was taken during writes', () => {
  let restored: Awaited<ReturnType<typeof restore>>;
  beforeAll(async () => {
    restored = await restore(folder);
  }, 120_000);

  test('brings back every table as it was at its moment, and not what came later', async () => {
    const client = await restored.database.pool.connect();
    const there = await contents(client);
    client.release();
    expect(Object.keys(tables).length).toBeGreaterThan(40);
    expect(there).toEqual(tables);
    const now = await application.database.pool.connect();
    const source = await contents(now);
    now.release();
    expect(source.agent_lead).not.toBe(tables.agent_lead);
  });

  test('brings back every file', async () => {
    expect(missing).toEqual([]);
    const rows = await restored.database.kysely.selectFrom('file').select(['storage_key', 'sha256']).execute();
    expect(rows.length).toBeGreaterThan(10);
    for (const { storage_key, sha256 } of rows) {
      const content = await readFile(join(restored.dataDir, 'files', storage_key));
      expect(createHash('sha256').update(content).digest('hex')).toBe(sha256);
    }
  });

  test('brings back keys between tables, triggers and sequences', async () => {
    const shape = async (database: TestDatabase) => {
      const { rows } = await database.pool.query(
        `select conrelid::regclass::text || ' ' || conname || ' ' || pg_get_constraintdef(oid) as it from pg_constraint
          where connamespace = 'public'::regnamespace
          union all select tgrelid::regclass::text || ' ' || tgname || ' ' || tgenabled::text from pg_trigger where not tgisinternal
          order by 1`,
      );
      return rows;
    };
    expect(await shape(restored.database)).toEqual(await shape(application.database));
    const { sequences } = JSON.parse(await readFile(join(folder, 'manifest.json'), 'utf8')) as {
      sequences: Record<string, number | null>;
    };
    const { rows } = await restored.database.pool.query<{ name: string; last: number | null }>(
      "select sequencename as name, last_value as last from pg_sequences where schemaname = 'public'",
    );
    expect(Object.fromEntries(rows.map(({ name, last }) => [name, last]))).toEqual(sequences);
    expect(Object.values(sequences).some((last) => last !== null && last > 1)).toBe(true);
  });

  test('brings back work that waited, under its own id', async () => {
    const waiting = async (database: TestDatabase) => {
      const { rows } = await database.pool.query(
        `select id, name, data, retry_limit, date_trunc('milliseconds', start_after) as at from pgboss.job where name = 'file.remove' and data->>'key' = 'none'`,
      );
      return rows;
    };
    const before = await waiting(application.database);
    expect(before).toHaveLength(1);
    expect(await waiting(restored.database)).toEqual(before);
  });

  test('makes a place that serves: people sign in, leads and their files open, and work goes on', async () => {
    const running = await startProcess(configurationOf(restored.dataDir, restored.database.url), {
      demoData: false,
      log: pino({ level: 'fatal' }),
    });
    try {
      const { body } = await call<{ access_token: string }>(running, 'POST', 'agent/token', {
        body: new URLSearchParams({ username: agent.email, password: PASSWORD }),
      });
      const { access_token: token } = body;
      expect((await call(running, 'GET', `agent-lead/${leadId}`, { token })).status).toBe(200);
      const attachment = await restored.database.kysely
        .selectFrom('attachment')
        .innerJoin('file', 'file.id', 'attachment.file_id')
        .select(['attachment.id', 'file.sha256'])
        .orderBy('attachment.id')
        .executeTakeFirstOrThrow();
      const answer = await fetch(`${running.url}/api/frontend/agent-lead/attachment/${attachment.id}/content`, {
        headers: { authorization: `Bearer ${token}` },
      });
      expect(answer.status).toBe(200);
      const content = Buffer.from(await answer.arrayBuffer());
      expect(createHash('sha256').update(content).digest('hex')).toBe(attachment.sha256);
      const site = { ...application, url: running.url, parts: running.parts!, database: restored.database };
      const stage = await newStage(site, await people(site));
      expect((await gestures['quote.sent'](stage)).status).toBe(200);
    } finally {
      await running.stop();
    }
  });

  test('says whose secrets a place has', async () => {
    const manifest = JSON.parse(await readFile(join(folder, 'manifest.json'), 'utf8')) as { secrets: object };
    expect(JSON.stringify(manifest)).not.toContain('x'.repeat(40));
    expect(restored.told).toEqual([expect.stringMatching(/^The certificate that seals documents is not/)]);
  });
});

describe('what is refused, with nothing written', () => {
  const broken = async (change: (copy: string) => Promise<void>): Promise<string> => {
    const copy = await mkdtemp(join(work, 'broken-'));
    await cp(folder, copy, { recursive: true });
    await change(copy);
    return copy;
  };
  const oneFile = async (copy: string): Promise<string> => {
    const [shelf] = (await readdir(join(copy, 'files'))).toSorted();
    const [name] = await readdir(join(copy, 'files', shelf!));
    return join(copy, 'files', shelf!, name!);
  };

  test.each([
    ['one that was not finished', (copy: string) => unlink(join(copy, 'manifest.json')), /not a complete backup/],
    [
      'one without a table',
      (copy: string) => unlink(join(copy, 'tables/agent_lead.copy.gz')),
      /agent_lead.* is missing/,
    ],
    [
      'one with half a table',
      async (copy: string) => {
        const path = join(copy, 'tables/agent_lead.copy.gz');
        const content = await readFile(path);
        await writeFile(path, content.subarray(0, content.length / 2));
      },
      /is damaged: tables\/agent_lead/,
    ],
    [
      'one whose waiting work was changed',
      (copy: string) => writeFile(join(copy, 'jobs.jsonl.gz'), 'x'),
      /is damaged: jobs/,
    ],
    [
      'one of a newer version',
      async (copy: string) => {
        const path = join(copy, 'manifest.json');
        const manifest = JSON.parse(await readFile(path, 'utf8')) as { migrations: string[] };
        await writeFile(path, JSON.stringify({ ...manifest, migrations: [...manifest.migrations, '9999-later'] }));
      },
      /newer version: this one has no migration 9999-later/,
    ],
    ['what is none', (copy: string) => writeFile(join(copy, 'manifest.json'), '{}'), /not what a backup writes/],
  ])('%s', async (_what, change, sentence) => {
    const database = await testDatabase({ template: 'template0' });
    await expect(restore(await broken(change), { database })).rejects.toThrow(sentence);
    expect(await isEmpty(database)).toBe(true);
  });

  test.each([
    ['one without a file', unlink, / is missing\.$/],
    ['one with a damaged file', (path: string) => writeFile(path, 'x'), /is damaged: files/],
  ])('%s', async (_what, change, sentence) => {
    const database = await testDatabase({ template: 'template0' });
    const copy = await broken(async (one) => change(await oneFile(one)));
    await expect(restore(copy, { database })).rejects.toThrow(sentence);
    expect(await isEmpty(database)).toBe(true);
  });

  test('a database that is not empty, and a storage that is not', async () => {
    await expect(restore(folder, { database: await testDatabase() })).rejects.toThrow(/^The database is not empty/);
    const database = await testDatabase({ template: 'template0' });
    await expect(restore(folder, { database, dataDir: application.dataDir })).rejects.toThrow(/^The storage has files/);
    expect(await isEmpty(database)).toBe(true);
  });

  test('a backup into a folder that has something', async () => {
    await expect(
      takeBackup({
        configuration: configurationOf(application.dataDir, application.database.url),
        database: application.database,
        files: application.parts.files,
        folder,
        withFiles: true,
      }),
    ).rejects.toThrow(/is not empty/);
  });
});

test('a file that is let go while a backup runs is removed afterwards', async () => {
  const { files, jobs } = application.parts;
  const { key } = await files.put(Buffer.from('let go'), { maximumBytes: 100 });
  const { kysely } = application.database;
  await takeBackup({
    configuration: configurationOf(application.dataDir, application.database.url),
    database: application.database,
    files,
    folder: join(work, 'meanwhile'),
    withFiles: false,
    async seen() {
      await kysely.transaction().execute((tx) => jobs.enqueue(tx, 'file.remove', { key }));
      const again = `select 1 from pgboss.job where name = 'file.remove' and data->>'key' = '${key}' and start_after > now() + interval '30 seconds'`;
      await expect
        .poll(async () => (await application.database.pool.query(again)).rows.length, { timeout: 10_000 })
        .toBe(1);
    },
  });
  expect((await files.readAll(key)).toString()).toBe('let go');
  await application.database.pool.query(
    `update pgboss.job set start_after = now() where name = 'file.remove' and data->>'key' = '${key}'`,
  );
  await expect.poll(async () => files.readAll(key).then(String, () => 'gone'), { timeout: 10_000 }).toBe('gone');
});
