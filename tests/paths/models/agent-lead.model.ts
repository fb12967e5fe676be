import { agentLeadLifecycle, AGENT_LEAD_MODEL_VERSION } from '#src/machines/agent-lead/agent-lead.lifecycle.ts';
import { AGENT_LEAD_EVENT_TYPES, wellFilled } from '#src/machines/agent-lead/agent-lead.moves.ts';
import { START } from '#src/machines/agent-lead/agent-lead.types.ts';
import type { AgentLeadEventType, AgentLeadFacts, AgentLeadPlace } from '#src/machines/agent-lead/agent-lead.types.ts';
import { lifecycleModel } from './path-model.ts';

const facts: AgentLeadFacts = {
  today: '2030-01-01',
  clientEmail: 'client@mail.example',
  estimateTotal: 425_000,
  quote: { total: 425_000, validUntil: '2030-02-01' },
  hasOrigin: true,
  hasDestination: true,
  moveDate: '2030-03-01',
  activeBids: 1,
  awardableBids: 1,
  awardedCarrierId: 'carrier',
  awardedFromBoard: true,
  isCarrierPaid: false,
  balanceDue: 425_000,
};

const DOES: Record<AgentLeadEventType, string> = {
  'lead.edited': 'edits the lead',
  'lead.archived': 'archives the lead',
  'lead.restored': 'restores the lead',
  'lead.followed-up': 'sets a follow-up',
  'quote.sent': 'sends the quote',
  'quote.opened': 'opens the quote',
  'quote.asked': 'asks about the quote',
  'quote.declined': 'declines the quote',
  'quote.accepted': 'accepts the quote',
  'contract.sent': 'sends the contract',
  'contract.signed': 'signs the contract',
  'contract.marked-signed': 'records the signed contract',
  'contract.declined': 'declines the contract',
  'contract.reopened': 'reopens the contract',
  'load.posted': 'posts the load',
  'load.taken-off': 'takes the load off the board',
  'bid.placed': 'places a bid',
  'bid.revised': 'revises a bid',
  'bid.withdrawn': 'withdraws a bid',
  'carrier.awarded': 'awards a carrier',
  'carrier.special-awarded': 'awards a carrier directly',
  'carrier.signed': 'signs the job agreement',
  'carrier.declined': 'declines the job',
  'award.withdrawn': 'withdraws the award',
  'carrier.dropped': 'takes the carrier off the job',
  'contract.closed': 'closes the contract',
  'contract.corrected': 'takes the close-out back',
  'invoice.sent': 'sends the invoice',
  'price.reduced': 'reduces the price',
  'payment.recorded': 'records a payment',
  'payment.completed': 'finds the invoice paid',
  'payment.reopened': 'finds the invoice no longer paid',
};

/** A place of the walk also includes what an award's row stores: where the lead returns to. */
type Place = AgentLeadPlace & { isDirect: boolean };
const AWARDED = new Set<string | null>(['awaiting-carrier', 'in-progress', 'closed']);
/** Whether an award can still end here, so that it matters where it was made. */
export const mayLoseAward = ({ stage }: Pick<AgentLeadPlace, 'stage'>): boolean => AWARDED.has(stage);

const events = Object.fromEntries(
  AGENT_LEAD_EVENT_TYPES.map((type) => [
    type,
    {
      does: DOES[type],
      event: wellFilled[type](facts),
      ...(type === 'payment.completed' ? { facts: { balanceDue: 0 } } : {}),
    },
  ]),
);

export const agentLead = lifecycleModel({
  id: 'agent-lead',
  title: 'Agent lead, from the first contact to the paid invoice',
  machine: agentLeadLifecycle.machine,
  version: AGENT_LEAD_MODEL_VERSION,
  start: { ...START, isDirect: false } as Place,
  facts,
  snapshot: (place: Place, given: AgentLeadFacts) =>
    agentLeadLifecycle.snapshot(place, { ...given, awardedFromBoard: given.awardedFromBoard && !place.isDirect }),
  placeOf: (snapshot: ReturnType<typeof agentLeadLifecycle.snapshot>): Place => {
    const place = agentLeadLifecycle.stateOf(snapshot);
    return { ...place, isDirect: mayLoseAward(place) && !snapshot.context.awardedFromBoard };
  },
  keyOf: (place) => `${agentLeadLifecycle.nameOf(place)}${place.isDirect ? '.direct' : ''}`,
  names: {
    'live.new': 'New',
    'live.follow-up': 'Follow-up',
    'live.quote-sent.waiting': 'Quote sent, waiting for an answer',
    'live.quote-sent.accepted': 'Quote sent, accepted',
    'live.contract-sent': 'Contract sent',
    'live.contracted': 'Contracted',
    'live.award-carrier': 'Bidding',
    'live.open-contracts.awaiting-carrier': 'Booked, awaiting the carrier',
    'live.open-contracts.in-progress': 'Booked, in progress',
    'live.completed-contracts.closed': 'Completed, closed',
    'live.completed-contracts.invoiced': 'Completed, invoiced',
    'live.completed-contracts.paid': 'Completed, paid',
    archived: 'Archived',
  },
  nameOf: ({ state, stage, isArchived, isDirect }, names) =>
    `${(names as Record<string, string>)[['live', state, stage].filter(Boolean).join('.')]}${isDirect ? ' awarded directly' : ''}${isArchived ? ' (archived)' : ''}`,
  events: events as never,
  more: {
    'quote.accepted early': {
      does: 'accepts the quote while something is missing for the agreement',
      event: { ...wellFilled['quote.accepted'](facts), isPaperReady: false },
    },
  },
  breaks: {
    'a reason is given': ({ event, facts: given }) => ({ event: { ...event, reason: ' ' } as never, facts: given }),
    'the follow-up date is today or later': ({ event, facts: given }) => ({
      event: { ...event, date: '2029-12-31' } as never,
      facts: given,
    }),
    'the client has an email address': ({ event, facts: given }) => ({
      event,
      facts: { ...given, clientEmail: null },
    }),
    'there is an estimate': ({ event, facts: given }) => ({ event, facts: { ...given, estimateTotal: null } }),
    'the estimate has a total above zero': ({ event, facts: given }) => ({
      event: { ...event, total: 0 } as never,
      facts: given,
    }),
    'the estimate is valid today or later': ({ event, facts: given }) => ({
      event: { ...event, validUntil: '2029-12-31' } as never,
      facts: given,
    }),
    'the load was on the board before the award': ({ event, facts: given }) => ({
      event,
      facts: { ...given, awardedFromBoard: false },
    }),
    'the client has a quote that is still valid': ({ event, facts: given }) => ({
      event,
      facts: { ...given, quote: { ...given.quote!, validUntil: '2029-12-31' } },
    }),
    'the estimate is the one that was sent last': ({ event, facts: given }) => ({
      event: { ...event, isCurrent: false } as never,
      facts: given,
    }),
    'the price is the one that the client saw': ({ event, facts: given }) => ({
      event: { ...event, total: 1 } as never,
      facts: given,
    }),
    'the agreement can be sent at once': ({ event, facts: given }) => ({
      event: { ...event, isPaperReady: false } as never,
      facts: given,
    }),
    'the signed paper and its date are attached': ({ event, facts: given }) => ({
      event: { ...event, hasSignedPaper: false } as never,
      facts: given,
    }),
    'the origin is known': ({ event, facts: given }) => ({ event, facts: { ...given, hasOrigin: false } }),
    'the destination is known': ({ event, facts: given }) => ({ event, facts: { ...given, hasDestination: false } }),
    'the pick-up dates are known': ({ event, facts: given }) => ({ event, facts: { ...given, moveDate: null } }),
    'the move date is today or later': ({ event, facts: given }) => ({
      event,
      facts: { ...given, moveDate: '2029-12-31' },
    }),
    'no more comes off than the price': ({ event, facts: given }) => ({
      event: { ...event, amount: 425_001 } as never,
      facts: given,
    }),
    'an amount is given': ({ event, facts: given }) => ({ event: { ...event, amount: 0 } as never, facts: given }),
    'no more is paid than is due, or it is recorded as overpaid': ({ event, facts: given }) => ({
      event: { ...event, amount: 425_001 } as never,
      facts: given,
    }),
    'the client has paid the invoice': ({ event, facts: given }) => ({ event, facts: { ...given, balanceDue: 1 } }),
    'the client owes a part of the invoice': ({ event, facts: given }) => ({
      event,
      facts: { ...given, balanceDue: 0 },
    }),
    'a carrier has an active bid': ({ event, facts: given }) => ({
      event: { ...event, isBidActive: false } as never,
      facts: given,
    }),
    'the carrier is compliant': ({ event, facts: given }) => ({
      event: { ...event, carrier: { id: 'carrier', gaps: ['cargo insurance is valid'] } } as never,
      facts: given,
    }),
    'the start date is inside the pick-up window': ({ event, facts: given }) => ({
      event: { ...event, isInWindow: false } as never,
      facts: given,
    }),
    'stops, dates, items and price stay as the client agreed': ({ event, facts: given }) => ({
      event: { ...event, changesAgreed: true } as never,
      facts: given,
    }),
    // Which place the lead is in decides it.
    'no carrier has the job': (given) => given,
    'the carrier has not been paid': ({ event, facts: given }) => ({ event, facts: { ...given, isCarrierPaid: true } }),
    'the completion-of-work statement is attached': ({ event, facts: given }) => ({
      event: { ...event, hasCompletionStatement: false } as never,
      facts: given,
    }),
  },
  rows: {
    table: 'agent_lead',
    state: "state || coalesce('.' || stage, '')",
    placeOf: (key) => key.replace(/\.direct$/, ''),
  },
});
