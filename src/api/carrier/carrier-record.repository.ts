import { sql } from 'kysely';
import type { Kysely, RawBuilder } from 'kysely';
import type { TrackRecord } from '#src/machines/carrier/track-record.ts';
import type { Tables } from '#src/api/database/tables.ts';

const BY_PLANS = sql`event = 'carrier.dropped' and payload ->> 'endedBy' = 'plans'`;
/** What counts as which end; who ended a signed job was not always asked. */
const ENDS = {
  declined: sql`event = 'carrier.declined'`,
  dropped: sql`event = 'carrier.dropped' and payload ->> 'endedBy' is distinct from 'plans'`,
  withdrawn: sql`(event = 'award.withdrawn' or ${BY_PLANS})`,
};
/** Ended awards in the histories of agent leads, by the carrier that had the award. */
const awardEnds = (carrierId: RawBuilder<unknown>, end: keyof typeof ENDS) =>
  sql<number>`(select count(*) from history_agent_lead where payload ->> 'carrierId' = ${carrierId} and ${ENDS[end]})`;
const jobs = (carrierId: RawBuilder<unknown>, which: RawBuilder<unknown>) =>
  sql<number>`(select count(*) from contract where awarded_carrier_id = ${carrierId} and ${which})`;

/** How the jobs of carriers went, by carrier id. Each count reads an index. */
export async function recordsOf(db: Kysely<Tables>, ids: string[]): Promise<Map<string, TrackRecord>> {
  if (ids.length === 0) return new Map();
  const id = sql`wanted.id`;
  const { rows } = await sql<TrackRecord & { id: string }>`
    select wanted.id, ${jobs(id, sql`closed_at is null`)}::int as open, ${jobs(id, sql`closed_at is not null`)}::int as completed,
      ${awardEnds(sql`wanted.id::text`, 'declined')}::int as declined,
      ${awardEnds(sql`wanted.id::text`, 'dropped')}::int as dropped, ${awardEnds(sql`wanted.id::text`, 'withdrawn')}::int as withdrawn
    from unnest(${ids}::uuid[]) as wanted(id)`.execute(db);
  return new Map(rows.map(({ id: carrierId, ...record }) => [carrierId, record]));
}

const carrier = sql`carrier.id`;

/** Orders carriers by how many jobs they were awarded, most first. */
export const mostJobsFirst = sql<number>`-${jobs(carrier, sql`true`)}`;

/**
 * Orders carriers by the share of jobs kept (`keptShare`), then by how many were completed, combined into one integer.
 * Carriers without a track record come last.
 */
export const bestRatedFirst = sql<number>`(
  select case when done + given_back = 0 then 1 else -(round(1000.0 * done / (done + given_back)) * 1000000 + done) end::bigint
  from (select ${jobs(carrier, sql`closed_at is not null`)} as done,
    ${awardEnds(sql`carrier.id::text`, 'declined')} + ${awardEnds(sql`carrier.id::text`, 'dropped')} as given_back) as record)`;
