import { showCount, showMoney } from '#src/machines/amount/amounts.ts';
import type { PlanCouponFragment } from '#src/generated/graphql/graphql.ts';

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
  Math.max(0, Math.ceil((Date.parse(instant) - now) / 86_400_000));

const brands: Record<string, string> = {
  visa: 'Visa',
  mastercard: 'Mastercard',
  amex: 'American Express',
  discover: 'Discover',
};
export const brandName = (brand: string): string => brands[brand] ?? 'Card';
