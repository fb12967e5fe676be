import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { migrate, openDatabase, type Database } from '#src/api/database/database.ts';
import { startEmbeddedPostgres, type EmbeddedPostgres } from '#src/embedded-database/embedded-postgres.ts';

/** A migrated database on its own server, for tests that stop or kill the server. */
export async function startTestDatabase({ durable = false } = {}): Promise<{
  database: Database;
  server: EmbeddedPostgres;
  dataDir: string;
  end(): Promise<void>;
}> {
  const dataDir = await mkdtemp(join(tmpdir(), 'platform-'));
  const server = await startEmbeddedPostgres({ dataDir, durable });
  const database = openDatabase(server.connection, { poolSize: 5 });
  await migrate(database);
  return {
    database,
    server,
    dataDir,
    async end() {
      await database.close();
      await server.stop();
      await rm(dataDir, { recursive: true, force: true });
    },
  };
}
