import { and, setup } from 'xstate';
import type { AgentRight } from '../account/agent-rights.ts';
import { defineLifecycle } from '../lifecycle.ts';
import type { Role } from '../lifecycle.ts';

/**
 * A member of the brokerage's team, from the invitation on.
 *
 * outside   never invited
 * invited   a link to choose a password was sent
 * revoked   the invitation was revoked; they may be invited again
 * active    they have an account and can sign in
 * disabled  they have an account and cannot sign in
 *
 * In events, the operator on the command line is the `system`, and the holder of an invitation link is the `visitor`.
 * Increment the version with every change of a state, transition, or guard.
 */
export const TEAM_MEMBER_MODEL_VERSION = 2;

export const INVITATION_DAYS = 7;

/** The current facts from the rows and the clock. */
export interface TeamMemberFacts {
  /** Instants in UTC ISO 8601; null without an invitation. */
  expiresAt: string | null;
  now: string;
  /** Whether this member can sign in and has the right `team`. */
  hasTeam: boolean;
  /** How many others can sign in and have it. */
  othersWithTeam: number;
  /** Whether sign-in requires a code besides the password. */
  hasSecondStep: boolean;
}

export type TeamMemberEvent = { by: Role } &
  /** An account that predates its owner's history. */
  (
    | { type: 'agent.registered' }
    | { type: 'agent.invited' }
    | { type: 'invitation.resent' }
    | { type: 'invitation.revoked' }
    | { type: 'invitation.accepted' }
    | { type: 'agent.renamed' }
    | { type: 'rights.changed'; rights: readonly AgentRight[] }
    | { type: 'sessions.ended' }
    | { type: 'work.handed-over' }
    | { type: 'agent.disabled' }
    | { type: 'agent.enabled' }
    /** Sends a link for a new password, and removes the second step. */
    | { type: 'access.reset' }
    /** By the members themselves, with their password. */
    | { type: 'second-step.turned-on' }
    | { type: 'second-step.turned-off' }
    | { type: 'recovery-codes.renewed' }
  );

const manages = 'an agent or the operator does it';
const keeps = 'somebody keeps the right to see to the team';

const teamMemberMachine = setup({
  types: { context: {} as TeamMemberFacts, events: {} as TeamMemberEvent, input: {} as TeamMemberFacts },
  // An event that changes no state is still judged and recorded in the history.
  actions: { 'the history records it': () => {} },
  guards: {
    [manages]: ({ event }) => event.by === 'agent' || event.by === 'system',
    'the operator does it': ({ event }) => event.by === 'system',
    'an agent does it': ({ event }) => event.by === 'agent',
    'the second step is on': ({ context }) => context.hasSecondStep,
    'the second step is off': ({ context }) => !context.hasSecondStep,
    'the invited person does it': ({ event }) => event.by === 'visitor',
    'the invitation has not expired': ({ context: { expiresAt, now } }) =>
      expiresAt !== null && Date.parse(now) < Date.parse(expiresAt),
    [keeps]: ({ context, event }) =>
      !context.hasTeam || context.othersWithTeam > 0 || ('rights' in event && event.rights.includes('team')),
  },
}).createMachine({
  id: 'team-member',
  context: ({ input }) => input,
  initial: 'outside',
  states: {
    outside: {
      on: {
        'agent.invited': { target: 'invited', guard: manages },
        'agent.registered': { target: 'active', guard: 'the operator does it' },
      },
    },
    invited: {
      on: {
        'invitation.resent': { target: 'invited', guard: manages },
        'invitation.revoked': { target: 'revoked', guard: manages },
        'invitation.accepted': {
          target: 'active',
          guard: and(['the invited person does it', 'the invitation has not expired']),
        },
      },
    },
    revoked: {
      on: { 'agent.invited': { target: 'invited', guard: manages } },
    },
    active: {
      on: {
        'agent.renamed': { guard: manages, actions: 'the history records it' },
        'rights.changed': { guard: and([manages, keeps]), actions: 'the history records it' },
        'sessions.ended': { guard: manages, actions: 'the history records it' },
        'work.handed-over': { guard: manages, actions: 'the history records it' },
        'access.reset': { guard: 'the operator does it', actions: 'the history records it' },
        'second-step.turned-on': {
          guard: and(['an agent does it', 'the second step is off']),
          actions: 'the history records it',
        },
        'second-step.turned-off': {
          guard: and(['an agent does it', 'the second step is on']),
          actions: 'the history records it',
        },
        'recovery-codes.renewed': {
          guard: and(['an agent does it', 'the second step is on']),
          actions: 'the history records it',
        },
        'agent.disabled': { target: 'disabled', guard: and([manages, keeps]) },
      },
    },
    disabled: {
      on: {
        'agent.renamed': { guard: manages, actions: 'the history records it' },
        'work.handed-over': { guard: manages, actions: 'the history records it' },
        'agent.enabled': { target: 'active', guard: manages },
      },
    },
  },
});

export const TEAM_MEMBER_STATES = ['outside', 'invited', 'revoked', 'active', 'disabled'] as const;
export type TeamMemberState = (typeof TEAM_MEMBER_STATES)[number];

export const teamMemberLifecycle = defineLifecycle({
  what: 'the member of the team',
  machine: teamMemberMachine,
  version: TEAM_MEMBER_MODEL_VERSION,
  start: 'outside' as TeamMemberState,
  valueOf: (state) => state,
  stateOf: ({ value }) => value as TeamMemberState,
  nameOf: (state) => state,
  stateNamed: (name) => name as TeamMemberState,
});
