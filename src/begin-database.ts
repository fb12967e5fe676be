import type { Logger } from 'pino';
import type { Configuration } from '#src/api/configuration/configuration.ts';
import { startEmbeddedPostgres } from './embedded-database/embedded-postgres.ts';
import type { EmbeddedPostgres } from './embedded-database/embedded-postgres.ts';

/** An embedded database that has begun to start. */
export interface Beginning {
  ready: Promise<EmbeddedPostgres>;
  /** Also where it never became ready. */
  stop(): Promise<void>;
}

/** Whether this process works with data, and not only with the REST API of another one. */
export const needsData = ({ parts }: Configuration): boolean => parts.has('api') || parts.has('worker');

/**
 * Starts the embedded database, where the configuration names no other. Resolves once PostgreSQL has all that it needs,
 * before it is ready: it starts while this process loads its modules.
 */
export async function beginDatabase(configuration: Configuration, log: Logger): Promise<Beginning | null> {
  const { databaseUrl, dataDir } = configuration;
  if (databaseUrl || !needsData(configuration)) return null;
  let begun = () => {};
  const working = new Promise<void>((resolve) => (begun = resolve));
  const ready = startEmbeddedPostgres({ dataDir, begun, log: (sentence) => log.warn(sentence) });
  // One that cannot start says so to whoever waits for it.
  await Promise.race([working, ready.catch(() => {})]);
  return { ready, stop: async () => (await ready.catch(() => null))?.stop() };
}
