import { and, setup } from 'xstate';
import { DAY, MINUTE } from '../calendar/durations.ts';
import { defineLifecycle } from '../lifecycle.ts';
import type { Role } from '../lifecycle.ts';

/**
 * A carrier's job, from its signature on the job agreement to the delivery.
 *
 * not-started  signed, and the truck has not left yet
 * on-the-way   to the pick-up
 * picked-up    loaded, and on the way to the delivery
 * delivered    unloaded
 *
 * The carrier reports its steps, or an agent records what the carrier reported on the phone. Papers may come at any
 * time; the client signs the delivery receipt on the carrier's screen once the load is picked up. Whether the carrier
 * has the job at all is decided by the lead's lifecycle; this one follows it. Increment the version with every change
 * of a state, transition, or guard.
 */
export const JOB_MODEL_VERSION = 2;

/** How many days back a step may be dated; also part of a guard's phrase. */
export const JOB_DAYS_BACK = 7;
/** The maximum number of papers per job. */
export const MOST_JOB_PAPERS = 60;

/** Facts from the rows and the clock. Instants are UTC ISO 8601. */
export interface JobFacts {
  now: string;
  /** When the job reached its current state. */
  since: string;
  /** Whether this is still the lead's current award. */
  isHeld: boolean;
  isClosed: boolean;
  isArchived: boolean;
  papers: number;
  /** Whether the papers include a delivery receipt for this delivery: one from before a step was undone does not count. */
  hasReceipt: boolean;
}

export type JobEvent = { by: Role } & (
  | { type: 'job.departed'; at: string }
  | { type: 'job.picked-up'; at: string }
  | { type: 'job.delivered'; at: string }
  | { type: 'job.stepped-back'; reason: string }
  | { type: 'paper.added' }
  | { type: 'paper.removed' }
  | { type: 'receipt.signed'; at: string }
);

const goesOn = ['the carrier still has the job', 'the contract is not closed', 'the lead is not archived'] as const;
const step = and([
  'the carrier or an agent does it',
  ...goesOn,
  'the time is not in the future',
  'the time is at most 7 days ago',
  'the time is not before the last step',
]);
const receipt = {
  guard: and([
    'the carrier does it',
    ...goesOn,
    'there is no delivery receipt yet',
    'there is room for another paper',
    'the time is at most 7 days ago',
  ]),
  actions: 'the history records it',
} as const;
const back = and(['the carrier or an agent does it', ...goesOn, 'a reason is given']);

/** People enter times by the minute. */
const minuteOf = (instant: string): number => Math.floor(Date.parse(instant) / MINUTE);

const jobMachine = setup({
  types: { context: {} as JobFacts, events: {} as JobEvent, input: {} as JobFacts },
  // An event that changes no state is still judged and recorded in the history.
  actions: { 'the history records it': () => {} },
  guards: {
    'the carrier or an agent does it': ({ event }) => event.by === 'carrier' || event.by === 'agent',
    'the carrier does it': ({ event }) => event.by === 'carrier',
    'the carrier still has the job': ({ context }) => context.isHeld,
    'the contract is not closed': ({ context }) => !context.isClosed,
    'the lead is not archived': ({ context }) => !context.isArchived,
    'the time is not in the future': ({ context, event }) =>
      'at' in event && minuteOf(event.at) <= minuteOf(context.now),
    'the time is at most 7 days ago': ({ context, event }) =>
      'at' in event && Date.parse(event.at) >= Date.parse(context.now) - JOB_DAYS_BACK * DAY,
    'the time is not before the last step': ({ context, event }) =>
      'at' in event && minuteOf(event.at) >= minuteOf(context.since),
    'a reason is given': ({ event }) => 'reason' in event && event.reason.trim() !== '',
    'there is room for another paper': ({ context }) => context.papers < MOST_JOB_PAPERS,
    'there is no delivery receipt yet': ({ context }) => !context.hasReceipt,
  },
}).createMachine({
  id: 'job',
  context: ({ input }) => input,
  initial: 'not-started',
  on: {
    'paper.added': {
      guard: and(['the carrier does it', ...goesOn, 'there is room for another paper']),
      actions: 'the history records it',
    },
    'paper.removed': { guard: and(['the carrier does it', ...goesOn]), actions: 'the history records it' },
  },
  states: {
    'not-started': { on: { 'job.departed': { target: 'on-the-way', guard: step } } },
    'on-the-way': {
      on: {
        'job.picked-up': { target: 'picked-up', guard: step },
        'job.stepped-back': { target: 'not-started', guard: back },
      },
    },
    'picked-up': {
      on: {
        'job.delivered': { target: 'delivered', guard: step },
        'receipt.signed': receipt,
        'job.stepped-back': { target: 'on-the-way', guard: back },
      },
    },
    delivered: { on: { 'job.stepped-back': { target: 'picked-up', guard: back }, 'receipt.signed': receipt } },
  },
});

export const JOB_STATES = ['not-started', 'on-the-way', 'picked-up', 'delivered'] as const;
export type JobState = (typeof JOB_STATES)[number];

export const jobLifecycle = defineLifecycle({
  what: 'the job',
  machine: jobMachine,
  version: JOB_MODEL_VERSION,
  start: 'not-started' as JobState,
  creation: 'job.signed',
  valueOf: (state) => state,
  stateOf: ({ value }) => value as JobState,
  nameOf: (state) => state,
  stateNamed: (name) => name as JobState,
});
