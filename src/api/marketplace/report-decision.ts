import { sql } from 'kysely';
import type { Database } from '#src/api/database/database.ts';
import type { ApiParts } from '#src/api/parts.ts';
import { inTransaction } from '#src/api/database/write.ts';
import { confirmOffMarket, putBack } from './off-market.ts';
import { REPORT_WORDS } from '#src/machines/marketplace/report-words.ts';
import { refusalOf } from '#src/machines/marketplace/reported-lead.ts';
import type { ReportDecision } from '#src/machines/marketplace/reported-lead.ts';

/** What the command may decide: a number is corrected in the settings. */
export type CommandDecision = Exclude<ReportDecision, 'correct'>;

/** Leads that are off the market for their buyers' reports, one line each, oldest first. */
export async function listReported({ database }: { database: Database }): Promise<string[]> {
  const leads = await database.kysely
    .selectFrom('state_lead')
    .select([
      'reference',
      'off_market_at',
      'off_market_reason',
      'off_market_confirmed_at',
      'client_name',
      'client_phone',
      'client_email',
    ])
    .where('off_market_reason', 'is not', null)
    .where('off_market_reason', '!=', 'hired')
    .where('duplicate_of', 'is', null)
    .orderBy('off_market_at')
    .execute();
  return leads.map((lead) =>
    [
      lead.reference,
      lead.off_market_confirmed_at ? 'confirmed' : 'hidden',
      lead.off_market_at!.slice(0, 10),
      REPORT_WORDS[lead.off_market_reason as keyof typeof REPORT_WORDS],
      lead.client_name,
      lead.client_phone ?? lead.client_email,
    ].join('\t'),
  );
}

/**
 * The brokerage decides on buyers' reports of a lead. The running product carries it out and notifies those who have
 * it.
 *
 * @returns what will happen, in a sentence
 * @throws Error with a sentence if there is nothing to decide
 */
export async function decideReport(
  { database, jobs }: Pick<ApiParts, 'database' | 'jobs'>,
  reference: string,
  decision: CommandDecision,
): Promise<string> {
  return inTransaction(database, async (tx) => {
    const lead = await tx
      .selectFrom('state_lead')
      .selectAll()
      .where('reference', '=', reference)
      .forUpdate()
      .executeTakeFirst();
    if (!lead) throw new Error(`There is no lead ${reference}.`);
    const refusal = refusalOf(lead, decision, reference);
    if (refusal) throw new Error(refusal);
    await jobs.enqueue(
      tx,
      'marketplace.decide-report',
      { leadId: lead.id, decision },
      { singletonKey: `${lead.id} ${decision}` },
    );
    return decision === 'confirm'
      ? `${reference} stays off the marketplace, and everyone who has it is notified.`
      : `${reference} goes back on the marketplace.${lead.off_market_confirmed_at ? ' Everyone who was told it was gone is notified.' : ''}`;
  });
}

/** Carries out a decision. Idempotent. */
export async function carryOutDecision(
  parts: ApiParts,
  { leadId, decision }: { leadId: string; decision: CommandDecision },
): Promise<void> {
  await inTransaction(parts.database, async (tx) => {
    await sql`select from state_lead where id = ${leadId} for update`.execute(tx);
    await sql`update state_lead set report_decided_by = null where id = ${leadId}`.execute(tx);
    await (decision === 'confirm' ? confirmOffMarket(tx, parts, leadId, {}) : putBack(tx, parts, leadId));
  });
}
