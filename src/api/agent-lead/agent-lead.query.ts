import { sql } from 'kysely';
import type { Kysely, RawBuilder } from 'kysely';
import type { AgentLeadFacts } from '#src/machines/agent-lead/agent-lead.types.ts';
import type { AgreementState } from '#src/machines/agreement/agreement.lifecycle.ts';
import { isCompliantThrough } from '#src/api/carrier/compliance.repository.ts';
import type { ComplianceAtAward } from '#src/api/carrier/compliance.repository.ts';
import type { RowOf, Tables } from '#src/api/database/tables.ts';
import { lastDateSql } from './last-date.ts';
import { bidsJson } from '#src/api/bid/bid.list.ts';
import type { BidJson } from '#src/api/bid/bid.list.ts';
import { LOAD_COLUMNS } from '#src/api/carrier/load.version.ts';
import { wantsAll } from '#src/api/http/fields.ts';
import type { Wants } from '#src/api/http/fields.ts';
import { compiledOnce, prepared } from '#src/api/database/prepared.ts';

/** A lead with its related data, loaded by one statement. */
export interface LeadRow extends RowOf<'agent_lead'> {
  agent_name: string | null;
  newest_estimate_total: number | null;
  quote_number: number | null;
  quote_total: number | null;
  quote_valid_until: string | null;
  quote_deposit: number | null;
  quote_opened_at: string | null;
  quote_asked_at: string | null;
  quote_accepted_at: string | null;
  bid_count: number;
  unseen_bid_count: number;
  lowest_bid: number | null;
  /** Its bids, if requested. */
  offers?: BidJson[] | null;
  /** Null if the lead was loaded without `today`. */
  awardable_bids: number | null;
  contract_id: string;
  contract_follow_up_date: string | null;
  agreement_state: AgreementState | null;
  agreement_id: string | null;
  /** Of an agreement signed on paper. */
  signed_file_id: string | null;
  signed_at: string | null;
  signed_by: string | null;
  /** The agreement is being changed: neither a price nor an agreement was sent since it was reopened. */
  reopened_at: string | null;
  awarded_carrier_id: string | null;
  awarded_from_board: boolean;
  awarded_bid_id: string | null;
  award_kind: string | null;
  award_amount: number | null;
  award_reason: string | null;
  award_start_date: string | null;
  /** As agreed with the award. */
  pay_days: number | null;
  compliance_at_award: ComplianceAtAward | null;
  awarded_at: string | null;
  job_agreement_id: string | null;
  job_agreement_state: AgreementState | null;
  carrier_signed_at: string | null;
  /** Derived from the ledger, like all the amounts below. */
  owed_to_carrier_payed: boolean;
  owed_to_broker_payed: boolean;
  /** What was taken off the agreed price. */
  reduced: number;
  received: number;
  refunded: number;
  carrier_paid: number;
  broker_paid: number;
  card_fees: number;
  /** The client's newest payment that was not reversed. */
  last_payment: { paid_on: string; method: Tables['payment']['method']; note: string | null } | null;
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
  /** Counts its revisions. */
  version: number;
}

/**
 * Related data of a lead: its columns in the result, and the joins that provide them, in the order of the list below.
 */
interface Part {
  columns: string;
  join?: RawBuilder<unknown>;
}

/** The signed amount of a ledger entry for its direction, with the table alias. */
const counted = (entry: string) =>
  `case ${entry}.kind when 'correction' then -${entry}.amount else ${entry}.amount end`;
/** With what the ledger says: whether payments have reached what is owed; false while nothing is. */
const CONTRACT_COLUMNS = `c.id as contract_id, c.follow_up_date as contract_follow_up_date, g.state as agreement_state, g.id as agreement_id, c.signed_file_id, c.signed_at, c.signed_by, c.reopened_at,
  c.awarded_bid_id, c.award_kind, c.award_amount, c.award_reason, c.award_start_date, c.compliance_at_award, c.awarded_at, c.job_agreement_id, j.state as job_agreement_state, c.carrier_signed_at,
  coalesce(y.broker_paid >= q.total - y.reduced - c.award_amount, false) as owed_to_broker_payed,
  c.completion_file_id, c.closed_at,
  r.legal_name as carrier_legal_name, r.usdot as carrier_usdot, r.city as carrier_city, r.state as carrier_state, r.phone as carrier_phone, r.email as carrier_email`;

const partsOf = (today: string | null) =>
  ({
    agent: { columns: 'a.name as agent_name', join: sql`left join account a on a.id = l.assigned_agent_id` },
    estimate: {
      columns:
        '(select e.total from estimate e where e.lead_id = l.id order by e.number desc limit 1) as newest_estimate_total',
    },
    quote: {
      columns: `q.number as quote_number, q.total as quote_total, q.valid_until as quote_valid_until, q.deposit as quote_deposit,
        q.opened_at as quote_opened_at, q.asked_at as quote_asked_at, q.accepted_at as quote_accepted_at`,
      join: sql`left join estimate q on q.id = l.quoted_estimate_id`,
    },
    award: {
      columns: `c.awarded_carrier_id, c.awarded_from_board, c.pay_days, coalesce(y.carrier_paid >= c.award_amount, false) as owed_to_carrier_payed`,
      join: sql`join contract c on c.lead_id = l.id`,
    },
    contract: {
      columns: CONTRACT_COLUMNS,
      join: sql`
        left join agreement g on g.id = c.agreement_id
        left join agreement j on j.id = c.job_agreement_id
        left join carrier r on r.id = c.awarded_carrier_id`,
    },
    invoice: {
      columns: `case when i.id is null then null else json_build_object('id', i.id, 'number', i.number, 'lines', i.lines,
        'total', i.total, 'issued_on', i.issued_on, 'due_on', i.due_on,
        'sent_at', to_char(i.sent_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'),
        'file_id', i.file_id, 'version', i.version)
      end as invoice`,
      join: sql`left join invoice i on i.lead_id = l.id`,
    },
    money: {
      columns: 'y.reduced, y.received, y.refunded, y.carrier_paid, y.broker_paid, y.card_fees',
      join: sql.raw(`
        cross join lateral (
          select coalesce(sum(n) filter (where direction = 'off-price'), 0)::int as reduced,
                 coalesce(sum(n) filter (where direction = 'from-client'), 0)::int as received,
                 coalesce(sum(n) filter (where direction = 'to-client'), 0)::int as refunded,
                 coalesce(sum(n) filter (where direction = 'to-carrier'), 0)::int as carrier_paid,
                 coalesce(sum(n) filter (where direction = 'to-broker'), 0)::int as broker_paid,
                 coalesce(sum(fee), 0)::int as card_fees
            from (select p.direction, p.fee, ${counted('p')} as n from payment p where p.lead_id = l.id) as entry
        ) y`),
    },
    lastPayment: {
      columns: `(select json_build_object('paid_on', p.paid_on, 'method', p.method, 'note', p.note) from payment p
        where p.lead_id = l.id and p.direction = 'from-client' and p.kind <> 'correction'
          and not exists (select 1 from payment back where back.corrects = p.id)
        order by p.paid_on desc, p.id desc limit 1) as last_payment`,
    },
    bids: {
      columns:
        'coalesce(b.bid_count, 0)::int as bid_count, coalesce(b.unseen, 0)::int as unseen_bid_count, b.lowest as lowest_bid',
      join: sql`
        left join lateral (
          select count(*) as bid_count, count(*) filter (where seen_at is null) as unseen, min(amount) as lowest
          from bid where lead_id = l.id and bid.state = 'active'
        ) b on true`,
    },
    awardable: {
      columns: today === null ? 'null as awardable_bids' : 'm.awardable_bids',
      ...(today === null ? {} : { join: awardableOn(today) }),
    },
  }) satisfies Record<string, Part>;

/** The bids themselves, only for responses with them. */
const offersOf = (today: string | null, bids: Wants): Part =>
  today === null
    ? { columns: 'null as offers' }
    : { columns: 'n.offers', join: sql`cross join lateral (${bidsJson(today, bids)}) n` };

type PartName = keyof ReturnType<typeof partsOf> | 'offers';

/** Only a lead on the board can be awarded. */
const awardableOn = (today: string) => sql`
  left join lateral (
    select count(*)::int as awardable_bids from bid join carrier on carrier.id = bid.carrier_id
     where l.state = 'award-carrier' and bid.lead_id = l.id and bid.state = 'active'
       and ${isCompliantThrough(sql`carrier`, today, lastDateSql(today))}
  ) m on true`;

const FACTS: PartName[] = ['estimate', 'quote', 'award', 'money', 'bids', 'awardable'];

/** Response fields without a column of the same name: the columns and parts they are computed from. */
const NEEDS: Readonly<Record<string, { columns?: readonly (keyof Tables['agent_lead'])[]; parts?: PartName[] }>> = {
  client: { columns: ['client_name', 'client_email', 'client_phone', 'client_zone'] },
  origin: { columns: ['origin_city', 'origin_state', 'origin_zip', 'origin_lat', 'origin_lng'] },
  destination: {
    columns: ['destination_city', 'destination_state', 'destination_zip', 'destination_lat', 'destination_lng'],
  },
  assigned_agent: { columns: ['assigned_agent_id'], parts: ['agent'] },
  follow_up: { columns: ['follow_up_date', 'follow_up_reason'] },
  quote: { columns: ['quote_sent_at', 'quoted_estimate_id'], parts: ['quote'] },
  bid_count: { parts: ['bids'] },
  unseen_bid_count: { parts: ['bids'] },
  lowest_bid: { parts: ['bids'] },
  contract: { columns: ['quoted_estimate_id'], parts: ['quote', 'award', 'contract', 'money'] },
  invoice: { columns: ['stage'], parts: ['invoice', 'lastPayment'] },
  money: { columns: ['quoted_estimate_id'], parts: ['quote', 'award', 'contract', 'money'] },
  awarded_carrier: { parts: ['award', 'money'] },
  bids: { columns: ['delivery_date_last', 'move_date_last', 'distance_miles', 'weight_lb'], parts: ['offers'] },
  facts: { columns: ['state', 'client_email', 'origin_zip', 'destination_zip', 'move_date_last'], parts: FACTS },
};

interface Asked {
  /** The day for which awardable bids are counted; without it they are not. */
  today?: string;
  /** Fields of the response; all if absent. The rows lack whatever these do not need. */
  fields?: readonly string[] | null;
  /** Planned with its values each time, because the number of matching leads varies widely. */
  isSearch?: boolean;
  /** Fields of the bids, if bids are among the fields. */
  bids?: Wants;
  /** Additional columns for the caller, with the alias `l`. */
  besides?: RawBuilder<unknown>;
  /** Columns that are needed besides. */
  columns?: readonly (keyof Tables['agent_lead'])[];
}

/**
 * Loads leads. `chosen` selects them from `agent_lead as l` (where, order, limit); related data is joined in the same
 * statement, so that a list of 50 takes one round trip.
 */
export async function readLeads(
  db: Kysely<Tables>,
  chosen: RawBuilder<unknown>,
  asked: Asked = {},
): Promise<LeadRow[]> {
  return (await statementOf(chosen, asked).execute(db)).rows;
}

function statementOf(
  chosen: RawBuilder<unknown>,
  { today, fields = null, columns = [], isSearch = false, bids = wantsAll, besides }: Asked,
): RawBuilder<LeadRow> {
  const all = partsOf(today ?? null);
  const wanted = new Set<string>(fields?.flatMap((field) => NEEDS[field]?.parts ?? []) ?? Object.keys(all));
  const hanging: Part[] = Object.entries(all)
    .filter(([name]) => wanted.has(name))
    .map(([, part]) => part);
  if (wanted.has('offers')) hanging.push(offersOf(today ?? null, bids));
  const own =
    fields === null
      ? null
      : new Set<string>([
          ...columns,
          ...(wanted.has('offers') && bids('is_load_changed') ? LOAD_COLUMNS : []),
          ...fields.flatMap((field): readonly string[] => (NEEDS[field] ? (NEEDS[field].columns ?? []) : [field])),
        ]);
  const selected = [
    own === null ? sql`l.*` : sql.join([...own].map((column) => sql.ref(`l.${column}`))),
    ...hanging.map((part) => sql.raw(part.columns)),
    ...(besides ? [besides] : []),
  ];
  const joins = hanging.flatMap(({ join }) => join ?? []);
  return sql<LeadRow>`${isSearch ? sql`` : prepared}
    select ${sql.join(selected)}
    from (${chosen}) as l
    ${sql.join(
      joins,
      sql`
    `,
    )}
    order by l.position`;
}

/** Selects one lead. */
export const leadWithId = (id: string): RawBuilder<unknown> =>
  sql`select 0 as position, agent_lead.* from agent_lead where id = ${id}::uuid`;

/** One lead with all its related data, as its lifecycle needs it. */
export const wholeLead = compiledOnce<LeadRow, { id: string; today: string }>(['id', 'today'], ({ id, today }) =>
  statementOf(leadWithId(id), { today }),
);

/**
 * The facts for the lifecycle, for each of these leads, in order. Bids not counted when loading (without `today`) are
 * counted here.
 */
export async function factsOfLeads(db: Kysely<Tables>, leads: LeadRow[], today: string): Promise<AgentLeadFacts[]> {
  const uncounted = leads.filter(
    (lead) => lead.awardable_bids === null && lead.state === 'award-carrier' && lead.bid_count > 0,
  );
  const counted = new Map<string, number>();
  if (uncounted.length > 0) {
    const ids = uncounted.map((lead) => lead.id);
    const { rows } = await sql<{ id: string; awardable_bids: number }>`
      select l.id, m.awardable_bids from agent_lead l ${awardableOn(today)} where l.id = any(${ids}::uuid[])`.execute(
      db,
    );
    for (const row of rows) counted.set(row.id, row.awardable_bids);
  }
  return leads.map((lead) => factsOf(lead, lead.awardable_bids ?? counted.get(lead.id) ?? 0, today));
}

const factsOf = (lead: LeadRow, awardableBids: number, today: string): AgentLeadFacts => ({
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
  awardableBids,
  awardedCarrierId: lead.awarded_carrier_id,
  awardedFromBoard: lead.awarded_from_board,
  isCarrierPaid: lead.carrier_paid > 0,
  balanceDue: lead.quote_total === null ? null : lead.quote_total - lead.reduced - lead.received + lead.refunded,
});
