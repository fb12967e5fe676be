import { defineConfig } from 'vitest/config';

// Two files at a time: continuous integration has two cores, and a browser test keeps a browser, a server and a
// database busy by itself.
const maxWorkers = 2;

export default defineConfig({
  // Node takes graphql's CommonJS half; Vite would take the other one, and a schema of one is none to the other.
  resolve: { alias: [{ find: /^graphql$/, replacement: 'graphql/index.js' }] },
  test: {
    maxWorkers,
    pool: 'forks',
    projects: [
      {
        extends: true,
        test: {
          name: 'unit',
          include: ['src/**/*.test.{ts,tsx}', 'scripts/**/*.test.ts', 'tests/paths/{models,released,run,tool}/**/*.test.ts'],
          exclude: ['src/**/*.db.test.ts'],
          testTimeout: 20_000,
          sequence: { groupOrder: 0 },
        },
      },
      {
        extends: true,
        test: {
          name: 'api',
          include: ['tests/**/*.test.ts', 'src/**/*.db.test.ts'],
          exclude: ['tests/{journeys,paths}/**'],
          globalSetup: ['tests/platform/cluster.ts'],
          testTimeout: 20_000,
          hookTimeout: 60_000,
          sequence: { groupOrder: 1 },
        },
      },
      {
        extends: true,
        test: {
          name: 'browser',
          include: ['tests/{journeys,paths}/**/*.test.ts'],
          exclude: ['tests/paths/{models,released,run,tool}/**'],
          globalSetup: ['tests/platform/cluster.ts'],
          testTimeout: 60_000,
          hookTimeout: 120_000,
          sequence: { groupOrder: 2 },
        },
      },
    ],
  },
});
