import { expect, test } from 'vitest';
import { creditByLead, creditFor, LEAST_BY_CARD, refundOf } from './credit-rule.ts';

test.each([
  [0, 1200, 0],
  [500, 1200, 500],
  [1200, 1200, 1200],
  [5000, 1200, 1200],
  // The amount left for the card is either zero or large enough to charge.
  [1180, 1200, 1200 - LEAST_BY_CARD],
  [30, LEAST_BY_CARD, 0],
])('of %i, %i is paid with %i', (balance, total, credit) => expect(creditFor(balance, total)).toBe(credit));

test('credit pays for the first leads, and for all of them no more than it is', () => {
  expect(creditByLead([1000, 800, 600], 1300)).toEqual([1000, 300, 0]);
  expect(creditByLead([1000, 800], 0)).toEqual([0, 0]);
  expect(creditByLead([1000, 800], 1800)).toEqual([1000, 800]);
});

test('what credit paid comes back as credit; what a card paid, where its owner wants it', () => {
  const lead = { price: 1200, credit: 400 };
  expect(refundOf(lead, 'card', 800)).toEqual({ card: 800, granted: 0, returned: 400 });
  expect(refundOf(lead, 'credit', 800)).toEqual({ card: 0, granted: 800, returned: 400 });
});

test('no more becomes credit than the card has not got back yet', () => {
  expect(refundOf({ price: 1200, credit: 0 }, 'credit', 500)).toEqual({ card: 0, granted: 500, returned: 0 });
  expect(refundOf({ price: 1200, credit: 0 }, 'credit', -100)).toEqual({ card: 0, granted: 0, returned: 0 });
});
