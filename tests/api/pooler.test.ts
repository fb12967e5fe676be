import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { pino } from 'pino';
import { readConfiguration } from '#src/api/configuration/configuration.ts';
import { openThroughPooler } from '#src/api/database/database.ts';
import { startProcess } from '#src/process.ts';
import { gestures, newStage, people } from '#tests/paths/api-gestures.ts';
import type { Application } from '#tests/platform/application.ts';
import { mailTo } from '#tests/platform/application.ts';
import { pgBouncerVersion, startPgBouncer, wiretap } from '#tests/platform/pooler.ts';
import { testDatabase } from '#tests/platform/test-database.ts';
import type { TestDatabase } from '#tests/platform/test-database.ts';

/**
 * Uses the product through `pooler`: another agent is notified of a lead's transition, its mail is sent, and a search
 * finds it.
 */
async function work(database: TestDatabase, pooler: string, environment: Record<string, string> = {}): Promise<void> {
  const dataDir = await mkdtemp(join(tmpdir(), 'leads-pooler-'));
  const running = await startProcess(
    readConfiguration({
      PORT: '0',
      DATA_DIR: dataDir,
      DATABASE_URL: pooler,
      DATABASE_DIRECT_URL: database.url,
      DEMO: '1',
      SESSION_SECRET: 'x'.repeat(40),
      CEILING_FACTOR: '1000',
      ...environment,
    }),
    { demoData: false, log: pino({ level: 'fatal' }) },
  );
  try {
    const application: Application = { url: running.url, parts: running.parts!, database, dataDir, stop: running.stop };
    const who = await people(application);
    const response = await fetch(`${running.url}/api/frontend/live`, {
      headers: { authorization: `Bearer ${who.agent2.token}` },
    });
    const reader = response.body!.pipeThrough(new TextDecoderStream()).getReader();
    await reader.read();
    const stages = await Promise.all(Array.from({ length: 4 }, () => newStage(application, who)));
    const answers = await Promise.all(stages.map((stage) => gestures['quote.sent'](stage)));
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200]);
    let heard = '';
    while (!stages.every(({ lead }) => heard.includes(lead.id))) heard += (await reader.read()).value ?? '';
    await reader.cancel();
    for (const { clientEmail } of stages) await mailTo(application, clientEmail, /quote/i);
  } finally {
    await running.stop();
    await rm(dataDir, { recursive: true, force: true });
  }
}

test('a pooler sees no startup options, no named statement and nothing that lasts for a session', async () => {
  const database = await testDatabase();
  const tap = await wiretap(database);
  await work(database, tap.url);
  tap.close();
  expect(tap.starts.length).toBeGreaterThan(0);
  expect([...new Set(tap.starts.flatMap((start) => Object.keys(start)))].toSorted()).toEqual([
    'application_name',
    'client_encoding',
    'database',
    'user',
  ]);
  // Proves that the tap sees what is being looked for: statements that would be prepared elsewhere passed through here.
  expect(tap.statements.some(({ text }) => text.includes('/* prepared */'))).toBe(true);
  expect(tap.statements.filter(({ name }) => name !== '')).toEqual([]);
  const lasting = /^\s*(?:set\s+(?!local)|listen|prepare|declare)\b|pg_(?:try_)?advisory_lock|temp(?:orary)? table/i;
  expect(tap.statements.filter(({ text }) => lasting.test(text))).toEqual([]);
}, 120_000);

test('statements are named where the pooler keeps them', async () => {
  const database = await testDatabase();
  const tap = await wiretap(database);
  await work(database, tap.url, { POOLER_KEEPS_STATEMENTS: '1' });
  tap.close();
  expect(tap.statements.some(({ name }) => name !== '')).toBe(true);
}, 120_000);

test('a pooler whose connections are older than the settings is named as the reason', async () => {
  const database = await testDatabase();
  const tap = await wiretap(database);
  // A connection's settings override those of the role, as with a pooler that sets its own.
  const stubborn = `${tap.url}?options=${encodeURIComponent('-c jit=on')}`;
  await expect(openThroughPooler(stubborn, { direct: database.url, poolSize: 1 })).rejects.toThrow(/\(jit\): restart/);
  const fitting = await openThroughPooler(tap.url, { direct: database.url, poolSize: 1 });
  await fitting.close();
  tap.close();
});

test.skipIf(pgBouncerVersion === 0)(
  'the product works through PgBouncer in transaction mode (needs pgbouncer)',
  async () => {
    const database = await testDatabase();
    const pooler = await startPgBouncer(database);
    await work(database, pooler.url).finally(() => pooler.stop());
  },
  120_000,
);

test.skipIf(pgBouncerVersion < 121)(
  'named statements work through PgBouncer that keeps them (needs pgbouncer 1.21)',
  async () => {
    const database = await testDatabase();
    const pooler = await startPgBouncer(database, ['max_prepared_statements = 200']);
    await work(database, pooler.url, { POOLER_KEEPS_STATEMENTS: '1' }).finally(() => pooler.stop());
  },
  120_000,
);
