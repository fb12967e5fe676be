import type { Kysely } from 'kysely';
import type { ApiParts } from '#src/api/parts.ts';
import type { Tables } from '#src/api/database/tables.ts';
import { CONSENT, closedBecause } from './agreement.repository.ts';
import type { AgreementRow } from './agreement.repository.ts';
import { presentBrokerage } from '#src/api/settings/logo.ts';

const STATEMENTS: Record<AgreementRow['kind'], string> = {
  'broker-carrier': 'By signing you agree to the terms on which you carry loads for us.',
  'broker-shipper': 'By signing you hire us to arrange your move on these terms and at this price.',
  'specific-job': 'By signing you take this job on these dates and for this pay.',
};

/** An agreement as its signer reads and signs it. `url` locates its sealed PDF, once it is signed. */
export async function presentSigning(db: Kysely<Tables>, parts: ApiParts, row: AgreementRow, url: string | null) {
  const lead = row.lead_id
    ? await db
        .selectFrom('agent_lead')
        .select(['reference', 'is_archived'])
        .where('id', '=', row.lead_id)
        .executeTakeFirst()
    : undefined;
  const closed = closedBecause(row, parts.now(), lead?.is_archived ?? false);
  return {
    kind: row.kind,
    state: row.state,
    reference: lead?.reference ?? '',
    brokerage: presentBrokerage(parts),
    html: row.html,
    document_hash: row.document_hash,
    statement: STATEMENTS[row.kind],
    consent_text: row.consent_text ?? CONSENT,
    signer_name: row.signer_name,
    signed_at: row.signed_at,
    declined_at: row.declined_at,
    decline_reason: row.decline_reason,
    expires_at: row.expires_at,
    is_open: closed === null,
    closed_because: closed,
    url: row.state === 'signed' ? url : null,
    // Only a client's agreement asks for one.
    deposit: null,
  };
}
