import type { OffMarketReason } from './purchase.lifecycle.ts';

/**
 * A lead that buyers reported as no longer available, or with a wrong phone number, and what the brokerage may decide
 * about it. Shared by the server, the screen, and the command line.
 *
 * for-sale   nobody has reported it, or the brokerage has put it back
 * hidden     one report, of a wrong number a refunded one: removed from the shop until someone decides
 * agreed     buyers who don't know each other agree: everyone who has the lead was notified
 * confirmed  the brokerage agrees
 * hired      the household accepted a quote here, which needs no decision
 */
export const REPORTED_STATES = ['hidden', 'agreed', 'confirmed'] as const;
export type ReportedState = (typeof REPORTED_STATES)[number];
type Standing = ReportedState | 'for-sale' | 'hired';

/** A lead goes back with `reject`, if the report was wrong, or with `correct`, with another phone number. */
export const REPORT_DECISIONS = ['confirm', 'reject', 'correct'] as const;
export type ReportDecision = (typeof REPORT_DECISIONS)[number];

const FOR_SALE = 'is for sale. There is nothing to decide.';
const HIRED = 'was taken off the marketplace when the household accepted a quote. There is nothing to decide.';

/** Why a decision is refused, as the text after the lead's reference; null if it is allowed. */
const REFUSALS: Record<Standing, Record<ReportDecision, string | null>> = {
  'for-sale': { confirm: FOR_SALE, reject: FOR_SALE, correct: FOR_SALE },
  hidden: { confirm: null, reject: null, correct: null },
  agreed: { confirm: null, reject: null, correct: null },
  confirmed: { confirm: 'is confirmed already.', reject: null, correct: null },
  hired: { confirm: HIRED, reject: HIRED, correct: HIRED },
};
const NUMBER_UNDISPUTED = 'was not taken off the marketplace for its phone number.';

interface Row {
  off_market_at: string | null;
  off_market_reason: OffMarketReason | null;
  off_market_confirmed_by: string | null;
}

/** The standing of a `state_lead` row. */
export function standingOf(row: Row): Standing {
  if (row.off_market_at === null) return 'for-sale';
  if (row.off_market_reason === 'hired') return 'hired';
  if (row.off_market_confirmed_by === 'brokerage') return 'confirmed';
  return row.off_market_confirmed_by === 'buyers' ? 'agreed' : 'hidden';
}

const reasonAgainst = (standing: Standing, decision: ReportDecision, isWrongNumber: boolean): string | null =>
  REFUSALS[standing][decision] ?? (decision === 'correct' && !isWrongNumber ? NUMBER_UNDISPUTED : null);

export const mayDecide = (standing: Standing, decision: ReportDecision, isWrongNumber: boolean): boolean =>
  reasonAgainst(standing, decision, isWrongNumber) === null;

/** Why a decision is refused, as a sentence; null if it is allowed. */
export function refusalOf(row: Row, decision: ReportDecision, reference: string): string | null {
  const refusal = reasonAgainst(standingOf(row), decision, row.off_market_reason === 'wrong-number');
  return refusal && `${reference} ${refusal}`;
}
