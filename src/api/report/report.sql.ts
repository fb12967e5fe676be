import { sql } from 'kysely';
import type { Kysely } from 'kysely';
import { WON_PLACES } from '#src/machines/agent-lead/agent-lead.workflow.ts';
import { addDays, instantAt } from '#src/machines/calendar/days.ts';
import type { Tables } from '#src/api/database/tables.ts';
import { MOST_ROWS } from './report.schemas.ts';
import type { ReportRow, ReportTable } from './report.schemas.ts';

interface Period {
  from: string;
  to: string;
  zone: string;
}

type Row = Omit<ReportRow, 'key' | 'label' | 'win_rate' | 'open'> & {
  kind: ReportTable | 'total';
  key: string | null;
  label: string | null;
};

/**
 * The leads that came in during a period, and their outcomes so far: one row for each group, with a lead counted in
 * every group that it belongs to. A merged lead counts as the one it was merged into. Each lead is won, lost, or open,
 * so that the rows of a table add up to the total. Money is taken from the ledger, as `balanceOf` computes it for one
 * lead: the margin is known from the award on.
 */
export async function readReport(kysely: Kysely<Tables>, { from, to, zone }: Period) {
  const since = instantAt(zone, from).toISOString();
  const until = instantAt(zone, addDays(to, 1)).toISOString();
  const won = sql`not l.is_archived and ('live.' || l.state || coalesce('.' || l.stage, '')) = any (${[...WON_PLACES]}::text[])`;
  const { rows } = await sql<Row>`
    with came as materialized (
      select l.id, l.is_archived, l.archive_reason, l.source, l.assigned_agent_id, agent.name as agent_name,
             coalesce(l.origin_state, '?') || ' → ' || coalesce(l.destination_state, '?') as lane,
             to_char(l.created_at at time zone ${zone}, 'YYYY-MM') as month,
             ${won} as is_won,
             exists (select from history_agent_lead h where h.record_id = l.id and h.event = 'quote.sent') as is_quoted,
             extract(epoch from answer.at - l.created_at)::float8 as answered_after,
             quote.total - money.reduced as total, contract.award_amount,
             money.received, money.fees
        from agent_lead l
        join contract on contract.lead_id = l.id
        left join account agent on agent.id = l.assigned_agent_id
        left join estimate quote on quote.id = l.quoted_estimate_id
        left join lateral (
          select h.at from history_agent_lead h
           where h.record_id = l.id and h.from_state is distinct from h.to_state
             and h.to_state <> 'new' and not starts_with(h.to_state, 'archived')
           order by h.sequence limit 1) answer on true
        cross join lateral (
          select coalesce(sum(case when p.direction = 'from-client' then 1 when p.direction = 'to-client' then -1 else 0 end
                              * case p.kind when 'correction' then -p.amount else p.amount end), 0)::bigint as received,
                 coalesce(sum(case when p.direction = 'off-price' then 1 else 0 end
                              * case p.kind when 'correction' then -p.amount else p.amount end), 0)::bigint as reduced,
                 coalesce(sum(p.fee), 0)::bigint as fees
            from payment p where p.lead_id = l.id) money
       where l.created_at >= ${since} and l.created_at < ${until} and l.merged_into is null
    ), counted as (
      select part.kind, part.key, part.label, came.*
        from came cross join lateral (values
          ('total', '', ''),
          ('months', month, month),
          ('agents', coalesce(assigned_agent_id::text, ''), coalesce(agent_name, 'Unassigned')),
          ('sources', source, source),
          ('lanes', lane, lane),
          ('reasons', case when is_archived then coalesce(archive_reason, 'No reason') end, coalesce(archive_reason, 'No reason'))
        ) as part (kind, key, label)
       where part.key is not null
    ), sized as (
      select kind, key, row_number() over (partition by kind order by count(*) desc, key) <= ${MOST_ROWS} as is_shown
        from counted group by kind, key
    )
    select kind, case when is_shown then key end as key, case when is_shown then max(label) end as label,
           count(*)::int as leads,
           (count(*) filter (where is_quoted))::int as quoted,
           (count(*) filter (where is_won))::int as won,
           (count(*) filter (where is_archived))::int as lost,
           round(percentile_cont(0.5) within group (order by greatest(answered_after, 0)) filter (where answered_after is not null))::int as first_answer_seconds,
           coalesce(sum(total) filter (where is_won), 0)::float8 as revenue,
           coalesce(sum(received) filter (where is_won), 0)::float8 as received,
           coalesce(sum(total - award_amount - fees) filter (where is_won and award_amount is not null), 0)::float8 as margin,
           (count(*) filter (where is_won and award_amount is not null))::int as awarded
      from counted join sized using (kind, key)
     group by kind, is_shown, case when is_shown then key end`.execute(kysely);
  const of = (kind: Row['kind']) =>
    rows
      .filter((row) => row.kind === kind)
      .toSorted(inOrder)
      .map(present);
  return {
    from,
    to,
    total: of('total')[0] ?? EMPTY,
    months: of('months'),
    agents: of('agents'),
    sources: of('sources'),
    lanes: of('lanes'),
    reasons: of('reasons'),
  };
}

/** Months in chronological order; other groups by number of leads, with the remainder last. */
function inOrder(one: Row, other: Row): number {
  if (one.key === null || other.key === null) return one.key === null ? 1 : -1;
  const byKey = one.key < other.key ? -1 : 1;
  return one.kind === 'months' ? byKey : other.leads - one.leads || byKey;
}

function present({ kind: _kind, key, label, ...numbers }: Row): ReportRow {
  const { leads, won, lost } = numbers;
  return {
    ...numbers,
    key: (key ?? 'others').slice(0, 100),
    label: (label ?? 'All others').slice(0, 200),
    open: leads - won - lost,
    win_rate: leads === 0 ? null : won / leads,
  };
}

const EMPTY: ReportRow = {
  key: '',
  label: '',
  leads: 0,
  quoted: 0,
  won: 0,
  lost: 0,
  open: 0,
  win_rate: null,
  first_answer_seconds: null,
  revenue: 0,
  received: 0,
  margin: 0,
  awarded: 0,
};
