import type { EstimateKind, EstimateUnit } from '#src/generated/graphql/graphql.ts';
import { DISCOUNT_CODE } from '#src/machines/estimate/line-amount.ts';

export const ESTIMATE_KIND_NAMES: Record<EstimateKind, string> = {
  binding: 'Binding',
  non_binding: 'Non-binding',
  not_to_exceed: 'Not to exceed',
};

export const UNIT_NAMES: Record<EstimateUnit, string> = {
  cwt: 'cwt (100 lb)',
  cuft: 'ft³',
  hour: 'hour',
  mile: 'mile',
  each: 'each',
  day: 'day',
  flat: 'flat',
};

/** The most common lines of estimates, with the unit that the trade uses. */
export const USUAL_LINES: readonly { code: string; description: string; unit: EstimateUnit }[] = [
  { code: 'LH', description: 'Line haul', unit: 'cwt' },
  { code: 'LABOR', description: 'Loading and unloading', unit: 'hour' },
  { code: 'PACK', description: 'Packing', unit: 'hour' },
  { code: 'MAT', description: 'Packing materials', unit: 'flat' },
  { code: 'FUEL', description: 'Fuel surcharge', unit: 'mile' },
  { code: 'STAIRS', description: 'Stairs', unit: 'flat' },
  { code: 'CARRY', description: 'Long carry', unit: 'flat' },
  { code: 'STORE', description: 'Storage', unit: 'day' },
  { code: DISCOUNT_CODE, description: 'Discount', unit: 'flat' },
  { code: 'VAL', description: 'Full value protection', unit: 'flat' },
];

/** A code that no line of this estimate uses: changes are tracked by line code. */
export function freeCode(lines: readonly { code: string }[]): string {
  const taken = new Set(lines.map(({ code }) => code));
  let number = 1;
  while (taken.has(`X${number}`)) number += 1;
  return `X${number}`;
}
