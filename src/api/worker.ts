import { verifyNightly } from './history/verify.ts';
import { job } from './noun.ts';
import type { BackgroundJob } from './noun.ts';
import { nouns } from './nouns.ts';
import type { ApiParts } from './parts.ts';

export interface Worker {
  /** Stops the queue, and resolves when the running jobs have ended: after 8 s, their signals are aborted. */
  stop(): Promise<void>;
}

/** Runs the background jobs of every noun, and `more`, in this process. */
export async function startWorker(parts: ApiParts, more: readonly BackgroundJob[] = []): Promise<Worker> {
  const running = new Set<Promise<void>>();
  const track = async (run: Promise<void>): Promise<void> => {
    running.add(run);
    try {
      await run;
    } finally {
      running.delete(run);
    }
  };

  await parts.mail.startDelivery();
  const { sandbox } = parts.payments;
  const jobs = [
    ...nouns.flatMap((noun) => noun.jobs ?? []),
    ...more,
    job('history.verify', verifyNightly, { schedule: '20 2 * * *', clock: 'brokerage' }),
    job('housekeeping.often', tidyOften, { schedule: '*/5 * * * *' }),
    job('housekeeping.hourly', tidyHourly, { schedule: '23 * * * *' }),
    ...(sandbox
      ? [
          job<{ eventId: string }>('payments.sandbox.event', (_, { data }) => sandbox.deliver(data.eventId)),
          job('payments.sandbox.clock', () => sandbox.passTime(), { schedule: '* * * * *' }),
        ]
      : []),
  ];
  await Promise.all(jobs.map((one) => one.start(parts, track)));

  return {
    async stop() {
      await parts.jobs.stop();
      await Promise.allSettled(running);
    },
  };
}

/** Runs every noun's task of every few minutes. */
export async function tidyOften(parts: ApiParts): Promise<void> {
  for (const { compact } of nouns) await compact?.(parts);
}

/** Runs every noun's hourly task. */
export async function tidyHourly(parts: ApiParts): Promise<void> {
  for (const { tidy } of nouns) await tidy?.(parts);
}
