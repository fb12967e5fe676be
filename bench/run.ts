/**
 * `npm run bench [-- --scale]`: speeds as ratios within one run, so that they mean the same on any machine.
 * Without arguments: the gateway against a hand-written floor at 100,000 leads, and the cost of one judgment.
 * With --scale: the same work at 10,000 and at 1,000,000 leads, p95 against p95.
 */
import { spawn } from 'node:child_process';
import type { ChildProcess } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { agentLeadLifecycle } from '#src/machines/agent-lead/agent-lead.lifecycle.ts';
import { noFacts } from '#src/machines/agent-lead/agent-lead.facts.ts';
import { migrate, openDatabase } from '#src/api/database/database.ts';
import { startEmbeddedPostgres } from '#src/embedded-database/embedded-postgres.ts';
import { load } from './load.ts';
import type { Measured, Work } from './load.ts';
import { AGENT, seed } from './seed.ts';

const SECONDS = 4;
const ROUNDS = 3;
const SECRET = 'bench-secret-of-more-than-thirty-two-characters';
const LEAD =
  'id reference state moveDate client { name email } origin { city state } destination { city state } quote { total validUntil } bids { id amount state carrier { id legalName } }';
const documents = {
  list: `{ agentLeads(tab: award_carrier, limit: 50, sort: newest) { leads { ${LEAD} } } }`,
  one: `query One($id: ID!) { agentLead(id: $id) { ${LEAD} } }`,
  search: 'query Search($query: String!) { searchAgentLeads(query: $query) { id reference clientName state } }',
};

interface World {
  gateway: string;
  floor: string;
  cookie: string;
  ids: string[];
  words: string[];
  stop: () => Promise<void>;
}

async function child(file: string, port: number, environment: Record<string, string>): Promise<ChildProcess> {
  const started = spawn(process.execPath, [file], {
    env: { ...process.env, PORT: String(port), SESSION_SECRET: SECRET, ...environment },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  await new Promise<void>((resolve, reject) => {
    started.stdout!.on('data', (chunk: Buffer) => chunk.toString().includes('Ready') && resolve());
    started.once('exit', (code) => reject(new Error(`${file} ended with ${code}`)));
  });
  return started;
}

async function world(leads: number): Promise<World> {
  const dataDir = await mkdtemp(join(tmpdir(), 'leads-bench-'));
  const server = await startEmbeddedPostgres({ dataDir, durable: false });
  const database = openDatabase(server.connection);
  await migrate(database);
  console.error(`Seeding ${leads.toLocaleString('en-US')} leads…`);
  await seed(database, leads);
  const { rows } = await database.pool.query<{ id: string; client_name: string }>(
    `select id, client_name from agent_lead where state = 'award-carrier' limit 200`,
  );
  const environment = {
    DATABASE_URL: server.url!,
    DATA_DIR: dataDir,
    DEMO: '1',
    PUBLIC_URL: 'http://127.0.0.1:3901',
    NODE_ENV: 'development',
  };
  const product = await child('bench/product.ts', 3901, environment);
  const floor = await child('bench/floor.ts', 3902, environment);
  const answer = await fetch('http://127.0.0.1:3901/graphql', {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'x-requested-with': 'bench' },
    body: JSON.stringify({
      query: `mutation { signIn(platform: agent_portal, email: "${AGENT.email}", password: "${AGENT.password}") { ok } }`,
    }),
  });
  const cookie = answer.headers
    .getSetCookie()
    .map((one) => one.split(';')[0])
    .join('; ');
  return {
    gateway: 'http://127.0.0.1:3901',
    floor: 'http://127.0.0.1:3902',
    cookie,
    ids: rows.map((row) => row.id),
    words: rows.map((row) => row.client_name.toLowerCase().split(' ')[1]!),
    async stop() {
      product.kill('SIGTERM');
      floor.kill('SIGKILL');
      await new Promise((resolve) => product.once('exit', resolve));
      await database.close();
      await server.stop();
      await rm(dataDir, { recursive: true, force: true });
    },
  };
}

function works({
  gateway,
  floor,
  cookie,
  ids,
  words,
}: World): Record<keyof typeof documents, { product: Work; floor: Work }> {
  let turn = 0;
  const id = () => ids[turn++ % ids.length]!;
  const word = () => words[turn++ % words.length]!;
  const graphql = (query: string, variables: () => object): Work => ({
    url: gateway,
    path: '/graphql',
    headers: { cookie },
    body: () => JSON.stringify({ query, variables: variables() }),
  });
  const plain = (path: string, body: () => object): Work => ({
    url: floor,
    path,
    headers: { cookie },
    body: () => JSON.stringify(body()),
  });
  return {
    list: { product: graphql(documents.list, () => ({})), floor: plain('/list', () => ({})) },
    one: { product: graphql(documents.one, () => ({ id: id() })), floor: plain('/one', () => ({ id: id() })) },
    search: {
      product: graphql(documents.search, () => ({ query: word() })),
      floor: plain('/search', () => ({ query: word() })),
    },
  };
}

const median = (values: number[]) => values.sort((a, b) => a - b)[Math.floor(values.length / 2)]!;
const show = ({ rate, p50, p95 }: Measured) =>
  `${rate.toFixed(0)}/s, p50 ${p50.toFixed(1)} ms, p95 ${p95.toFixed(1)} ms`;

async function ratios(): Promise<void> {
  const here = await world(100_000);
  try {
    for (const [name, { product, floor }] of Object.entries(works(here))) {
      // The first requests compile; they are nobody's everyday.
      await load(product, 2);
      await load(floor, 1);
      const found: { ratio: number; product: Measured; floor: Measured }[] = [];
      for (let round = 0; round < ROUNDS; round++) {
        const [a, b] = [await load(product, SECONDS), await load(floor, SECONDS)];
        found.push({ ratio: a.rate / b.rate, product: a, floor: b });
      }
      console.log(
        `${name}: ${median(found.map((one) => one.ratio)).toFixed(2)} of the floor (product ${show(found[0]!.product)}; floor ${show(found[0]!.floor)})`,
      );
    }
  } finally {
    await here.stop();
  }
}

async function scale(): Promise<void> {
  const p95s: Record<string, number[]> = {};
  for (const leads of [10_000, 1_000_000]) {
    const here = await world(leads);
    try {
      for (const [name, { product }] of Object.entries(works(here))) {
        await load(product, 2, 2);
        const { p95 } = await load(product, SECONDS, 2);
        (p95s[name] ??= []).push(p95);
      }
    } finally {
      await here.stop();
    }
  }
  for (const [name, [small, large]] of Object.entries(p95s))
    console.log(
      `${name}: p95 ${large!.toFixed(1)} ms at 1,000k leads, ${small!.toFixed(1)} ms at 10k: ${(large! / small!).toFixed(2)} times`,
    );
}

function judgment(): void {
  const facts = { ...noFacts, today: '2026-01-01', clientEmail: 'a@b.example', estimateTotal: 1 };
  const place = { state: 'quote-sent', stage: null, isArchived: false } as const;
  const judge = () =>
    agentLeadLifecycle.judge(place, facts, { type: 'quote.sent', by: 'agent', total: 1, validUntil: '2026-01-01' });
  for (let warm = 0; warm < 20_000; warm++) judge();
  const begun = performance.now();
  for (let round = 0; round < 50_000; round++) judge();
  console.log(`a judgment of the lifecycle: ${(((performance.now() - begun) / 50_000) * 1000).toFixed(1)} µs`);
}

if (process.argv.includes('--scale')) await scale();
else {
  judgment();
  await ratios();
}
