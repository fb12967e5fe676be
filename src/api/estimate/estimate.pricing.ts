import type { Kysely } from 'kysely';
import { showMoney } from '#src/machines/amount/amounts.ts';
import { priceMove } from '#src/machines/tariff/price-move.ts';
import type { PricedLine, PricedMove } from '#src/machines/tariff/price-move.ts';
import { lineAmount } from '#src/machines/estimate/line-amount.ts';
import type { Tables } from '#src/api/database/tables.ts';
import { problem } from '#src/api/http/problem.ts';
import { mustBeAsSeen } from '#src/api/http/seen.ts';
import { tariffOf } from '#src/api/tariff/tariff.repository.ts';
import type { EstimateInput } from './estimate.schemas.ts';

/** What an agent entered instead of the tariff's value. Amounts in cents; null if the line was removed. */
export interface Override {
  code: string;
  description: string;
  tariff: number;
  now: number | null;
  reason: string;
}

/** The tariff's result for a move when it priced an estimate. */
export interface KeptPricing {
  shuttles: number;
  /** Cents. */
  total: number;
  lines: PricedLine[];
  overrides: Override[];
}

/**
 * What is stored about an estimate that the tariff priced. It is priced again here, so that an agent's changes cannot
 * pass as the tariff's. Nulls if an agent wrote all of it.
 *
 * @throws Problem 409 if the price differs by now from what the agent saw; 422 for an override without a reason
 */
export async function pricingOf(
  db: Kysely<Tables>,
  move: Omit<PricedMove, 'shuttles'>,
  { lines, pricing: given }: Pick<EstimateInput, 'lines' | 'pricing'>,
): Promise<{ tariff_version: number | null; pricing: KeptPricing | null }> {
  if (!given) return { tariff_version: null, pricing: null };
  const { tariff_version, shuttles, total: seen } = given;
  const tariff = await tariffOf(db, tariff_version);
  if (!tariff)
    throw problem(422, 'There is no such version of the tariff.', {
      errors: [{ field: 'pricing/tariff_version', message: 'There is no such version of the tariff.' }],
    });
  const { lines: priced, total } = priceMove(tariff.rules, { ...move, shuttles });
  mustBeAsSeen({ total: seen }, { total }, 'The move has changed since it was priced. Price it again.');
  const reasons = new Map(given.reasons.map(({ code, reason }) => [code, reason.trim()]));
  const overrides = changedLines(priced, lines).map((one) => ({ ...one, reason: reasons.get(one.code) ?? '' }));
  const silent = overrides.filter(({ reason }) => reason === '');
  if (silent.length > 0) {
    const errors = silent.map(({ code, description, tariff: was, now }) => ({
      field: `pricing/reasons/${code}`,
      message: `Say why “${description}” is ${now === null ? 'left out' : showMoney(now)}: the tariff says ${showMoney(was)}.`,
    }));
    throw problem(422, errors[0]!.message, { errors });
  }
  return { tariff_version, pricing: { shuttles, total, lines: priced, overrides } };
}

/** The tariff's lines that have other amounts in an estimate, or are missing from it. */
function changedLines(priced: readonly PricedLine[], lines: EstimateInput['lines']) {
  return priced.flatMap(({ code, description, amount }) => {
    const own = lines.find((line) => line.code === code);
    const now = own ? lineAmount(own) : null;
    return now === amount ? [] : [{ code, description, tariff: amount, now }];
  });
}
