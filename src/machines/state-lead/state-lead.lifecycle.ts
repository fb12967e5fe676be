import { and, setup } from 'xstate';
import { defineLifecycle } from '../lifecycle.ts';
import type { Role } from '../lifecycle.ts';

/**
 * What a business of movers does with a household's request: one record per business and lead, so that movers with the
 * same lead do not see each other's work. Two regions:
 *
 * work   fresh      nobody from the business has contacted the household yet
 *        contacted  someone has
 *        quoted     the client has a price, and a link to answer it
 *        accepted   the client accepted it
 *        declined   the client declined it; another quote may be sent
 *        won        the business has the job, whether or not the client answered a quote here
 *        lost       the business does not get it; a quote still waiting for an answer is withdrawn in both cases
 * shelf  inbox      in the list of leads
 *        archived   set aside: keeps its place, and only the client's answer can still change it
 *
 * Increment the version with every change of a state, transition, or guard.
 */
export const STATE_LEAD_MODEL_VERSION = 3;

/** The current facts about the record and its surroundings. */
export interface StateLeadFacts {
  /** Whether a subscription gives access to the lead; for a trial, whether it covers this one. */
  hasSubscription: boolean;
  clientEmail: string | null;
  /** The last day (YYYY-MM-DD) of the quote that the client can answer; null if there is none. */
  quoteValidUntil: string | null;
  /** The household has accepted another business's quote, and that business has not lost the job since. */
  hasHiredAnother: boolean;
  /** YYYY-MM-DD, at the brokerage. */
  today: string;
}

/** Why a business did not get a job. */
export const LOST_REASONS = ['price', 'other-mover', 'no-answer', 'dates', 'not-moving', 'other'] as const;
export type LostReason = (typeof LOST_REASONS)[number];

export type StateLeadEvent = { by: Role } & (
  | { type: 'contact.made' }
  | { type: 'note.written' }
  | { type: 'quote.sent'; amount: number; validUntil: string }
  | { type: 'quote.accepted' }
  | { type: 'quote.declined' }
  | { type: 'lead.won'; value: number }
  | { type: 'lead.lost'; reason: LostReason }
  | { type: 'lead.reopened' }
  | { type: 'follow-up.set'; date: string }
  | { type: 'follow-up.cleared' }
  | { type: 'lead.assigned'; assigneeId: string | null }
  | { type: 'lead.archived' }
  | { type: 'lead.restored' }
);

/**
 * What each event does, as completion of "it cannot"; and a complete event of each type, used to check whether its form
 * is available at all: the price and its last day, the reason, and the day are chosen in the form.
 */
export const STATE_LEAD_EVENTS: {
  [T in StateLeadEvent['type']]: {
    does: string;
    filled: (by: Role, today: string) => Extract<StateLeadEvent, { type: T }>;
  };
} = {
  'contact.made': { does: 'be marked as contacted', filled: (by) => ({ type: 'contact.made', by }) },
  'note.written': { does: 'take notes', filled: (by) => ({ type: 'note.written', by }) },
  'quote.sent': {
    does: 'be quoted',
    filled: (by, today) => ({ type: 'quote.sent', by, amount: 1, validUntil: today }),
  },
  'quote.accepted': { does: 'be accepted', filled: (by) => ({ type: 'quote.accepted', by }) },
  'quote.declined': { does: 'be declined', filled: (by) => ({ type: 'quote.declined', by }) },
  'lead.won': { does: 'be marked as won', filled: (by) => ({ type: 'lead.won', by, value: 1 }) },
  'lead.lost': { does: 'be marked as lost', filled: (by) => ({ type: 'lead.lost', by, reason: 'other' }) },
  'lead.reopened': { does: 'be reopened', filled: (by) => ({ type: 'lead.reopened', by }) },
  'follow-up.set': {
    does: 'get a follow-up date',
    filled: (by, today) => ({ type: 'follow-up.set', by, date: today }),
  },
  'follow-up.cleared': { does: 'lose its follow-up date', filled: (by) => ({ type: 'follow-up.cleared', by }) },
  'lead.assigned': { does: 'be assigned', filled: (by) => ({ type: 'lead.assigned', by, assigneeId: null }) },
  'lead.archived': { does: 'be archived', filled: (by) => ({ type: 'lead.archived', by }) },
  'lead.restored': { does: 'be restored', filled: (by) => ({ type: 'lead.restored', by }) },
};

const mayWork = ['a mover or an assistant does it', 'the subscription is active', 'the lead is not archived'] as const;
const mayQuote = [
  ...mayWork,
  'the household has not hired another mover',
  'the client has an email address',
  'the price is above zero',
  'the quote is valid until today or later',
] as const;
const mayAnswer = ['the client does it', 'the quote is still valid'] as const;
const mayWin = [...mayWork, 'the value is above zero'] as const;
const mayPlan = [...mayWork, 'the follow-up is today or later'] as const;
const mayShelve = ['a mover or an assistant does it', 'the subscription is active'] as const;

const stateLeadMachine = setup({
  types: {
    context: {} as StateLeadFacts & { isArchived: boolean },
    events: {} as StateLeadEvent,
    input: {} as StateLeadFacts & { isArchived: boolean },
  },
  // An event that changes no state is still judged and recorded in the history.
  actions: { 'the history records it': () => {} },
  guards: {
    'a mover or an assistant does it': ({ event }) => event.by === 'mover' || event.by === 'assistant',
    'the client does it': ({ event }) => event.by === 'client',
    'the subscription is active': ({ context }) => context.hasSubscription,
    'the lead is not archived': ({ context }) => !context.isArchived,
    'the household has not hired another mover': ({ context }) => !context.hasHiredAnother,
    'the client has an email address': ({ context }) => context.clientEmail !== null,
    'the price is above zero': ({ event }) => 'amount' in event && event.amount > 0,
    'the quote is valid until today or later': ({ context, event }) =>
      'validUntil' in event && event.validUntil >= context.today,
    'the value is above zero': ({ event }) => 'value' in event && event.value > 0,
    'the follow-up is today or later': ({ context, event }) => 'date' in event && event.date >= context.today,
    'the quote is still valid': ({ context }) =>
      context.quoteValidUntil !== null && context.quoteValidUntil >= context.today,
  },
}).createMachine({
  id: 'state-lead',
  context: ({ input }) => input,
  type: 'parallel',
  on: {
    'note.written': { guard: and(mayShelve), actions: 'the history records it' },
    'follow-up.set': { guard: and(mayPlan), actions: 'the history records it' },
    'follow-up.cleared': { guard: and(mayWork), actions: 'the history records it' },
    'lead.assigned': { guard: and(mayWork), actions: 'the history records it' },
  },
  states: {
    work: {
      initial: 'fresh',
      states: {
        fresh: {
          on: {
            'contact.made': { target: 'contacted', guard: and(mayWork) },
            'quote.sent': { target: 'quoted', guard: and(mayQuote) },
            'lead.won': { target: 'won', guard: and(mayWin) },
            'lead.lost': { target: 'lost', guard: and(mayWork) },
          },
        },
        contacted: {
          on: {
            'quote.sent': { target: 'quoted', guard: and(mayQuote) },
            'lead.won': { target: 'won', guard: and(mayWin) },
            'lead.lost': { target: 'lost', guard: and(mayWork) },
          },
        },
        quoted: {
          on: {
            // A new price replaces the previous one, whose link stops working.
            'quote.sent': { target: 'quoted', guard: and(mayQuote) },
            'quote.accepted': { target: 'accepted', guard: and(mayAnswer) },
            'quote.declined': { target: 'declined', guard: and(mayAnswer) },
            'lead.won': { target: 'won', guard: and(mayWin) },
            'lead.lost': { target: 'lost', guard: and(mayWork) },
          },
        },
        declined: {
          on: {
            'quote.sent': { target: 'quoted', guard: and(mayQuote) },
            'lead.won': { target: 'won', guard: and(mayWin) },
            'lead.lost': { target: 'lost', guard: and(mayWork) },
          },
        },
        accepted: {
          on: {
            'lead.won': { target: 'won', guard: and(mayWin) },
            'lead.lost': { target: 'lost', guard: and(mayWork) },
          },
        },
        // A lead that was closed too early continues as contacted.
        won: { on: { 'lead.reopened': { target: 'contacted', guard: and(mayWork) } } },
        lost: { on: { 'lead.reopened': { target: 'contacted', guard: and(mayWork) } } },
      },
    },
    shelf: {
      initial: 'inbox',
      states: {
        inbox: { on: { 'lead.archived': { target: 'archived', guard: and(mayShelve) } } },
        archived: { on: { 'lead.restored': { target: 'inbox', guard: and(mayShelve) } } },
      },
    },
  },
});

export const STATE_LEAD_STATES = ['fresh', 'contacted', 'quoted', 'accepted', 'declined', 'won', 'lost'] as const;
export type StateLeadState = (typeof STATE_LEAD_STATES)[number];

export interface StateLeadStanding {
  state: StateLeadState;
  isArchived: boolean;
}

export const stateLeadLifecycle = defineLifecycle({
  what: 'the lead',
  machine: stateLeadMachine,
  version: STATE_LEAD_MODEL_VERSION,
  start: { state: 'fresh', isArchived: false } as StateLeadStanding,
  creation: 'lead.offered',
  valueOf: ({ state, isArchived }) => ({ work: state, shelf: isArchived ? 'archived' : 'inbox' }),
  contextOf: ({ isArchived }, facts: StateLeadFacts) => ({ ...facts, isArchived }),
  stateOf: ({ value: { work, shelf } }) => ({ state: work, isArchived: shelf === 'archived' }),
  nameOf: ({ state, isArchived }) => `${isArchived ? 'archived.' : ''}${state}`,
  stateNamed: (name) => ({
    state: name.replace(/^archived\./, '') as StateLeadState,
    isArchived: name.startsWith('archived.'),
  }),
});
