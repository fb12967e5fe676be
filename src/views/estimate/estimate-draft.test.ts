import { expect, test } from 'vitest';
import { check, type Draft } from './estimate-draft.ts';

const line = { code: 'LH', description: 'Line haul', unit: 'flat', quantity: 1, rate: 100_000 } as const;
const fine: Draft = {
  kind: 'binding',
  lines: [line],
  brokerFee: null,
  deposit: 100_000,
  validUntil: '2030-06-20',
  note: '',
  priced: null,
};

test('everything that is wrong is told at once, each at its field', () => {
  expect(check(fine, '2030-06-20')).toEqual({});
  expect(
    check({ ...fine, lines: [{ ...line, rate: null }], deposit: -1, validUntil: '2030-06-19' }, '2030-06-20'),
  ).toEqual({
    'estimate-rate-0': 'Line haul: give a rate.',
    'estimate-deposit': 'Enter zero or more.',
    'estimate-valid': 'This date has passed. Choose today or later.',
  });
  expect(check({ ...fine, deposit: 100_001 }, '2030-06-20')).toEqual({
    'estimate-deposit': 'The deposit is more than the total.',
  });
});
