import { sql } from 'kysely';
import type { Kysely } from 'kysely';
import { priceFromSheet } from '#src/machines/carrier/pricing-sheet.ts';
import { complianceStandings, insuredFrom, insuredUntil } from '#src/machines/carrier/compliance.ts';
import { keptShare } from '#src/machines/carrier/track-record.ts';
import { boxAround, milesBetween } from '#src/api/place/distance.ts';
import type { ComplianceFacts } from '#src/machines/carrier/compliance.lifecycle.ts';
import { prepared } from '#src/api/database/prepared.ts';
import { notFound } from '#src/api/http/problem.ts';
import { trucksOf } from './carrier-truck.repository.ts';
import type { NearTruck } from './carrier-truck.repository.ts';
import { recordsOf } from './carrier-record.repository.ts';
import { complianceOfCarriers, gapsOf, isCompliantThrough, presentStandings } from './compliance.repository.ts';
import type { RowOf, Tables } from '#src/api/database/tables.ts';

export type CarrierRow = RowOf<'carrier'>;

/** @throws Problem 404 */
export async function carrierById(db: Kysely<Tables>, id: string): Promise<CarrierRow> {
  const row = await db.selectFrom('carrier').selectAll().where('id', '=', id).executeTakeFirst();
  if (!row) throw notFound('carrier');
  return row;
}

/** The carrier with the facts its compliance is judged by, in one statement. @throws Problem 404 */
export async function carrierWithCompliance(db: Kysely<Tables>, id: string) {
  const { rows } = await sql<CarrierRow & { policies: ComplianceFacts['policies'] }>`${prepared}
    select carrier.*, (select coalesce(json_agg(json_build_object('kind', kind, 'limit_cents', limit_cents, 'effective', effective, 'expiration', expiration)), '[]')
      from insurance_policy where carrier_id = carrier.id) as policies
      from carrier where id = ${id}::uuid`.execute(db);
  const [row] = rows;
  if (!row) throw notFound('carrier');
  const { policies, ...carrier } = row;
  const compliance = { hasAgreement: carrier.agreement_signed_at !== null, authority: carrier.authority, policies };
  return { carrier, compliance };
}

/** The carrier's own price for a job, from its sheet and ratio. */
export function sheetPriceOf(
  carrier: Pick<CarrierRow, 'pricing_sheet' | 'price_ratio'>,
  job: { distance_miles: number | null; weight_lb: number | null },
) {
  return priceFromSheet(carrier.pricing_sheet, carrier.price_ratio, {
    miles: job.distance_miles,
    weightLb: job.weight_lb,
  });
}

export const summaryOf = (carrier: CarrierRow) => ({
  id: carrier.id,
  legal_name: carrier.legal_name,
  usdot: carrier.usdot,
  city: carrier.city,
  state: carrier.state,
  phone: carrier.phone,
  email: carrier.email,
});

/** Carriers for the response: today's compliance, and how their jobs went. */
export async function presentCarriers(db: Kysely<Tables>, rows: CarrierRow[], today: string) {
  const ids = rows.map((row) => row.id);
  if (ids.length === 0) return [];
  const compliance = await complianceOfCarriers(db, ids);
  const records = await recordsOf(db, ids);
  const trucks = await trucksOf(db, ids, today);
  return rows.map((row) => {
    const facts = compliance.get(row.id)!;
    const standings = complianceStandings(facts, today, today);
    const record = records.get(row.id)!;
    return {
      ...summaryOf(row),
      docket_number: row.docket_number,
      contact_name: row.contact_name,
      authority: row.authority,
      version: row.version,
      compliance: presentStandings(standings),
      gaps: standings.flatMap(({ gap }) => gap ?? []),
      jobs_done: record.completed,
      jobs_open: record.open,
      jobs_declined: record.declined,
      jobs_dropped: record.dropped,
      kept_share: keptShare(record),
      insurance_until: insuredUntil(standings),
      insurance_from: insuredFrom(standings),
      trucks: (trucks.get(row.id) ?? []).map(({ shown }) => shown),
    };
  });
}

/** A carrier that has just signed up, perhaps under a false name, is not offered until it has given its location. */
export const hasPlace = sql<boolean>`carrier.zip <> ''`;

/** The SQL form of `complianceGaps` for a job that ends today. */
export const isCompliant = (today: string) => isCompliantThrough(sql`carrier`, today, sql`${today}::date`);

/**
 * The carriers nearest to a point, by their base or by a truck posted there: first a bounding box, so that the index is
 * used, then the distance on the sphere.
 */
export async function nearestCarriers(
  db: Kysely<Tables>,
  job: {
    lat: number;
    lng: number;
    distance_miles: number | null;
    weight_lb: number | null;
    through: string;
    trucks?: ReadonlyMap<string, NearTruck>;
  },
  today: string,
  limit: number,
) {
  const trucks = job.trucks ?? new Map<string, NearTruck>();
  for (const miles of [50, 150, 500, 1500, 6000]) {
    const box = boxAround(job, miles);
    const rows = await db
      .selectFrom('carrier')
      .selectAll()
      .where(({ eb, or }) =>
        or([
          eb.and([
            eb('lat', '>=', box.south),
            eb('lat', '<=', box.north),
            eb('lng', '>=', box.west),
            eb('lng', '<=', box.east),
          ]),
          eb('id', '=', sql<string>`any(${[...trucks.keys()]}::uuid[])`),
        ]),
      )
      .where(hasPlace)
      .execute();
    const near = rows
      .map((carrier) => ({ carrier, miles: milesBetween(job, carrier), truck: trucks.get(carrier.id) ?? null }))
      .filter((one) => one.truck !== null || one.miles <= miles)
      .sort((a, b) => nearness(a) - nearness(b) || (a.carrier.id < b.carrier.id ? -1 : 1))
      .slice(0, limit);
    if (near.length < limit && miles < 6000) continue;
    const compliance = await complianceOfCarriers(
      db,
      near.map((one) => one.carrier.id),
    );
    const presented = await presentCarriers(
      db,
      near.map((one) => one.carrier),
      today,
    );
    return near.map((one, index) => ({
      carrier: { ...presented[index]!, miles: one.miles },
      miles: one.miles,
      truck: one.truck,
      sheet_price: sheetPriceOf(one.carrier, job).price,
      gaps: gapsOf(compliance, one.carrier.id, today, job.through),
      jobs_with_us: presented[index]!.jobs_done + presented[index]!.jobs_open,
    }));
  }
  return [];
}

const nearness = ({ miles, truck }: { miles: number; truck: NearTruck | null }): number =>
  Math.min(miles, truck?.miles ?? miles);
