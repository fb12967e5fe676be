import type { Role } from '../lifecycle.ts';

/**
 * The state of a lead as stored in its row: the tab, the stage for tabs that have stages, and whether it is archived.
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
 * What the lifecycle of an agent lead looks at. The API reads these from the lead's rows, returns them with the lead,
 * and stores them with each history entry, so that the same decision can be reproduced anywhere at any time.
 */
export interface AgentLeadFacts {
  /** The calendar date at the brokerage, `YYYY-MM-DD`. */
  today: string;
  clientEmail: string | null;
  /** The newest estimate, in cents. */
  estimateTotal: number | null;
  /** The price sent to the client, and the last day on which it is valid. */
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
  /**
   * What the client still owes of the price, in cents; negative if the client has overpaid. Null without a
   * quote.
   */
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

/** What an award needs to know about a carrier: its id, and what it still lacks through the latest delivery date. */
export interface CarrierFacts {
  id: string;
  /** Phrases such as "cargo insurance is valid through Dec 4"; empty for a compliant carrier. */
  gaps: string[];
}

/**
 * Who ended the job of a carrier that had signed: the carrier, against whose record it counts, or the plans of the
 * client or the brokerage. Histories from before this was asked name nobody: it was the carrier.
 */
export const JOB_ENDED_BY = ['carrier', 'plans'] as const;
export type JobEndedBy = (typeof JOB_ENDED_BY)[number];

interface By {
  by: Role;
}

/** Everything that can happen to an agent lead. The API resolves ids to facts before it consults the lifecycle. */
export type AgentLeadEvent = By &
  /** `changesAgreed`: stops, dates, items, or price would change. */
  (
    | { type: 'lead.edited'; changesAgreed?: boolean }
    | { type: 'lead.archived'; reason: string }
    | { type: 'lead.restored' }
    | { type: 'lead.followed-up'; date: string; reason: string }
    /** The quoted price, and the last day on which it is valid. */
    | { type: 'quote.sent'; total: number; validUntil: string }
    /** What the client does with a sent estimate. `isCurrent`: it is on offer, neither replaced nor withdrawn meanwhile. */
    | { type: 'quote.opened'; isCurrent: boolean }
    | { type: 'quote.asked'; isCurrent: boolean }
    | { type: 'quote.declined'; isCurrent: boolean; reason: string }
    /** `total`: the price that the client saw. `isPaperReady`: the agreement has no open blanks and can be mailed. */
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
    /** What comes off the price after the move, in cents. `price`: what the client was to pay until now. */
    | { type: 'price.reduced'; amount: number; price: number; reason: string }
    /** What the client has paid, in part or in full, in cents. `isOverpaid`: it is more than is due, and meant so. */
    | { type: 'payment.recorded'; amount: number; isOverpaid?: boolean }
    /** Derived from the ledger: its sum has reached the invoice, or no longer does. */
    | { type: 'payment.completed' }
    | { type: 'payment.reopened' }
  );

/** The first entry of each history. It is not an event: there was no lead yet that it could happen to. */
export const LEAD_CREATED = 'lead.created';

export type AgentLeadEventType = AgentLeadEvent['type'];
