import type { Api } from './http/http.ts';
import type { AnyRecorded } from './engine/recorded-lifecycle.ts';
import type { Job } from './job/jobs.ts';
import type { ApiParts } from './parts.ts';
import type { Callers } from './http/principal.ts';

/** What a noun adds to the server. Each says so in `<noun>/<noun>.ts`; `api.ts` lists the nouns. */
export interface Noun {
  calls?: readonly Calls[];
  jobs?: readonly BackgroundJob[];
  /** Its lifecycles whose events are written down: their histories are verified each night, and lifts carry their rows. */
  records?: readonly AnyRecorded[];
  /** What is done every hour: what has served its time is forgotten. */
  tidy?: (parts: ApiParts) => Promise<void>;
  /** What is done every few minutes: what grows fast stays short. */
  compact?: (parts: ApiParts) => Promise<void>;
}

/** Routes that the same people may call. One that others may call says `for` in its own configuration. */
export interface Calls {
  for: Callers;
  add: (api: Api, parts: ApiParts) => void;
}

export interface BackgroundJob {
  start: (parts: ApiParts, track: (run: Promise<void>) => Promise<void>) => Promise<void>;
}

interface JobOptions {
  /** How many of them at once at one node; one after the other by default. */
  concurrency?: number;
  /** A cron expression: it also runs by itself, once for all nodes together. */
  schedule?: string;
  /** Whose clock the schedule goes by: UTC by default. */
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
    const byItsClock = () => jobs.schedule(name, schedule, { zone: parts.brokerage.zone });
    await byItsClock();
    settings.onChange(({ brokerage }) => {
      if (brokerage.zone === parts.brokerage.zone) return;
      void byItsClock().catch((error) =>
        parts.log.error({ err: error }, `${name} still goes by the former time zone.`),
      );
    });
  },
});
