import { Type } from 'typebox';
import { inSheetOrder, SHEET_LIMITS, sheetProblems } from '#src/machines/carrier/pricing-sheet.ts';
import type { PricingRow } from '#src/machines/carrier/pricing-sheet.ts';
import { problem } from '#src/api/http/problem.ts';
import { Cents, Strict, Version } from '#src/api/http/schemas.ts';
import type { CarrierRow } from './carrier.repository.ts';

const Miles = Type.Number({ minimum: 0, maximum: SHEET_LIMITS.miles });
const Pounds = Type.Integer({ minimum: 0, maximum: SHEET_LIMITS.lb });
const Row = Strict({
  miles_from: Miles,
  miles_to: Miles,
  lb_from: Pounds,
  lb_to: Pounds,
  rate_per_cwt: Cents,
  minimum: Cents,
});

/** One row for each distance band in each weight band; upper bounds are exclusive. */
export const SheetRows = Type.Array(Row, { maxItems: SHEET_LIMITS.bands ** 2 });

export const SheetAnswer = Type.Object({
  data: SheetRows,
  price_ratio: Type.Number({ minimum: 0, maximum: 100 }),
  version: Version,
});

/** At most this many problems are reported at once. */
const TOLD = 20;

/** The rows in order, as stored. @throws Problem 422 with the field of each invalid row, `data/3/minimum` */
export function soundSheet(rows: readonly PricingRow[]): PricingRow[] {
  const wrong = sheetProblems(rows);
  if (wrong.length > 0) {
    const [{ row, message }] = wrong as [(typeof wrong)[0]];
    throw problem(422, `Row ${row + 1}: ${message}`, {
      errors: wrong.slice(0, TOLD).map((one) => ({ field: `data/${one.row}/${one.field}`, message: one.message })),
    });
  }
  return inSheetOrder(rows);
}

export const presentSheet = ({ pricing_sheet, price_ratio, version }: CarrierRow) => ({
  data: pricing_sheet,
  price_ratio,
  version,
});
