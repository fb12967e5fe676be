import type { Logger } from 'pino';
import type { Configuration } from '#src/api/configuration/configuration.ts';
import type { Database } from '#src/api/database/database.ts';
import { openConfigured } from '#src/api/configuration/open-database.ts';
import { startEmbeddedPostgres } from './embedded-database/embedded-postgres.ts';
import type { EmbeddedPostgres } from './embedded-database/embedded-postgres.ts';

/** The database that the configuration names, or the embedded one; `stops` ends it. */
export async function openData(
  configuration: Configuration,
  log: Logger,
  stops: (() => Promise<void>)[],
): Promise<Database> {
  let server: EmbeddedPostgres | null = null;
  if (!configuration.databaseUrl) {
    server = await startEmbeddedPostgres({ dataDir: configuration.dataDir, log: (sentence) => log.warn(sentence) });
    stops.push(() => server!.stop());
  }
  const database = await openConfigured(configuration, server?.connection);
  stops.push(() => database.close());
  return database;
}
