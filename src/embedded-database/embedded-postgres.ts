import { mkdir, realpath, rmdir } from 'node:fs/promises';
import { join } from 'node:path';
import { accountFailure, findBinaries } from './embedded-postgres-binaries.ts';
import { databaseUser, ensureCluster, socketFolderOf } from './embedded-postgres-folder.ts';
import { findServer, launchServer, stopServer, type RunningServer } from './embedded-postgres-server.ts';
import { lockFolder } from './folder-lock.ts';

export interface EmbeddedPostgres {
  /** For `openDatabase`; `host` is the folder of the Unix socket. Stays valid after a restart of the server. */
  readonly connection: { readonly host: string; readonly user: string; readonly database: string };
  /** The same as a URL, for tools. */
  readonly url: string;
  /** The server's process id; changes after a crash of the server. */
  readonly pid: number;
  /** Shuts the server down cleanly (connections are closed, nothing is lost) and releases the data folder. */
  stop(): Promise<void>;
}

export interface EmbeddedPostgresOptions {
  readonly dataDir: string;
  /** False only for tests: faster, but loses data if the machine stops. */
  readonly durable?: boolean;
  readonly log?: (sentence: string) => void;
  /** Called once a PostgreSQL program is running and there is nothing to do but wait for it. */
  readonly begun?: () => void;
}

/**
 * Starts the private PostgreSQL of a data folder, or adopts the one left running by a crash of ours. While this process
 * lives, a server that dies is restarted.
 *
 * @throws FolderInUse if another process of ours uses the folder
 * @throws EmbeddedPostgresError with a sentence for the operator
 */
export async function startEmbeddedPostgres(options: EmbeddedPostgresOptions): Promise<EmbeddedPostgres> {
  const { durable = true, log = () => {}, begun = () => {} } = options;
  await mkdir(options.dataDir, { recursive: true, mode: 0o700 });
  const dataDir = await realpath(options.dataDir);
  const folder = join(dataDir, 'postgres');
  const logPath = join(dataDir, 'postgres.log');
  const lock = await lockFolder(dataDir);

  try {
    const binaries = await findBinaries();
    await ensureCluster(folder, binaries, { durable, begun });
    const adopted = await findServer({ folder, durable });
    if (adopted !== null) log(`Going on with the database server ${adopted.pid} that was left running.`);

    const socketFolder = adopted?.socketFolder ?? socketFolderOf(folder);
    const launch = (): Promise<RunningServer> =>
      launchServer({ folder, socketFolder, logPath, durable, binaries, begun });
    let server = adopted ?? (await launch());
    let restarting: Promise<void> | null = null;

    const restart = async (): Promise<void> => {
      log(`The database server ${server.pid} has died; starting it again.`);
      try {
        server = await launch();
      } catch (error) {
        log(`The database server did not start again: ${(error as Error).message}`);
      } finally {
        restarting = null;
      }
    };
    const watch = setInterval(() => {
      if (restarting === null && !server.isAlive()) restarting = restart();
    }, 250);
    watch.unref();

    return {
      connection: { host: socketFolder, user: databaseUser, database: 'postgres' },
      url: `postgresql://${databaseUser}@localhost/postgres?host=${encodeURIComponent(socketFolder)}`,
      get pid() {
        return server.pid;
      },
      async stop() {
        clearInterval(watch);
        // Wait for a restart in progress: otherwise it would leave a server behind.
        await restarting;
        await stopServer(server);
        await rmdir(socketFolder).catch(() => {});
        await lock.release();
      },
    };
  } catch (error) {
    await lock.release();
    throw accountFailure(error) ?? error;
  }
}
