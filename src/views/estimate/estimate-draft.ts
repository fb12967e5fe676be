import type { EstimateKind, EstimatePartsFragment, EstimateUnit } from '#src/generated/graphql/graphql.ts';
import { showMoney } from '#src/machines/amount/amounts.ts';
import { VALID_DAYS } from '#src/machines/estimate/units.ts';
import { addDays } from '#src/machines/calendar/days.ts';
import { showDate } from '#src/views/ui/dates.ts';
import type { LeadEstimates } from './estimate-list.tsx';
import { asWritten, overridesOf, pricedOf, totalOf } from './estimate-pricing.ts';
import type { Priced } from './estimate-pricing.ts';
import { ESTIMATE_KIND_NAMES, UNIT_NAMES, USUAL_LINES } from './estimate-units.ts';

export interface Line {
  code: string;
  description: string;
  unit: EstimateUnit;
  quantity: number | null;
  rate: number | null;
  /** For a discount on all other lines; null while its field is empty. */
  percent?: number | null;
}

export interface Draft {
  kind: EstimateKind;
  lines: Line[];
  brokerFee: number | null;
  deposit: number | null;
  validUntil: string | null;
  note: string;
  /** How the tariff priced it; null if an agent wrote all of it. */
  priced: Priced | null;
}

export interface EstimateFormProps {
  lead: LeadEstimates;
  /** What to start from; null for an empty one. */
  base: EstimatePartsFragment | null;
  /** Edits `base` itself, which was not sent to anybody yet. */
  edits: boolean;
  onClose: () => void;
  onDone: () => void;
  /** Sends the saved version next; null if that is not possible. */
  onSend: ((estimateId: string) => void) | null;
}

/** A draft, with the version it started from. */
export interface Kept {
  base: Draft;
  /** The version of the estimate being edited; null for a new one. */
  version: number | null;
  values: Draft;
}

export const KEPT_SHAPE = 3;

const FIELD_NAMES: Record<keyof Draft, string> = {
  kind: 'Type',
  lines: 'Lines',
  brokerFee: 'Broker fee',
  deposit: 'Deposit',
  validUntil: 'Valid until',
  note: 'Note for the client',
  priced: 'Tariff',
};

const LINE_NAMES: Record<string, string> = {
  description: 'description',
  unit: 'unit',
  quantity: 'quantity',
  rate: 'rate',
};

export function nameOf(path: string): string {
  const [field, index, part] = path.split('.') as [keyof Draft, string?, string?];
  return field === 'lines' && index !== undefined
    ? `Line ${Number(index) + 1}, ${LINE_NAMES[part ?? ''] ?? 'line'}`
    : FIELD_NAMES[field];
}

export function show(value: unknown, path: string): string {
  if (value === null || value === '') return 'nothing';
  if (Array.isArray(value))
    return (
      (value as Line[])
        .map(({ description, quantity, rate }) => `${description} ${quantity ?? 0} × ${showMoney(rate ?? 0)}`)
        .join('; ') || 'no lines'
    );
  if (path === 'kind') return ESTIMATE_KIND_NAMES[value as EstimateKind];
  if (path === 'validUntil') return showDate(String(value));
  if (path.endsWith('.unit')) return UNIT_NAMES[value as EstimateUnit];
  return typeof value === 'number' && !path.endsWith('.quantity') ? showMoney(value) : String(value);
}

/** A flat amount is charged once, so only its rate is asked. */
export const empty = (line: (typeof USUAL_LINES)[number]): Line => ({
  ...line,
  quantity: line.unit === 'flat' ? 1 : null,
  rate: null,
});

export function startFrom({ lead, base }: EstimateFormProps): Draft {
  const { today } = lead.facts;
  if (base) {
    const validUntil = base.validUntil >= today ? base.validUntil : addDays(today, VALID_DAYS);
    return { ...valuesOf(base), validUntil };
  }
  const haul = { ...empty(USUAL_LINES[0]!), quantity: lead.weightLb ? lead.weightLb / 100 : null };
  return {
    kind: 'binding',
    lines: [haul],
    brokerFee: null,
    deposit: null,
    validUntil: addDays(today, VALID_DAYS),
    note: '',
    priced: null,
  };
}

type Saved = Pick<
  EstimatePartsFragment,
  'kind' | 'lines' | 'brokerFee' | 'deposit' | 'validUntil' | 'note' | 'pricing'
>;

const valuesOf = ({ kind, lines, brokerFee, deposit, validUntil, note, pricing }: Saved): Draft => ({
  kind,
  lines: lines.map(asWritten),
  brokerFee,
  deposit,
  validUntil,
  note: note ?? '',
  priced: pricedOf(pricing),
});

interface RestEstimate extends Pick<Saved, 'lines' | 'deposit' | 'note'> {
  pricing?: Omit<NonNullable<Saved['pricing']>, 'tariffVersion'> & { tariff_version: number };
  kind: string;
  broker_fee: number;
  valid_until: string;
  version: number;
}

/** An estimate in a refusal uses REST's spelling. */
export function currentOf(error: unknown): { version: number; values: Draft } | null {
  const { current } =
    (error as { errors?: { extensions?: { current?: RestEstimate } }[] }).errors?.[0]?.extensions ?? {};
  if (!current) return null;
  const { kind, broker_fee: brokerFee, valid_until: validUntil, version, pricing, ...same } = current;
  return {
    version,
    values: valuesOf({
      ...same,
      kind: kind.replaceAll('-', '_') as EstimateKind,
      brokerFee,
      validUntil,
      pricing: pricing ? { ...pricing, tariffVersion: pricing.tariff_version } : null,
    }),
  };
}

/** Errors by the id of the field. `today` is the brokerage's. */
export function check(draft: Draft, today: string): Record<string, string> {
  const errors: Record<string, string> = {};
  if (draft.lines.length === 0) errors['estimate-add'] = 'Add at least one line.';
  for (const [index, line] of draft.lines.entries()) {
    if (line.percent !== undefined) {
      if (line.percent === null || line.percent > 100)
        errors[`estimate-percent-${index}`] = 'Discount: give a percentage up to 100.';
    } else if (line.description.trim() === '')
      errors[`estimate-line-${index}`] = `Line ${index + 1}: say what it is for.`;
    else if (line.quantity === null) errors[`estimate-quantity-${index}`] = `${line.description}: give a quantity.`;
    else if (line.rate === null) errors[`estimate-rate-${index}`] = `${line.description}: give a rate.`;
  }
  if (totalOf(draft) < 0) errors['estimate-add'] ??= 'The discounts are more than the charges.';
  for (const { code, description } of overridesOf(draft))
    if (!draft.priced?.reasons[code]?.trim())
      errors[`estimate-reason-${code}`] = `Say why “${description}” differs from the tariff.`;
  const deposit = draft.deposit ?? 0;
  if (deposit < 0) errors['estimate-deposit'] = 'Enter zero or more.';
  else if (deposit > 0 && deposit > totalOf(draft)) errors['estimate-deposit'] = 'The deposit is more than the total.';
  if (!draft.validUntil) errors['estimate-valid'] = 'Enter the last day the price is valid.';
  else if (draft.validUntil < today) errors['estimate-valid'] = 'This date has passed. Choose today or later.';
  return errors;
}
