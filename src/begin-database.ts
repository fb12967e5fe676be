import type { Logger } from 'pino';
import type { Configuration } from '#src/api/configuration/configuration.ts';
import { startEmbeddedPostgres } from './embedded-database/embedded-postgres.ts';
import type { EmbeddedPostgres } from './embedded-database/embedded-postgres.ts';

/** An embedded database that is starting. */
export interface Beginning {
  ready: Promise<EmbeddedPostgres>;
  /** Works even if it never became ready. */
  stop(): Promise<void>;
}

/** Whether this process accesses the data itself, and not only through the REST API of another process. */
export const needsData = ({ parts }: Configuration): boolean => parts.has('api') || parts.has('worker');

/**
 * Starts the embedded database, if the configuration names no other. Resolves once PostgreSQL has all that it needs,
 * before it is ready, so that it starts while this process loads its modules.
 */
export async function beginDatabase(configuration: Configuration, log: Logger): Promise<Beginning | null> {
  const { databaseUrl, dataDir } = configuration;
  if (databaseUrl || !needsData(configuration)) return null;
  let begun = () => {};
  const working = new Promise<void>((resolve) => (begun = resolve));
  const ready = startEmbeddedPostgres({ dataDir, begun, log: (sentence) => log.warn(sentence) });
  // A failure to start is reported to whoever awaits `ready`.
  await Promise.race([working, ready.catch(() => {})]);
  return { ready, stop: async () => (await ready.catch(() => null))?.stop() };
}
