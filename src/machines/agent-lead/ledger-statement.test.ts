import { expect, test } from 'vitest';
import { entryText, statementOf } from './ledger-statement.ts';
import type { StatementEntry } from './ledger-statement.ts';

test('the balance goes up with what comes in, and is nothing once all is settled', () => {
  const entries: StatementEntry[] = [
    { direction: 'from-client', kind: 'deposit', amount: 30_000 },
    { direction: 'from-client', kind: 'partial', amount: 50_000 },
    { direction: 'from-client', kind: 'correction', amount: 50_000 },
    { direction: 'from-client', kind: 'balance', amount: 70_000 },
    { direction: 'to-client', kind: 'refund', amount: 10_000 },
    { direction: 'to-carrier', kind: 'payout', amount: 60_000 },
    { direction: 'to-broker', kind: 'payout', amount: 30_000 },
  ];
  expect(statementOf(entries).map(({ signed, balance }) => [signed, balance])).toEqual([
    [30_000, 30_000],
    [50_000, 80_000],
    [-50_000, 30_000],
    [70_000, 100_000],
    [-10_000, 90_000],
    [-60_000, 30_000],
    [-30_000, 0],
  ]);
  expect(entries.slice(1, 3).map(entryText)).toEqual(['Payment from the client', 'Correction of a client payment']);
});

test('a price reduction is listed, and moves no money', () => {
  const entries: StatementEntry[] = [
    { direction: 'from-client', kind: 'balance', amount: 100_000 },
    { direction: 'off-price', kind: 'reduction', amount: 20_000 },
    { direction: 'off-price', kind: 'correction', amount: 20_000 },
  ];
  expect(statementOf(entries).map(({ signed, balance }) => [signed, balance])).toEqual([
    [100_000, 100_000],
    [-20_000, 100_000],
    [20_000, 100_000],
  ]);
  expect(entries.slice(1).map(entryText)).toEqual(['Price reduction', 'Correction of a price reduction']);
});
