import type { Static } from 'typebox';
import type { CarrierProfile } from './profile.schemas.ts';
import type { Kysely } from 'kysely';
import { dateIn } from '#src/machines/calendar/days.ts';
import { complianceStandings, coverGaps } from '#src/machines/carrier/compliance.ts';
import { missingInProfile } from '#src/machines/carrier/profile.ts';
import { frameAgreement } from '#src/api/agreement/agreement.repository.ts';
import type { ApiParts } from '#src/api/parts.ts';
import { carrierById } from './carrier.repository.ts';
import type { CarrierRow } from './carrier.repository.ts';
import { presentStandings } from './compliance.repository.ts';
import type { RowOf, Tables } from '#src/api/database/tables.ts';
import type { LicenseRow } from '#src/api/carrier/license.ts';
import { presentBrokerage } from '#src/api/settings/logo.ts';

/** Where a carrier's files are served: to itself, or to agents. */
export const OWN_FILES = '/files/carrier';
export const filesForAgents = (carrierId: string) => `/files/agent/carriers/${carrierId}`;
export const AGREEMENT_URL = `${OWN_FILES}/agreement/signed`;

/** What the profile of this carrier still lacks before its agreement can be drawn up. */
export const missingOf = (carrier: CarrierRow): string[] =>
  missingInProfile({
    legalName: carrier.legal_name,
    usdot: carrier.usdot,
    contactName: carrier.contact_name,
    phone: carrier.phone,
    address: carrier.address,
    city: carrier.city,
    state: carrier.state,
    zip: carrier.zip,
    equipment: carrier.equipment,
    serviceStates: carrier.service_states,
  });

/** All policies of a carrier, the one that ends last first. */
export const policiesOf = (db: Kysely<Tables>, carrierId: string) =>
  db
    .selectFrom('insurance_policy')
    .selectAll()
    .where('carrier_id', '=', carrierId)
    .orderBy('expiration', 'desc')
    .orderBy('id', 'desc')
    .execute();

export const presentPolicies = (rows: RowOf<'insurance_policy'>[], files: string) =>
  rows.map(({ id, kind, insurer, policy_number, limit_cents, effective, expiration, file_id }) => ({
    id,
    kind,
    insurer,
    policy_number,
    limit: limit_cents,
    effective,
    expiration,
    expiration_date: expiration,
    url: file_id && `${files}/insurance/${id}/file`,
  }));

/** What a certificate needs before it is a policy, in words for people. */
const FACTS = {
  kind: 'the kind of cover',
  insurer: 'the insurer',
  policy_number: 'the policy number',
  limit_cents: 'the limit',
  effective: 'the first day',
} as const;

/** A carrier's certificates with missing facts, newest first. */
export const incompletePoliciesOf = (db: Kysely<Tables>, carrierId: string) =>
  db
    .selectFrom('incomplete_policy')
    .selectAll()
    .where('carrier_id', '=', carrierId)
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .execute();

export const presentIncompletePolicies = (rows: RowOf<'incomplete_policy'>[], files: string) =>
  rows.map((row) => ({
    id: row.id,
    kind: row.kind,
    insurer: row.insurer,
    policy_number: row.policy_number,
    limit: row.limit_cents,
    effective: row.effective,
    expiration_date: row.expiration,
    missing: Object.entries(FACTS).flatMap(([fact, phrase]) =>
      row[fact as keyof typeof FACTS] === null ? [phrase] : [],
    ),
    url: `${files}/insurance/${row.id}/file`,
  }));

export const presentLicenses = (licenses: LicenseRow[], files: string) =>
  licenses.map(({ id, kind, number, state, expires, file_id }) => ({
    id,
    kind,
    number,
    state,
    expires,
    url: file_id && `${files}/licenses/${id}/file`,
  }));

/** A carrier as it sees itself. @throws Problem 404 */
export async function presentProfile(
  db: Kysely<Tables>,
  parts: ApiParts,
  carrierId: string,
): Promise<Static<typeof CarrierProfile>> {
  const carrier = await carrierById(db, carrierId);
  const policies = await policiesOf(db, carrierId);
  const agreement = carrier.agreement_signed_at ? await frameAgreement(db, carrierId) : undefined;
  const today = dateIn(parts.brokerage.zone, parts.now());
  const standings = complianceStandings(
    { hasAgreement: carrier.agreement_signed_at !== null, authority: carrier.authority, policies },
    today,
    today,
  );
  const {
    id,
    legal_name,
    usdot,
    docket_number,
    contact_name,
    email,
    phone,
    address,
    city,
    state,
    zip,
    authority,
    agreement_signed_at,
    version,
  } = carrier;
  return {
    id,
    legal_name,
    usdot,
    docket_number,
    contact_name,
    email,
    phone,
    address,
    city,
    state,
    zip,
    authority,
    agreement_signed_at,
    version,
    equipment: carrier.equipment,
    service_states: carrier.service_states,
    licenses: presentLicenses(carrier.licenses, OWN_FILES),
    insurance: presentPolicies(policies, OWN_FILES),
    incomplete_insurance: presentIncompletePolicies(await incompletePoliciesOf(db, carrierId), OWN_FILES),
    compliance: presentStandings(standings),
    gaps: standings.flatMap(({ gap }) => gap ?? []),
    cover_gaps: coverGaps(policies, today, today),
    missing: missingOf(carrier),
    agreement_url: agreement?.state === 'signed' ? AGREEMENT_URL : null,
    brokerage: presentBrokerage(parts),
  };
}
