import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Configuration } from '#src/api/configuration/configuration.ts';
import type { Manifest } from './manifest.ts';

/** With which secrets a place works, told without telling them. */
export async function secretFingerprints(configuration: Configuration): Promise<Manifest['secrets']> {
  const { sessionSecret, dataDir } = configuration;
  const [session, seal] = await Promise.all(
    ['session', 'document-seal.p12'].map((name) =>
      readFile(join(dataDir, 'secrets', name)).catch((error: NodeJS.ErrnoException) => {
        if (error.code === 'ENOENT') return null;
        throw error;
      }),
    ),
  );
  const fingerprint = (content: Buffer | string | null | undefined): string | null =>
    content == null ? null : createHash('sha256').update('fingerprint ').update(content).digest('hex').slice(0, 16);
  return { session: fingerprint(sessionSecret ?? session?.toString().trim()), seal: fingerprint(seal) };
}
