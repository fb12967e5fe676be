import { spawn } from 'node:child_process';
import type { ChildProcess } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { migrate, openDatabase } from '#src/api/database/database.ts';
import { startEmbeddedPostgres } from '#src/embedded-database/embedded-postgres.ts';
import { SIGN_IN } from '#src/app/session-documents.ts';
import { AGENT, CARRIER, seed } from './seed.ts';

const SECRET = 'bench-secret-of-more-than-thirty-two-characters';
/** The product's port; the baseline uses the next one. */
const PORT = Number(process.env.PORT ?? 3901);

/** A seeded database with the product and the baseline running on it, and the cookies of an agent and of a carrier. */
export interface World {
  product: string;
  floor: string;
  /** The process id of the product. */
  pid: number;
  agent: string;
  carrier: string;
  /** Loads on the board. */
  ids: string[];
  /** Words from these loads' clients. */
  words: string[];
  /** Leads that accept a follow-up, with the version of each. */
  open: { id: string; version: number }[];
  chat: string;
  stop: () => Promise<void>;
}

/** With `web`, it is served as in production, where only the documents of its pages are accepted. */
export async function createWorld(
  leads: number,
  parts: 'api,gateway' | 'api,gateway,web' = 'api,gateway',
): Promise<World> {
  const dataDir = await mkdtemp(join(tmpdir(), 'leads-bench-'));
  const server = await startEmbeddedPostgres({ dataDir, durable: false });
  const database = openDatabase(server.connection);
  await migrate(database);
  console.error(`Seeding ${leads.toLocaleString('en-US')} leads…`);
  await seed(database, leads);
  const { pool } = database;
  const { rows: board } = await pool.query<{ id: string; client_name: string }>(
    `select id, client_name from agent_lead where state = 'award-carrier' limit 200`,
  );
  const { rows: open } = await pool.query<{ id: string; version: number }>(
    `select id, version from agent_lead where state in ('new', 'follow-up') and not is_archived limit 5000`,
  );
  const { rows: chats } = await pool.query<{ id: string }>(`select id from chat order by messages desc limit 1`);
  const environment = {
    DATABASE_URL: server.url!,
    DATA_DIR: dataDir,
    DEMO: '1',
    PUBLIC_URL: `http://127.0.0.1:${PORT}`,
    NODE_ENV: parts === 'api,gateway' ? 'development' : 'production',
    PARTS: parts,
  };
  const product = await child('bench/product.ts', PORT, environment);
  const floor = await child('bench/floor.ts', PORT + 1, environment);
  const [productUrl, floorUrl] = [`http://127.0.0.1:${PORT}`, `http://127.0.0.1:${PORT + 1}`];
  return {
    product: productUrl,
    floor: floorUrl,
    pid: product.pid!,
    agent: await signIn(productUrl, 'agent_portal', AGENT),
    carrier: await signIn(productUrl, 'load_board', CARRIER),
    ids: board.map((row) => row.id),
    words: board.map((row) => row.client_name.toLowerCase().split(' ')[1]!),
    open,
    chat: chats[0]!.id,
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

async function signIn(url: string, platform: string, who: typeof AGENT): Promise<string> {
  const answer = await fetch(`${url}/graphql`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ query: SIGN_IN, variables: { platform, ...who } }),
  });
  return answer.headers
    .getSetCookie()
    .map((one) => one.split(';')[0])
    .join('; ');
}
