import type { MoveSize } from '../state-lead/move-sizes.ts';
import { DAY } from '#src/machines/calendar/durations.ts';

/**
 * The price of one share of a lead: the base price times factors for size, distance, and age. Factors are whole
 * percents, so that the result is the same wherever it is calculated; the database reads these lists too.
 */
export const SIZE_PERCENT: Record<MoveSize, number> = {
  'few-items': 60,
  studio: 70,
  'one-bedroom': 85,
  'two-bedroom': 100,
  'three-bedroom': 130,
  'four-bedroom': 160,
  'five-bedroom': 190,
  office: 170,
};

/** From this many miles on; farthest first. */
export const MILES_PERCENT: readonly (readonly [miles: number, percent: number])[] = [
  [500, 135],
  [100, 115],
  [0, 100],
];

/** From this many whole days on; oldest first. */
export const AGE_PERCENT: readonly (readonly [days: number, percent: number])[] = [
  [14, 40],
  [7, 60],
  [3, 80],
  [0, 100],
];

/** US cents. Every price is a multiple of it, and at least this much. */
export const PRICE_STEP = 50;
/** One price step, expressed as the product of three percents and the base. */
export const PRICE_UNIT = PRICE_STEP * 1_000_000;

export interface Priced {
  size: MoveSize;
  miles: number;
  /** Whole days since it was received. */
  ageDays: number;
}

/**
 * @param baseCents US cents
 * @returns US cents, a multiple of `PRICE_STEP`
 */
export function priceOf({ size, miles, ageDays }: Priced, baseCents: number): number {
  const product = baseCents * SIZE_PERCENT[size] * from(MILES_PERCENT, miles) * from(AGE_PERCENT, ageDays);
  return Math.max(1, Math.floor((product + PRICE_UNIT / 2) / PRICE_UNIT)) * PRICE_STEP;
}

/** Instants, UTC ISO 8601. */
export const ageInDays = (receivedAt: string, now: string): number =>
  Math.max(0, Math.floor((Date.parse(now) - Date.parse(receivedAt)) / DAY));

const from = (steps: readonly (readonly [number, number])[], value: number): number =>
  steps.find(([least]) => value >= least)?.[1] ?? steps.at(-1)![1];
