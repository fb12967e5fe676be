import { showMoney, showNumber } from '#src/machines/amount/amounts.ts';
import { sheetProblems } from '#src/machines/carrier/pricing-sheet.ts';
import type { PricingRow } from '#src/machines/carrier/pricing-sheet.ts';

/** A share with a minimum amount: the broker fee as a share of the charges, the deposit as a share of the total. */
export interface ShareRule {
  /** Percent with at most two decimals. */
  percent: number;
  /** Cents. */
  at_least: number;
}

/** Line haul by volume. */
export interface VolumeRate {
  /** Miles, from (inclusive) and to (exclusive). */
  miles_from: number;
  miles_to: number;
  /** Cents per ft³. */
  rate_per_cuft: number;
}

/**
 * Days of each year, both inclusive, on which the line haul costs more or less. A season may span the turn of the year.
 */
export interface Season {
  name: string;
  /** `MM-DD`. */
  from: string;
  to: string;
  /** Percent with at most two decimals; negative in a slow season. */
  percent: number;
}

/** What the brokerage charges. Amounts in cents. */
export interface Tariff extends Record<TariffAmount, number> {
  /** Line haul by distance and weight, in the row format of a carrier's price sheet. */
  rates: PricingRow[];
  /** Line haul by distance and volume: takes precedence over weight if the volume is known. May be empty. */
  volume_rates: VolumeRate[];
  seasons: Season[];
  /** The number of steps in one flight of stairs. */
  steps_per_flight: number;
  /** Free carrying distance in feet; each further `long_carry_ft`, even if incomplete, costs `long_carry`. */
  long_carry_free_ft: number;
  long_carry_ft: number;
  broker_fee: ShareRule;
  deposit: ShareRule;
}

/** All amounts of a tariff that are single values, with their names and what they are charged per. */
export const TARIFF_AMOUNTS = {
  minimum_charge: { name: 'Minimum charge', per: 'move, before the broker fee' },
  fuel_per_mile: { name: 'Fuel', per: 'mile' },
  partial_packing: { name: 'Partial packing', per: 'cwt' },
  full_packing: { name: 'Full packing', per: 'cwt' },
  stairs: { name: 'Stairs', per: 'flight' },
  elevator: { name: 'Elevator', per: 'stop' },
  long_carry: { name: 'Long carry', per: 'step beyond the free distance' },
  shuttle: { name: 'Shuttle', per: 'stop' },
  storage: { name: 'Storage', per: 'cwt and month' },
} as const;
export type TariffAmount = keyof typeof TARIFF_AMOUNTS;
export const tariffAmounts = Object.keys(TARIFF_AMOUNTS) as TariffAmount[];

/** Whole numbers of a tariff that are not amounts. */
export const TARIFF_COUNTS = {
  steps_per_flight: { name: 'Steps per flight', unit: 'steps', least: 1, most: 100 },
  long_carry_free_ft: { name: 'Free distance', unit: 'ft', least: 0, most: 5000 },
  long_carry_ft: { name: 'Long carry step', unit: 'ft', least: 1, most: 5000 },
} as const;
export type TariffCount = keyof typeof TARIFF_COUNTS;
export const tariffCounts = Object.keys(TARIFF_COUNTS) as TariffCount[];

export const TARIFF_LIMITS = {
  amount: 10_000_000,
  seasons: 20,
  volumeRates: 20,
  name: 60,
  seasonFrom: -90,
  seasonTo: 300,
} as const;

export const SHARE_NAMES = { broker_fee: 'Broker fee', deposit: 'Deposit' } as const;
export type TariffShare = keyof typeof SHARE_NAMES;
export const tariffShares = Object.keys(SHARE_NAMES) as TariffShare[];

/** An error in one field, by its path: `rates/3/minimum`, `seasons/0/from`, `deposit/percent`. */
export interface TariffProblem {
  field: string;
  message: string;
}

/** Errors in a tariff, in reading order. An unreadable number is `NaN`. */
export function tariffProblems(tariff: Tariff): TariffProblem[] {
  return [
    ...(tariff.rates.length === 0 && tariff.volume_rates.length === 0
      ? [{ field: 'rates', message: 'Enter rates by weight or by volume.' }]
      : []),
    ...sheetProblems(tariff.rates).map(({ row, field, message }) => ({ field: `rates/${row}/${field}`, message })),
    ...volumeProblems(tariff.volume_rates),
    ...tariffAmounts.flatMap((field) => amountProblem(field, TARIFF_AMOUNTS[field].name, tariff[field])),
    ...tariffCounts.flatMap((field) => countProblem(field, tariff[field])),
    ...tariffShares.flatMap((field) => shareProblems(field, tariff[field])),
    ...seasonProblems(tariff.seasons),
  ];
}

/** Distance bands must be contiguous, as in a price sheet. */
function volumeProblems(rates: readonly VolumeRate[]): TariffProblem[] {
  const asSheet = rates.map(({ miles_from, miles_to, rate_per_cuft }) => ({
    miles_from,
    miles_to,
    lb_from: 0,
    lb_to: 1,
    rate_per_cwt: rate_per_cuft,
    minimum: 0,
  }));
  return sheetProblems(asSheet).map(({ row, field, message }) => ({
    field: `volume_rates/${row}/${field === 'rate_per_cwt' ? 'rate_per_cuft' : field}`,
    message: message.replace(' or a minimum', ''),
  }));
}

function amountProblem(field: string, name: string, amount: number): TariffProblem[] {
  if (!Number.isInteger(amount) || amount < 0)
    return [{ field, message: `${name}: enter an amount in dollars, such as 42.50.` }];
  if (amount > TARIFF_LIMITS.amount)
    return [{ field, message: `${name}: at most ${showMoney(TARIFF_LIMITS.amount)}.` }];
  return [];
}

function countProblem(field: TariffCount, count: number): TariffProblem[] {
  const { name, unit, least, most } = TARIFF_COUNTS[field];
  return Number.isInteger(count) && count >= least && count <= most
    ? []
    : [{ field, message: `${name}: ${least} to ${showNumber(most)} ${unit}.` }];
}

const hasTwoDecimals = (value: number): boolean => Math.abs(value * 100 - Math.round(value * 100)) < 1e-6;
const isPercent = (value: number, least: number, most: number): boolean =>
  value >= least && value <= most && hasTwoDecimals(value);

function shareProblems(field: TariffShare, { percent, at_least }: ShareRule): TariffProblem[] {
  const name = SHARE_NAMES[field];
  return [
    ...(isPercent(percent, 0, 100) ? [] : [{ field: `${field}/percent`, message: `${name}: 0 to 100 percent.` }]),
    ...amountProblem(`${field}/at_least`, name, at_least),
  ];
}

function seasonProblems(seasons: readonly Season[]): TariffProblem[] {
  const problems = seasons.flatMap(({ name, from, to, percent }, index): TariffProblem[] => {
    const at = `seasons/${index}`;
    return [
      // A name must not begin like a formula, because it appears in files opened with spreadsheets.
      ...(/^[\p{L}\d][^\p{Cc}]*$/u.test(name) && name.length <= TARIFF_LIMITS.name
        ? []
        : [{ field: `${at}/name`, message: 'Name the season; begin with a letter.' }]),
      ...(isYearDay(from) ? [] : [{ field: `${at}/from`, message: 'Enter a day of the year, such as 05-15.' }]),
      ...(isYearDay(to) ? [] : [{ field: `${at}/to`, message: 'Enter a day of the year, such as 09-15.' }]),
      ...(isPercent(percent, TARIFF_LIMITS.seasonFrom, TARIFF_LIMITS.seasonTo)
        ? []
        : [
            {
              field: `${at}/percent`,
              message: `A season adds ${TARIFF_LIMITS.seasonFrom} to ${TARIFF_LIMITS.seasonTo} percent.`,
            },
          ]),
    ];
  });
  if (problems.length > 0) return problems;
  return seasons.flatMap((season, index) => {
    const other = seasons.slice(0, index).find((before) => overlap(before, season));
    return other ? [{ field: `seasons/${index}/from`, message: `“${season.name}” overlaps “${other.name}”.` }] : [];
  });
}

const MONTH_DAYS = [31, 29, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31];
function isYearDay(day: string): boolean {
  const [, month, date] = /^(\d\d)-(\d\d)$/.exec(day)?.map(Number) ?? [];
  return month !== undefined && date! >= 1 && date! <= (MONTH_DAYS[month - 1] ?? 0);
}

const isIn = ({ from, to }: Season, day: string): boolean =>
  from <= to ? day >= from && day <= to : day >= from || day <= to;
const overlap = (one: Season, other: Season): boolean =>
  isIn(one, other.from) || isIn(one, other.to) || isIn(other, one.from);

/** The season of a calendar date `YYYY-MM-DD`. */
export const seasonOf = (seasons: readonly Season[], date: string): Season | undefined =>
  seasons.find((season) => isIn(season, date.slice(5)));

/** Cents: `percent` of an amount, half a cent rounded up. Exact, because only integers are multiplied. */
export const percentOf = (percent: number, amount: number): number =>
  Math.round((Math.round(percent * 100) * amount) / 10_000);

/** Cents: the share of an amount by its rule. */
export const shareOf = ({ percent, at_least }: ShareRule, amount: number): number =>
  Math.max(percentOf(percent, amount), at_least);

/** Cents: the deposit for a total, never more than the total. */
export const depositOf = (rule: ShareRule, total: number): number => Math.min(shareOf(rule, total), Math.max(total, 0));
