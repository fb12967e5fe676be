import { expect, test } from 'vitest';
import { priceMove, shuttlesOf } from './price-move.ts';
import type { PricedMove } from './price-move.ts';
import { SAMPLE_TARIFF } from './sample-tariff.ts';
import type { Tariff } from './tariff.ts';

const PLAIN: Tariff = {
  ...SAMPLE_TARIFF,
  rates: [
    { miles_from: 0, miles_to: 500, lb_from: 0, lb_to: 4000, rate_per_cwt: 6200, minimum: 100_000 },
    { miles_from: 0, miles_to: 500, lb_from: 4000, lb_to: 20_000, rate_per_cwt: 5000, minimum: 0 },
  ],
  minimum_charge: 0,
  fuel_per_mile: 0,
  seasons: [],
  broker_fee: { percent: 0, at_least: 0 },
  deposit: { percent: 0, at_least: 0 },
};
const MOVE: PricedMove = {
  distance_miles: 220.5,
  weight_lb: 2400,
  volume_cuft: 343,
  move_size: null,
  move_date: '2026-06-10',
  packing: 'none',
  storage_days: 0,
  stops: [{ role: 'pick-up' }, { role: 'drop-off' }],
  shuttles: 0,
};
const lines = (tariff: Partial<Tariff>, move: Partial<PricedMove> = {}) =>
  priceMove({ ...PLAIN, ...tariff }, { ...MOVE, ...move }).lines.map(
    ({ code, quantity, unit, rate, amount, how }) => `${code} ${quantity} ${unit} × ${rate} = ${amount}: ${how}`,
  );

test.each<[string, Partial<Tariff>, Partial<PricedMove>, string[]]>([
  ['by weight', {}, {}, ['LH 24 cwt × 6200 = 148800: 2,400 lb × $62.00/cwt, 220.5 mi']],
  [
    'a light one at the minimum of its band',
    {},
    { weight_lb: 1000 },
    ['LH 1 flat × 100000 = 100000: 1,000 lb × $62.00/cwt, 220.5 mi, raised to the minimum of this band'],
  ],
  [
    'by volume where it is known',
    { volume_rates: [{ miles_from: 0, miles_to: 300, rate_per_cuft: 550 }] },
    {},
    ['LH 343 cuft × 550 = 188650: 343 ft³ × $5.50, 220.5 mi'],
  ],
  [
    'by weight where the volume is not known',
    { volume_rates: [{ miles_from: 0, miles_to: 300, rate_per_cuft: 550 }] },
    { volume_cuft: null },
    ['LH 24 cwt × 6200 = 148800: 2,400 lb × $62.00/cwt, 220.5 mi'],
  ],
  [
    'by what a home of its size usually weighs',
    {},
    { weight_lb: null, volume_cuft: null, move_size: '2 Bedrooms' },
    ['LH 55 cwt × 5000 = 275000: 5,500 lb × $50.00/cwt, 220.5 mi'],
  ],
  [
    'in a season, with fuel',
    { seasons: [{ name: 'Summer', from: '05-15', to: '09-15', percent: 15 }], fuel_per_mile: 45 },
    {},
    [
      'LH 24 cwt × 6200 = 148800: 2,400 lb × $62.00/cwt, 220.5 mi',
      'SEASON 1 flat × 22320 = 22320: 15% of the line haul of $1,488.00, pick-up Jun 10',
      'FUEL 220.5 mile × 45 = 9923: 220.5 mi × $0.45',
    ],
  ],
  [
    'with packing and storage',
    {},
    { packing: 'full', storage_days: 31 },
    [
      'LH 24 cwt × 6200 = 148800: 2,400 lb × $62.00/cwt, 220.5 mi',
      'PACK 24 cwt × 2200 = 52800: 24 cwt × $22.00',
      'STORE 48 cwt × 750 = 36000: 24 cwt × 2 months × $7.50',
    ],
  ],
  [
    'by how one gets in',
    {},
    {
      shuttles: 1,
      stops: [
        { role: 'pick-up', floor: 3 },
        { role: 'extra', stairs: 13, floor: 1 },
        { role: 'drop-off', floor: 9, has_elevator: true, long_carry_ft: 130 },
      ],
    },
    [
      'LH 24 cwt × 6200 = 148800: 2,400 lb × $62.00/cwt, 220.5 mi',
      'STAIRS 4 each × 7500 = 30000: pick-up: 2 flights, extra stop: 2 flights × $75.00',
      'ELEV 1 each × 7500 = 7500: drop-off: 1 elevator × $75.00',
      'CARRY 2 each × 9000 = 18000: drop-off: 2 carries × $90.00',
      'SHUTTLE 1 each × 35000 = 35000: 1 stop × $350.00',
    ],
  ],
  [
    'raised to the minimum charge',
    { minimum_charge: 150_000 },
    {},
    [
      'LH 24 cwt × 6200 = 148800: 2,400 lb × $62.00/cwt, 220.5 mi',
      'MIN 1 flat × 1200 = 1200: $1,488.00 raised to the minimum charge of $1,500.00',
    ],
  ],
])('a move is priced %s', (_, tariff, move, told) => {
  expect(lines(tariff, move)).toEqual(told);
});

test('the fee is a share of the charges, the deposit one of the total', () => {
  const tariff = {
    ...PLAIN,
    broker_fee: { percent: 8, at_least: 0 },
    deposit: { percent: 20, at_least: 0 },
  };
  expect(priceMove(tariff, MOVE)).toMatchObject({ broker_fee: 11_904, total: 160_704, deposit: 32_141, missing: [] });
});

test.each<[string, Partial<PricedMove>, string]>([
  ['no distance', { distance_miles: null }, 'The distance is not known: check the ZIP codes.'],
  [
    'no weight',
    { weight_lb: null, move_size: 'a castle' },
    'The weight is not known: choose the size of the home, or list the items.',
  ],
  ['a distance that no band has', { distance_miles: 500 }, 'The tariff has no rate for 500 mi and 2,400 lb.'],
])('%s prices nothing and says why', (_, move, sentence) => {
  expect(priceMove(PLAIN, { ...MOVE, ...move })).toMatchObject({
    lines: [],
    total: 0,
    deposit: 0,
    missing: [sentence],
  });
});

test('what is taken for granted is said', () => {
  const move = { ...MOVE, weight_lb: null, move_size: 'A few items', move_date: null };
  expect(priceMove(SAMPLE_TARIFF, move).notes).toEqual([
    'No items listed: 800 lb is typical for “A few items”.',
    'No pick-up date yet, so no season is applied.',
  ]);
});

/** Deterministic pseudorandom numbers. */
function* numbers(): Generator<number, never> {
  for (let seed = 7; ;) {
    seed = (seed * 48_271) % 2_147_483_647;
    yield seed / 2_147_483_647;
  }
}

test('over many moves: whole cents, never below zero, the minimum holds, all adds up, and heavier is never cheaper in a band', () => {
  const random = numbers();
  const upTo = (most: number) => Math.floor(random.next().value * (most + 1));
  for (let round = 0; round < 3000; round++) {
    const tariff: Tariff = {
      ...SAMPLE_TARIFF,
      minimum_charge: upTo(300_000),
      fuel_per_mile: upTo(200),
      storage: upTo(2000),
      volume_rates: upTo(1) ? [{ miles_from: 0, miles_to: 1500, rate_per_cuft: upTo(900) + 1 }] : [],
      broker_fee: { percent: upTo(3000) / 100, at_least: upTo(20_000) },
      deposit: { percent: upTo(10_000) / 100, at_least: upTo(200_000) },
    };
    const band = tariff.rates[upTo(tariff.rates.length - 1)]!;
    const lightest = Math.max(band.lb_from, 1);
    const lb = lightest + upTo(band.lb_to - lightest - 1);
    const heavier = lb + upTo(band.lb_to - 1 - lb);
    const move: PricedMove = {
      distance_miles: band.miles_from + upTo((band.miles_to - band.miles_from - 1) * 10) / 10,
      weight_lb: lb,
      volume_cuft: upTo(1) ? Math.round((lb / 7) * 100) / 100 : null,
      move_size: null,
      move_date: `2026-${String(upTo(11) + 1).padStart(2, '0')}-15`,
      packing: (['none', 'partial', 'full'] as const)[upTo(2)]!,
      storage_days: upTo(90),
      stops: [
        { role: 'pick-up', floor: upTo(6) - 2, stairs: upTo(40) },
        { role: 'drop-off', has_elevator: upTo(1) === 1, long_carry_ft: upTo(400) },
      ],
      shuttles: upTo(2),
    };
    const { lines: priced, broker_fee, total, deposit, missing } = priceMove(tariff, move);
    expect(missing).toEqual([]);
    expect(priced.filter(({ amount, rate }) => !Number.isInteger(amount) || !Number.isInteger(rate))).toEqual([]);
    // A season may be a discount; together with the line haul, it stays above zero.
    expect(priced.filter(({ code, amount }) => amount < 0 && code !== 'SEASON')).toEqual([]);
    const charges = priced.reduce((sum, { amount }) => sum + amount, 0);
    expect(charges).toBeGreaterThanOrEqual(tariff.minimum_charge);
    expect(total).toBe(charges + broker_fee);
    expect(deposit >= 0 && deposit <= total).toBe(true);
    const more = priceMove(tariff, {
      ...move,
      weight_lb: heavier,
      volume_cuft: move.volume_cuft === null ? null : Math.round((heavier / 7) * 100) / 100,
    });
    expect(more.total).toBeGreaterThanOrEqual(total);
  }
});

test('a shuttle is charged where the stops say so, and says where', () => {
  const stops = [{ role: 'pick-up', needs_shuttle: true }, { role: 'drop-off' }] as const;
  expect(lines({}, { stops, shuttles: shuttlesOf(stops) }).at(-1)).toBe(
    'SHUTTLE 1 each × 35000 = 35000: pick-up: 1 stop × $350.00',
  );
});
