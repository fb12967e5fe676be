import { sql } from 'kysely';
import type { Kysely, RawBuilder } from 'kysely';
import type { Static } from 'typebox';
import type { PricingRow } from '#src/machines/carrier/pricing-sheet.ts';
import { lastDateOf, lastDateSql } from '#src/api/agent-lead/last-date.ts';
import { recordsOf } from '#src/api/carrier/carrier-record.repository.ts';
import { sheetPriceOf } from '#src/api/carrier/carrier.repository.ts';
import { LOAD_COLUMNS, isBidOnOther } from '#src/api/carrier/load.version.ts';
import type { LoadColumns } from '#src/api/carrier/load.version.ts';
import { complianceOfCarriers, gapsOf, isCompliantThrough } from '#src/api/carrier/compliance.repository.ts';
import { instant } from '#src/api/database/database-types.ts';
import { prepared } from '#src/api/database/prepared.ts';
import type { Tables } from '#src/api/database/tables.ts';
import type { Wants } from '#src/api/http/fields.ts';
import type { Bid } from './bid.schemas.ts';
import { presentCounter } from './counter.present.ts';

type Wire = Static<typeof Bid>;

/** A bid as it is read, beside or inside its lead, with only the requested fields. */
export interface BidJson extends Omit<
  Wire,
  'lead_id' | 'carrier' | 'sheet_price' | 'gaps' | 'record' | 'is_load_changed' | 'counter'
> {
  counter_amount: number | null;
  counter_note: string | null;
  counter_at: string | null;
  carrier_id: string;
  load_version: string | null;
  carrier: Wire['carrier'];
  is_compliant: boolean;
  pricing_sheet: PricingRow[];
  price_ratio: number;
}

/** The lead's columns that a bid is judged by; all columns of the load if the request asks whether it has changed. */
type Job = Pick<LoadColumns, 'distance_miles' | 'weight_lb' | 'delivery_date_last' | 'move_date_last'> &
  Partial<LoadColumns>;

/** Columns of a bid that have the same names in the response; timestamps in PostgreSQL's format. */
const PLAIN = ['amount', 'start_date', 'note', 'state', 'lost_reason'] as const;
const COUNTER = ['counter_amount', 'counter_note'] as const;
const INSTANTS = ['seen_at', 'created_at', 'updated_at'] as const;

const ORDER = sql`case when b.state in ('active', 'awarded') then 0 else 1 end, b.created_at desc`;

/** One object for a bid aliased `b`, with its carrier as `c` and its lead as `l`. */
function bidObject(today: string, wants: Wants): RawBuilder<unknown> {
  const fields: [string, RawBuilder<unknown>][] = [
    ['id', sql`b.id`],
    ...PLAIN.filter(wants).map((name): [string, RawBuilder<unknown>] => [name, sql.ref(`b.${name}`)]),
    ...INSTANTS.filter(wants).map((name): [string, RawBuilder<unknown>] => [name, sql`${sql.ref(`b.${name}`)}::text`]),
  ];
  if (wants('carrier'))
    fields.push([
      'carrier',
      sql`json_build_object('id', c.id, 'legal_name', c.legal_name, 'usdot', c.usdot, 'city', c.city, 'state', c.state, 'phone', c.phone, 'email', c.email)`,
    ]);
  if (wants('counter'))
    fields.push(
      ['state', sql`b.state`],
      ...COUNTER.map((name): [string, RawBuilder<unknown>] => [name, sql.ref(`b.${name}`)]),
      ['counter_at', sql`b.counter_at::text`],
    );
  if (wants('sheet_price')) fields.push(['pricing_sheet', sql`c.pricing_sheet`], ['price_ratio', sql`c.price_ratio`]);
  if (wants('is_load_changed')) fields.push(['state', sql`b.state`], ['load_version', sql`b.load_version`]);
  if (wants('gaps') || wants('record')) fields.push(['carrier_id', sql`b.carrier_id`]);
  if (wants('gaps')) fields.push(['is_compliant', isCompliantThrough(sql`c`, today, lastDateSql(today))]);
  return sql`json_build_object(${sql.join(fields.map(([name, value]) => sql`${sql.lit(name)}, ${value}`))})`;
}

/** The bids of a lead aliased `l`, in order, as `offers`. */
export const bidsJson = (today: string, wants: Wants): RawBuilder<unknown> => sql`
  select coalesce(json_agg(${bidObject(today, wants)} order by ${ORDER}), '[]') as offers
    from bid b join carrier c on c.id = b.carrier_id where b.lead_id = l.id`;

/** The bids of some leads, by lead: active ones first, newest first. */
export async function bidsOfLeads(db: Kysely<Tables>, ids: string[], today: string, wants: Wants): Promise<Wire[]> {
  const { rows } = await sql<Job & { id: string; offers: BidJson[] }>`${prepared}
    select l.id, ${wants('is_load_changed') ? sql.join(LOAD_COLUMNS.map((column) => sql.ref(`l.${column}`))) : sql`l.distance_miles, l.weight_lb, l.delivery_date_last, l.move_date_last`}, n.offers
      from agent_lead l cross join lateral (${bidsJson(today, wants)}) n where l.id = any(${ids}::uuid[]) order by l.id`.execute(
    db,
  );
  const bids = await presentBids(db, rows, today, wants);
  return rows.flatMap(({ id }, index) => bids[index]!.map((bid) => ({ ...bid, lead_id: id })));
}

/** The bids of each of these leads, for the response. For carriers that are not compliant, it adds what is missing. */
export async function presentBids(
  db: Kysely<Tables>,
  leads: readonly (Job & { id: string; offers?: BidJson[] | null })[],
  today: string,
  wants: Wants,
): Promise<Wire[][]> {
  const lacking = wants('gaps') ? leads.flatMap(({ offers }) => offers!.filter((bid) => !bid.is_compliant)) : [];
  const compliance = await complianceOfCarriers(db, [...new Set(lacking.map((bid) => bid.carrier_id))]);
  const bidding = wants('record') ? leads.flatMap(({ offers }) => offers!.map((bid) => bid.carrier_id)) : [];
  const records = await recordsOf(db, [...new Set(bidding)]);
  return leads.map((lead) =>
    lead.offers!.map((bid) => {
      const shown: Partial<Record<keyof Wire, unknown>> = { id: bid.id };
      if (wants('lead_id')) shown.lead_id = lead.id;
      for (const name of PLAIN) if (wants(name)) shown[name] = bid[name];
      for (const name of INSTANTS) if (wants(name)) shown[name] = bid[name] === null ? null : instant(bid[name]);
      if (wants('counter')) shown.counter = presentCounter(bid);
      if (wants('carrier')) shown.carrier = bid.carrier;
      if (wants('is_load_changed')) shown.is_load_changed = isBidOnOther(bid, lead as LoadColumns);
      if (wants('sheet_price')) shown.sheet_price = sheetPriceOf(bid, lead).price;
      if (wants('gaps'))
        shown.gaps = bid.is_compliant ? [] : gapsOf(compliance, bid.carrier_id, today, lastDateOf(lead, today));
      if (wants('record')) {
        const { completed, open, declined, dropped } = records.get(bid.carrier_id)!;
        shown.record = { jobs_done: completed, jobs_open: open, jobs_declined: declined, jobs_dropped: dropped };
      }
      // Fields that were not requested are absent.
      return shown as Wire;
    }),
  );
}
