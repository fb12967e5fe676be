import type { ReportReason } from './purchase.lifecycle.ts';

/**
 * What is refunded to a buyer without a person deciding: the price of a lead reported for one of these reasons, up to a
 * share of the leads that the buyer bought lately. A buyer of four leads can have one refunded on their word alone, so
 * that nobody gets leads for free; if the household or the brokerage confirms the report, their word is not needed. A
 * matching report by another buyer does not count here: two mailboxes may be one person.
 */
export const REFUND_REASONS = [
  'wrong-number',
  'wrong-email',
  'already-hired',
  'already-moved',
  'not-a-move',
  'duplicate',
] as const satisfies readonly ReportReason[];

/** One of this many leads is refunded, */
export const REFUND_ONE_OF = 4;
/** but no more than this many */
export const REFUND_MOST = 5;
/** within this many days. */
export const REFUND_DAYS = 30;
/** After a report was found to be wrong, a person decides about the buyer's reports for this many days. */
export const WRONG_DAYS = 180;

/**
 * How many more leads are refunded on the buyer's word.
 * @param bought and granted within `REFUND_DAYS`
 */
export const refundsLeft = ({ bought, granted }: { bought: number; granted: number }): number =>
  Math.max(0, Math.min(REFUND_MOST, Math.floor(bought / REFUND_ONE_OF)) - granted);
