/** A coupon as the provider keeps it; one of the two amounts. Money in US cents, instants UTC ISO 8601. */
export interface Coupon {
  code: string;
  percent_off: number | null;
  amount_off: number | null;
  duration: 'once' | 'repeating' | 'forever';
  months: number | null;
  /** When it stops to count for this subscription. */
  ends_at: string | null;
}

/** The price of a month in US cents with what the coupon takes off; never below nothing. */
export function priceWith(coupon: Pick<Coupon, 'percent_off' | 'amount_off'> | null, cents: number): number {
  if (!coupon) return cents;
  const off = coupon.percent_off === null ? (coupon.amount_off ?? 0) : Math.round((cents * coupon.percent_off) / 100);
  return Math.max(0, cents - off);
}
