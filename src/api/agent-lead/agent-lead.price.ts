import { priceMove, shuttlesOf, weighed } from '#src/machines/tariff/price-move.ts';
import type { PricedMove } from '#src/machines/tariff/price-move.ts';
import { nearestCarriers } from '#src/api/carrier/carrier.repository.ts';
import type { ApiParts } from '#src/api/parts.ts';
import { tariffNow } from '#src/api/tariff/tariff.repository.ts';
import { dateIn } from '#src/machines/calendar/days.ts';
import { lastDateOf } from './last-date.ts';
import type { LeadRow } from './agent-lead.query.ts';

type Lead = Pick<
  LeadRow,
  'distance_miles' | 'weight_lb' | 'volume_cuft' | 'move_size' | 'move_date' | 'packing' | 'storage_days' | 'stops'
>;

/** The data of a lead that its price depends on. */
export const moveOf = (lead: Lead): Omit<PricedMove, 'shuttles'> => ({
  distance_miles: lead.distance_miles,
  weight_lb: lead.weight_lb,
  volume_cuft: lead.volume_cuft,
  move_size: lead.move_size,
  move_date: lead.move_date,
  packing: lead.packing,
  storage_days: lead.storage_days,
  stops: lead.stops as PricedMove['stops'],
});

/**
 * The price of a lead by the current tariff, with a shuttle wherever its stops require one unless a number is given,
 * and what a carrier is likely to ask. Writes nothing.
 */
export async function priceOfLead(parts: ApiParts, lead: LeadRow, given?: number) {
  const { kysely } = parts.database;
  const tariff = await tariffNow(kysely);
  const plain = moveOf(lead);
  const shuttles = given ?? shuttlesOf(plain.stops);
  const move = { ...plain, shuttles };
  const carrier_pay = await carrierPay(parts, lead, move);
  const shown = carrier_pay ? { carrier_pay } : {};
  if (!tariff) {
    const missing = ['There is no tariff yet. An agent who can change the settings can publish one.'];
    return {
      tariff_version: null,
      shuttles,
      lines: [],
      broker_fee: 0,
      total: 0,
      deposit: 0,
      missing,
      notes: [],
      ...shown,
    };
  }
  const { broker_fee: broker_fee_rule, deposit: deposit_rule } = tariff.rules;
  return {
    tariff_version: tariff.version,
    shuttles,
    ...priceMove(tariff.rules, move),
    broker_fee_rule,
    deposit_rule,
    ...shown,
  };
}

/** How many of the nearest carriers' price sheets are used. */
const NEAREST = 20;

/**
 * The lowest and highest price by the price sheets of compliant carriers nearby, in cents; null if none has a price.
 */
async function carrierPay(parts: ApiParts, lead: LeadRow, move: PricedMove) {
  const { origin_lat: lat, origin_lng: lng, distance_miles } = lead;
  const load = weighed(move);
  if (lat === null || lng === null || distance_miles === null || !load) return null;
  const today = dateIn(parts.brokerage.zone, parts.now());
  const job = { lat, lng, distance_miles, weight_lb: load.lb, through: lastDateOf(lead, today) };
  const near = await nearestCarriers(parts.database.kysely, job, today, NEAREST);
  const prices = near.flatMap(({ sheet_price, gaps }) =>
    sheet_price !== null && gaps.length === 0 ? [sheet_price] : [],
  );
  return prices.length === 0 ? null : { low: Math.min(...prices), high: Math.max(...prices), sheets: prices.length };
}
