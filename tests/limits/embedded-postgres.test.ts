import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmod, lchown, mkdtemp, readdir, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { processIdentity } from '#src/embedded-database/process-identity.ts';
import { closedFolder } from '#src/embedded-database/embedded-postgres-account.ts';
import { startEmbeddedPostgres, type EmbeddedPostgres } from '#src/embedded-database/embedded-postgres.ts';

let dataDir: string;
let running: EmbeddedPostgres[] = [];

beforeEach(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'embedded-'));
});

afterEach(async () => {
  for (const server of running) await server.stop();
  running = [];
  await rm(dataDir, { recursive: true, force: true });
});

async function start(durable = false): Promise<EmbeddedPostgres> {
  const server = await startEmbeddedPostgres({ dataDir, durable });
  running.push(server);
  return server;
}

async function query(server: EmbeddedPostgres, text: string): Promise<Record<string, unknown>[]> {
  const client = new pg.Client(server.connection);
  // Killing the server closes the connection outside of any query.
  client.on('error', () => {});
  await client.connect();
  try {
    return (await client.query(text)).rows;
  } finally {
    await client.end();
  }
}

/** A process that starts the database of the same folder, prints the server's pid, and keeps running. */
async function startElsewhere(): Promise<{ pid: number; serverPid: number; kill(): Promise<void> }> {
  const module = join(import.meta.dirname, '../../src/embedded-database/embedded-postgres.ts');
  const script = `
    const { startEmbeddedPostgres } = await import(${JSON.stringify(module)});
    const server = await startEmbeddedPostgres({ dataDir: ${JSON.stringify(dataDir)}, durable: false });
    console.log(server.pid);
    setInterval(() => {}, 1000);`;
  const child = spawn(process.execPath, ['--input-type=module', '-e', script], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const [line] = (await once(child.stdout, 'data')) as [Buffer];
  return {
    pid: child.pid ?? 0,
    serverPid: Number(line.toString()),
    async kill() {
      child.kill('SIGKILL');
      await once(child, 'exit');
    },
  };
}

test('a fresh folder becomes a durable server that reads Unicode', async () => {
  const server = await start(true);
  expect(
    await query(
      server,
      `select current_setting('fsync') fsync, lower('ŁÓDŹ Å') lowered, current_setting('listen_addresses') tcp`,
    ),
  ).toEqual([{ fsync: 'on', lowered: 'łódź å', tcp: '' }]);
  const [row] = await query(server, `create extension pg_trgm; select 1`).then(() =>
    query(server, `select show_trgm('Žižka')::text as t`),
  );
  expect(row?.['t']).toMatch(/0x/);
  expect(Buffer.byteLength(join(server.connection.host, '.s.PGSQL.5432'))).toBeLessThan(107);
});

test('an orderly stop keeps the data and ends the server', async () => {
  const first = await start();
  await query(first, 'create table kept as select 1 as one');
  await first.stop();
  expect(() => process.kill(first.pid, 0)).toThrow();
  expect(await query(await start(), 'select one from kept')).toEqual([{ one: 1 }]);
});

test('a killed server is started again by itself, on the same socket, with all that was acknowledged', async () => {
  const server = await start(true);
  await query(server, 'create table kept as select 1 as one');
  const { pid } = server;
  process.kill(pid, 'SIGKILL');
  // The signal takes a moment to arrive, during which the server still responds.
  await vi.waitFor(() => expect(server.pid).not.toBe(pid), { timeout: 10_000, interval: 50 });
  expect(await query(server, 'select one from kept')).toEqual([{ one: 1 }]);
});

test('a server and its process killed together leave a folder that starts again', async () => {
  const elsewhere = await startElsewhere();
  await elsewhere.kill();
  process.kill(elsewhere.serverPid, 'SIGKILL');
  // The signal takes a moment to arrive, during which the server could still be adopted.
  await vi.waitFor(() => expect(processIdentity(elsewhere.serverPid)).toBeNull(), 10_000);
  const server = await start();
  expect(server.pid).not.toBe(elsewhere.serverPid);
  expect(await query(server, 'select 1 as one')).toEqual([{ one: 1 }]);
});

test('a second process is refused by name, and adopts the server once the first is dead', async () => {
  const elsewhere = await startElsewhere();
  await expect(start()).rejects.toThrow(`is in use by process ${elsewhere.pid}`);
  await elsewhere.kill();
  const server = await start();
  expect(server.pid).toBe(elsewhere.serverPid);
});

test('a pid file that names a stranger does not stop the start', async () => {
  await (await start()).stop();
  await writeFile(
    join(dataDir, 'postgres', 'postmaster.pid'),
    `${process.pid}\n${dataDir}/postgres\n1\n5432\n/tmp\n\n1 1\nready\n`,
  );
  expect(await query(await start(), 'select 1 as one')).toEqual([{ one: 1 }]);
});

test('the server is never root, and nobody but us may enter the data folder', async () => {
  const server = await start(true);
  expect((await stat(`/proc/${server.pid}`)).uid).not.toBe(0);
  expect(await stat(dataDir)).toMatchObject({ uid: process.getuid!(), mode: 0o40700 });
  expect((await stat(join(dataDir, 'postgres'))).mode & 0o777).toBe(0o700);
});

test('a cluster of which every file is ours, as one that was copied back by hand, starts', async () => {
  const first = await start();
  await query(first, 'create table kept as select 1 as one');
  await first.stop();
  const names = await readdir(join(dataDir, 'postgres'), { recursive: true });
  for (const name of ['', ...names])
    await lchown(join(dataDir, 'postgres', name), process.getuid!(), process.getgid!());
  const again = await start();
  expect(await query(again, 'select one from kept')).toEqual([{ one: 1 }]);
  expect((await stat(`/proc/${again.pid}`)).uid).not.toBe(0);
});

test('a folder that others may not enter is named, also above', async () => {
  const somebody = { uid: process.getuid!() + 1, gid: process.getgid!() + 1 };
  const folder = await mkdtemp(join(dataDir, 'inner-'));
  await chmod(folder, 0o755);
  expect([closedFolder(folder, somebody), closedFolder('/usr/bin', somebody)]).toEqual([dataDir, null]);
});
