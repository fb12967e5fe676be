/**
 * Cents: quantity times rate, half a cent rounded up. Binary rounding errors are removed first: 1.15 × 100 is 115, not
 * 114.
 */
export const lineAmount = ({ quantity, rate }: { quantity: number; rate: number }): number =>
  Math.round(Number((quantity * rate).toPrecision(15)));

/** The code of a discount's line. */
export const DISCOUNT_CODE = 'DISC';
/** A line for a percentage is recognized by its description. */
export const PERCENT_DISCOUNT = /^Discount (\d{1,2}(?:\.\d{1,2})?|100)%$/;

export const isDiscount = ({ code, description }: { code: string; description: string }): boolean =>
  code === DISCOUNT_CODE || /^discount$/i.test(description.trim()) || PERCENT_DISCOUNT.test(description.trim());

/** The line as it is charged: a discount takes something off, whatever sign its rate was typed with. */
export const asCharged = <Line extends { code: string; description: string; rate: number }>(line: Line): Line =>
  line.rate > 0 && isDiscount(line) ? { ...line, rate: -line.rate } : line;
