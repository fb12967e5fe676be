import { expect, test } from 'vitest';
import type { LeadPriceFragment } from '#src/generated/graphql/graphql.ts';
import type { Draft } from './estimate-draft.ts';
import {
  amountsOf,
  asSaved,
  asWritten,
  followed,
  overridesOf,
  percentLine,
  totalOf,
  withPrice,
} from './estimate-pricing.ts';

const EMPTY: Draft = {
  kind: 'binding',
  lines: [{ code: 'LH', description: 'Line haul', unit: 'cwt', quantity: 24, rate: null }],
  brokerFee: null,
  deposit: null,
  validUntil: '2030-06-20',
  note: '',
  priced: null,
};
const line = (code: string, amount: number) =>
  ({ code, description: code, unit: 'flat', quantity: 1, rate: amount, amount, how: 'how' }) as const;
const PRICE: LeadPriceFragment = {
  __typename: 'LeadPrice',
  shuttles: 0,
  tariffVersion: 4,
  lines: [line('LH', 100_000), line('FUEL', 20_000)].map((one) => ({ __typename: 'PricedLine', ...one })),
  brokerFee: 12_000,
  total: 132_000,
  deposit: 26_400,
  missing: [],
  notes: [],
  brokerFeeRule: { __typename: 'ShareRule', percent: 10, atLeast: 5000 },
  depositRule: { __typename: 'ShareRule', percent: 20, atLeast: 0 },
  carrierPay: null,
};
const priced = withPrice(EMPTY, PRICE);

test('a price fills lines, fee and deposit; what an agent added stays when it is priced again', () => {
  expect(priced).toMatchObject({ brokerFee: 12_000, deposit: 26_400 });
  expect(priced.lines.map(({ code }) => code)).toEqual(['LH', 'FUEL']);
  const own = { code: 'VAL', description: 'Full value protection', unit: 'flat', quantity: 1, rate: 9900 } as const;
  const again = withPrice({ ...priced, lines: [...priced.lines.slice(1), own] }, PRICE);
  expect(again.lines.map(({ code }) => code)).toEqual(['LH', 'FUEL', 'VAL']);
  expect(totalOf(again)).toBe(129_900 + 12_990);
});

test('fee and deposit follow the lines until somebody types others', () => {
  const lines = [{ ...priced.lines[0]!, rate: 50_000 }, priced.lines[1]!];
  expect(followed(priced, { ...priced, lines })).toMatchObject({ brokerFee: 7000, deposit: 15_400 });
  const typed = followed(priced, { ...priced, deposit: 10_000 });
  expect(typed.deposit).toBe(10_000);
  expect(followed(typed, { ...typed, lines })).toMatchObject({ brokerFee: 7000, deposit: 10_000 });
});

test('a discount in percent is one of all other lines, and is known again once it was saved', () => {
  const lines = [...priced.lines, { ...percentLine('X1'), percent: 12.5 }];
  expect(amountsOf(lines)).toEqual([100_000, 20_000, -15_000]);
  const saved = asSaved(lines);
  expect(saved[2]).toEqual({ code: 'X1', description: 'Discount 12.5%', unit: 'flat', quantity: 1, rate: -15_000 });
  expect(saved.map(asWritten)[2]).toEqual({ ...saved[2], description: 'Discount', percent: 12.5 });
  expect(asWritten({ ...saved[2]!, description: 'Discount for veterans' }).percent).toBeUndefined();
});

test('a discount is taken off, whatever sign was typed', () => {
  const off = { code: 'DISC', description: 'For veterans', unit: 'flat', quantity: 1, rate: 20_000 } as const;
  for (const line of [off, { ...off, rate: -20_000 }, { ...off, code: 'X1', description: 'discount' }]) {
    expect(amountsOf([...priced.lines, line])).toEqual([100_000, 20_000, -20_000]);
    expect(asSaved([line])).toEqual([{ ...line, rate: -20_000 }]);
    expect(asWritten(line).rate).toBe(-20_000);
  }
  expect(amountsOf([off, { ...percentLine('X1'), percent: 10 }])).toEqual([-20_000, 0]);
  expect(amountsOf([{ ...off, code: 'X1', description: 'Discounted packing' }])).toEqual([20_000]);
});

test('what is not the tariff’s is told, changed or left out; another way to the same amount is not', () => {
  const [haul, fuel] = priced.lines as [Draft['lines'][0], Draft['lines'][0]];
  expect(overridesOf(priced)).toEqual([]);
  expect(overridesOf({ ...priced, lines: [{ ...haul, quantity: 2, rate: 50_000 }, fuel] })).toEqual([]);
  expect(overridesOf({ ...priced, lines: [{ ...haul, rate: 90_000 }] })).toEqual([
    { code: 'LH', description: 'LH', tariff: 100_000, now: 90_000 },
    { code: 'FUEL', description: 'FUEL', tariff: 20_000, now: null },
  ]);
});
