import { join } from 'node:path';
import { defineConfig } from 'vitest/config';

/** Only for `run.ts`: `npm test` leaves out what needs programs that npm does not provide. */
export default defineConfig({
  root: join(import.meta.dirname, '../..'),
  resolve: { alias: [{ find: /^graphql$/, replacement: 'graphql/index.js' }] },
  test: {
    include: ['tests/production/*.journey.ts'],
    setupFiles: ['tests/platform/setup.ts'],
    globalSetup: ['tests/platform/cluster.ts'],
    pool: 'forks',
    testTimeout: 300_000,
    hookTimeout: 120_000,
  },
});
