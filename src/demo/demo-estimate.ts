import type { EstimateInput } from '#src/api/estimate/estimate.schemas.ts';
import { showWhole } from '#src/machines/amount/amounts.ts';
import type { Chance } from './chance.ts';

type Line = EstimateInput['lines'][number];
/** What an agent fills in; the product calculates the totals. */
export type Terms = Omit<EstimateInput, 'valid_until'>;

interface Job {
  distance_miles: number | null;
  weight_lb: number | null;
  packing: string;
  storage_days: number;
  special_items: string | null;
}

const line = (code: string, description: string, unit: Line['unit'], quantity: number, rate: number): Line => ({
  code,
  description,
  unit,
  quantity,
  rate,
});
const toTens = (cents: number): number => Math.round(cents / 1000) * 1000;

/** A plausible first estimate for a job. */
export function firstTerms(chance: Chance, job: Job): Terms {
  const miles = job.distance_miles ?? 300;
  const cwt = (job.weight_lb ?? 5000) / 100;
  const isLong = miles > 60;
  const haul = isLong
    ? [
        line('LH', `Line haul, ${showWhole(miles)} miles`, 'cwt', cwt, Math.round(2800 + miles * 2.1)),
        line('FUEL', 'Fuel surcharge', 'mile', Math.round(miles), 38),
      ]
    : [
        line('CREW', 'Crew of three with truck', 'hour', Math.max(4, Math.round(cwt / 7)), 17_500),
        line('TRIP', 'Travel charge', 'flat', 1, 12_500),
      ];
  const extras = [
    ...(job.packing === 'none'
      ? []
      : [
          line(
            'PACK',
            `Packing, ${job.packing}, with materials`,
            'hour',
            Math.round(cwt / (job.packing === 'full' ? 5 : 10)) + 2,
            6500,
          ),
        ]),
    ...(job.storage_days > 0 ? [line('SIT', 'Storage in transit', 'day', job.storage_days, 1900)] : []),
    ...(job.special_items ? [line('SPEC', job.special_items, 'each', 1, 22_500)] : []),
    ...(chance.hits(0.3) ? [line('STAIR', 'Stairs and long carry', 'flat', 1, 9500)] : []),
  ];
  return withDeposit({
    kind: chance.pick(['binding', 'binding', 'not-to-exceed', 'non-binding'] as const),
    lines: [...haul, ...extras],
    broker_fee: toTens(Math.min(95_000, 22_000 + cwt * 500)),
    note: null,
  });
}

/** The next version: a lower price, or an additional service. */
export function nextTerms(chance: Chance, before: Terms): Terms {
  const [first, ...others] = before.lines;
  if (chance.hits(0.6)) {
    const cheaper = line(first!.code, first!.description, first!.unit, first!.quantity, Math.round(first!.rate * 0.94));
    return withDeposit({ ...before, lines: [cheaper, ...others], note: 'Weekday rate' });
  }
  if (before.lines.some((one) => one.code === 'BULK'))
    return withDeposit({ ...before, broker_fee: toTens(before.broker_fee * 0.9), note: 'Reduced fee' });
  return withDeposit({
    ...before,
    lines: [...before.lines, line('BULK', 'Disposal of bulky items', 'each', 2, 6500)],
    note: 'With disposal, as asked for',
  });
}

/** The deposit is a share of the total. */
function withDeposit(terms: Omit<Terms, 'deposit'>): Terms {
  const total = terms.lines.reduce((sum, { quantity, rate }) => sum + quantity * rate, terms.broker_fee);
  return { ...terms, deposit: toTens(total * 0.15) };
}
