import { getNextSnapshot } from 'xstate';
import type { AnyStateNode } from 'xstate';
import type { Role } from '../lifecycle.ts';
import { LEAD_CREATED } from './agent-lead.types.ts';
import type { AgentLeadEvent, AgentLeadEventType, AgentLeadFacts, AgentLeadPlace } from './agent-lead.types.ts';
import { agentLeadLifecycle } from './agent-lead.lifecycle.ts';

/** The labels of each event for people, and who does it. Does not define when it may happen. */
export const AGENT_LEAD_EVENTS = {
  'lead.edited': { label: 'Edit', past: 'edited the lead', by: 'agent' },
  'lead.archived': { label: 'Archive', past: 'archived the lead', by: 'agent' },
  'lead.restored': { label: 'Restore', past: 'restored the lead', by: 'agent' },
  'lead.followed-up': { label: 'Set follow-up', past: 'set a follow-up', by: 'agent' },
  'quote.sent': { label: 'Send quote', past: 'sent the quote', by: 'agent' },
  'quote.opened': { label: 'Open quote', past: 'opened the quote', by: 'client' },
  'quote.asked': { label: 'Ask a question', past: 'asked a question', by: 'client' },
  'quote.declined': { label: 'Decline quote', past: 'declined the quote', by: 'client' },
  'quote.accepted': { label: 'Accept quote', past: 'accepted the quote', by: 'client' },
  'contract.sent': { label: 'Send contract', past: 'sent the contract', by: 'agent' },
  'contract.signed': { label: 'Sign contract', past: 'signed the contract', by: 'client' },
  'contract.marked-signed': { label: 'Mark contracted', past: 'recorded the signed contract', by: 'agent' },
  'contract.declined': { label: 'Decline contract', past: 'declined the contract', by: 'client' },
  'contract.reopened': { label: 'Reopen contract', past: 'reopened the contract', by: 'agent' },
  'load.posted': { label: 'Post to load board', past: 'posted the load', by: 'agent' },
  'load.taken-off': { label: 'Take off the board', past: 'took the load off the board', by: 'agent' },
  'bid.placed': { label: 'Place bid', past: 'placed a bid', by: 'carrier' },
  'bid.revised': { label: 'Revise bid', past: 'revised a bid', by: 'carrier' },
  'bid.withdrawn': { label: 'Withdraw bid', past: 'withdrew a bid', by: 'carrier' },
  'carrier.awarded': { label: 'Award carrier', past: 'awarded a carrier', by: 'agent' },
  'carrier.special-awarded': { label: 'Special award', past: 'awarded a carrier directly', by: 'agent' },
  'carrier.signed': { label: 'Sign job agreement', past: 'signed the job agreement', by: 'carrier' },
  'carrier.declined': { label: 'Decline job', past: 'declined the job', by: 'carrier' },
  'award.withdrawn': { label: 'Withdraw award', past: 'withdrew the award', by: 'agent' },
  'carrier.dropped': { label: 'Take the carrier off the job', past: 'took the carrier off the job', by: 'agent' },
  'contract.closed': { label: 'Close contract', past: 'closed the contract', by: 'agent' },
  'contract.corrected': { label: 'Correct close-out', past: 'reversed the close-out', by: 'agent' },
  'invoice.sent': { label: 'Send invoice', past: 'sent the invoice', by: 'agent' },
  'price.reduced': { label: 'Reduce price', past: 'reduced the price', by: 'agent' },
  'payment.recorded': { label: 'Record payment', past: 'recorded a payment', by: 'agent' },
  'payment.completed': { label: 'Complete payment', past: 'marked the invoice paid', by: 'system' },
  'payment.reopened': { label: 'Reopen payment', past: 'reopened the invoice', by: 'system' },
} as const satisfies Record<AgentLeadEventType, { label: string; past: string; by: Role }>;
export const AGENT_LEAD_EVENT_TYPES = Object.keys(AGENT_LEAD_EVENTS) as AgentLeadEventType[];

/** What others are notified of: a lead's creation and all its events. */
type AgentLeadNews = typeof LEAD_CREATED | AgentLeadEventType;

export const AGENT_LEAD_NEWS: readonly AgentLeadNews[] = [LEAD_CREATED, ...AGENT_LEAD_EVENT_TYPES];

export const newsLabel = (news: AgentLeadNews): string =>
  news === LEAD_CREATED ? 'Create lead' : AGENT_LEAD_EVENTS[news].label;

/** Every event that an agent triggers. */
export type AgentMove = {
  [T in AgentLeadEventType]: (typeof AGENT_LEAD_EVENTS)[T]['by'] extends 'agent' ? T : never;
}[AgentLeadEventType];
const isByAgents = (type: AgentLeadEventType): type is AgentMove => AGENT_LEAD_EVENTS[type].by === 'agent';

const someCarrier = { id: '', gaps: [] };

/**
 * A complete event of each type for a lead with these facts, as a properly filled-in form would send it. Menus use it
 * to check with the lifecycle whether the action is available at all; the API checks again with the real event.
 */
export const wellFilled: {
  [T in AgentLeadEventType]: (facts: AgentLeadFacts) => Extract<AgentLeadEvent, { type: T }>;
} = {
  'lead.edited': () => ({ type: 'lead.edited', by: 'agent' }),
  'lead.archived': () => ({ type: 'lead.archived', by: 'agent', reason: 'given' }),
  'lead.restored': () => ({ type: 'lead.restored', by: 'agent' }),
  'lead.followed-up': (facts) => ({ type: 'lead.followed-up', by: 'agent', date: facts.today, reason: 'given' }),
  'quote.sent': (facts) => ({
    type: 'quote.sent',
    by: 'agent',
    total: facts.estimateTotal ?? 0,
    validUntil: facts.today,
  }),
  'quote.opened': () => ({ type: 'quote.opened', by: 'client', isCurrent: true }),
  'quote.asked': () => ({ type: 'quote.asked', by: 'client', isCurrent: true }),
  'quote.declined': () => ({ type: 'quote.declined', by: 'client', isCurrent: true, reason: 'given' }),
  'quote.accepted': (facts) => ({
    type: 'quote.accepted',
    by: 'client',
    isCurrent: true,
    total: facts.quote?.total ?? 0,
    isPaperReady: true,
  }),
  'contract.sent': () => ({ type: 'contract.sent', by: 'agent' }),
  'contract.signed': () => ({ type: 'contract.signed', by: 'client' }),
  'contract.marked-signed': () => ({ type: 'contract.marked-signed', by: 'agent', hasSignedPaper: true }),
  'contract.declined': () => ({ type: 'contract.declined', by: 'client', reason: 'given' }),
  'contract.reopened': () => ({ type: 'contract.reopened', by: 'agent', reason: 'given' }),
  'load.posted': () => ({ type: 'load.posted', by: 'agent' }),
  'load.taken-off': () => ({ type: 'load.taken-off', by: 'agent' }),
  'bid.placed': () => ({ type: 'bid.placed', by: 'carrier', carrier: someCarrier, isInWindow: true }),
  'bid.revised': () => ({ type: 'bid.revised', by: 'carrier', carrier: someCarrier, isInWindow: true }),
  'bid.withdrawn': () => ({ type: 'bid.withdrawn', by: 'carrier' }),
  'carrier.awarded': (facts) => ({
    type: 'carrier.awarded',
    by: 'agent',
    isBidActive: facts.activeBids > 0,
    // Without any bid, the missing bid is the reason, not a compliance that has not been checked yet.
    carrier: facts.activeBids > 0 && facts.awardableBids === 0 ? null : someCarrier,
  }),
  'carrier.special-awarded': () => ({
    type: 'carrier.special-awarded',
    by: 'agent',
    carrier: someCarrier,
    reason: 'given',
  }),
  'carrier.signed': (facts) => ({ type: 'carrier.signed', by: 'carrier', carrierId: facts.awardedCarrierId ?? '' }),
  'carrier.declined': (facts) => ({
    type: 'carrier.declined',
    by: 'carrier',
    carrierId: facts.awardedCarrierId ?? '',
    reason: 'given',
  }),
  'award.withdrawn': () => ({ type: 'award.withdrawn', by: 'agent', reason: 'given' }),
  'carrier.dropped': () => ({ type: 'carrier.dropped', by: 'agent', reason: 'given' }),
  'contract.closed': () => ({ type: 'contract.closed', by: 'agent', hasCompletionStatement: true }),
  'contract.corrected': () => ({ type: 'contract.corrected', by: 'agent', reason: 'given' }),
  'invoice.sent': () => ({ type: 'invoice.sent', by: 'agent' }),
  'price.reduced': () => ({ type: 'price.reduced', by: 'agent', amount: 1, price: 1, reason: 'given' }),
  'payment.recorded': (facts) => ({
    type: 'payment.recorded',
    by: 'agent',
    amount: 1,
    isOverpaid: (facts.balanceDue ?? 1) < 1,
  }),
  'payment.completed': () => ({ type: 'payment.completed', by: 'system' }),
  'payment.reopened': () => ({ type: 'payment.reopened', by: 'system' }),
};

/** An action that an agent could take on a lead, as shown in a menu. */
export interface AgentLeadMove {
  event: AgentMove;
  label: string;
  isAllowed: boolean;
  /** Why it is disabled: the requirements that do not hold; empty if it is allowed. */
  unmet: string[];
  /** The lead's state afterwards; null if the action is disabled. */
  to: AgentLeadPlace | null;
}

/** The actions for an agent in this place: allowed ones, and disabled ones with their reasons. */
export function agentLeadMoves(place: AgentLeadPlace, facts: AgentLeadFacts): AgentLeadMove[] {
  return AGENT_LEAD_EVENT_TYPES.filter(isByAgents).flatMap((type): AgentLeadMove[] => {
    const { label } = AGENT_LEAD_EVENTS[type];
    const verdict = agentLeadLifecycle.judge(place, facts, wellFilled[type](facts));
    if (verdict.may) return [{ event: type, label, isAllowed: true, unmet: [], to: verdict.next }];
    return verdict.because === 'state'
      ? []
      : [{ event: type, label, isAllowed: false, unmet: verdict.unmet, to: null }];
  });
}

/** The events at which the lifecycle may remember something; XState, which takes a while, runs only for these. */
const remembered = new Set<string>(eventsWith(agentLeadLifecycle.machine.root, /^the award remembers/));

function eventsWith(node: AnyStateNode, action: RegExp): string[] {
  const own = [...node.transitions].filter(([, ways]) =>
    ways.some(({ actions }) =>
      (actions as (string | { type: string })[]).some((one) => action.test(typeof one === 'string' ? one : one.type)),
    ),
  );
  return [
    ...own.map(([event]) => event),
    ...Object.values(node.states as Record<string, AnyStateNode>).flatMap((inside) => eventsWith(inside, action)),
  ];
}

/** What the lifecycle remembers about an award after an event. The only place that determines it. */
export const awardedFromBoardAfter = (place: AgentLeadPlace, facts: AgentLeadFacts, event: AgentLeadEvent): boolean =>
  remembered.has(event.type)
    ? getNextSnapshot(agentLeadLifecycle.machine, agentLeadLifecycle.snapshot(place, facts), event).context
        .awardedFromBoard
    : facts.awardedFromBoard;

/**
 * The event types that the lifecycle would accept here from anyone, given complete payloads: the `allowed` of a
 * refusal.
 */
export const allowedEvents = (place: AgentLeadPlace, facts: AgentLeadFacts): AgentLeadEventType[] =>
  AGENT_LEAD_EVENT_TYPES.filter((type) => agentLeadLifecycle.judge(place, facts, wellFilled[type](facts)).may);
