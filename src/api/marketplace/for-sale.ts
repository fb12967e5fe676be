import { sql } from 'kysely';
import type { RawBuilder } from 'kysely';
import { dateIn } from '#src/machines/calendar/days.ts';
import { AGE_PERCENT, MILES_PERCENT, PRICE_STEP, PRICE_UNIT, SIZE_PERCENT } from '#src/machines/marketplace/price.ts';
import type { ApiParts } from '#src/api/parts.ts';
import { DAY } from '#src/machines/calendar/durations.ts';

/** Older requests are stale. */
const DAYS = 30;

type Condition = RawBuilder<boolean>;

/**
 * What a query over `state_lead as lead` needs from the marketplace: which leads are currently for sale, how many
 * shares of one are taken, and what a share costs (the price lifecycle of `machines/marketplace/price.ts` as SQL, for
 * sorting: the percentages come from the same lists).
 */
export function forSale({ marketplace, brokerage, now }: Pick<ApiParts, 'marketplace' | 'brokerage' | 'now'>) {
  const at = now();
  const since = new Date(at.getTime() - DAYS * DAY).toISOString();
  // An expired reservation holds nothing, whether its end has been recorded yet or not.
  const taken = sql<number>`(select count(*)::int from purchase_item as item where item.lead_id = lead.id and item.is_held and (item.held_until is null or item.held_until > ${at.toISOString()}::timestamptz))`;
  const isForSale: Condition = sql`(lead.received_at > ${since}::timestamptz and (lead.move_date is null or lead.move_date >= ${dateIn(brokerage.zone, at)}::date)
    and lead.duplicate_of is null and lead.off_market_at is null and ${taken} < ${marketplace.shares}::int)`;
  const age = sql`greatest(0, floor(extract(epoch from ${at.toISOString()}::timestamptz - date_trunc('milliseconds', lead.received_at)) / 86400))`;
  const product = sql`${marketplace.priceCents}::bigint * ${sizePercent} * ${steps(sql`lead.miles`, MILES_PERCENT)} * ${steps(age, AGE_PERCENT)}`;
  const price = sql<number>`(greatest(1, (${product} + ${PRICE_UNIT / 2}::bigint) / ${PRICE_UNIT}::bigint) * ${PRICE_STEP}::int)::int`;
  return { isForSale, taken, price, at };
}

const sizePercent = sql`(case lead.size ${sql.join(
  Object.entries(SIZE_PERCENT).map(([size, percent]) => sql`when ${sql.lit(size)} then ${sql.lit(percent)}`),
  sql` `,
)} end)`;

const steps = (value: RawBuilder<unknown>, list: readonly (readonly [number, number])[]) =>
  sql`(case ${sql.join(
    list.map(([least, percent]) => sql`when ${value} >= ${sql.lit(least)} then ${sql.lit(percent)}`),
    sql` `,
  )} end)`;
