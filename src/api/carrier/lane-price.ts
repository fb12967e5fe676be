import { sql } from 'kysely';
import type { Kysely } from 'kysely';
import { Type } from 'typebox';
import type { Static } from 'typebox';
import type { Tables } from '#src/api/database/tables.ts';
import { Cents, Count, Nullable } from '#src/api/http/schemas.ts';

/** With fewer jobs or carriers, the figures would reveal what one of them was paid. */
const LEAST_JOBS = 5;
const LEAST_CARRIERS = 3;
/** US cents. With few jobs, a quartile is a single job, whose exact pay must not be revealed. */
const ROUNDED_TO = 5000;

/** What carriers were usually paid on a lane; `band` is null if there were too few jobs. */
export const LanePrice = Type.Object({
  band: Nullable(Type.Object({ low: Cents, high: Cents, jobs: Count })),
});
type LanePrice = Static<typeof LanePrice>;

/**
 * The middle half of what carriers agreed to in the last 12 months for jobs between the same two states. Counts only
 * signed jobs, never bids, and excludes the job itself.
 */
export async function lanePriceOf(db: Kysely<Tables>, leadId: string, now: Date): Promise<LanePrice> {
  const { rows } = await sql<{ jobs: number; carriers: number; low: number | null; high: number | null }>`
    select count(*)::int as jobs, count(distinct c.awarded_carrier_id)::int as carriers,
           (floor(percentile_cont(0.25) within group (order by c.award_amount) / ${ROUNDED_TO}) * ${ROUNDED_TO})::int as low,
           (ceil(percentile_cont(0.75) within group (order by c.award_amount) / ${ROUNDED_TO}) * ${ROUNDED_TO})::int as high
      from agent_lead own
      join agent_lead l on l.origin_state = own.origin_state and l.destination_state = own.destination_state
       and l.state in ('open-contracts', 'completed-contracts') and l.id <> own.id and not l.is_archived
      join contract c on c.lead_id = l.id and c.carrier_signed_at is not null and c.award_amount is not null
       and c.awarded_at > ${now.toISOString()}::timestamptz - interval '12 months'
     where own.id = ${leadId}`.execute(db);
  const { jobs, carriers, low, high } = rows[0]!;
  const isKnown = jobs >= LEAST_JOBS && carriers >= LEAST_CARRIERS && low !== null && high !== null;
  return { band: isKnown ? { low, high, jobs } : null };
}
