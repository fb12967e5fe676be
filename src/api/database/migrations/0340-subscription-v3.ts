import { recordedRows } from '#src/api/engine/lift.ts';
import type { Lift } from '#src/api/engine/lift.ts';

/** The columns of each state of both versions. */
const states = {
  active: { standing: 'active', is_ending: false },
  'active.ending': { standing: 'active', is_ending: true },
  canceled: { standing: 'canceled', is_ending: false },
  'canceled.ending': { standing: 'canceled', is_ending: true },
  incomplete: { standing: 'incomplete', is_ending: false },
  'incomplete.ending': { standing: 'incomplete', is_ending: true },
  none: { standing: 'none', is_ending: false },
  'none.ending': { standing: 'none', is_ending: true },
  'past-due': { standing: 'past-due', is_ending: false },
  'past-due.ending': { standing: 'past-due', is_ending: true },
  trialing: { standing: 'trialing', is_ending: false },
  'trialing.ending': { standing: 'trialing', is_ending: true },
  unpaid: { standing: 'unpaid', is_ending: false },
  'unpaid.ending': { standing: 'unpaid', is_ending: true },
};

/** The rows of subscription go over to version 3 of their lifecycle. */
export const lift: Lift = {
  lifecycle: 'subscription',
  version: 3,
  rows: recordedRows('subscription', 'subscription', states),
  becomes: {
    active: 'active',
    'active.ending': 'active.ending',
    canceled: 'canceled',
    'canceled.ending': 'canceled.ending',
    incomplete: 'incomplete',
    'incomplete.ending': 'incomplete.ending',
    none: 'none',
    'none.ending': 'none.ending',
    'past-due': 'past-due',
    'past-due.ending': 'past-due.ending',
    trialing: 'trialing',
    'trialing.ending': 'trialing.ending',
    unpaid: 'unpaid',
    'unpaid.ending': 'unpaid.ending',
  },
  brings: [],
};
