import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { chown, mkdtemp, rm, stat, writeFile } from 'node:fs/promises';
import { connect, createServer } from 'node:net';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { inject } from 'vitest';
import type { TestDatabase } from './test-database.ts';

/** What clients sent to a PostgreSQL server, message by message. */
export interface Wiretap {
  /** In the form of DATABASE_URL. */
  url: string;
  /** The startup parameters of each connection. */
  starts: Record<string, string>[];
  /** Statements, and the names under which they were prepared. */
  statements: { name: string; text: string }[];
  close(): void;
}

/** A proxy in front of the tests' PostgreSQL that forwards everything and records the requests. */
export async function wiretap(database: TestDatabase): Promise<Wiretap> {
  const { host } = inject('cluster');
  const starts: Wiretap['starts'] = [];
  const statements: Wiretap['statements'] = [];
  const server = createServer((client) => {
    const upstream = connect(join(host, '.s.PGSQL.5432'));
    client.pipe(upstream).pipe(client);
    for (const [one, other] of [
      [client, upstream],
      [upstream, client],
    ] as const)
      one.on('error', () => other.destroy()).on('close', () => other.destroy());
    let read = Buffer.alloc(0);
    let hasStarted = false;
    client.on('data', (chunk: Buffer) => {
      read = Buffer.concat([read, chunk]);
      for (;;) {
        const offset = hasStarted ? 1 : 0;
        if (read.length < offset + 4) return;
        const end = offset + read.readUInt32BE(offset);
        if (read.length < end) return;
        const texts = read.toString('utf8', offset + 4, end).split('\0');
        if (!hasStarted) {
          // Four bytes with the protocol version, then alternating names and values.
          const words = read.toString('utf8', 8, end).split('\0');
          starts.push(
            Object.fromEntries(
              words.flatMap((word, index) => (index % 2 === 0 && word !== '' ? [[word, words[index + 1]!]] : [])),
            ),
          );
          hasStarted = true;
        } else if (read[0] === 0x51) statements.push({ name: '', text: texts[0]! });
        else if (read[0] === 0x50) statements.push({ name: texts[0]!, text: texts[1]! });
        read = read.subarray(end);
      }
    });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  const { pathname, username } = new URL(database.url);
  return {
    url: `postgresql://${username}@127.0.0.1:${port}${pathname}`,
    starts,
    statements,
    close: () => void server.close(),
  };
}

const asked = spawnSync('pgbouncer', ['--version'], { encoding: 'utf8' });
/** The installed PgBouncer version (`apt-get install pgbouncer`), 121 for 1.21; 0 for none. */
export const pgBouncerVersion = Number((/ 1\.(\d+)/.exec(asked.stdout ?? '') ?? [])[1] ?? -100) + 100;

/** PgBouncer in transaction mode, with two server connections, in front of the tests' PostgreSQL. */
export async function startPgBouncer(
  database: TestDatabase,
  settings: readonly string[] = [],
): Promise<{ url: string; stop(): Promise<void> }> {
  const { host, user } = inject('cluster');
  const folder = await mkdtemp(join(tmpdir(), 'pgbouncer-'));
  // It refuses to run as root, and only the server's account may enter the socket's folder.
  const isRoot = process.getuid?.() === 0;
  const account = (await stat(host)).uid;
  const holder = createServer().listen(0, '127.0.0.1');
  await once(holder, 'listening');
  const { port } = holder.address() as AddressInfo;
  holder.close();
  await writeFile(
    join(folder, 'pgbouncer.ini'),
    `[databases]
* = host=${host} user=${user}
[pgbouncer]
listen_addr = 127.0.0.1
listen_port = ${port}
unix_socket_dir =
auth_type = any
pool_mode = transaction
default_pool_size = 2
max_client_conn = 100
${settings.join('\n')}
`,
  );
  if (isRoot) await chown(folder, account, account);
  const child = spawn('pgbouncer', [join(folder, 'pgbouncer.ini')], {
    stdio: 'ignore',
    ...(isRoot ? { uid: account, gid: account } : {}),
  });
  const ended = once(child, 'exit');
  for (let tries = 0; tries < 100 && !(await answers(port)); tries++) await sleep(50);
  return {
    url: `postgresql://${user}@127.0.0.1:${port}${new URL(database.url).pathname}`,
    async stop() {
      child.kill('SIGTERM');
      await ended;
      await rm(folder, { recursive: true, force: true });
    },
  };
}

async function answers(port: number): Promise<boolean> {
  const socket = connect(port, '127.0.0.1');
  try {
    await once(socket, 'connect');
    return true;
  } catch {
    return false;
  } finally {
    socket.destroy();
  }
}
