import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { agentLeadLifecycle } from '#src/machines/agent-lead/agent-lead.lifecycle.ts';
import { replay } from '#src/machines/replay.ts';
import { openDatabase } from '#src/api/database/database.ts';
import { call } from '#tests/platform/application.ts';
import { embeddedDatabase, freePort, killServer, startServer } from './killable-server.ts';
import type { KillableServer } from './killable-server.ts';
import { findLosses, makeLeads, streamTransitions } from './transition-stream.ts';
import type { Acknowledged } from './transition-stream.ts';

/**
 * kill -9 during a stream of transitions: nothing acknowledged is lost, nothing is half done, and recovery is
 * automatic.
 */
const ROUNDS = process.env.LONG ? 20 : 8;
const READY_WITHIN = 5_000;
let dataDir: string;
let port: number;
let server: KillableServer;
let token: string;
let leads: string[];
/** Milliseconds from start to ready after an orderly stop, on this machine under its current load. */
let orderlyStart: number;

beforeAll(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'leads-kill-'));
  port = await freePort();
  server = await startServer(dataDir, port);
  token = await signIn();
  leads = await makeLeads({ url: server.url, token }, 4);
  // Otherwise each start would create the demo's past anew: some 20 s of work, alongside everything else running here.
  while (await isFilling()) await sleep(500);
  await killServer(server, 'SIGTERM');
  server = await startServer(dataDir, port);
  orderlyStart = server.readyAfter;
}, 300_000);

afterAll(async () => {
  await killServer(server, 'SIGTERM');
  await rm(dataDir, { recursive: true, force: true });
}, 30_000);

async function isFilling(): Promise<boolean> {
  const response = await fetch(`${server.url}/dev/demo.json`);
  return ((await response.json()) as { is_filling: boolean }).is_filling;
}

async function signIn(): Promise<string> {
  const { body } = await call<{ access_token: string }>(server, 'POST', 'agent/token', {
    body: new URLSearchParams({ username: 'agent@demo.test', password: 'demo-password' }),
  });
  return body.access_token;
}

/** Reads the stored entries, because the API omits the facts that replaying needs. */
async function losses(acknowledged: Acknowledged[]): Promise<string[]> {
  const found = await findLosses({ url: server.url, token }, leads, acknowledged, () => {});
  return [...found, ...(await replayFailures())];
}

async function replayFailures(): Promise<string[]> {
  const database = openDatabase(embeddedDatabase(dataDir).connection, { poolSize: 1 });
  try {
    const failures: string[] = [];
    for (const lead of await database.kysely.selectFrom('agent_lead').selectAll().execute()) {
      const entries = await database.kysely
        .selectFrom('history')
        .selectAll()
        .where('lifecycle', '=', 'agent-lead')
        .where('record_id', '=', lead.id)
        .orderBy('sequence')
        .execute();
      const place = replay(agentLeadLifecycle, entries);
      if (place.state !== lead.state || place.stage !== lead.stage || place.isArchived !== lead.is_archived)
        failures.push(`${lead.reference} folds to ${place.state}, stands in ${lead.state}`);
    }
    return failures;
  } finally {
    await database.close();
  }
}

/** Null while one server is gone and the next one is not up yet. */
function databasePid(): number | null {
  try {
    return embeddedDatabase(dataDir).pid;
  } catch {
    return null;
  }
}

/**
 * Waits until the stream has received some answers in this round, a different number each time, and then a little
 * longer.
 */
async function inFullFlow(acknowledged: Acknowledged[], round: number): Promise<void> {
  const enough = acknowledged.length + 1 + (round % 6);
  for (let waited = 0; acknowledged.length < enough && waited < 3_000; waited += 2) await after(2);
  await after(round % 9);
}

const after = (milliseconds: number) => new Promise((resolve) => setTimeout(resolve, milliseconds));

test(`the application, ${ROUNDS} times`, { timeout: 400_000 }, async () => {
  const acknowledged: Acknowledged[] = [];
  const readyAfter: number[] = [];
  for (let round = 0; round < ROUNDS; round++) {
    const stop = new AbortController();
    const stream = streamTransitions({ url: server.url, token }, leads, acknowledged, new Map(), stop.signal);
    await inFullFlow(acknowledged, round);
    await killServer(server);
    stop.abort();
    await stream;
    server = await startServer(dataDir, port);
    readyAfter.push(server.readyAfter);
  }
  // Judges the median start, not the slowest; on a busy machine, relative to a start after an orderly stop.
  expect(readyAfter.sort((a, b) => a - b)[ROUNDS / 2]).toBeLessThan(Math.max(READY_WITHIN, 2 * orderlyStart));
  expect(acknowledged.length).toBeGreaterThan(ROUNDS);
  expect(await losses(acknowledged)).toEqual([]);
});

test(`the database server, ${ROUNDS} times, and the application lives on`, { timeout: 400_000 }, async () => {
  const acknowledged: Acknowledged[] = [];
  const statuses = new Map<number, number>();
  const readyAfter: number[] = [];
  // A full start covers database server and application; the server alone must be back within twice that.
  const limit = Math.max(READY_WITHIN, 2 * orderlyStart);
  for (let round = 0; round < ROUNDS; round++) {
    const stop = new AbortController();
    const stream = streamTransitions({ url: server.url, token }, leads, acknowledged, statuses, stop.signal);
    await inFullFlow(acknowledged, round);
    const { pid } = embeddedDatabase(dataDir);
    process.kill(pid, 'SIGKILL');
    const begun = performance.now();
    let status = 0;
    // A connection to the killed server may answer once more before it notices that its server is gone.
    while ((status !== 200 || databasePid() === pid) && performance.now() - begun < 3 * limit) {
      await after(20);
      status = (await fetch(`${server.url}/readyz`)).status;
    }
    expect(status, `round ${round}: ready again`).toBe(200);
    readyAfter.push(performance.now() - begun);
    await after(50);
    stop.abort();
    await stream;
    expect(server.child.exitCode).toBeNull();
  }
  expect(readyAfter.sort((a, b) => a - b)[ROUNDS / 2]).toBeLessThan(limit);
  expect(acknowledged.length).toBeGreaterThan(ROUNDS);
  // No client received an internal error: each request got its answer, or a 503.
  expect([...statuses.keys()].filter((status) => ![200, 409, 503].includes(status))).toEqual([]);
  expect(await losses(acknowledged)).toEqual([]);
});

test('a second process on the same folder is refused with a sentence that names the first', async () => {
  await expect(startServer(dataDir, await freePort())).rejects.toThrow(String(server.child.pid));
  expect((await fetch(`${server.url}/readyz`)).status).toBe(200);
});

test('SIGTERM ends it in order', async () => {
  const begun = performance.now();
  await killServer(server, 'SIGTERM');
  expect(performance.now() - begun).toBeLessThan(30_000);
  expect(server.child.exitCode).toBe(0);
  server = await startServer(dataDir, port);
});
