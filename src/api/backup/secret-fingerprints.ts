import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { secretsOf } from '#src/api/configuration/session-secrets.ts';
import type { Configuration } from '#src/api/configuration/configuration.ts';
import type { Manifest } from './manifest.ts';

/** Identifies the secrets of a deployment without revealing them. */
export async function secretFingerprints(configuration: Configuration): Promise<Manifest['secrets']> {
  const { sessionSecret, dataDir, seal: own } = configuration;
  const [session, seal] = await Promise.all(
    [join(dataDir, 'secrets', 'session'), own?.path ?? join(dataDir, 'secrets', 'document-seal.p12')].map((path) =>
      readFile(path).catch((error: NodeJS.ErrnoException) => {
        if (error.code === 'ENOENT') return null;
        throw error;
      }),
    ),
  );
  const fingerprint = (content: Buffer | string | null | undefined): string | null =>
    content == null ? null : createHash('sha256').update('fingerprint ').update(content).digest('hex').slice(0, 16);
  // If there are several, the newest one counts.
  const secrets = sessionSecret ?? session?.toString();
  const newest = secrets === undefined ? null : secretsOf(secrets)[0];
  return { session: fingerprint(newest), seal: fingerprint(seal) };
}
