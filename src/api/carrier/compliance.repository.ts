import { sql } from 'kysely';
import type { Kysely, RawBuilder } from 'kysely';
import { complianceGaps, complianceStandings } from '#src/machines/carrier/compliance.ts';
import type { Standing } from '#src/machines/carrier/compliance.ts';
import { COMPLIANCE_MODEL_VERSION, compliantDays } from '#src/machines/carrier/compliance.lifecycle.ts';
import type { ComplianceFacts } from '#src/machines/carrier/compliance.lifecycle.ts';
import type { Tables } from '#src/api/database/tables.ts';

type Collected = ComplianceFacts & {
  policies: { kind: string; limit_cents: number; effective: string; expiration: string }[];
};

/** The facts that each carrier's compliance is judged by, by carrier id. */
export async function complianceOfCarriers(db: Kysely<Tables>, ids: string[]): Promise<Map<string, Collected>> {
  const facts = new Map<string, Collected>();
  if (ids.length === 0) return facts;
  const carriers = await db
    .selectFrom('carrier')
    .leftJoin('insurance_policy as policy', 'policy.carrier_id', 'carrier.id')
    .select([
      'carrier.id',
      'authority',
      'agreement_signed_at',
      'policy.kind',
      'policy.limit_cents',
      'policy.effective',
      'policy.expiration',
    ])
    .where('carrier.id', 'in', ids)
    .execute();
  for (const { id, authority, agreement_signed_at, kind, limit_cents, effective, expiration } of carriers) {
    const known = facts.get(id) ?? { hasAgreement: agreement_signed_at !== null, authority, policies: [] };
    if (kind && limit_cents !== null && effective && expiration)
      known.policies.push({ kind, limit_cents, effective, expiration });
    facts.set(id, known);
  }
  return facts;
}

/**
 * Stores on carrier rows the days on which they are compliant. Call it in the same transaction as any change to the
 * facts behind that.
 */
export async function keepCompliantDays(db: Kysely<Tables>, ids: string[]): Promise<void> {
  const days = [...(await complianceOfCarriers(db, ids))].map(([id, facts]) => ({
    id,
    days: `{${compliantDays(facts)
      .map(([first, last]) => `[${first},${last}]`)
      .join()}}`,
  }));
  if (days.length === 0) return;
  await sql`
    update carrier set compliant_days = known.days::datemultirange, compliance_version = ${COMPLIANCE_MODEL_VERSION}
      from jsonb_to_recordset(${JSON.stringify(days)}::jsonb) as known(id uuid, days text) where carrier.id = known.id`.execute(
    db,
  );
}

const BATCH = 500;

/** Re-evaluates carriers last judged by another version of the lifecycle. Runs at every start. */
export async function refreshCompliantDays({ kysely }: { kysely: Kysely<Tables> }): Promise<void> {
  for (;;) {
    const isDone = await kysely.transaction().execute(async (tx) => {
      const stale = await tx
        .selectFrom('carrier')
        .select('id')
        .where('compliance_version', '<>', COMPLIANCE_MODEL_VERSION)
        .orderBy('id')
        .limit(BATCH)
        .forUpdate()
        .execute();
      await keepCompliantDays(
        tx,
        stale.map(({ id }) => id),
      );
      return stale.length < BATCH;
    });
    if (isDone) return;
  }
}

/**
 * Whether a carrier, aliased `carrier`, is compliant from today through the last day of a job: `complianceGaps` in SQL.
 */
export const isCompliantThrough = (carrier: RawBuilder<unknown>, today: string, through: RawBuilder<unknown>) =>
  sql<boolean>`${carrier}.compliant_days @> daterange(${today}::date, greatest(${through}, ${today}::date), '[]')`;

/** For a carrier that does not exist. */
const NOTHING: ComplianceFacts = { hasAgreement: false, authority: 'pending', policies: [] };

/**
 * The gaps of one carrier of that map for a job that ends on `through`. A carrier missing from the map has them all.
 */
export function gapsOf(
  facts: Map<string, ComplianceFacts>,
  carrierId: string,
  today: string,
  through: string,
): string[] {
  return complianceGaps(facts.get(carrierId) ?? NOTHING, today, through);
}

/** Stored with a contract: its carrier's compliance at the moment of the award. */
export interface ComplianceAtAward {
  /** The last day of the job; null for awards that predate this field. */
  through: string | null;
  standings: ReturnType<typeof presentStandings>;
}

export const complianceAtAward = (facts: ComplianceFacts, today: string, through: string): ComplianceAtAward => ({
  through,
  standings: presentStandings(complianceStandings(facts, today, through)),
});

/** All requirements of one carrier, for the response. */
export const presentStandings = (standings: Standing[]) =>
  standings.map(({ isMet, ...standing }) => ({ ...standing, is_met: isMet }));
