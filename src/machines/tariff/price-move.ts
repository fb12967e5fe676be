import { showCount, showMoney, showNumber, showWhole } from '#src/machines/amount/amounts.ts';
import { clockFormat } from '#src/machines/calendar/clock-format.ts';
import { rowFor } from '#src/machines/carrier/pricing-sheet.ts';
import { lineAmount } from '#src/machines/estimate/line-amount.ts';
import { MOVE_SIZES } from '#src/machines/state-lead/move-sizes.ts';
import { depositOf, percentOf, seasonOf, shareOf } from './tariff.ts';
import type { Tariff } from './tariff.ts';

const dayOfMonth = clockFormat({ month: 'short', day: 'numeric' })('UTC');

/** Access to a stop, as far as it affects the price. */
export interface StopAccess {
  role: 'pick-up' | 'drop-off' | 'extra';
  /** 1 is the ground floor. */
  floor?: number | null;
  /** Steps. */
  stairs?: number | null;
  has_elevator?: boolean | null;
  long_carry_ft?: number | null;
  /** A large truck cannot get there. */
  needs_shuttle?: boolean | null;
}

/** What a price depends on. */
export interface PricedMove {
  distance_miles: number | null;
  /** From the inventory; null without one. */
  weight_lb: number | null;
  volume_cuft: number | null;
  /** In words, such as "2 bedrooms". */
  move_size: string | null;
  /** The date of the pick-up, `YYYY-MM-DD`. */
  move_date: string | null;
  packing: 'none' | 'partial' | 'full';
  storage_days: number;
  stops: readonly StopAccess[];
  /** The number of stops that need a smaller truck. */
  shuttles: number;
}

export type TariffCode = 'LH' | 'SEASON' | 'FUEL' | 'PACK' | 'STAIRS' | 'ELEV' | 'CARRY' | 'SHUTTLE' | 'STORE' | 'MIN';

/** A line of an estimate, with its calculation. Amounts in cents. */
export interface PricedLine {
  code: TariffCode;
  description: string;
  unit: 'cwt' | 'cuft' | 'mile' | 'each' | 'flat';
  quantity: number;
  rate: number;
  amount: number;
  how: string;
}

export interface MovePrice {
  /** Empty if something is missing. */
  lines: PricedLine[];
  broker_fee: number;
  total: number;
  deposit: number;
  /** Why there is no price, as sentences. */
  missing: string[];
  /** The assumptions behind the price. */
  notes: string[];
}

const NOTHING = { lines: [], broker_fee: 0, total: 0, deposit: 0, notes: [] };
const LB_PER_CUFT = 7;
const DAYS_OF_MONTH = 30;

/** The weight of a move in lb; without an inventory, the usual weight for the size of the home. */
export function weighed({
  weight_lb,
  volume_cuft,
  move_size,
}: Pick<PricedMove, 'weight_lb' | 'volume_cuft' | 'move_size'>) {
  if (weight_lb !== null) return { lb: weight_lb, cuft: volume_cuft, note: null };
  const size = Object.values(MOVE_SIZES).find(({ name }) => name.toLowerCase() === sizeKey(move_size));
  if (!size) return null;
  return {
    lb: size.lb,
    cuft: volume_cuft,
    note: `No items listed: ${showNumber(size.lb)} lb is typical for “${size.name}”.`,
  };
}

/** "5 bedrooms" is the largest size available. */
const sizeKey = (size: string | null): string => {
  const plain = size?.trim().toLowerCase() ?? '';
  return /^5 bedrooms?\b/.test(plain) ? MOVE_SIZES['five-bedroom'].name.toLowerCase() : plain;
};

/**
 * The price of a move by a tariff, line by line: pure, in whole cents. Nothing is negative, and within a band a heavier
 * move never costs less.
 */
export function priceMove(tariff: Tariff, move: PricedMove): MovePrice {
  const load = weighed(move);
  const missing = [
    ...(move.distance_miles === null ? ['The distance is not known: check the ZIP codes.'] : []),
    ...(load === null ? ['The weight is not known: choose the size of the home, or list the items.'] : []),
  ];
  if (move.distance_miles === null || load === null) return { ...NOTHING, missing };
  const haul = lineHaul(tariff, move.distance_miles, load);
  if (typeof haul === 'string') return { ...NOTHING, missing: [haul] };
  const cwt = load.lb / 100;
  const lines = [
    haul,
    ...season(tariff, move, haul),
    ...fuel(tariff, move.distance_miles),
    ...packing(tariff, move, cwt),
    ...access(tariff, move),
    ...storage(tariff, move, cwt),
  ];
  const charges = sum(lines);
  if (charges < tariff.minimum_charge) {
    const rest = tariff.minimum_charge - charges;
    const how = `${showMoney(charges)} raised to the minimum charge of ${showMoney(tariff.minimum_charge)}`;
    lines.push(line('MIN', 'Minimum charge', 'flat', 1, rest, how));
  }
  const broker_fee = shareOf(tariff.broker_fee, sum(lines));
  const total = sum(lines) + broker_fee;
  return {
    lines,
    broker_fee,
    total,
    deposit: depositOf(tariff.deposit, total),
    missing: [],
    notes: [
      ...(load.note ? [load.note] : []),
      ...(move.move_date === null && tariff.seasons.length > 0
        ? ['No pick-up date yet, so no season is applied.']
        : []),
    ],
  };
}

/** The number of stops that need a smaller truck. */
export const shuttlesOf = (stops: readonly StopAccess[]): number =>
  stops.filter(({ needs_shuttle }) => needs_shuttle).length;

const sum = (lines: readonly PricedLine[]): number => lines.reduce((all, { amount }) => all + amount, 0);
const line = (
  code: TariffCode,
  description: string,
  unit: PricedLine['unit'],
  quantity: number,
  rate: number,
  how: string,
): PricedLine => ({ code, description, unit, quantity, rate, amount: lineAmount({ quantity, rate }), how });

function lineHaul(
  tariff: Tariff,
  miles: number,
  { lb, cuft }: { lb: number; cuft: number | null },
): PricedLine | string {
  const far = `${showNumber(miles)} mi`;
  const byVolume = tariff.volume_rates.find(({ miles_from, miles_to }) => miles >= miles_from && miles < miles_to);
  const row = rowFor(tariff.rates, miles, lb);
  if (byVolume && (cuft !== null || !row)) {
    const volume = cuft ?? Math.round(lb / LB_PER_CUFT);
    const rate = byVolume.rate_per_cuft;
    return line('LH', 'Line haul', 'cuft', volume, rate, `${showNumber(volume)} ft³ × ${showMoney(rate)}, ${far}`);
  }
  if (!row) return `The tariff has no rate for ${far} and ${showNumber(lb)} lb.`;
  const working = `${showNumber(lb)} lb × ${showMoney(row.rate_per_cwt)}/cwt, ${far}`;
  if (lineAmount({ quantity: lb / 100, rate: row.rate_per_cwt }) < row.minimum)
    return line('LH', 'Line haul', 'flat', 1, row.minimum, `${working}, raised to the minimum of this band`);
  return line('LH', 'Line haul', 'cwt', lb / 100, row.rate_per_cwt, working);
}

function season({ seasons }: Tariff, { move_date }: PricedMove, haul: PricedLine): PricedLine[] {
  const found = move_date === null ? undefined : seasonOf(seasons, move_date);
  const amount = found ? percentOf(found.percent, haul.amount) : 0;
  if (!found || amount === 0) return [];
  const how = `${found.percent}% of the line haul of ${showMoney(haul.amount)}, pick-up ${dayOfMonth.format(new Date(`${move_date!}T00:00:00Z`))}`;
  return [line('SEASON', `${found.name} season`, 'flat', 1, amount, how)];
}

function fuel({ fuel_per_mile: rate }: Tariff, miles: number): PricedLine[] {
  if (rate === 0 || miles === 0) return [];
  return [line('FUEL', 'Fuel surcharge', 'mile', miles, rate, `${showNumber(miles)} mi × ${showMoney(rate)}`)];
}

function packing(tariff: Tariff, move: PricedMove, cwt: number): PricedLine[] {
  if (move.packing === 'none') return [];
  const [name, rate] =
    move.packing === 'full' ? ['Full packing', tariff.full_packing] : ['Partial packing', tariff.partial_packing];
  if (rate === 0) return [];
  return [line('PACK', name, 'cwt', cwt, rate, `${showNumber(cwt)} cwt × ${showMoney(rate)}`)];
}

function access(tariff: Tariff, { stops, shuttles }: PricedMove): PricedLine[] {
  /** One line for all stops: the total quantity, and its breakdown by stop. */
  const counted = (
    code: TariffCode,
    description: string,
    rate: number,
    [unit, units]: readonly [string, string],
    countOf: (stop: StopAccess) => number,
  ): PricedLine[] => {
    const each = stops
      .map((stop) => ({ where: stop.role === 'extra' ? 'extra stop' : stop.role, count: countOf(stop) }))
      .filter(({ count }) => count > 0);
    const count = each.reduce((all, one) => all + one.count, 0);
    if (count === 0 || rate === 0) return [];
    const how = each.map((one) => `${one.where}: ${showCount(one.count, unit, units)}`).join(', ');
    return [line(code, description, 'each', count, rate, `${how} × ${showMoney(rate)}`)];
  };
  const { steps_per_flight, long_carry_free_ft: free, long_carry_ft: each } = tariff;
  return [
    ...counted('STAIRS', 'Stairs', tariff.stairs, ['flight', 'flights'], (stop) => flightsOf(stop, steps_per_flight)),
    ...counted('ELEV', 'Elevator', tariff.elevator, ['elevator', 'elevators'], ({ has_elevator }) =>
      has_elevator ? 1 : 0,
    ),
    ...counted(
      'CARRY',
      `Long carry, each ${showWhole(each)} ft beyond ${showWhole(free)}`,
      tariff.long_carry,
      ['carry', 'carries'],
      (stop) => Math.max(0, Math.ceil(((stop.long_carry_ft ?? 0) - free) / each)),
    ),
    ...(shuttles === 0 || tariff.shuttle === 0
      ? []
      : [
          line(
            'SHUTTLE',
            'Shuttle truck',
            'each',
            shuttles,
            tariff.shuttle,
            `${shuttledAt(stops, shuttles)} × ${showMoney(tariff.shuttle)}`,
          ),
        ]),
  ];
}

/** Lists the stops that need a shuttle, if their number equals the number charged. */
function shuttledAt(stops: readonly StopAccess[], shuttles: number): string {
  if (shuttles !== shuttlesOf(stops)) return showCount(shuttles, 'stop');
  return stops
    .flatMap(({ role, needs_shuttle }) => (needs_shuttle ? [role === 'extra' ? 'extra stop' : role] : []))
    .map((where) => `${where}: 1 stop`)
    .join(', ');
}

/** Uses counted steps if given; otherwise the floor, unless there is an elevator. */
function flightsOf({ stairs, floor, has_elevator }: StopAccess, stepsOfFlight: number): number {
  if (stairs) return Math.ceil(stairs / stepsOfFlight);
  if (has_elevator || !floor || floor === 1) return 0;
  return floor > 1 ? floor - 1 : -floor;
}

function storage({ storage: rate }: Tariff, { storage_days }: PricedMove, cwt: number): PricedLine[] {
  const months = Math.ceil(storage_days / DAYS_OF_MONTH);
  if (months === 0 || rate === 0) return [];
  const quantity = Math.round(cwt * months * 100) / 100;
  const how = `${showNumber(cwt)} cwt × ${showCount(months, 'month')} × ${showMoney(rate)}`;
  return [line('STORE', `Storage, ${showCount(months, 'month')}`, 'cwt', quantity, rate, how)];
}
