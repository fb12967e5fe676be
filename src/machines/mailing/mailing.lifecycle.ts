import { and, setup } from 'xstate';
import { defineLifecycle } from '../lifecycle.ts';
import type { Role } from '../lifecycle.ts';
import { DAY } from '#src/machines/calendar/durations.ts';

/**
 * Who gets emails about leads that are for sale: one record per mailbox.
 *
 * unsubscribed  gets nothing: never requested, unsubscribed, or not confirmed in time
 * pending       someone requested emails for it; only the request for confirmation is sent
 * subscribed    its owner confirmed: new leads of the chosen states are mailed
 *
 * Each email has a link with which its owner changes the choice immediately.
 *
 * Another request for a subscribed mailbox changes nothing until its owner confirms the new choice.
 *
 * Increment the version with every change of a state, transition, or guard.
 */
export const MAILING_MODEL_VERSION = 2;

/** How long a request can be confirmed. */
export const CONFIRM_DAYS = 7;

/** The current facts from the row and the clock. */
export interface MailingFacts {
  /** When someone last requested emails for this mailbox; null if nobody did. */
  askedAt: string | null;
  /** Instants in UTC ISO 8601. */
  now: string;
}

export type MailingEvent = { by: Role } & (
  | { type: 'mails.asked'; states: readonly string[] }
  | { type: 'mails.confirmed'; states: readonly string[] }
  | { type: 'mails.changed'; states: readonly string[] }
  | { type: 'mails.left' }
  | { type: 'mails.lapsed' }
);

const isInTime = ({ askedAt, now }: MailingFacts): boolean =>
  askedAt !== null && Date.parse(now) < Date.parse(askedAt) + CONFIRM_DAYS * DAY;

const mayAsk = ['the visitor does it', 'at least one state is chosen'] as const;
const mayConfirm = [...mayAsk, `the question is not older than ${CONFIRM_DAYS} days`] as const;

const mailingMachine = setup({
  types: { context: {} as MailingFacts, events: {} as MailingEvent, input: {} as MailingFacts },
  // An event that changes no state is still judged and recorded in the history.
  actions: { 'the history records it': () => {} },
  guards: {
    'the visitor does it': ({ event }) => event.by === 'visitor',
    'the clock does it': ({ event }) => event.by === 'system',
    'at least one state is chosen': ({ event }) => 'states' in event && event.states.length > 0,
    [`the question is not older than ${CONFIRM_DAYS} days`]: ({ context }) => isInTime(context),
    'nobody confirmed in time': ({ context }) => !isInTime(context),
  },
}).createMachine({
  id: 'mailing',
  context: ({ input }) => input,
  initial: 'unsubscribed',
  states: {
    unsubscribed: {
      on: { 'mails.asked': { target: 'pending', guard: and(mayAsk) } },
    },
    pending: {
      on: {
        'mails.asked': { target: 'pending', guard: and(mayAsk) },
        'mails.confirmed': { target: 'subscribed', guard: and(mayConfirm) },
        'mails.left': { target: 'unsubscribed', guard: 'the visitor does it' },
        'mails.lapsed': { target: 'unsubscribed', guard: and(['the clock does it', 'nobody confirmed in time']) },
      },
    },
    subscribed: {
      on: {
        'mails.asked': { guard: and(mayAsk), actions: 'the history records it' },
        'mails.confirmed': { target: 'subscribed', guard: and(mayConfirm) },
        'mails.changed': { guard: and(mayAsk), actions: 'the history records it' },
        'mails.left': { target: 'unsubscribed', guard: 'the visitor does it' },
      },
    },
  },
});

export const MAILING_STATES = ['unsubscribed', 'pending', 'subscribed'] as const;
export type MailingState = (typeof MAILING_STATES)[number];

export const mailingLifecycle = defineLifecycle({
  what: 'the mailbox',
  machine: mailingMachine,
  version: MAILING_MODEL_VERSION,
  start: 'unsubscribed' as MailingState,
  valueOf: (state) => state,
  stateOf: ({ value }) => value as MailingState,
  nameOf: (state) => state,
  stateNamed: (name) => name as MailingState,
});
