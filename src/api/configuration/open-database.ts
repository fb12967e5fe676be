import type pg from 'pg';
import { openDatabase, openThroughPooler, waitForDatabase } from '#src/api/database/database.ts';
import type { Database } from '#src/api/database/database.ts';
import type { Configuration } from './configuration.ts';

/** The database that the configuration names, as soon as it answers; `embedded` says where the embedded one is. */
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
