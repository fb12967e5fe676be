import { and, assign, not, setup } from 'xstate';
import { defineLifecycle } from '../lifecycle.ts';
import { LEAD_CREATED, START } from './agent-lead.types.ts';
import type {
  AgentLeadEvent,
  AgentLeadFacts,
  AgentLeadPlace,
  AgentLeadStage,
  AgentLeadTab,
} from './agent-lead.types.ts';

/**
 * The lifecycle of an agent lead, from the first contact to the paid invoice.
 *
 * new                  nobody has contacted the client yet
 * follow-up            someone must get back to the client on a date, for a reason
 * quote-sent           the client has a price and a link to the estimate: it waits for an answer, or was accepted while
 *                      something is missing for the agreement; if nothing is missing, an accepted quote continues to
 *                      contract-sent at once, even if the lead is in follow-up meanwhile
 * contract-sent        the broker-shipper agreement waits for the client's signature; from here on, stops, dates,
 *                      items, and price are what the client agreed to, and change only by reopening the contract
 * contracted           the client has signed
 * award-carrier        the load is on the board and carriers bid
 * open-contracts       a carrier has the award: it signs the job agreement, then does the move; if the award ends, even
 *                      after signing, the lead returns to where it was awarded
 * completed-contracts  the move is done: close-out recorded, invoice, and paid according to the ledger; a wrong
 *                      close-out is corrected by returning to the job, until the carrier is paid or the client has the
 *                      invoice; the price may still be reduced, even of a paid invoice, but never raised
 * archived             set aside; keeps its place and accepts nothing but being restored; not from open-contracts, where
 *                      a carrier and the client count on the job
 *
 * A lifecycle only decides; it has no side effects. The API judges events with it, screens display it, QA traverses it,
 * and histories are replayed through it. Increment the version with every change of a state, transition, or guard.
 */
export const AGENT_LEAD_MODEL_VERSION = 7;

const mayFollowUp = ['an agent does it', 'the follow-up date is today or later', 'a reason is given'] as const;
const mayQuote = [
  'an agent does it',
  'the client has an email address',
  'there is an estimate',
  'the estimate has a total above zero',
  'the estimate is valid today or later',
] as const;
const mayBid = [
  'a carrier does it',
  'the carrier is compliant',
  'the start date is inside the pick-up window',
] as const;
const mayContract = [
  'an agent does it',
  'the client has an email address',
  'the client has a quote that is still valid',
  'the pick-up dates are known',
] as const;

/** A client can answer only the estimate that was sent last. */
const mayAnswer = ['the client does it', 'the estimate is the one that was sent last'] as const;
const mayAccept = [
  ...mayAnswer,
  'the client has a quote that is still valid',
  'the price is the one that the client saw',
] as const;
const answers = {
  'quote.opened': { guard: and(mayAnswer), actions: 'the history records it' },
  'quote.asked': { guard: and(mayAnswer), actions: 'the history records it' },
  'quote.declined': {
    target: '#agent-lead.live.follow-up',
    guard: and([...mayAnswer, 'a reason is given']),
  },
  'quote.accepted': [
    {
      target: '#agent-lead.live.contract-sent',
      guard: and([...mayAccept, 'the agreement can be sent at once']),
    },
    {
      target: '#agent-lead.live.quote-sent.accepted',
      guard: and([...mayAccept, not('the agreement can be sent at once')]),
    },
  ],
} as const;
const sell = {
  'lead.followed-up': { target: '#agent-lead.live.follow-up', guard: and(mayFollowUp) },
  'quote.sent': { target: '#agent-lead.live.quote-sent', guard: and(mayQuote) },
} as const;
const agree = { 'contract.sent': { target: '#agent-lead.live.contract-sent', guard: and(mayContract) } } as const;

/** When an award ends, the load goes back where it was: a load that was never posted must not end up on the board. */
const toBoard = {
  target: '#agent-lead.live.award-carrier',
  guard: 'the load was on the board before the award',
} as const;
const offBoard = {
  target: '#agent-lead.live.contracted',
  guard: not('the load was on the board before the award'),
} as const;
/** What the client is reading or has signed is agreed. */
const edit = { guard: 'an agent does it', actions: 'the history records it' } as const;
const editAgreed = {
  guard: and(['an agent does it', 'stops, dates, items and price stay as the client agreed']),
  actions: 'the history records it',
} as const;
const reopen = { target: 'quote-sent', guard: and(['an agent does it', 'a reason is given']) } as const;
/** Payments may arrive from the agreement on; the ledger decides when the invoice is settled. */
const pay = {
  'payment.recorded': {
    guard: and([
      'an agent does it',
      'an amount is given',
      'no more is paid than is due, or it is recorded as overpaid',
    ]),
    actions: 'the history records it',
  },
} as const;
const mayDecline = ['the awarded carrier does it', 'a reason is given'] as const;
const mayWithdraw = ['an agent does it', 'a reason is given'] as const;

/** The facts with what the guards read of the lead's place. */
interface JudgedFacts extends AgentLeadFacts {
  isBooked: boolean;
}

const agentLeadMachine = setup({
  types: {
    context: {} as JudgedFacts,
    events: {} as AgentLeadEvent,
    input: {} as JudgedFacts,
  },
  // An event that changes no state is still judged and recorded in the history.
  actions: {
    'the history records it': () => {},
    'the award remembers that the load was on the board': assign({ awardedFromBoard: true }),
    'the award remembers that the load was not on the board': assign({ awardedFromBoard: false }),
  },
  // Guards read an event's payload with `in`, so they are false for events without that field.
  guards: {
    'an agent does it': ({ event }) => event.by === 'agent',
    'the client does it': ({ event }) => event.by === 'client',
    'a carrier does it': ({ event }) => event.by === 'carrier',
    'the awarded carrier does it': ({ context, event }) =>
      event.by === 'carrier' && 'carrierId' in event && event.carrierId === context.awardedCarrierId,
    'a reason is given': ({ event }) => 'reason' in event && event.reason.trim() !== '',
    'the follow-up date is today or later': ({ context, event }) => 'date' in event && event.date >= context.today,
    'the client has an email address': ({ context }) => context.clientEmail !== null,
    'there is an estimate': ({ context }) => context.estimateTotal !== null,
    // Without an estimate, report that as the reason rather than what the estimate must be like.
    'the estimate has a total above zero': ({ context, event }) =>
      context.estimateTotal === null || ('total' in event && event.total > 0),
    'the estimate is valid today or later': ({ context, event }) =>
      context.estimateTotal === null || ('validUntil' in event && event.validUntil >= context.today),
    'the client has a quote that is still valid': ({ context }) =>
      context.quote !== null && context.quote.validUntil >= context.today,
    'the estimate is the one that was sent last': ({ context, event }) =>
      context.quote !== null && 'isCurrent' in event && event.isCurrent,
    'the price is the one that the client saw': ({ context, event }) =>
      'total' in event && event.total === context.quote?.total,
    'the agreement can be sent at once': ({ event }) => 'isPaperReady' in event && event.isPaperReady,
    'the signed paper and its date are attached': ({ event }) => 'hasSignedPaper' in event && event.hasSignedPaper,
    'the origin is known': ({ context }) => context.hasOrigin,
    'the destination is known': ({ context }) => context.hasDestination,
    'the pick-up dates are known': ({ context }) => context.moveDate !== null,
    'the move date is today or later': ({ context }) => context.moveDate !== null && context.moveDate >= context.today,
    'the load was on the board before the award': ({ context }) => context.awardedFromBoard,
    // An edit without the field changes none of them.
    'stops, dates, items and price stay as the client agreed': ({ event }) =>
      !('changesAgreed' in event && event.changesAgreed),
    'no carrier has the job': ({ context }) => !context.isBooked,
    'the carrier has not been paid': ({ context }) => !context.isCarrierPaid,
    'the system does it': ({ event }) => event.by === 'system',
    'no more comes off than the price': ({ event }) =>
      'amount' in event && 'price' in event && event.amount <= event.price,
    'an amount is given': ({ event }) => 'amount' in event && event.amount > 0,
    'no more is paid than is due, or it is recorded as overpaid': ({ context, event }) =>
      context.balanceDue !== null &&
      'amount' in event &&
      (event.amount <= context.balanceDue || ('isOverpaid' in event && event.isOverpaid === true)),
    'the client has paid the invoice': ({ context }) => context.balanceDue !== null && context.balanceDue <= 0,
    'the client owes a part of the invoice': ({ context }) => context.balanceDue !== null && context.balanceDue > 0,
    'a carrier has an active bid': ({ event }) => 'isBidActive' in event && event.isBidActive,
    'the carrier is compliant': ({ event }) =>
      'carrier' in event && event.carrier !== null && event.carrier.gaps.length === 0,
    'the start date is inside the pick-up window': ({ event }) => 'isInWindow' in event && event.isInWindow,
    'the completion-of-work statement is attached': ({ event }) =>
      'hasCompletionStatement' in event && event.hasCompletionStatement,
  },
}).createMachine({
  id: 'agent-lead',
  context: ({ input }) => input,
  initial: 'live',
  states: {
    live: {
      initial: 'new',
      on: {
        'lead.archived': {
          target: 'archived',
          guard: and(['an agent does it', 'a reason is given', 'no carrier has the job']),
        },
      },
      states: {
        new: { on: { 'lead.edited': edit, ...sell } },
        'follow-up': { on: { 'lead.edited': edit, ...sell, ...answers } },
        'quote-sent': {
          initial: 'waiting',
          on: { 'lead.edited': edit },
          states: {
            waiting: { on: { ...sell, ...agree, ...answers } },
            // An accepted estimate cannot be accepted again, but the client may still change their mind.
            accepted: {
              on: {
                ...sell,
                ...agree,
                'quote.opened': answers['quote.opened'],
                'quote.asked': answers['quote.asked'],
                'quote.declined': answers['quote.declined'],
              },
            },
          },
        },
        'contract-sent': {
          on: {
            'lead.edited': editAgreed,
            ...pay,
            'quote.opened': answers['quote.opened'],
            'quote.asked': answers['quote.asked'],
            'contract.reopened': reopen,
            'lead.followed-up': { target: 'follow-up', guard: and(mayFollowUp) },
            'contract.sent': { target: 'contract-sent', guard: and(mayContract) },
            'contract.signed': { target: 'contracted', guard: 'the client does it' },
            'contract.marked-signed': {
              target: 'contracted',
              guard: and(['an agent does it', 'the signed paper and its date are attached']),
            },
            'contract.declined': { target: 'follow-up', guard: and(['the client does it', 'a reason is given']) },
          },
        },
        contracted: {
          on: {
            'lead.edited': editAgreed,
            ...pay,
            'contract.reopened': reopen,
            'load.posted': {
              target: 'award-carrier',
              guard: and([
                'an agent does it',
                'the origin is known',
                'the destination is known',
                'the move date is today or later',
              ]),
            },
            'carrier.special-awarded': {
              target: 'open-contracts',
              actions: 'the award remembers that the load was not on the board',
              guard: and(['an agent does it', 'the carrier is compliant', 'a reason is given']),
            },
          },
        },
        'award-carrier': {
          on: {
            'lead.edited': editAgreed,
            ...pay,
            'contract.reopened': reopen,
            'bid.placed': {
              guard: and(mayBid),
              actions: 'the history records it',
            },
            'bid.revised': {
              guard: and(mayBid),
              actions: 'the history records it',
            },
            'bid.withdrawn': { guard: 'a carrier does it', actions: 'the history records it' },
            'carrier.awarded': {
              target: 'open-contracts',
              actions: 'the award remembers that the load was on the board',
              guard: and(['an agent does it', 'a carrier has an active bid', 'the carrier is compliant']),
            },
            'carrier.special-awarded': {
              target: 'open-contracts',
              actions: 'the award remembers that the load was on the board',
              guard: and(['an agent does it', 'the carrier is compliant', 'a reason is given']),
            },
            'load.taken-off': { target: 'contracted', guard: 'an agent does it' },
          },
        },
        'open-contracts': {
          initial: 'awaiting-carrier',
          on: { 'lead.edited': editAgreed, ...pay },
          states: {
            'awaiting-carrier': {
              on: {
                'carrier.signed': { target: 'in-progress', guard: 'the awarded carrier does it' },
                'carrier.declined': [
                  { target: toBoard.target, guard: and([...mayDecline, toBoard.guard]) },
                  { target: offBoard.target, guard: and([...mayDecline, offBoard.guard]) },
                ],
                'award.withdrawn': [
                  { target: toBoard.target, guard: and([...mayWithdraw, toBoard.guard]) },
                  { target: offBoard.target, guard: and([...mayWithdraw, offBoard.guard]) },
                ],
              },
            },
            'in-progress': {
              on: {
                'carrier.dropped': [
                  { target: toBoard.target, guard: and([...mayWithdraw, toBoard.guard]) },
                  { target: offBoard.target, guard: and([...mayWithdraw, offBoard.guard]) },
                ],
                'contract.closed': {
                  target: '#agent-lead.live.completed-contracts',
                  guard: and(['an agent does it', 'the completion-of-work statement is attached']),
                },
              },
            },
          },
        },
        'completed-contracts': {
          initial: 'closed',
          on: {
            'lead.edited': editAgreed,
            'price.reduced': {
              guard: and([
                'an agent does it',
                'an amount is given',
                'no more comes off than the price',
                'a reason is given',
              ]),
              actions: 'the history records it',
            },
          },
          states: {
            closed: {
              on: {
                ...pay,
                'contract.corrected': {
                  target: '#agent-lead.live.open-contracts.in-progress',
                  guard: and(['an agent does it', 'a reason is given', 'the carrier has not been paid']),
                },
                'invoice.sent': {
                  target: 'invoiced',
                  guard: and(['an agent does it', 'the client has an email address']),
                },
              },
            },
            invoiced: {
              on: {
                'invoice.sent': {
                  target: 'invoiced',
                  guard: and(['an agent does it', 'the client has an email address']),
                },
                ...pay,
                'payment.completed': {
                  target: 'paid',
                  guard: and(['the system does it', 'the client has paid the invoice']),
                },
              },
            },
            // A client may pay twice: what came in is booked, and refunded.
            paid: {
              on: {
                ...pay,
                'payment.reopened': {
                  target: 'invoiced',
                  guard: and(['the system does it', 'the client owes a part of the invoice']),
                },
              },
            },
          },
        },
        // A restored lead returns to exactly where it was archived.
        place: { type: 'history', history: 'deep' },
      },
    },
    archived: {
      on: { 'lead.restored': { target: 'live.place', guard: 'an agent does it' } },
    },
  },
});

const live = agentLeadMachine.root.states.live!;

/** A state's stages, in machine order; empty for a state without stages. */
export const stagesOf = (tab: AgentLeadTab): AgentLeadStage[] =>
  Object.keys(live.states[tab]!.states) as AgentLeadStage[];

export const agentLeadLifecycle = defineLifecycle({
  what: 'the lead',
  machine: agentLeadMachine,
  version: AGENT_LEAD_MODEL_VERSION,
  start: START,
  creation: LEAD_CREATED,
  contextOf: ({ state }, facts: AgentLeadFacts) => ({ ...facts, isBooked: state === 'open-contracts' }),
  valueOf: ({ state, stage, isArchived }) => (isArchived ? 'archived' : { live: stage ? { [state]: stage } : state }),
  historyOf({ state, stage, isArchived }) {
    if (!isArchived) return {};
    const node = live.states[state]!;
    return { 'agent-lead.live.place': [stage ? node.states[stage] : node] };
  },
  stateOf({ value, historyValue }): AgentLeadPlace {
    const isArchived = value === 'archived';
    const left = (historyValue as Record<string, { path: string[] }[]>)['agent-lead.live.place'];
    const [, state, stage] = isArchived ? left!.at(-1)!.path : deepest(value);
    return { state: state as AgentLeadTab, stage: (stage as AgentLeadStage | undefined) ?? null, isArchived };
  },
  nameOf: ({ state, stage, isArchived }) => `${isArchived ? 'archived.' : ''}${state}${stage ? `.${stage}` : ''}`,
  stateNamed(name) {
    const [state, stage] = name.replace(/^archived\./, '').split('.');
    return {
      state: state as AgentLeadTab,
      stage: (stage as AgentLeadStage | undefined) ?? null,
      isArchived: name.startsWith('archived.'),
    };
  },
});

/** The keys of a state value from the outermost state to the innermost. */
function deepest(value: unknown): string[] {
  if (typeof value === 'string') return [value];
  const [[key, inner]] = Object.entries(value as Record<string, unknown>) as [[string, unknown]];
  return [key, ...deepest(inner)];
}
