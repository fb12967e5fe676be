import type { JobState } from '#src/generated/graphql/graphql.ts';
import { JOB_STATE_NAMES } from '#src/machines/job/job-state-names.ts';
import type { Tone } from './badge.tsx';

/** The steps of a job, on its own screens and in lists. */
export const STATE_NAMES: Record<JobState, string> = {
  not_started: JOB_STATE_NAMES['not-started'],
  on_the_way: JOB_STATE_NAMES['on-the-way'],
  picked_up: JOB_STATE_NAMES['picked-up'],
  delivered: JOB_STATE_NAMES.delivered,
};

export const STATE_TONES: Record<JobState, Tone> = {
  not_started: 'gray',
  on_the_way: 'blue',
  picked_up: 'blue',
  delivered: 'green',
};
