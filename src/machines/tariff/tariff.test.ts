import { expect, test } from 'vitest';
import { SAMPLE_TARIFF } from './sample-tariff.ts';
import { depositOf, percentOf, seasonOf, shareOf, tariffProblems } from './tariff.ts';
import type { Season, Tariff } from './tariff.ts';

const wrong = (change: Partial<Tariff>) =>
  tariffProblems({ ...SAMPLE_TARIFF, ...change }).map(({ field, message }) => `${field} ${message}`);
const season = (from: string, to: string, name = 'A'): Season => ({ name, from, to, percent: 10 });

test('the sample can be published as it is', () => {
  expect(tariffProblems(SAMPLE_TARIFF)).toEqual([]);
});

test.each<[string, Partial<Tariff>, string[]]>([
  ['no rate at all', { rates: [], volume_rates: [] }, ['rates Enter rates by weight or by volume.']],
  [
    'a rate of a row',
    { rates: [{ ...SAMPLE_TARIFF.rates[0]!, rate_per_cwt: Number.NaN }] },
    ['rates/0/rate_per_cwt Enter the rate in dollars, such as 42.50.'],
  ],
  [
    'a gap between volumes',
    {
      volume_rates: [
        { miles_from: 0, miles_to: 100, rate_per_cuft: 600 },
        { miles_from: 200, miles_to: 300, rate_per_cuft: 700 },
      ],
    },
    ['volume_rates/1/miles_from No distance band covers 100 to 200 miles. Start this one at 100.'],
  ],
  ['an amount below zero', { stairs: -1 }, ['stairs Stairs: enter an amount in dollars, such as 42.50.']],
  ['an amount that is too large', { fuel_per_mile: 10_000_001 }, ['fuel_per_mile Fuel: at most $100,000.00.']],
  ['no steps in a flight', { steps_per_flight: 0 }, ['steps_per_flight Steps per flight: 1 to 100 steps.']],
  ['a deposit above all', { deposit: { percent: 101, at_least: 0 } }, ['deposit/percent Deposit: 0 to 100 percent.']],
  [
    'a third decimal',
    { broker_fee: { percent: 8.125, at_least: 0 } },
    ['broker_fee/percent Broker fee: 0 to 100 percent.'],
  ],
  [
    'a formula as a name',
    { seasons: [season('05-01', '05-31', '=HYPERLINK()')] },
    ['seasons/0/name Name the season; begin with a letter.'],
  ],
  [
    'a day that no year has',
    { seasons: [season('02-30', '03-01')] },
    ['seasons/0/from Enter a day of the year, such as 05-15.'],
  ],
  [
    'seasons that overlap over the new year',
    { seasons: [season('12-15', '01-10', 'Holidays'), season('01-10', '02-01')] },
    ['seasons/1/from “A” overlaps “Holidays”.'],
  ],
])('%s is told where it is', (_, change, told) => {
  expect(wrong(change)).toEqual(told);
});

test('a season has both of its ends, also over the end of a year', () => {
  const seasons = [season('05-15', '09-15', 'Summer'), season('12-15', '01-10', 'Holidays')];
  expect(
    ['2026-05-14', '2026-05-15', '2026-09-15', '2026-09-16', '2026-12-31', '2027-01-10', '2027-01-11'].map(
      (date) => seasonOf(seasons, date)?.name ?? null,
    ),
  ).toEqual([null, 'Summer', 'Summer', null, 'Holidays', 'Holidays', null]);
});

test('shares are exact to the cent, at least what the rule says, and a deposit is never more than the total', () => {
  expect([percentOf(0.1, 1_000_500), percentOf(8.25, 10_001), percentOf(-5, 10_010)]).toEqual([1001, 825, -500]);
  expect([shareOf({ percent: 10, at_least: 5000 }, 40_000), shareOf({ percent: 10, at_least: 0 }, 40_000)]).toEqual([
    5000, 4000,
  ]);
  const rule = { percent: 20, at_least: 20_000 };
  expect([depositOf(rule, 500_000), depositOf(rule, 50_000), depositOf(rule, 15_000), depositOf(rule, -1)]).toEqual([
    100_000, 20_000, 15_000, 0,
  ]);
});
