import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { pino } from 'pino';
import { readConfiguration } from '#src/api/configuration/configuration.ts';
import { startProcess } from '#src/process.ts';
import type { RunningProcess } from '#src/process.ts';
import { call, mailTo, signedIn } from '#tests/platform/application.ts';
import type { Application } from '#tests/platform/application.ts';
import { gestures, newStage, people } from '#tests/paths/api-gestures.ts';
import { testDatabase } from '#tests/platform/test-database.ts';
import type { TestDatabase } from '#tests/platform/test-database.ts';

/** Two processes of the product on one database server, connected by DATABASE_URL. */
let database: TestDatabase;
let dataDir: string;
const nodes: RunningProcess[] = [];
const application = (node: number): Application => ({
  url: nodes[node]!.url,
  parts: nodes[node]!.parts!,
  database,
  dataDir,
  stop: () => nodes[node]!.stop(),
});

beforeAll(async () => {
  database = await testDatabase();
  dataDir = await mkdtemp(join(tmpdir(), 'leads-nodes-'));
  const environment = {
    PORT: '0',
    DATA_DIR: dataDir,
    DATABASE_URL: database.url,
    DEMO: '1',
    SESSION_SECRET: 'x'.repeat(40),
    PUBLIC_URL: 'http://localhost:1',
  };
  // Both start at once, as after a power failure.
  nodes.push(
    ...(await Promise.all(
      [0, 1].map(() =>
        startProcess(readConfiguration(environment), { demoData: false, log: pino({ level: 'fatal' }) }),
      ),
    )),
  );
  // The mail of both is read in one place: the mailbox of the node that the test uses.
}, 60_000);

afterAll(async () => {
  await Promise.all(nodes.map((node) => node.stop()));
  await rm(dataDir, { recursive: true, force: true });
});

test('a change made through one node reaches a listener of the other', async () => {
  const who = await people(application(0));
  const response = await fetch(`${nodes[1]!.url}/api/frontend/live`, {
    headers: { authorization: `Bearer ${who.agent2.token}` },
  });
  const reader = response.body!.pipeThrough(new TextDecoderStream()).getReader();
  await reader.read();
  const stage = await newStage(application(0), who);
  let heard = '';
  while (!heard.includes(stage.lead.id)) heard += (await reader.read()).value ?? '';
  await reader.cancel();
});

test('a session of one node is one of the other', async () => {
  const agent = await signedIn(application(0), 'agent', 'Nell Node');
  const answer = await call(application(1), 'GET', 'agent/', { token: agent.token });
  expect(answer.status).toBe(200);
  expect(answer.body.email).toBe(agent.email);
});

test('each mail goes out once, whichever node takes the job', async () => {
  const who = await people(application(0));
  const stages = [];
  for (let index = 0; index < 8; index++) {
    const stage = await newStage(application(index % 2), who);
    expect((await gestures['quote.sent'](stage)).status).toBe(200);
    stages.push(stage);
  }
  for (const stage of stages) await mailTo(application(0), stage.clientEmail, /quote/i);
  const rows = await database.kysely
    .selectFrom('mail')
    .select(['delivered_at', 'attempts'])
    .where('kind', '=', 'quote')
    .execute();
  expect(rows).toHaveLength(8);
  await expect
    .poll(
      async () =>
        (await database.kysely.selectFrom('mail').select('id').where('delivered_at', 'is', null).execute()).length,
      { timeout: 10_000 },
    )
    .toBe(0);
  // Both nodes share one mailbox folder here, so a second delivery would appear as a second message.
  for (const stage of stages) {
    const list = (await (
      await fetch(`${nodes[0]!.url}/dev/mailbox/messages.json?to=${encodeURIComponent(stage.clientEmail)}`)
    ).json()) as unknown[];
    expect(list).toHaveLength(1);
  }
});
