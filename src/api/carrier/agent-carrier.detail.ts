import { Type } from 'typebox';
import type { Kysely } from 'kysely';
import { CarrierSummary } from '#src/api/agent-lead/agent-lead.schemas.ts';
import { dateIn } from '#src/api/platform/parts.ts';
import type { ApiParts } from '#src/api/platform/parts.ts';
import { CalendarDate, Cents, Count, Nullable, OneOf, Strict, Uuid, Version } from '#src/api/platform/schemas.ts';
import type { Tables } from '#src/api/platform/tables.ts';
import type { LicenseRow } from '#src/api/platform/tables/carrier.ts';
import { carrierById, presentCarriers } from './carrier.repository.ts';
import { filesForAgents, policiesOf, presentLicenses } from './profile.present.ts';
import { AUTHORITIES, License } from './profile.schemas.ts';

const ShortText = Type.String({ maxLength: 500 });

/** A carrier in the lists of agents. */
export const Carrier = Type.Object({
  ...CarrierSummary.properties,
  docket_number: Nullable(ShortText),
  contact_name: ShortText,
  authority: OneOf(AUTHORITIES),
  gaps: Type.Array(ShortText, { maxItems: 20 }),
  jobs_done: Count,
  jobs_open: Count,
  insurance_until: Nullable(CalendarDate),
  version: Version,
});

const band = { miles_from: Type.Number({ minimum: 0, maximum: 10_000 }), miles_to: Type.Number({ minimum: 0, maximum: 10_000 }), lb_from: Type.Integer({ minimum: 0, maximum: 1_000_000 }), lb_to: Type.Integer({ minimum: 0, maximum: 1_000_000 }) };
export const PricingSheet = Type.Array(Strict({ ...band, rate_per_cwt: Cents, minimum: Cents }), { maxItems: 400 });

/** All that agents may read of one. */
export const Detail = Type.Object({
  ...Carrier.properties,
  address: ShortText,
  zip: Type.String({ maxLength: 5 }),
  agreement_signed_at: Nullable(Type.String({ maxLength: 40 })),
  licenses: Type.Array(License, { maxItems: 100 }),
  equipment: Type.Array(ShortText, { maxItems: 100 }),
  service_states: Type.Array(ShortText, { maxItems: 60 }),
  price_ratio: Type.Number(),
  pricing_sheet: PricingSheet,
  policies: Type.Array(
    Type.Object({ id: Uuid, kind: ShortText, insurer: ShortText, policy_number: ShortText, limit_cents: Type.Integer(), effective: CalendarDate, expiration: CalendarDate, url: Nullable(ShortText) }),
    { maxItems: 500 },
  ),
});

/** @throws Problem 404 */
export async function presentDetail(db: Kysely<Tables>, parts: ApiParts, id: string) {
  const row = await carrierById(db, id);
  const files = filesForAgents(id);
  const [presented] = await presentCarriers(db, [row], dateIn(parts.brokerage.zone, parts.now()));
  const { address, zip, agreement_signed_at, equipment, service_states, price_ratio, pricing_sheet } = row;
  const policies = (await policiesOf(db, id)).map((policy) => ({ ...policy, url: policy.file_id && `${files}/insurance/${policy.id}/file` }));
  return { ...presented!, address, zip, agreement_signed_at, licenses: presentLicenses(row.licenses as LicenseRow[], files), equipment, service_states, price_ratio, pricing_sheet, policies };
}
