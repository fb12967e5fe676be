import { sql } from 'kysely';
import type { Kysely, RawBuilder } from 'kysely';
import type { Static } from 'typebox';
import { dateIn } from '#src/machines/calendar/days.ts';
import { DUE_SOON_DAYS, PAY_PAPERS, USUAL_PAY_DAYS } from '#src/machines/carrier-pay/carrier-pay.ts';
import { decodeCursor, encodeCursor } from '#src/api/database/cursor.ts';
import type { Tables } from '#src/api/database/tables.ts';
import { problem } from '#src/api/http/problem.ts';
import { mustAscend } from '#src/api/http/ranges.ts';
import type { ApiParts } from '#src/api/parts.ts';
import type { CarrierPay, PayQuery, PayTotals } from './carrier-pay.schemas.ts';

type Parts = Pick<ApiParts, 'brokerage' | 'now' | 'settings'>;

/**
 * The delivered jobs of one carrier with what was paid for each, according to the ledger. A correction reverses its
 * entry. The payment terms run from the later of the two papers, or from the closing of the contract.
 */
const jobsOf = (carrierId: string, zone: string, today: string): RawBuilder<unknown> => sql`
  select *, case when paid >= amount then 'paid'
                 when due_on is null then 'awaiting-papers'
                 when due_on < ${today}::date then 'overdue'
                 when due_on <= ${today}::date + ${sql.lit(DUE_SOON_DAYS)} then 'due'
                 else 'open' end as state
    from (
      select dated.*, received_on + pay_days as due_on
        from (
          select l.id as lead_id, l.reference, l.state = 'completed-contracts' as is_closed, k.id as job_id, c.award_amount as amount,
                 coalesce(c.pay_days, ${sql.lit(USUAL_PAY_DAYS)}) as pay_days,
                 concat(l.origin_city, ', ', l.origin_state, ' → ', l.destination_city, ', ', l.destination_state) as route,
                 (coalesce(k.delivered_at, c.closed_at) at time zone ${zone})::date as delivered_on,
                 (least(papers.complete_at, c.closed_at) at time zone ${zone})::date as received_on,
                 case when c.closed_at is null then papers.missing else '{}' end as missing_papers,
                 coalesce(money.paid, 0)::int as paid, money.paid_on
            from contract c
            join agent_lead l on l.id = c.lead_id
            join carrier_job k on k.agreement_id = c.job_agreement_id
            left join lateral (
              select case when count(*) filter (where first_at is null) = 0 then max(first_at) end as complete_at,
                     coalesce(array_agg(kind order by position) filter (where first_at is null), '{}') as missing
                from (select wanted.kind, wanted.position, min(p.created_at) as first_at
                        from unnest(${sql.lit(`{${PAY_PAPERS.join(',')}}`)}::text[]) with ordinality wanted (kind, position)
                        left join carrier_job_paper p on p.job_id = k.id and p.kind = wanted.kind
                       group by wanted.kind, wanted.position) kinds
            ) papers on true
            left join lateral (
              select sum(case p.kind when 'correction' then -p.amount else p.amount end) as paid,
                     max(p.paid_on) filter (where p.kind <> 'correction'
                       and not exists (select from payment back where back.corrects = p.id)) as paid_on
                from payment p where p.lead_id = l.id and p.direction = 'to-carrier'
            ) money on true
           where c.awarded_carrier_id = ${carrierId} and c.award_amount is not null
             and (k.state = 'delivered' or l.state = 'completed-contracts')
             and coalesce(k.delivered_at, c.closed_at) is not null
        ) dated
    ) job`;

/** The pay of that carrier for the lead aliased `l`, as a column; null before the delivery. */
export const ownPayOf = ({ brokerage: { zone }, now }: Pick<Parts, 'brokerage' | 'now'>, carrierId: string) => sql`
  (select json_build_object('state', job.state, 'due_on', job.due_on, 'missing_papers', job.missing_papers)
     from (${jobsOf(carrierId, zone, dateIn(zone, now()))}) job where job.lead_id = l.id) as own_pay`;

type Row = Omit<CarrierPay, 'asked_on'> & { asked_on: string | null };

/** One keyset page of a carrier's pay, most recently delivered job first. @throws Problem 400 */
export async function listPay(db: Kysely<Tables>, parts: Parts, carrierId: string, query: PayQuery) {
  const { zone } = parts.brokerage;
  const today = dateIn(zone, parts.now());
  const limit = Number(query.limit ?? 50);
  mustAscend('to', query.from, query.to);
  const { rows } = await sql<Row>`
    select lead_id, reference, route, is_closed, state, delivered_on, pay_days, received_on, missing_papers, due_on,
           case when paid > 0 then paid_on end as paid_on, amount, greatest(paid, 0) as paid,
           (select (max(m.created_at) at time zone ${zone})::date from job_message m
             where m.job_id = job.job_id and m.side = 'carrier' and m.is_about_payment) as asked_on
      from (${jobsOf(carrierId, zone, today)}) job
     where ${sql.join(conditionsOf(query), sql` and `)}
     order by delivered_on desc, lead_id desc limit ${sql.lit(limit + 1)}`.execute(db);
  const jobs = rows.slice(0, limit);
  const last = jobs.at(-1);
  const hasNext = rows.length > limit;
  return {
    jobs,
    page: { end: last && hasNext ? encodeCursor([last.delivered_on, last.lead_id]) : null, has_next: hasNext },
  };
}

function conditionsOf({ state, from, to, after }: PayQuery): RawBuilder<unknown>[] {
  const where = [sql`true`];
  if (state) where.push(sql`state = ${state}`);
  if (from) where.push(sql`delivered_on >= ${from}::date`);
  if (to) where.push(sql`delivered_on <= ${to}::date`);
  if (after !== undefined) {
    const [day, id] = decodeCursor(after);
    if (typeof day !== 'string' || !/^\d{4}-\d{2}-\d{2}$/.test(day))
      throw problem(400, 'This place belongs to another list.', {
        errors: [{ field: 'after', message: 'Use the `end` of an earlier page.' }],
      });
    where.push(sql`(delivered_on, lead_id) < (${day}::date, ${id}::uuid)`);
  }
  return where;
}

/** How much of a carrier's total pay is open, and how much was paid this month and this year. */
export async function totalsOfPay(
  db: Kysely<Tables>,
  parts: Parts,
  carrierId: string,
): Promise<Static<typeof PayTotals>> {
  const { zone } = parts.brokerage;
  const today = dateIn(zone, parts.now());
  const { rows } = await sql<Static<typeof PayTotals>>`
    with job as (${jobsOf(carrierId, zone, today)}), paid as (
      select p.paid_on, case p.kind when 'correction' then -p.amount else p.amount end as amount
        from payment p where p.direction = 'to-carrier' and p.lead_id in (select lead_id from job)
         and p.paid_on >= date_trunc('year', ${today}::date))
    select coalesce(sum(amount - paid) filter (where state <> 'paid'), 0)::int as unpaid,
           (count(*) filter (where state <> 'paid'))::int as unpaid_jobs,
           coalesce(sum(amount - paid) filter (where state = 'due'), 0)::int as due,
           (count(*) filter (where state = 'due'))::int as due_jobs,
           coalesce(sum(amount - paid) filter (where state = 'overdue'), 0)::int as overdue,
           (count(*) filter (where state = 'overdue'))::int as overdue_jobs,
           greatest((select coalesce(sum(amount), 0) from paid where paid_on >= date_trunc('month', ${today}::date)), 0)::int
             as paid_this_month,
           greatest((select coalesce(sum(amount), 0) from paid), 0)::int as paid_this_year
      from job`.execute(db);
  return rows[0]!;
}
