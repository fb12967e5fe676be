import type { JobState } from './job.lifecycle.ts';

/** As carriers and agents read them, on their screens and in what the server says. */
export const JOB_STATE_NAMES: Record<JobState, string> = {
  'not-started': 'Not started',
  'on-the-way': 'On the way',
  'picked-up': 'Picked up',
  delivered: 'Delivered',
};
