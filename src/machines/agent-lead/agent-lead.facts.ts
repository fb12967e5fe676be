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
