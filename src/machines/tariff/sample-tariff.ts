import type { Tariff } from './tariff.ts';

const MILES = [0, 100, 500, 1000, 2000, 4000];
const POUNDS = [0, 2000, 4000, 8000, 12_000, 40_000];
/** Cents per cwt, by distance and then by weight. */
const RATES = [
  [3800, 3400, 3000, 2700, 2500],
  [5600, 5000, 4500, 4100, 3800],
  [7200, 6500, 5800, 5300, 4900],
  [8900, 8000, 7200, 6600, 6200],
  [10_400, 9400, 8500, 7800, 7300],
];
/** Cents; minimums by distance, in the lightest weight band. */
const MINIMUMS = [45_000, 80_000, 110_000, 140_000, 170_000];

/** A starting point for a brokerage without a tariff: average prices of the industry, all of which must be reviewed. */
export const SAMPLE_TARIFF: Tariff = {
  rates: RATES.flatMap((line, distance) =>
    line.map((rate, weight) => ({
      miles_from: MILES[distance]!,
      miles_to: MILES[distance + 1]!,
      lb_from: POUNDS[weight]!,
      lb_to: POUNDS[weight + 1]!,
      rate_per_cwt: rate,
      minimum: weight === 0 ? MINIMUMS[distance]! : 0,
    })),
  ),
  volume_rates: [],
  minimum_charge: 60_000,
  fuel_per_mile: 45,
  partial_packing: 900,
  full_packing: 2200,
  stairs: 7500,
  elevator: 7500,
  long_carry: 9000,
  shuttle: 35_000,
  storage: 750,
  steps_per_flight: 12,
  long_carry_free_ft: 75,
  long_carry_ft: 50,
  seasons: [
    { name: 'Summer', from: '05-15', to: '09-15', percent: 15 },
    { name: 'Winter', from: '12-01', to: '02-29', percent: -5 },
  ],
  broker_fee: { percent: 8, at_least: 15_000 },
  deposit: { percent: 20, at_least: 20_000 },
};
