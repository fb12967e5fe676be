/**
 * Cents: quantity times rate, half a cent rounded up. Binary rounding errors are removed first: 1.15 × 100 is 115, not
 * 114.
 */
export const lineAmount = ({ quantity, rate }: { quantity: number; rate: number }): number =>
  Math.round(Number((quantity * rate).toPrecision(15)));
