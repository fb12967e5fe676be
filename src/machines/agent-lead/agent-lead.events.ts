import type { Role } from '../lifecycle.ts';

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
