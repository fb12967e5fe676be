import { LIFECYCLE_ROWS } from '../lifecycle-rows.ts';
import type { Lift } from '../lift.ts';

/** The rows of subscription go over to version 2 of their lifecycle. */
export const lift: Lift = {
  lifecycle: 'subscription',
  version: 2,
  rows: LIFECYCLE_ROWS.subscription,
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
