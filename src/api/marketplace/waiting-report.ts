import { sql } from 'kysely';
import type { Kysely } from 'kysely';
import type { Tables } from '#src/api/database/tables.ts';
import type { ReportReason } from '#src/machines/marketplace/purchase.lifecycle.ts';
import { waitingRequests } from './refund-request.ts';
import { undecidedHouseholds } from './reported.ts';

export interface WaitingReport {
  reference: string;
  client_name: string;
  reason: ReportReason;
  /** When it was reported. */
  since: string;
}

/** What the brokerage has yet to decide on, in either list: how many, and the `limit` that have waited longest. */
export async function waitingReports(
  db: Kysely<Tables>,
  limit: number,
): Promise<{ total: number; reports: WaitingReport[] }> {
  const { rows: reports } = await sql<WaitingReport & { total: number }>`
    with waiting as (
      select lead.reference, lead.client_name, item.report_reason as reason, item.reported_at as since ${waitingRequests}
      union all
      select lead.reference, lead.client_name, lead.off_market_reason, lead.off_market_at ${undecidedHouseholds})
    select *, count(*) over ()::int as total from waiting order by since, reference limit ${limit}`.execute(db);
  return { total: reports[0]?.total ?? 0, reports };
}
