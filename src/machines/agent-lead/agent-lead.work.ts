import { AGENT_LEAD_TABS, noFacts } from './agent-lead.types.ts';
import type { AgentLeadEventType, AgentLeadStage, AgentLeadTab } from './agent-lead.types.ts';
import { agentLeadLifecycle, stagesOf } from './agent-lead.lifecycle.ts';
import type { AgentMove } from './agent-lead.moves.ts';
import { wellFilled } from './agent-lead.moves.ts';

/**
 * What about a lead waits for an agent today, most urgent first: the places where it can occur, and the one step that
 * completes it. A step is a lifecycle event, so the lifecycle decides whether it is possible now; otherwise it is to
 * call someone or to read.
 */
export interface LeadWork {
  places: readonly { state: AgentLeadTab; stage: AgentLeadStage | null }[];
  next: AgentMove | 'call' | 'open-carrier' | 'open-lead' | 'answer-dates';
}

/** Every place in which the lifecycle accepts an event, regardless of guards. */
const placesTaking = (event: AgentLeadEventType): LeadWork['places'] =>
  allPlaces().filter((place) => {
    const verdict = agentLeadLifecycle.judge({ ...place, isArchived: false }, noFacts, wellFilled[event](noFacts));
    return verdict.may || verdict.because !== 'state';
  });

function allPlaces() {
  return AGENT_LEAD_TABS.flatMap((state) => {
    const stages: readonly (AgentLeadStage | null)[] = stagesOf(state);
    return (stages.length > 0 ? stages : [null]).map((stage) => ({ state, stage }));
  });
}

const at = (state: AgentLeadTab, stage: AgentLeadStage | null = null): LeadWork['places'] => [{ state, stage }];

export const LEAD_WORK = {
  /** The client has asked about the quote; an agent has taken over the chat, and nobody has answered or done anything. */
  question: { places: placesTaking('quote.asked'), next: 'call' },
  /** The client has requested other dates, and nobody has answered. */
  'dates-asked': { places: allPlaces().filter(({ state }) => state !== 'completed-contracts'), next: 'answer-dates' },
  /** Other dates were agreed, but the lead still has the old ones; how to change them depends on its state. */
  'dates-accepted': { places: allPlaces().filter(({ state }) => state !== 'completed-contracts'), next: 'open-lead' },
  'quote-accepted': { places: at('quote-sent', 'accepted'), next: 'contract.sent' },
  'new-lead': { places: at('new'), next: 'quote.sent' },
  'follow-up-due': { places: at('follow-up'), next: 'call' },
  'quote-ending': { places: at('quote-sent', 'waiting'), next: 'call' },
  'contract-unsigned': { places: placesTaking('contract.signed'), next: 'contract.sent' },
  'load-unposted': { places: placesTaking('load.posted'), next: 'load.posted' },
  'bids-unseen': { places: placesTaking('carrier.awarded'), next: 'carrier.awarded' },
  /** The carrier's phone number is shown next to it; on the lead itself, the agent can only withdraw the award. */
  'job-unsigned': { places: placesTaking('carrier.signed'), next: 'award.withdrawn' },
  /** The awarded carrier is not compliant through the last day of the job. */
  'papers-ending': {
    places: [...placesTaking('carrier.signed'), ...placesTaking('contract.closed')],
    next: 'open-carrier',
  },
  'invoice-unsent': { places: at('completed-contracts', 'closed'), next: 'invoice.sent' },
  'invoice-overdue': { places: at('completed-contracts', 'invoiced'), next: 'payment.recorded' },
} as const satisfies Record<string, LeadWork>;

export type LeadWorkKind = keyof typeof LEAD_WORK;
export const LEAD_WORK_KINDS = Object.keys(LEAD_WORK) as LeadWorkKind[];

/** A quote that is valid for at most this many more days is about to expire. */
export const QUOTE_ENDS_SOON_DAYS = 3;
