import { recordedRows } from '#src/api/engine/lift.ts';
import type { Lift } from '#src/api/engine/lift.ts';

/** The columns of each state of both versions. */
const states = {
  accepted: { state: 'accepted', is_archived: false },
  'archived.accepted': { state: 'accepted', is_archived: true },
  'archived.contacted': { state: 'contacted', is_archived: true },
  'archived.declined': { state: 'declined', is_archived: true },
  'archived.fresh': { state: 'fresh', is_archived: true },
  'archived.lost': { state: 'lost', is_archived: true },
  'archived.quoted': { state: 'quoted', is_archived: true },
  'archived.won': { state: 'won', is_archived: true },
  contacted: { state: 'contacted', is_archived: false },
  declined: { state: 'declined', is_archived: false },
  fresh: { state: 'fresh', is_archived: false },
  lost: { state: 'lost', is_archived: false },
  quoted: { state: 'quoted', is_archived: false },
  won: { state: 'won', is_archived: false },
};

/** The rows of state-lead go over to version 3 of their lifecycle. */
export const lift: Lift = {
  lifecycle: 'state-lead',
  version: 3,
  rows: recordedRows('state-lead', 'state_lead_work', states),
  becomes: {
    accepted: 'accepted',
    'archived.accepted': 'archived.accepted',
    'archived.contacted': 'archived.contacted',
    'archived.declined': 'archived.declined',
    'archived.fresh': 'archived.fresh',
    'archived.lost': 'archived.lost',
    'archived.quoted': 'archived.quoted',
    'archived.won': 'archived.won',
    contacted: 'contacted',
    declined: 'declined',
    fresh: 'fresh',
    lost: 'lost',
    quoted: 'quoted',
    won: 'won',
  },
  brings: [],
};
