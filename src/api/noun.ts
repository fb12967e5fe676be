import type { Api } from './http/http.ts';
import type { AnyRecorded } from './engine/recorded-lifecycle.ts';
import type { Job } from './job/jobs.ts';
import type { ApiParts } from './parts.ts';
import type { Callers } from './http/principal.ts';

/** What a noun adds to the server. Each defines it in `<noun>/<noun>.ts`; `api.ts` lists the nouns. */
export interface Noun {
  calls?: readonly Calls[];
  jobs?: readonly BackgroundJob[];
  /** Its lifecycles with a history: histories are verified each night, and lifts migrate their rows. */
  records?: readonly AnyRecorded[];
  /** Runs every hour: deletes what has expired. */
  tidy?: (parts: ApiParts) => Promise<void>;
  /** Runs every few minutes: keeps fast-growing tables small. */
  compact?: (parts: ApiParts) => Promise<void>;
}

/** Routes with the same permitted callers. A route for others sets `for` in its own configuration. */
export interface Calls {
  for: Callers;
  add: (api: Api, parts: ApiParts) => void;
}

export interface BackgroundJob {
  start: (parts: ApiParts, track: (run: Promise<void>) => Promise<void>) => Promise<void>;
}

interface JobOptions {
  /** How many of them may run at once on one node; one by default. */
  concurrency?: number;
  /** A cron expression: the job also runs on this schedule, once for all nodes together. */
  schedule?: string;
  /** The time zone of the schedule: UTC by default. A day's job of the brokerage is made up for if it was missed. */
  clock?: 'UTC' | 'brokerage';
}

/** Background work by the name of its queue. */
export const job = <Data extends object>(
  name: string,
  run: (parts: ApiParts, job: Job<Data>) => Promise<void>,
  { concurrency, schedule, clock }: JobOptions = {},
): BackgroundJob => ({
  async start(parts, track) {
    const { jobs, settings } = parts;
    await jobs.work<Data>(name, (one) => track(run(parts, one)), concurrency === undefined ? {} : { concurrency });
    if (!schedule) return;
    if (clock !== 'brokerage') return jobs.schedule(name, schedule);
    const byItsClock = () => jobs.schedule(name, schedule, { zone: parts.brokerage.zone, makesUp: true });
    await byItsClock();
    settings.onChange(({ brokerage }) => {
      if (brokerage.zone === parts.brokerage.zone) return;
      void byItsClock().catch((error) =>
        parts.log.error({ err: error }, `${name} still goes by the former time zone.`),
      );
    });
  },
});
