import { spawn } from 'node:child_process';
import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { createServer } from 'node:net';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';

/** A free port, which stays the same across restarts of the server under test. */
export async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  server.close();
  return port;
}

export interface KillableServer {
  url: string;
  child: ChildProcess;
  /** Milliseconds from the start of the process to its ready line. */
  readyAfter: number;
}

/** Starts the product as an operator does, on its embedded, durable database. Resolves at the ready line. */
export async function startServer(
  dataDir: string,
  port: number,
  environment: Record<string, string> = {},
): Promise<KillableServer> {
  const begun = performance.now();
  const child = spawn(process.execPath, ['dist/server/server.js'], {
    env: {
      ...process.env,
      DATA_DIR: dataDir,
      PORT: String(port),
      PARTS: 'api,worker',
      LOG_LEVEL: 'silent',
      ...environment,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let said = '';
  child.stderr!.on('data', (chunk: Buffer) => (said += chunk.toString()));
  await new Promise<void>((resolve, reject) => {
    child.stdout!.on('data', (chunk: Buffer) => {
      if (chunk.toString().includes('Ready at')) resolve();
    });
    child.once('exit', (code) => reject(new Error(`The server ended with ${code}: ${said}`)));
  });
  return { url: `http://127.0.0.1:${port}`, child, readyAfter: performance.now() - begun };
}

export async function killServer({ child }: KillableServer, signal: NodeJS.Signals = 'SIGKILL'): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  child.kill(signal);
  await once(child, 'exit');
}

/** What the embedded database reports about itself while it runs: its process, and how to reach it. */
export function embeddedDatabase(dataDir: string): {
  pid: number;
  connection: { host: string; user: string; database: string };
} {
  const lines = readFileSync(join(dataDir, 'postgres', 'postmaster.pid'), 'utf8').split('\n');
  return { pid: Number(lines[0]), connection: { host: lines[4]!, user: 'leads', database: 'postgres' } };
}
