import type { Configuration } from '#src/api/configuration/configuration.ts';
import type { Database } from '#src/api/database/database.ts';
import { openConfigured } from '#src/api/configuration/open-database.ts';
import type { Beginning } from './begin-database.ts';

/** The configured database, or the embedded one; `stops` closes it. */
export async function openData(
  configuration: Configuration,
  embedded: Beginning | null,
  stops: (() => Promise<void>)[],
): Promise<Database> {
  const server = await embedded?.ready;
  const database = await openConfigured(configuration, server?.connection);
  stops.push(() => database.close());
  return database;
}
