import type pg from 'pg';
import { openDatabase, openThroughPooler, waitForDatabase } from '#src/api/database/database.ts';
import type { Database } from '#src/api/database/database.ts';
import type { Configuration } from './configuration.ts';

/** The configured database, as soon as it responds; `embedded` is the connection to the embedded one. */
export async function openConfigured(
  { databaseUrl, databaseDirectUrl, poolerKeepsStatements }: Configuration,
  embedded?: pg.ClientConfig,
  options: { poolSize?: number } = {},
): Promise<Database> {
  if (!embedded && databaseDirectUrl !== null)
    return await openThroughPooler(databaseUrl!, {
      ...options,
      direct: databaseDirectUrl,
      keepsStatements: poolerKeepsStatements,
    });
  const database = openDatabase(embedded ?? databaseUrl!, options);
  try {
    await waitForDatabase(database);
    return database;
  } catch (error) {
    await database.close();
    throw error;
  }
}
