import type { EstimatePartsFragment, LeadPriceFragment } from '#src/generated/graphql/graphql.ts';
import { asCharged, lineAmount, PERCENT_DISCOUNT } from '#src/machines/estimate/line-amount.ts';
import { depositOf, percentOf, shareOf } from '#src/machines/tariff/tariff.ts';
import type { Draft, Line } from './estimate-draft.ts';

/** The tariff's price of a move. */
export interface Priced {
  /** Identifies it as a unit: a merge takes it as a whole. */
  id: string;
  tariffVersion: number;
  shuttles: number;
  total: number;
  lines: readonly { code: string; description: string; amount: number; how: string }[];
  /** The reasons why lines differ from the tariff, by line code. */
  reasons: Readonly<Record<string, string>>;
  /** Known right after pricing: fee and deposit follow the lines. */
  brokerFeeRule: Rule | null;
  depositRule: Rule | null;
}
interface Rule {
  percent: number;
  atLeast: number;
}
const ruleOf = ({ percent, atLeast }: Rule) => ({ percent, at_least: atLeast });

/** The amount of each line in cents, in order; a percentage discount applies to the sum of all other lines. */
export function amountsOf(lines: readonly Line[]): number[] {
  const own = lines.map((line) =>
    line.percent === undefined
      ? lineAmount(asCharged({ ...line, quantity: line.quantity ?? 0, rate: line.rate ?? 0 }))
      : 0,
  );
  // Of nothing but discounts, a percentage must not add something.
  const charges = Math.max(0, sum(own));
  return lines.map(({ percent }, index) =>
    percent === undefined ? own[index]! : 0 - percentOf(percent ?? 0, charges),
  );
}
const sum = (amounts: readonly number[]): number => amounts.reduce((all, amount) => all + amount, 0);
export const chargesOf = (lines: readonly Line[]): number => sum(amountsOf(lines));
export const totalOf = ({ lines, brokerFee }: Pick<Draft, 'lines' | 'brokerFee'>): number =>
  chargesOf(lines) + (brokerFee ?? 0);

export const percentLine = (code: string): Line => ({
  code,
  description: 'Discount',
  unit: 'flat',
  quantity: 1,
  rate: null,
  percent: null,
});
type SavedLine = Pick<Line, 'code' | 'description' | 'unit'> & { quantity: number; rate: number };
export function asWritten({ code, description, unit, quantity, rate }: SavedLine): Line {
  const percent = unit === 'flat' && quantity === 1 ? PERCENT_DISCOUNT.exec(description)?.[1] : undefined;
  const line = asCharged({ code, description, unit, quantity, rate });
  return percent === undefined ? line : { ...line, description: 'Discount', percent: Number(percent) };
}
/** The lines as they are saved. */
export function asSaved(lines: readonly Line[]): SavedLine[] {
  const amounts = amountsOf(lines);
  return lines.map(({ code, description, unit, quantity, rate, percent }, index) =>
    percent === undefined
      ? asCharged({ code, description: description.trim(), unit, quantity: quantity!, rate: rate! })
      : { code, description: `Discount ${percent}%`, unit, quantity: 1, rate: amounts[index]! },
  );
}

/** The draft with the tariff's lines replacing its earlier ones; lines added by an agent stay. */
export function withPrice(draft: Draft, price: LeadPriceFragment): Draft {
  const codes = new Set([...price.lines, ...(draft.priced?.lines ?? [])].map(({ code }) => code));
  const others = draft.lines.filter(
    (line) => !codes.has(line.code) && (line.rate !== null || line.percent !== undefined),
  );
  const lines = [
    ...price.lines.map(({ code, description, unit, quantity, rate }) => ({ code, description, unit, quantity, rate })),
    ...others,
  ];
  const { tariffVersion, shuttles, total, brokerFeeRule, depositRule } = price;
  const priced: Priced = {
    id: String(tariffVersion),
    tariffVersion: tariffVersion!,
    shuttles,
    total,
    lines: price.lines.map(({ code, description, amount, how }) => ({ code, description, amount, how })),
    reasons: {},
    brokerFeeRule,
    depositRule,
  };
  const brokerFee = brokerFeeRule ? shareOf(ruleOf(brokerFeeRule), Math.max(0, chargesOf(lines))) : price.brokerFee;
  const next = { ...draft, lines, brokerFee, priced };
  return { ...next, deposit: depositRule ? depositOf(ruleOf(depositRule), totalOf(next)) : price.deposit };
}

/** The edited draft, with fee and deposit recomputed by their rules unless someone entered others. */
export function followed(before: Draft, after: Draft): Draft {
  const { brokerFeeRule, depositRule } = after.priced ?? {};
  let next = after;
  if (brokerFeeRule && after.brokerFee === before.brokerFee) {
    const fee = (lines: readonly Line[]) => shareOf(ruleOf(brokerFeeRule), Math.max(0, chargesOf(lines)));
    if (before.brokerFee === fee(before.lines)) next = { ...next, brokerFee: fee(after.lines) };
  }
  if (depositRule && after.deposit === before.deposit) {
    const rule = ruleOf(depositRule);
    if (before.deposit === depositOf(rule, totalOf(before)))
      next = { ...next, deposit: depositOf(rule, totalOf(next)) };
  }
  return next;
}

export interface Override {
  code: string;
  description: string;
  tariff: number;
  /** Null if the line was removed. */
  now: number | null;
}

/** Lines of the tariff whose amount differs in the draft, or that it lacks. */
export function overridesOf({ lines, priced }: Pick<Draft, 'lines' | 'priced'>): Override[] {
  const amounts = amountsOf(lines);
  return (priced?.lines ?? []).flatMap(({ code, description, amount }) => {
    const at = lines.findIndex((line) => line.code === code);
    const now = at === -1 ? null : amounts[at]!;
    return now === amount ? [] : [{ code, description, tariff: amount, now }];
  });
}

/** How a saved estimate was priced, for the draft of the next one. */
export function pricedOf(pricing: EstimatePartsFragment['pricing']): Priced | null {
  if (!pricing) return null;
  const { tariffVersion, shuttles, total, lines, overrides } = pricing;
  return {
    id: String(tariffVersion),
    tariffVersion,
    shuttles,
    total,
    lines: lines.map(({ code, description, amount, how }) => ({ code, description, amount, how })),
    reasons: Object.fromEntries(overrides.map(({ code, reason }) => [code, reason])),
    brokerFeeRule: null,
    depositRule: null,
  };
}

/** The part of it that is sent with the estimate. */
export function pricingInput(draft: Draft) {
  const { priced } = draft;
  if (!priced) return null;
  const { tariffVersion, shuttles, total, reasons } = priced;
  return {
    tariffVersion,
    shuttles,
    total,
    reasons: overridesOf(draft).map(({ code }) => ({ code, reason: (reasons[code] ?? '').trim() })),
  };
}
