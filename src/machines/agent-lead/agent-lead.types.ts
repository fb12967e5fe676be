import type { Role } from '../lifecycle.ts';

/**
 * Where a lead stands, as a row keeps it: the tab, the stage inside the tabs that have stages, and whether it is
 * archived.
 */
export const AGENT_LEAD_TABS = [
  'new',
  'follow-up',
  'quote-sent',
  'contract-sent',
  'contracted',
  'award-carrier',
  'open-contracts',
  'completed-contracts',
] as const;
export type AgentLeadTab = (typeof AGENT_LEAD_TABS)[number];

export const AGENT_LEAD_STAGES = [
  'waiting',
  'accepted',
  'awaiting-carrier',
  'in-progress',
  'closed',
  'invoiced',
  'paid',
] as const;
export type AgentLeadStage = (typeof AGENT_LEAD_STAGES)[number];

export interface AgentLeadPlace {
  state: AgentLeadTab;
  stage: AgentLeadStage | null;
  isArchived: boolean;
}

export const START: AgentLeadPlace = { state: 'new', stage: null, isArchived: false };

/**
 * What the lifecycle of an agent lead looks at. The API reads these from the rows of the lead, sends them with it,
 * and keeps them with each history entry, so that the same judgment can be made again anywhere, at any time.
 */
export interface AgentLeadFacts {
  /** The calendar date at the brokerage, `YYYY-MM-DD`. */
  today: string;
  clientEmail: string | null;
  /** The newest estimate, in cents. */
  estimateTotal: number | null;
  /** The price that the client has, with the last day on which it holds. */
  quote: { total: number; validUntil: string } | null;
  hasOrigin: boolean;
  hasDestination: boolean;
  /** The last day of the pick-up window, `YYYY-MM-DD`. */
  moveDate: string | null;
  activeBids: number;
  /** Active bids of carriers that are compliant through the latest delivery date. */
  awardableBids: number;
  /** Who holds the award, from the award until the job is paid. */
  awardedCarrierId: string | null;
  /** Whether the load was on the board when that award was made. */
  awardedFromBoard: boolean;
  /** Whether the carrier has been paid anything. */
  isCarrierPaid: boolean;
  /** What the client still owes of the price that it has, in cents; below zero where it has paid more. Null without a quote. */
  balanceDue: number | null;
}

export const noFacts: AgentLeadFacts = {
  today: '2000-01-01',
  clientEmail: null,
  estimateTotal: null,
  quote: null,
  hasOrigin: false,
  hasDestination: false,
  moveDate: null,
  activeBids: 0,
  awardableBids: 0,
  awardedCarrierId: null,
  awardedFromBoard: false,
  isCarrierPaid: false,
  balanceDue: null,
};

/** A carrier as an award sees it: who, and what it still lacks through the latest delivery date. */
export interface CarrierFacts {
  id: string;
  /** Phrases such as "cargo insurance is valid through Dec 4"; empty for a compliant carrier. */
  gaps: string[];
}

interface By {
  by: Role;
}

/** Everything that can happen to an agent lead. The API resolves ids to facts before it asks the lifecycle. */
export type AgentLeadEvent = By &
  /** `changesAgreed`: stops, dates, items or price would be others. */
  (
    | { type: 'lead.edited'; changesAgreed?: boolean }
    | { type: 'lead.archived'; reason: string }
    | { type: 'lead.restored' }
    | { type: 'lead.followed-up'; date: string; reason: string }
    /** The price that is sent, and the last day on which it holds. */
    | { type: 'quote.sent'; total: number; validUntil: string }
    /** What the client does with the estimate that it was sent. `isCurrent`: no newer one was sent meanwhile. */
    | { type: 'quote.opened'; isCurrent: boolean }
    | { type: 'quote.asked'; isCurrent: boolean }
    | { type: 'quote.declined'; isCurrent: boolean; reason: string }
    /** `total`: the price that the client saw. `isPaperReady`: the agreement has no blank left and can be mailed. */
    | { type: 'quote.accepted'; isCurrent: boolean; total: number; isPaperReady: boolean }
    | { type: 'contract.sent' }
    | { type: 'contract.signed' }
    | { type: 'contract.marked-signed'; hasSignedPaper: boolean }
    | { type: 'contract.declined'; reason: string }
    | { type: 'contract.reopened'; reason: string }
    | { type: 'load.posted' }
    | { type: 'load.taken-off' }
    | { type: 'bid.placed'; carrier: CarrierFacts; isInWindow: boolean }
    | { type: 'bid.revised'; carrier: CarrierFacts; isInWindow: boolean }
    | { type: 'bid.withdrawn' }
    | { type: 'carrier.awarded'; isBidActive: boolean; carrier: CarrierFacts | null }
    | { type: 'carrier.special-awarded'; carrier: CarrierFacts | null; reason: string }
    | { type: 'carrier.signed'; carrierId: string }
    | { type: 'carrier.declined'; carrierId: string; reason: string }
    | { type: 'award.withdrawn'; reason: string }
    | { type: 'carrier.dropped'; reason: string }
    | { type: 'contract.closed'; hasCompletionStatement: boolean }
    | { type: 'contract.corrected'; reason: string }
    | { type: 'invoice.sent' }
    /** What the client has paid, in part or whole, in cents. */
    | { type: 'payment.recorded'; amount: number }
    /** By the ledger: its sum has reached the invoice, or does no longer. */
    | { type: 'payment.completed' }
    | { type: 'payment.reopened' }
  );

/** What each history begins with. It is no event: there was no lead that it could happen to. */
export const LEAD_CREATED = 'lead.created';

export type AgentLeadEventType = AgentLeadEvent['type'];
