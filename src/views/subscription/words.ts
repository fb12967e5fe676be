import { showCount, showMoney } from '#src/machines/amount/amounts.ts';
import type { PlanCouponFragment, PlanFragment } from '#src/generated/graphql/graphql.ts';
import { priceOn } from '#src/machines/subscription/price.ts';
import { DAY } from '#src/machines/calendar/durations.ts';

/** "25% off, every month"; "$30.00 off, for 3 months". */
export function couponWords({
  percentOff,
  amountOff,
  duration,
  months,
}: Pick<PlanCouponFragment, 'percentOff' | 'amountOff' | 'duration' | 'months'>): string {
  const off = percentOff ? `${percentOff}% off` : `${showMoney(amountOff ?? 0)} off`;
  if (duration === 'forever') return `${off}, every month`;
  return duration === 'once' ? `${off} the next payment` : `${off}, for ${showCount(months ?? 0, 'month')}`;
}

/** Whole days until then, at least 0. */
export const daysUntil = (instant: string, now = Date.now()): number =>
  Math.max(0, Math.ceil((Date.parse(instant) - now) / DAY));

/** What the plan costs on a later day. */
export const planPriceOn = (
  { price, priceWithCoupon, coupon }: Pick<PlanFragment, 'price' | 'priceWithCoupon' | 'coupon'>,
  at: string,
): number => priceOn({ price, withCoupon: priceWithCoupon, endsAt: coupon?.endsAt ?? null }, at);

/** The payment after one made now: a month later, or on the last day of a shorter month. */
export function nextPayment(
  plan: Pick<PlanFragment, 'price' | 'priceWithCoupon' | 'coupon'>,
  now = new Date(),
): { at: string; amount: number } {
  const next = new Date(now);
  next.setUTCMonth(now.getUTCMonth() + 1);
  if (next.getUTCDate() !== now.getUTCDate()) next.setUTCDate(0);
  const at = next.toISOString();
  return { at, amount: plan.coupon?.duration === 'once' ? plan.price : planPriceOn(plan, at) };
}
