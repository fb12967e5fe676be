/**
 * A lead that buyers reported as gone, and what the brokerage may decide about it. The server judges with it, and screen and
 * command say the same.
 *
 * for-sale   nobody has reported it, or the brokerage has put it back
 * hidden     one report: off the shop until somebody decides
 * agreed     buyers who don't know each other agree: everyone who has the lead was notified
 * confirmed  the brokerage agrees
 * hired      the household took a quote here, which needs no decision
 */
export const REPORTED_STATES = ['hidden', 'agreed', 'confirmed'] as const;
export type ReportedState = (typeof REPORTED_STATES)[number];
type Standing = ReportedState | 'for-sale' | 'hired';

export const REPORT_DECISIONS = ['confirm', 'reject'] as const;
export type ReportDecision = (typeof REPORT_DECISIONS)[number];

const FOR_SALE = 'is for sale. There is nothing to decide.';
const HIRED = 'was taken off the shop when the household accepted a quote. There is nothing to decide.';

/** What follows the lead's reference where a decision is refused; null where it may be made. */
const REFUSALS: Record<Standing, Record<ReportDecision, string | null>> = {
  'for-sale': { confirm: FOR_SALE, reject: FOR_SALE },
  hidden: { confirm: null, reject: null },
  agreed: { confirm: null, reject: null },
  confirmed: { confirm: 'is confirmed already.', reject: null },
  hired: { confirm: HIRED, reject: HIRED },
};

/** Where a row of `state_lead` stands. */
export function standingOf(row: {
  off_market_at: string | null;
  off_market_reason: string | null;
  off_market_confirmed_by: string | null;
}): Standing {
  if (row.off_market_at === null) return 'for-sale';
  if (row.off_market_reason === 'hired') return 'hired';
  if (row.off_market_confirmed_by === 'brokerage') return 'confirmed';
  return row.off_market_confirmed_by === 'buyers' ? 'agreed' : 'hidden';
}

export const mayDecide = (standing: Standing, decision: ReportDecision): boolean =>
  REFUSALS[standing][decision] === null;

/** Why a decision is refused, as a sentence; null where it may be made. */
export function refusalOf(standing: Standing, decision: ReportDecision, reference: string): string | null {
  const refusal = REFUSALS[standing][decision];
  return refusal && `${reference} ${refusal}`;
}
