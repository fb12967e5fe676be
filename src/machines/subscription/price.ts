/** A coupon as stored by the provider, with one of the two amounts. Money in US cents, instants in UTC ISO 8601. */
export interface Coupon {
  code: string;
  percent_off: number | null;
  amount_off: number | null;
  duration: 'once' | 'repeating' | 'forever';
  months: number | null;
  /** When it ends for this subscription. */
  ends_at: string | null;
}

/** The monthly price in US cents after the coupon; never negative. */
export function priceWith(coupon: Pick<Coupon, 'percent_off' | 'amount_off'> | null, cents: number): number {
  if (!coupon) return cents;
  const off = coupon.percent_off === null ? (coupon.amount_off ?? 0) : Math.round((cents * coupon.percent_off) / 100);
  return Math.max(0, cents - off);
}

/** The monthly price on a later day, in US cents: a coupon that has ended by then takes nothing off. */
export const priceOn = (
  { price, withCoupon, endsAt }: { price: number; withCoupon: number; endsAt: string | null },
  at: string,
): number => (endsAt !== null && Date.parse(endsAt) <= Date.parse(at) ? price : withCoupon);
