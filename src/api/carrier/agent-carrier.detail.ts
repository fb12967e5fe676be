import { Type } from 'typebox';
import type { Static } from 'typebox';
import type { Kysely } from 'kysely';
import { CarrierSummary } from './carrier-summary.ts';
import { frameAgreement } from '#src/api/agreement/agreement.repository.ts';
import type { ApiParts } from '#src/api/parts.ts';
import { Named, CalendarDate, Count, Instant, Nullable, OneOf, Uuid, Version } from '#src/api/http/schemas.ts';
import { dateIn } from '#src/machines/calendar/days.ts';
import { BidCounts, bidCountsOf } from './agent-carrier.jobs.ts';
import { AuthorityDecisions, decisionsOf } from './authority.record.ts';
import { MAXIMUM_NOTES, notesOf } from './carrier-note.repository.ts';
import { CarrierTrucks } from './carrier-truck.repository.ts';
import { recordsOf } from './carrier-record.repository.ts';
import { carrierById, presentCarriers } from './carrier.repository.ts';
import { Compliance } from './compliance.schemas.ts';
import {
  filesForAgents,
  incompletePoliciesOf,
  policiesOf,
  presentIncompletePolicies,
  presentLicenses,
  presentPolicies,
} from './profile.present.ts';
import { SheetRows } from './pricing-sheet.ts';
import { UsdotClaims, claimsBeside } from './usdot-claims.ts';
import { AUTHORITIES, IncompletePolicy, License, Policy } from './profile.schemas.ts';
import type { Tables } from '#src/api/database/tables.ts';

const ShortText = Type.String({ maxLength: 500 });

/** A carrier in the agents' lists. */
export const Carrier = Type.Object({
  ...CarrierSummary.properties,
  docket_number: Nullable(ShortText),
  contact_name: ShortText,
  authority: OneOf(AUTHORITIES),
  compliance: Compliance,
  gaps: Type.Array(ShortText, { maxItems: 20 }),
  jobs_done: Count,
  jobs_open: Count,
  jobs_declined: Count,
  jobs_dropped: Count,
  kept_share: Nullable(
    Type.Number({
      minimum: 0,
      maximum: 1,
      description: 'Of the jobs that ended, how many were done rather than given back',
    }),
  ),
  insurance_until: Nullable(CalendarDate),
  insurance_from: Nullable(CalendarDate),
  trucks: CarrierTrucks,
  version: Version,
});

const Note = Named('CarrierNote', {
  id: Uuid,
  text: Type.String({ maxLength: 2000 }),
  author: ShortText,
  created_at: Instant,
  deleted_by: Nullable(ShortText),
  deleted_at: Nullable(Instant),
});

/** Everything that agents may read about a carrier. Their notes and ratings are visible to agents only. */
export const Detail = Named('CarrierDetail', {
  ...Carrier.properties,
  address: ShortText,
  zip: Type.String({ maxLength: 5 }),
  agreement_signed_at: Nullable(Instant),
  agreement_url: Nullable(ShortText),
  joined_at: Instant,
  licenses: Type.Array(License, { maxItems: 100 }),
  equipment: Type.Array(ShortText, { maxItems: 100 }),
  service_states: Type.Array(ShortText, { maxItems: 60 }),
  price_ratio: Type.Number(),
  pricing_sheet: SheetRows,
  policies: Type.Array(Policy, { maxItems: 500 }),
  incomplete_policies: Type.Array(IncompletePolicy, {
    maxItems: 500,
    description: 'Certificates that are no cover until the carrier has said the rest',
  }),
  awards_withdrawn: Count,
  bids: BidCounts,
  usdot_claims: UsdotClaims,
  authority_decisions: AuthorityDecisions,
  notes: Type.Array(Note, { maxItems: MAXIMUM_NOTES }),
});

/** @throws Problem 404 */
export async function presentDetail(db: Kysely<Tables>, parts: ApiParts, id: string): Promise<Static<typeof Detail>> {
  const row = await carrierById(db, id);
  const files = filesForAgents(id);
  const [presented] = await presentCarriers(db, [row], dateIn(parts.brokerage.zone, parts.now()));
  const { address, zip, agreement_signed_at, equipment, service_states, price_ratio, pricing_sheet } = row;
  const agreement = agreement_signed_at ? await frameAgreement(db, id) : undefined;
  const record = (await recordsOf(db, [id])).get(id)!;
  return {
    ...presented!,
    address,
    zip,
    agreement_signed_at,
    agreement_url: agreement?.state === 'signed' ? `${files}/agreement/file` : null,
    joined_at: row.created_at,
    licenses: presentLicenses(row.licenses, files),
    equipment,
    service_states,
    price_ratio,
    pricing_sheet,
    policies: presentPolicies(await policiesOf(db, id), files),
    incomplete_policies: presentIncompletePolicies(await incompletePoliciesOf(db, id), files),
    awards_withdrawn: record.withdrawn,
    bids: await bidCountsOf(db, id),
    usdot_claims: await claimsBeside(db, row),
    authority_decisions: await decisionsOf(db, id),
    notes: await notesOf(db, id),
  };
}
