import type { Chance } from './chance.ts';

export interface Line {
  code: string;
  description: string;
  unit: string;
  quantity: number;
  rate: number;
  amount: number;
}

export interface Terms {
  kind: 'binding' | 'non-binding' | 'not-to-exceed';
  lines: Line[];
  broker_fee: number;
  deposit: number;
  total: number;
  note: string | null;
}

interface Job {
  distance_miles: number | null;
  weight_lb: number | null;
  packing: string;
  storage_days: number;
  special_items: string | null;
}

const line = (code: string, description: string, unit: string, quantity: number, rate: number): Line => ({
  code,
  description,
  unit,
  quantity,
  rate,
  amount: Math.round(quantity * rate),
});
const toTens = (cents: number): number => Math.round(cents / 1000) * 1000;

/** A believable first estimate of a job. */
export function firstTerms(chance: Chance, job: Job): Terms {
  const miles = job.distance_miles ?? 300;
  const cwt = (job.weight_lb ?? 5000) / 100;
  const isLong = miles > 60;
  const haul = isLong
    ? [
        line('LH', `Line haul, ${Math.round(miles)} miles`, 'cwt', cwt, Math.round(2800 + miles * 2.1)),
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
  return totaled({
    kind: chance.pick(['binding', 'binding', 'not-to-exceed', 'non-binding'] as const),
    lines: [...haul, ...extras],
    broker_fee: toTens(Math.min(95_000, 22_000 + cwt * 500)),
    note: null,
  });
}

/** The next version: a better price, or a service more. */
export function nextTerms(chance: Chance, before: Terms): Terms {
  const [first, ...others] = before.lines;
  if (chance.hits(0.6)) {
    const cheaper = line(first!.code, first!.description, first!.unit, first!.quantity, Math.round(first!.rate * 0.94));
    return totaled({ ...before, lines: [cheaper, ...others], note: 'Weekday rate' });
  }
  if (before.lines.some((one) => one.code === 'BULK'))
    return totaled({ ...before, broker_fee: toTens(before.broker_fee * 0.9), note: 'Reduced fee' });
  return totaled({
    ...before,
    lines: [...before.lines, line('BULK', 'Disposal of bulky items', 'each', 2, 6500)],
    note: 'With disposal, as asked for',
  });
}

function totaled(terms: Omit<Terms, 'total' | 'deposit'>): Terms {
  const total = terms.lines.reduce((sum, one) => sum + one.amount, 0) + terms.broker_fee;
  return {
    kind: terms.kind,
    lines: terms.lines,
    broker_fee: terms.broker_fee,
    note: terms.note,
    total,
    deposit: toTens(total * 0.15),
  };
}
