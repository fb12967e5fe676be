import type { ReportReason } from './purchase.lifecycle.ts';

/**
 * What goes back to a buyer's card without anybody deciding: the price of a lead that was reported for one of these
 * reasons, for so many of the leads that the buyer bought lately. Whoever pays for four leads can have one back on their
 * word alone, so that nobody gets leads for nothing; where the household or the brokerage bears the report out, their word
 * is not needed. Another buyer who says the same counts for nothing here: two mailboxes may be one person.
 */
export const REFUND_REASONS = [
  'wrong-number',
  'wrong-email',
  'already-hired',
  'already-moved',
  'not-a-move',
  'duplicate',
] as const satisfies readonly ReportReason[];

/** One of so many leads, */
export const REFUND_ONE_OF = 4;
/** but no more than so many */
export const REFUND_MOST = 5;
/** in so many days. */
export const REFUND_DAYS = 30;
/** After a report that was found to be wrong, a person decides about the buyer's reports for so many days. */
export const WRONG_DAYS = 180;

/** How many more leads go back on the buyer's word. @param bought and granted within `REFUND_DAYS` */
export const refundsLeft = ({ bought, granted }: { bought: number; granted: number }): number =>
  Math.max(0, Math.min(REFUND_MOST, Math.floor(bought / REFUND_ONE_OF)) - granted);
