import { and, setup } from 'xstate';
import { defineLifecycle } from '../lifecycle.ts';
import type { Role } from '../lifecycle.ts';

/**
 * A client's request to move on other days: one record per lead, from its client's first request.
 *
 * quiet     no open request: never made, or the client took it back
 * asked     the client named days and a reason, and waits for an agent
 * accepted  an agent agreed; the dates themselves change by an edit of the lead, after any contract is reopened
 * declined  an agent declined, with a reason
 *
 * Only one request can be open, because `asked` does not accept another. After an answer, the client may request again.
 * Increment the version with every change of a state, transition, or guard.
 */
export const RESCHEDULE_MODEL_VERSION = 1;

/** The current facts about the lead. */
export interface RescheduleFacts {
  /** Neither archived nor completed, and nothing was picked up. */
  isAhead: boolean;
  /** At the brokerage, as YYYY-MM-DD. */
  today: string;
}

export type RescheduleEvent = { by: Role } & (
  | { type: 'days.asked'; first: string; last: string; reason: string }
  | { type: 'days.withdrawn' }
  | { type: 'days.accepted' }
  | { type: 'days.declined'; reason: string }
);

const ask = {
  'days.asked': {
    target: 'asked',
    guard: and([
      'the client does it',
      'the move is still ahead',
      'the first day is today or later',
      'the last day is not before the first',
      'a reason is given',
    ]),
  },
} as const;

const rescheduleMachine = setup({
  types: { context: {} as RescheduleFacts, events: {} as RescheduleEvent, input: {} as RescheduleFacts },
  guards: {
    'the client does it': ({ event }) => event.by === 'client',
    'an agent does it': ({ event }) => event.by === 'agent',
    'the move is still ahead': ({ context }) => context.isAhead,
    'the first day is today or later': ({ context, event }) => 'first' in event && event.first >= context.today,
    'the last day is not before the first': ({ event }) => 'last' in event && event.last >= event.first,
    'a reason is given': ({ event }) => 'reason' in event && event.reason.trim() !== '',
  },
}).createMachine({
  id: 'reschedule',
  context: ({ input }) => input,
  initial: 'quiet',
  states: {
    quiet: { on: ask },
    asked: {
      on: {
        'days.withdrawn': { target: 'quiet', guard: 'the client does it' },
        'days.accepted': { target: 'accepted', guard: and(['an agent does it', 'the move is still ahead']) },
        'days.declined': { target: 'declined', guard: and(['an agent does it', 'a reason is given']) },
      },
    },
    accepted: { on: ask },
    declined: { on: ask },
  },
});

export const RESCHEDULE_STATES = ['quiet', 'asked', 'accepted', 'declined'] as const;
export type RescheduleState = (typeof RESCHEDULE_STATES)[number];

export const rescheduleLifecycle = defineLifecycle({
  what: 'the request for other days',
  machine: rescheduleMachine,
  version: RESCHEDULE_MODEL_VERSION,
  start: 'quiet' as RescheduleState,
  valueOf: (state) => state,
  stateOf: ({ value }) => value as RescheduleState,
  nameOf: (state) => state,
  stateNamed: (name) => name as RescheduleState,
});
