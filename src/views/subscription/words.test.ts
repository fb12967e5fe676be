import { expect, test } from 'vitest';
import type { PlanCouponFragment } from '#src/generated/graphql/graphql.ts';
import { nextPayment, planPriceOn } from './words.ts';

const plan = { price: 9900, priceWithCoupon: 4950, coupon: null };
const coupon = {
  __typename: 'Coupon' as const,
  code: 'SPRING',
  percentOff: 50,
  amountOff: null,
  months: null,
  endsAt: null,
};

test('the next payment is a month later, in a short month on its last day', () => {
  const from = (day: string) => nextPayment(plan, new Date(`${day}T12:00:00Z`)).at.slice(0, 10);
  expect(['2026-11-22', '2026-12-31', '2027-01-31', '2028-01-30'].map(from)).toEqual([
    '2026-12-22',
    '2027-01-31',
    '2027-02-28',
    '2028-02-29',
  ]);
});

test('a coupon that counts once, or is over by then, is not in the next payment', () => {
  const next = (more: Partial<PlanCouponFragment>) =>
    nextPayment({ ...plan, coupon: { ...coupon, duration: 'forever', ...more } }, new Date('2026-11-22T12:00:00Z'))
      .amount;
  expect([
    next({}),
    next({ duration: 'once' }),
    next({ duration: 'repeating', months: 2, endsAt: '2026-12-01T00:00:00.000Z' }),
    next({ duration: 'repeating', months: 3, endsAt: '2027-01-01T00:00:00.000Z' }),
  ]).toEqual([4950, 9900, 9900, 4950]);
});

test('a coupon is in the price of a later day unless it has ended by then; one for the next payment is, too', () => {
  const on = (more: Partial<PlanCouponFragment>) =>
    planPriceOn({ ...plan, coupon: { ...coupon, duration: 'repeating', ...more } }, '2026-12-22T12:00:00.000Z');
  expect([
    on({ endsAt: '2027-01-01T00:00:00.000Z' }),
    on({ endsAt: '2026-12-22T12:00:00.000Z' }),
    on({ duration: 'once' }),
  ]).toEqual([4950, 9900, 4950]);
});
