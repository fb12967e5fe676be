import { access, readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { accountOf, giveFolder, spawnProgram, type Account } from './embedded-postgres-account.ts';
import { binariesFor, EmbeddedPostgresError, type Binaries } from './embedded-postgres-binaries.ts';
import { ensureSocketFolder, openServerLog, readServerFile } from './embedded-postgres-folder.ts';
import { killWorkersOf } from './orphan-processes.ts';
import { processIdentity, worksIn } from './process-identity.ts';

const socketName = '.s.PGSQL.5432';

export interface RunningServer {
  readonly pid: number;
  readonly socketFolder: string;
  isAlive(): boolean;
}

interface Launch {
  /** The cluster's real path, because it is compared with the server's working directory. */
  readonly folder: string;
  readonly socketFolder: string;
  readonly logPath: string;
  readonly durable: boolean;
  readonly binaries: Binaries;
  /** Called once the server's process exists. */
  readonly begun: () => void;
}

/** The server still running on this cluster, once it accepts connections; null if there is none. */
export async function findServer({
  folder,
  durable,
}: {
  folder: string;
  durable: boolean;
}): Promise<RunningServer | null> {
  for (;;) {
    const found = await readServerFile(folder);
    if (found === null || !worksIn(found.pid, folder)) return null;
    if (found.status === 'ready') {
      const server = describe(found.pid, found.socketFolder);
      const options = await readFile(join(folder, 'postmaster.opts'), 'utf8').catch(() => '');
      const reachable = await access(join(found.socketFolder, socketName)).then(
        () => true,
        () => false,
      );
      if (reachable && !(durable && options.includes('fsync=off'))) return server;
      // Its socket was deleted, or it runs with less durability than required.
      await stopServer(server);
    }
    await sleep(10);
  }
}

/**
 * Starts the server and waits until it accepts connections. A killed server can hold its shared memory for some
 * seconds, so that error is retried.
 */
export async function launchServer(launch: Launch): Promise<RunningServer> {
  const account = accountOf(launch.folder);
  const { postgres } = await binariesFor(launch.binaries, account);
  // Temporary folders may be cleaned up by others, even while we run.
  await ensureSocketFolder(launch.socketFolder, account);
  const deadline = Date.now() + 15_000;
  for (;;) {
    const left = await readServerFile(launch.folder);
    if (left === null || !worksIn(left.pid, launch.folder)) {
      // The pid in these files may belong to any process by now, or to a zombie that was never reaped; PostgreSQL would
      // take either for a server. Both folders are exclusively ours.
      await rm(join(launch.folder, 'postmaster.pid'), { force: true });
      await rm(join(launch.socketFolder, `${socketName}.lock`), { force: true });
      await rm(join(launch.socketFolder, socketName), { force: true });
      killWorkersOf(launch.folder);
      if (account) giveFolder(launch.folder, account);
    }
    const outcome = await tryLaunch(launch, postgres, account);
    if (typeof outcome !== 'string') return outcome;
    const transient = /lock file|shared memory block|is another postmaster/.test(outcome);
    if (!transient || Date.now() > deadline) {
      throw new EmbeddedPostgresError(`The database server did not start (${launch.logPath}): ${outcome}`);
    }
    await sleep(100);
  }
}

/** The running server, or the last lines of its log before it failed. */
async function tryLaunch(
  { folder, socketFolder, logPath, durable, begun }: Launch,
  path: string,
  account: Account | null,
): Promise<RunningServer | string> {
  const logFile = await openServerLog(logPath);
  const from = (await logFile.stat()).size;
  try {
    const settings = Object.entries(serverSettings(socketFolder, durable)).flatMap(([name, value]) => [
      '-c',
      `${name}=${value}`,
    ]);
    // Detached: a signal to our terminal must not reach the database before we have finished with it.
    const child = spawnProgram(
      { path, folder, args: (data) => ['-D', data, ...settings], output: logFile.fd, detached: true },
      account,
    );
    let ended: string | null = null;
    child.once('error', (error) => (ended = error.message));
    child.once('exit', () => (ended = 'exit'));
    child.unref();
    begun();

    for (;;) {
      const state = await readServerFile(folder);
      if (child.pid !== undefined && state?.pid === child.pid && state.status === 'ready')
        return describe(child.pid, socketFolder);
      if (ended === 'exit') return (await readFile(logPath)).subarray(from).toString('utf8').trim().slice(-2000);
      if (ended !== null) return ended;
      await sleep(10);
    }
  } finally {
    await logFile.close();
  }
}

function serverSettings(socketFolder: string, durable: boolean): Record<string, string> {
  const safety: Record<string, string> = durable
    ? { fsync: 'on', synchronous_commit: 'on' }
    : { fsync: 'off', synchronous_commit: 'off', full_page_writes: 'off' };
  return {
    ...safety,
    listen_addresses: '',
    unix_socket_directories: socketFolder,
    unix_socket_permissions: '0700',
    max_connections: '100',
    shared_buffers: '128MB',
    work_mem: '8MB',
    random_page_cost: '1.1',
    // For short queries on a small machine, JIT and parallel workers cost more than they gain, and the workers' shared
    // memory does not fit the default /dev/shm of a container.
    jit: 'off',
    max_parallel_workers_per_gather: '0',
    timezone: 'UTC',
    log_timezone: 'UTC',
    // Statements and details contain personal data, which does not belong in a log.
    log_min_error_statement: 'panic',
    log_error_verbosity: 'terse',
  };
}

/**
 * Shuts down cleanly: closes connections and writes a checkpoint; more forcefully only if that takes longer than 10 s.
 */
export async function stopServer(server: RunningServer): Promise<void> {
  for (const [signal, patience] of [
    ['SIGINT', 10_000],
    ['SIGQUIT', 5_000],
    ['SIGKILL', 2_000],
  ] as const) {
    if (!server.isAlive()) return;
    process.kill(server.pid, signal);
    for (const until = Date.now() + patience; Date.now() < until && server.isAlive();) await sleep(10);
  }
}

function describe(pid: number, socketFolder: string): RunningServer {
  const identity = processIdentity(pid);
  return { pid, socketFolder, isAlive: () => identity !== null && processIdentity(pid) === identity };
}
