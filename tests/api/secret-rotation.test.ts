import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { pino } from 'pino';
import { secretsOf } from '#src/api/configuration/session-secrets.ts';
import { readConfiguration } from '#src/api/configuration/configuration.ts';
import { vaultOf } from '#src/api/database/sealed.ts';
import { createLeaveTokens } from '#src/api/link/leave-token.ts';
import { presentPurchase } from '#src/api/marketplace/purchase.present.ts';
import { startProcess } from '#src/process.ts';
import type { RunningProcess } from '#src/process.ts';
import { PASSWORD, call, signedIn } from '#tests/platform/application.ts';
import type { Application } from '#tests/platform/application.ts';
import { testDatabase } from '#tests/platform/test-database.ts';
import type { TestDatabase } from '#tests/platform/test-database.ts';
import { buyerOf } from './shop-buyer.ts';
import { shopRow } from './shop-rows.ts';

/** One deployment whose secret is replaced: the old one; both, newest first; only the new one. */
const [OLD, NEW] = ['old'.repeat(12), 'new'.repeat(12)];
let database: TestDatabase;
let dataDir: string;
const started: RunningProcess[] = [];

async function start(secret: string, parts = 'api'): Promise<Application> {
  const environment = {
    PORT: '0',
    DATA_DIR: dataDir,
    DATABASE_URL: database.url,
    DEMO: '1',
    SESSION_SECRET: secret,
    CEILING_FACTOR: '1000',
    PARTS: parts,
  };
  const running = await startProcess(readConfiguration(environment), {
    demoData: false,
    log: pino({ level: 'fatal' }),
  });
  started.push(running);
  return { url: running.url, parts: running.parts!, database, dataDir, stop: running.stop };
}

interface Pair {
  access_token: string;
  refresh_token: string;
}
const signIn = async (site: Application, email: string): Promise<Pair> =>
  (
    await call<Pair & Record<string, unknown>>(site, 'POST', 'agent/token', {
      body: new URLSearchParams({ username: email, password: PASSWORD }),
    })
  ).body;
const refresh = (site: Application, token: string) =>
  call<Pair & Record<string, unknown>>(site, 'POST', 'agent/token/refresh', {
    body: { refresh_token: token, token_type: 'bearer' },
  });

let before: Application;
let between: Application;
let after: Application;
beforeAll(async () => {
  database = await testDatabase();
  dataDir = await mkdtemp(join(tmpdir(), 'leads-rotation-'));
  // Mails and payments are created with the old secret.
  before = await start(OLD, 'api,worker');
  between = await start(`${NEW},${OLD}`);
  after = await start(NEW);
}, 60_000);
afterAll(async () => {
  await Promise.all(started.map((running) => running.stop()));
  await rm(dataDir, { recursive: true, force: true });
});

test('sessions go on while both secrets are known, and end with the old one', async () => {
  const { email } = await signedIn(before, 'agent', 'Ann Agent');
  const old = await signIn(before, email);
  expect((await call(between, 'GET', 'agent/', { token: old.access_token })).status).toBe(200);
  expect((await call(after, 'GET', 'agent/', { token: old.access_token })).status).toBe(401);
  // A session that is refreshed while both are valid uses the new secret.
  const { status, body } = await refresh(between, old.refresh_token);
  expect(status).toBe(200);
  expect((await call(after, 'GET', 'agent/', { token: body.access_token })).status).toBe(200);
  expect((await refresh(after, body.refresh_token)).status).toBe(200);
});

test('two tabs that refresh at once, one at a node with the old secret, get the same successor', async () => {
  const { email } = await signedIn(before, 'agent', 'Bob Agent');
  const old = await signIn(before, email);
  const first = await refresh(before, old.refresh_token);
  const second = await refresh(between, old.refresh_token);
  expect([first.status, second.status]).toEqual([200, 200]);
  expect(second.body.refresh_token).toBe(first.body.refresh_token);
});

test('what was bought opens by the link that was mailed', async () => {
  const lead = await shopRow(before);
  const buyer = buyerOf(before);
  await buyer.buy([lead]);
  const { kysely } = database;
  const { id } = await kysely
    .selectFrom('purchase')
    .select('id')
    .where('email', '=', buyer.email)
    .executeTakeFirstOrThrow();
  const old = await presentPurchase(kysely, before.parts, id);
  expect(old.details_token).not.toBeNull();
  expect((await presentPurchase(kysely, between.parts, id)).details_token).toBe(old.details_token);
});

test('who leaves a mailing list by an old mail has left it', () => {
  const id = '01890000-0000-7000-8000-000000000001';
  const token = createLeaveTokens(before.parts, 'mailing-leave').tokenOf(id);
  expect(createLeaveTokens(between.parts, 'mailing-leave').ownerOf(token)).toBe(id);
  expect(createLeaveTokens(between.parts, 'mailing-leave').tokenOf(id)).not.toBe(token);
  expect(createLeaveTokens(after.parts, 'mailing-leave').ownerOf(token)).toBeNull();
});

test('what is sealed with the old secret opens while it is known, and is sealed with the new one', () => {
  const at = (secret: string) => vaultOf(secretsOf(secret), 'test', 'secrets of a test');
  const old = at(OLD).seal('JBSWY3DPEHPK3PXP');
  expect(at(`${NEW},${OLD}`).open(old)).toBe('JBSWY3DPEHPK3PXP');
  expect(at(NEW).open(old)).toBeNull();
  expect(at(NEW).open(at(`${NEW},${OLD}`).seal('again'))).toBe('again');
});
