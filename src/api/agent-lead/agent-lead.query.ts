import { sql } from 'kysely';
import type { Kysely, RawBuilder } from 'kysely';
import type { AgentLeadFacts } from '#src/machines/agent-lead/agent-lead.facts.ts';
import type { AgreementState } from '#src/machines/agreement/agreement.lifecycle.ts';
import { complianceOfCarriers, gapsOf } from '#src/api/carrier/compliance.repository.ts';
import type { ComplianceAtAward } from '#src/api/carrier/compliance.repository.ts';
import type { RowOf, Tables } from '#src/api/database/tables.ts';

/** A lead with what hangs on it, as one statement reads it. */
export interface LeadRow extends RowOf<'agent_lead'> {
  agent_name: string | null;
  newest_estimate_total: number | null;
  quote_number: number | null;
  quote_total: number | null;
  quote_valid_until: string | null;
  bid_count: number;
  unseen_bid_count: number;
  lowest_bid: number | null;
  contract_id: string;
  contract_follow_up_date: string | null;
  agreement_state: AgreementState | null;
  agreement_id: string | null;
  agreement_file_id: string | null;
  /** Of an agreement signed on paper. */
  signed_file_id: string | null;
  signed_at: string | null;
  signed_by: string | null;
  awarded_carrier_id: string | null;
  awarded_from_board: boolean;
  awarded_bid_id: string | null;
  award_kind: string | null;
  award_amount: number | null;
  award_reason: string | null;
  award_start_date: string | null;
  compliance_at_award: ComplianceAtAward | null;
  awarded_at: string | null;
  job_agreement_id: string | null;
  job_agreement_state: AgreementState | null;
  carrier_signed_at: string | null;
  owed_to_carrier_payed: boolean;
  owed_to_broker_payed: boolean;
  completion_file_id: string | null;
  closed_at: string | null;
  carrier_legal_name: string | null;
  carrier_usdot: string | null;
  carrier_city: string | null;
  carrier_state: string | null;
  carrier_phone: string | null;
  carrier_email: string | null;
  invoice: InvoiceRow | null;
}

export interface InvoiceRow {
  id: string;
  number: number;
  lines: { description: string; amount: number }[];
  total: number;
  issued_on: string;
  due_on: string;
  sent_at: string;
  file_id: string | null;
  paid_on: string | null;
  payment_method: string | null;
  payment_note: string | null;
}

/**
 * Reads leads. `chosen` selects them from `agent_lead as l` (where, order, limit); the rest hangs on in the same
 * statement, so that a list of 50 is one round trip.
 */
export async function readLeads(db: Kysely<Tables>, chosen: RawBuilder<unknown>): Promise<LeadRow[]> {
  const { rows } = await sql<LeadRow>`
    select l.*,
      a.name as agent_name,
      (select e.total from estimate e where e.lead_id = l.id order by e.number desc limit 1) as newest_estimate_total,
      q.number as quote_number, q.total as quote_total, q.valid_until as quote_valid_until,
      coalesce(b.bid_count, 0)::int as bid_count, coalesce(b.unseen, 0)::int as unseen_bid_count, b.lowest as lowest_bid,
      c.id as contract_id, c.follow_up_date as contract_follow_up_date, g.state as agreement_state, g.id as agreement_id, g.file_id as agreement_file_id, c.signed_file_id, c.signed_at, c.signed_by,
      c.awarded_carrier_id, c.awarded_from_board, c.awarded_bid_id, c.award_kind, c.award_amount, c.award_reason, c.award_start_date,
      c.compliance_at_award, c.awarded_at, c.job_agreement_id, j.state as job_agreement_state, c.carrier_signed_at,
      c.owed_to_carrier_payed, c.owed_to_broker_payed, c.completion_file_id, c.closed_at,
      r.legal_name as carrier_legal_name, r.usdot as carrier_usdot, r.city as carrier_city, r.state as carrier_state,
      r.phone as carrier_phone, r.email as carrier_email,
      case when i.id is null then null else json_build_object('id', i.id, 'number', i.number, 'lines', i.lines,
        'total', i.total, 'issued_on', i.issued_on, 'due_on', i.due_on,
        'sent_at', to_char(i.sent_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'),
        'file_id', i.file_id, 'paid_on', i.paid_on, 'payment_method', i.payment_method, 'payment_note', i.payment_note)
      end as invoice
    from (${chosen}) as l
    left join account a on a.id = l.assigned_agent_id
    left join estimate q on q.id = l.quoted_estimate_id
    join contract c on c.lead_id = l.id
    left join agreement g on g.id = c.agreement_id
    left join agreement j on j.id = c.job_agreement_id
    left join carrier r on r.id = c.awarded_carrier_id
    left join invoice i on i.lead_id = l.id
    left join lateral (
      select count(*) as bid_count, count(*) filter (where seen_at is null) as unseen, min(amount) as lowest
      from bid where lead_id = l.id and bid.state = 'active'
    ) b on true
    order by l.position`.execute(db);
  return rows;
}

/** Chooses one lead. */
export const leadWithId = (id: string): RawBuilder<unknown> =>
  sql`select 0 as position, agent_lead.* from agent_lead where id = ${id}`;

export const leadsWithIds = (ids: readonly string[]): RawBuilder<unknown> =>
  sql`select 0 as position, agent_lead.* from agent_lead where id = any(${ids}::uuid[])`;

/** The latest date of the job: insurance must hold until then. */
export const lastDateOf = (
  lead: { delivery_date_last: string | null; move_date_last: string | null },
  today: string,
): string => lead.delivery_date_last ?? lead.move_date_last ?? today;

/** What the lifecycle looks at, for each of these leads, in their order. One extra statement when some are on the board. */
export async function factsOfLeads(db: Kysely<Tables>, leads: LeadRow[], today: string): Promise<AgentLeadFacts[]> {
  const awardable = await awardableBids(db, leads, today);
  return leads.map((lead) => ({
    today,
    clientEmail: lead.client_email,
    estimateTotal: lead.newest_estimate_total,
    quote:
      lead.quote_total === null || lead.quote_valid_until === null
        ? null
        : { total: lead.quote_total, validUntil: lead.quote_valid_until },
    hasOrigin: lead.origin_zip !== null,
    hasDestination: lead.destination_zip !== null,
    moveDate: lead.move_date_last,
    activeBids: lead.bid_count,
    awardableBids: awardable.get(lead.id) ?? 0,
    awardedCarrierId: lead.awarded_carrier_id,
    awardedFromBoard: lead.awarded_from_board,
  }));
}

async function awardableBids(db: Kysely<Tables>, leads: LeadRow[], today: string): Promise<Map<string, number>> {
  const counts = new Map<string, number>();
  const onBoard = leads.filter((lead) => lead.state === 'award-carrier' && lead.bid_count > 0);
  if (onBoard.length === 0) return counts;
  const bids = await db
    .selectFrom('bid')
    .select(['lead_id', 'carrier_id'])
    .where(
      'lead_id',
      'in',
      onBoard.map((lead) => lead.id),
    )
    .where('state', '=', 'active')
    .execute();
  const compliance = await complianceOfCarriers(db, [...new Set(bids.map((bid) => bid.carrier_id))]);
  for (const lead of onBoard) {
    const compliant = bids.filter(
      (bid) =>
        bid.lead_id === lead.id && gapsOf(compliance, bid.carrier_id, today, lastDateOf(lead, today)).length === 0,
    );
    counts.set(lead.id, compliant.length);
  }
  return counts;
}
