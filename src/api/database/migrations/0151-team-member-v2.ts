import { recordedRows } from '#src/api/engine/lift.ts';
import type { Lift } from '#src/api/engine/lift.ts';

/** The columns of each state of both versions. */
const states = {
  active: { state: 'active' },
  disabled: { state: 'disabled' },
  invited: { state: 'invited' },
  outside: { state: 'outside' },
  revoked: { state: 'revoked' },
};

/** The rows of team-member go over to version 2 of their lifecycle. */
export const lift: Lift = {
  lifecycle: 'team-member',
  version: 2,
  rows: recordedRows('team-member', 'team_member', states),
  becomes: {
    active: 'active',
    disabled: 'disabled',
    invited: 'invited',
    outside: 'outside',
    revoked: 'revoked',
  },
  brings: [],
};
