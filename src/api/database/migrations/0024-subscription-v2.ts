import type { Lift, LifecycleRows } from '#src/api/engine/lift.ts';

/** The rows as they were then, with a history of their own. */
const rows: LifecycleRows = {
  table: 'subscription',
  id: ['id'],
  place: `standing || case when is_ending then '.ending' else '' end`,
  columnsOf: (name) => ({ standing: name.replace(/\.ending$/, ''), is_ending: name.endsWith('.ending') }),
  entries: {
    table: 'subscription_event',
    values: {
      payload: `'{}'`,
      subscription_id: 'was.id',
      from_standing: 'was.standing',
      from_ending: 'was.is_ending',
      to_standing: 'becomes.standing',
      to_ending: 'becomes.is_ending',
    },
  },
};

/** The rows of subscription go over to version 2 of their lifecycle. */
export const lift: Lift = {
  lifecycle: 'subscription',
  version: 2,
  rows,
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
