import { expect, test } from 'vitest';
import { refundsLeft } from './refund-rule.ts';

test.each([
  [3, 0, 0],
  [4, 0, 1],
  [7, 0, 1],
  [8, 1, 1],
  [8, 2, 0],
  [8, 3, 0],
  [400, 0, 5],
  [400, 5, 0],
])('of %i leads with %i given back, %i more go back on the buyer’s word', (bought, granted, left) =>
  expect(refundsLeft({ bought, granted })).toBe(left),
);
