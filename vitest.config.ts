import { join } from 'node:path';
import { defineConfig } from 'vitest/config';
import { BaseSequencer } from 'vitest/node';
import type { TestSpecification } from 'vitest/node';

// Three files at a time on the two cores of continuous integration, because a browser test waits a third of its time. A
// fourth gains nothing.
const maxWorkers = 3;

/**
 * The files that take a minute or more, the longest first, and between them those that others wait for (the first that
 * copies the demo, which takes half a minute to create) or that wait for most of their time: at once, they would leave
 * the processors idle.
 */
const LONGEST = [
  'tests/screens/accessible.test.ts',
  'tests/paths/agent-lead-browser.test.ts',
  'tests/paths/agent-lead-api.test.ts',
  'tests/limits/event-loop.test.ts',
  'tests/limits/kill.test.ts',
  'tests/screens/flows-of-guests.test.ts',
  'tests/paths/all-others-api.test.ts',
  'tests/api/notices.test.ts',
  'tests/paths/purchase-browser.test.ts',
  'tests/paths/subscription-api.test.ts',
  'tests/limits/plans.test.ts',
  'tests/limits/races.test.ts',
  'tests/screens/flows-of-work.test.ts',
  'tests/api/session-sign-in.test.ts',
  'tests/paths/onboarding-browser.test.ts',
  'tests/paths/session-browser.test.ts',
  'tests/api/chat.test.ts',
  'tests/screens/whole-day.test.ts',
  'tests/screens/sign-up.test.ts',
  'tests/journeys/carrier-onboarding.test.ts',
  'tests/screens/flows-of-all-screens.test.ts',
  'tests/api/privacy.test.ts',
  'tests/screens/brokerage-settings.test.ts',
  'tests/api/rights.test.ts',
  'tests/api/webhooks.test.ts',
];
const PROJECTS = ['browser', 'api', 'unit'];

/**
 * Runs long files first and short ones last, across all projects, so that no worker is left with a long one at the end;
 * also on a fresh clone, where Vitest has no durations yet.
 */
class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const rank = ({ moduleId, project }: TestSpecification): number => {
      const place = LONGEST.findIndex((path) => moduleId.endsWith(path));
      return place === -1 ? LONGEST.length + PROJECTS.indexOf(project.name) : place;
    };
    return (await super.sort(files)).toSorted((a, b) => rank(a) - rank(b));
  }
}

// Commands started by tests are compiled once, not once per test.
process.env.NODE_COMPILE_CACHE ??= join(import.meta.dirname, 'node_modules/.cache/compiled');

/** Node loads the modules by itself, as it does for the product. A test of TSX needs Vite for that. */
const BY_NODE = { viteModuleRunner: false, nodeLoader: false };

export default defineConfig({
  test: {
    maxWorkers,
    pool: 'forks',
    // A worker runs the whole product: with the default of 16 MB for young objects, a tenth of its time is collecting them.
    execArgv: ['--min-semi-space-size=32', '--max-semi-space-size=64'],
    setupFiles: ['tests/platform/setup.ts'],
    // Modules are loaded once per worker, not once per file; each file closes what it opens, see
    // tests/platform/file-end.ts.
    isolate: false,
    sequence: { sequencer: LongestFirst },
    projects: [
      {
        extends: true,
        test: {
          name: 'unit',
          include: [
            'src/**/*.test.{ts,tsx}',
            'scripts/**/*.test.ts',
            'tests/paths/{models,released,tool}/**/*.test.ts',
          ],
          exclude: ['src/**/*.db.test.ts'],
          testTimeout: 60_000,
          // Some hooks start a database.
          hookTimeout: 120_000,
        },
      },
      {
        extends: true,
        test: {
          name: 'api',
          experimental: BY_NODE,
          include: ['tests/**/*.test.ts', 'src/**/*.db.test.ts'],
          exclude: ['tests/{journeys,paths,screens}/**'],
          globalSetup: ['tests/platform/cluster.ts'],
          testTimeout: 60_000,
          hookTimeout: 120_000,
        },
      },
      {
        extends: true,
        test: {
          name: 'browser',
          experimental: BY_NODE,
          include: ['tests/{journeys,paths,screens}/**/*.test.ts'],
          exclude: ['tests/paths/{models,released,tool}/**'],
          globalSetup: ['tests/platform/cluster.ts'],
          testTimeout: 60_000,
          hookTimeout: 120_000,
        },
      },
    ],
  },
});
