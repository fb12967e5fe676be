import type { Kysely } from 'kysely';
import { sql } from 'kysely';
import { Type } from 'typebox';
import type { Static } from 'typebox';
import { AGENT_LEAD_STAGES, AGENT_LEAD_TABS } from '#src/machines/agent-lead/agent-lead.types.ts';
import type { BidState } from '#src/machines/bid/bid.lifecycle.ts';
import { decodeCursor, encodeCursor } from '#src/api/database/cursor.ts';
import { problem } from '#src/api/http/problem.ts';
import { PageInfo, CalendarDate, Cents, Count, Instant, Nullable, OneOf, Uuid } from '#src/api/http/schemas.ts';
import type { Tables } from '#src/api/database/tables.ts';

const Words = Type.String({ maxLength: 300 });

/** A job that the carrier holds or has completed. */
export const Job = Type.Object({
  lead_id: Uuid,
  reference: Words,
  state: OneOf(AGENT_LEAD_TABS),
  stage: Nullable(OneOf(AGENT_LEAD_STAGES)),
  is_archived: Type.Boolean(),
  client_name: Words,
  origin: Nullable(Words),
  destination: Nullable(Words),
  amount: Nullable(Cents),
  start_date: Nullable(CalendarDate),
  picked_up_at: Nullable(Instant),
  awarded_at: Instant,
  closed_at: Nullable(Instant),
});
export const Jobs = Type.Object({
  jobs: Type.Array(Job, { maxItems: 100 }),
  page: PageInfo,
});

/** One keyset page of a carrier's jobs, most recently awarded first. */
export async function jobsOf(
  db: Kysely<Tables>,
  carrierId: string,
  { after, limit: given }: { after?: string; limit?: string },
): Promise<Static<typeof Jobs>> {
  const limit = Number(given ?? 20);
  let find = db
    .selectFrom('contract')
    .innerJoin('agent_lead', 'agent_lead.id', 'contract.lead_id')
    .leftJoin('carrier_job', 'carrier_job.agreement_id', 'contract.job_agreement_id')
    .select([
      'contract.lead_id',
      'reference',
      'agent_lead.state',
      'stage',
      'is_archived',
      'client_name',
      'award_amount as amount',
      'award_start_date as start_date',
      'picked_up_at',
      'closed_at',
    ])
    .select([
      // A lead that has a carrier always has the time of its award.
      sql<string>`awarded_at`.as('awarded_at'),
      sql<string | null>`origin_city || ', ' || origin_state`.as('origin'),
      sql<string | null>`destination_city || ', ' || destination_state`.as('destination'),
    ])
    .where('awarded_carrier_id', '=', carrierId)
    .orderBy('awarded_at', 'desc')
    .orderBy('contract.lead_id', 'desc');
  if (after !== undefined) {
    const [value, id] = decodeCursor(after);
    if (typeof value !== 'string' || Number.isNaN(Date.parse(value)))
      throw problem(400, 'This place belongs to another list.', {
        errors: [{ field: 'after', message: 'Use the `end` of an earlier page.' }],
      });
    find = find.where(sql<boolean>`(awarded_at, contract.lead_id) < (${value}::timestamptz, ${id}::uuid)`);
  }
  const rows = await find.limit(limit + 1).execute();
  const jobs = rows.slice(0, limit);
  const last = jobs.at(-1);
  const hasNext = rows.length > limit;
  return {
    jobs,
    page: { end: last && hasNext ? encodeCursor([last.awarded_at, last.lead_id]) : null, has_next: hasNext },
  };
}

export const BidCounts = Type.Object({ placed: Count, active: Count, awarded: Count, lost: Count, withdrawn: Count });

/** How many bids the carrier has placed, and their outcomes. */
export async function bidCountsOf(db: Kysely<Tables>, carrierId: string) {
  const rows = await db
    .selectFrom('bid')
    .select(({ fn }) => ['state', fn.countAll<number>().as('count')])
    .where('carrier_id', '=', carrierId)
    .groupBy('state')
    .execute();
  const of = (state: BidState) => Number(rows.find((row) => row.state === state)?.count ?? 0);
  return {
    placed: rows.reduce((sum, { count }) => sum + Number(count), 0),
    active: of('active'),
    awarded: of('awarded'),
    lost: of('lost'),
    withdrawn: of('withdrawn'),
  };
}
