import { sql } from 'kysely';
import type { Kysely } from 'kysely';
import type { Tables } from '#src/api/database/tables.ts';
import type { Tx } from '#src/api/database/write.ts';
import { notFound, problem } from '#src/api/http/problem.ts';
import type { ApiParts } from '#src/api/parts.ts';
import { OFF_MARKET_REPORTS } from '#src/machines/marketplace/purchase.lifecycle.ts';
import type { OffMarketReason } from '#src/machines/marketplace/purchase.lifecycle.ts';
import { refusalOf, standingOf } from '#src/machines/marketplace/reported-lead.ts';
import type { ReportDecision, ReportedState } from '#src/machines/marketplace/reported-lead.ts';
import { confirmOffMarket, correctPhone, putBack } from './off-market.ts';

type Report = Exclude<OffMarketReason, 'hired'>;

/** The oldest first; in practice there are never this many. */
const LISTED = 200;

export interface ReportedLead {
  id: string;
  reference: string;
  state: ReportedState;
  origin: { city: string; state: string };
  destination: { city: string; state: string };
  client: { name: string; phone: string | null; email: string | null };
  hidden_at: string;
  /** Why it is not sold. */
  reason: Report;
  /** Which agent confirmed it; null for a command. */
  confirmed_by: string | null;
  /** Since the brokerage last rejected reports of it, newest first. */
  reports: { reason: Report; text: string | null; at: string; buyer: string }[];
}

/** Leads that buyers have reported as gone, or that have a wrong number, over the alias `lead`. */
const reportedHouseholds = sql`from state_lead as lead
     where lead.off_market_at is not null and lead.off_market_reason <> 'hired' and lead.duplicate_of is null`;

/**
 * Those the brokerage has yet to decide on. Buyers who agree take a lead off the shop, but their refunds wait for the
 * brokerage.
 */
export const undecidedHouseholds = sql`${reportedHouseholds} and lead.off_market_confirmed_by is distinct from 'brokerage'`;

/** Leads that are off the market for their buyers' reports: those awaiting a decision first, the longest wait on top. */
export async function listReportedLeads(db: Kysely<Tables>): Promise<ReportedLead[]> {
  const { rows } = await sql<Omit<ReportedLead, 'state' | 'reason'> & Parameters<typeof standingOf>[0]>`
    select lead.id, lead.reference, lead.off_market_at, lead.off_market_reason, lead.off_market_confirmed_by,
           json_build_object('city', lead.origin_city, 'state', lead.origin_state) as origin,
           json_build_object('city', lead.destination_city, 'state', lead.destination_state) as destination,
           json_build_object('name', lead.client_name, 'phone', lead.client_phone, 'email', lead.client_email) as client,
           lead.off_market_at as hidden_at,
           (select name from account
             where account.id = lead.report_decided_by and lead.off_market_confirmed_by = 'brokerage') as confirmed_by,
           (select coalesce(json_agg(json_build_object('reason', item.report_reason, 'text', item.report_text,
                     'at', to_char(item.reported_at at time zone 'utc', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'), 'buyer', purchase.email)
                   order by item.reported_at desc), '[]')
              from purchase_item as item
              join purchase on purchase.id = item.purchase_id
              join state_lead as reported on reported.id = item.lead_id
             where coalesce(reported.duplicate_of, reported.id) = lead.id
               and item.report_reason in (${sql.join([...OFF_MARKET_REPORTS])})
               and item.reported_at > coalesce(lead.reports_rejected_at, '-infinity')) as reports
      ${reportedHouseholds}
     order by lead.off_market_confirmed_by is not distinct from 'brokerage', lead.off_market_at, lead.id
     limit ${LISTED}`.execute(db);
  return rows.map(({ off_market_at, off_market_reason, off_market_confirmed_by, ...lead }) => ({
    ...lead,
    state: standingOf({ off_market_at, off_market_reason, off_market_confirmed_by }) as ReportedState,
    reason: off_market_reason as Report,
  }));
}

const SAME_NUMBER = 'That is the number that was reported. Enter another one, or put the lead back.';

/**
 * The brokerage has asked the household whether it is gone. Those who have the lead are notified.
 *
 * @throws Problem 404; 409 if someone has decided in the meantime; 422 without another number to correct it to
 */
export async function decideReported(
  tx: Tx,
  parts: ApiParts,
  accountId: string,
  leadId: string,
  { decision, phone }: { decision: ReportDecision; phone: string | null },
): Promise<void> {
  const lead = await tx
    .selectFrom('state_lead')
    .select(['reference', 'off_market_at', 'off_market_reason', 'off_market_confirmed_by', 'client_phone'])
    .where('id', '=', leadId)
    .forUpdate()
    .executeTakeFirst();
  if (!lead) throw notFound('lead');
  const refusal = refusalOf(lead, decision, lead.reference);
  if (refusal) throw problem(409, refusal);
  if (decision === 'correct') {
    const missing = phone === null ? 'Enter the right number.' : phone === lead.client_phone ? SAME_NUMBER : null;
    if (missing) throw problem(422, missing, { errors: [{ field: 'phone', message: missing }] });
  }
  await tx.updateTable('state_lead').set({ report_decided_by: accountId }).where('id', '=', leadId).execute();
  if (decision === 'reject') return putBack(tx, parts, leadId);
  if (decision === 'correct') return correctPhone(tx, parts, leadId, phone!);
  await confirmOffMarket(tx, parts, leadId, {});
}
