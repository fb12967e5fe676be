/** Vitest's global setup: one PostgreSQL for the whole run, with a migrated database to copy. */
import { fork } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import type { TestProject } from 'vitest/node';
import { findChromium } from './chromium-binary.ts';

/** How a worker reaches the cluster; `inject('cluster')`. */
export type Cluster = {
  host: string;
  user: string;
  template: string;
  /** Deleted with it. */
  folder: string;
};

declare module 'vitest' {
  interface ProvidedContext {
    cluster: Cluster;
  }
}

type Running = { cluster: Cluster; stop: () => Promise<void> };

// Vitest runs this once per project, each time from a separate module instance, so shared state is kept on the process.
const shared = globalThis as typeof globalThis & { testCluster?: { users: number; running: Promise<Running> } };

export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  // Unpacked here once, rather than by every worker.
  if (project.name === 'browser') await findChromium();
  shared.testCluster ??= { users: 0, running: start() };
  const { running } = shared.testCluster;
  shared.testCluster.users += 1;
  const { cluster, stop } = await running;
  project.provide('cluster', cluster);
  return async () => {
    if (!shared.testCluster || --shared.testCluster.users > 0) return;
    delete shared.testCluster;
    await stop();
  };
}

async function start(): Promise<Running> {
  const child = fork(join(import.meta.dirname, 'cluster-process.ts'));
  const ended = once(child, 'exit');
  const failed = ended.then(([code]) => {
    throw new Error(`The tests' database did not start (exit ${code}).`);
  });
  const [cluster] = await Promise.race([once(child, 'message') as Promise<[Cluster]>, failed]);
  // From here on, its end is expected.
  failed.catch(() => {});
  return {
    cluster,
    stop: async () => {
      child.disconnect();
      await ended;
    },
  };
}
