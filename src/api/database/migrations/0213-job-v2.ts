import { recordedRows } from '#src/api/engine/lift.ts';
import type { Lift } from '#src/api/engine/lift.ts';

/** The columns of each state of both versions. */
const states = {
  delivered: { state: 'delivered' },
  'not-started': { state: 'not-started' },
  'on-the-way': { state: 'on-the-way' },
  'picked-up': { state: 'picked-up' },
};

/** The rows of job go over to version 2 of their lifecycle. */
export const lift: Lift = {
  lifecycle: 'job',
  version: 2,
  rows: recordedRows('job', 'carrier_job', states),
  becomes: {
    delivered: 'delivered',
    'not-started': 'not-started',
    'on-the-way': 'on-the-way',
    'picked-up': 'picked-up',
  },
  brings: [],
};
