import { Type } from 'typebox';
import type { Static } from 'typebox';
import { POLICY_KINDS } from '#src/machines/carrier/compliance.ts';
import { BrokerageBody } from '#src/api/agreement/agreement.schemas.ts';
import { CalendarDate, Instant, Nullable, OneOf, Phone, Strict, Text, UsState, Uuid, Version, Zip } from '#src/api/platform/schemas.ts';
import { Compliance } from './compliance.schemas.ts';

export const AUTHORITIES = ['active', 'pending', 'revoked'] as const;
export const MAXIMUM_LICENSES = 30;
const ShortText = Type.String({ maxLength: 500 });
const Url = Type.String({ maxLength: 300, description: 'Path of the file under /files/' });

/**
 * One license as a carrier gives it. With the `id` of one of its own it stays that one and keeps its file, unless
 * `file` is null (the file goes) or the place of another one among the uploaded `license_files`, from 0.
 */
export const LicenseInput = Strict({
  id: Type.Optional(Nullable(Uuid)),
  kind: Text(100),
  number: Text(60),
  state: Type.Optional(Nullable(UsState)),
  expires: Type.Optional(Nullable(CalendarDate)),
  file: Type.Optional(Nullable(Type.Integer({ minimum: 0, maximum: MAXIMUM_LICENSES - 1 }))),
});
export type LicenseInput = Static<typeof LicenseInput>;

/** The form of `PUT carrier/`; everything arrives as text, lists as repeated fields, licenses as JSON. */
export const ProfileForm = Strict({
  legal_name: Text(200),
  docket_number: Type.Optional(Type.String({ maxLength: 20 })),
  contact_name: Text(120),
  phone: Phone,
  address: Text(200),
  city: Text(100),
  state: UsState,
  zip: Zip,
  equipment: Type.Array(Text(60), { maxItems: 40, uniqueItems: true }),
  service_states: Type.Array(UsState, { maxItems: 60, uniqueItems: true }),
  licenses: Type.Optional(Type.Array(LicenseInput, { maxItems: MAXIMUM_LICENSES })),
  version: Type.Optional(Type.String({ pattern: '^[1-9][0-9]{0,8}$', maxLength: 9 })),
});
export type ProfileForm = Static<typeof ProfileForm>;

/** The form of `POST carrier/insurance/upload`. `limit` is US cents. */
export const PolicyForm = Strict({
  kind: OneOf(POLICY_KINDS),
  insurer: Text(120),
  policy_number: Text(60),
  limit: Type.String({ pattern: '^[1-9][0-9]{0,11}$', maxLength: 12 }),
  effective: CalendarDate,
  expiration_date: CalendarDate,
});
export type PolicyForm = Static<typeof PolicyForm>;

export const License = Type.Object({ id: Uuid, kind: ShortText, number: ShortText, state: Nullable(UsState), expires: Nullable(CalendarDate), url: Nullable(Url) });

export const Policy = Type.Object({
  id: Uuid,
  kind: OneOf(POLICY_KINDS),
  insurer: ShortText,
  policy_number: ShortText,
  limit: Type.Integer({ description: 'US cents' }),
  effective: CalendarDate,
  expiration: CalendarDate,
  url: Nullable(Url),
});

/** A carrier as it sees and edits itself. */
export const CarrierProfile = Type.Object({
  id: Uuid,
  legal_name: ShortText,
  usdot: Type.String({ maxLength: 8 }),
  docket_number: Nullable(ShortText),
  contact_name: ShortText,
  email: ShortText,
  phone: Nullable(ShortText),
  address: ShortText,
  city: ShortText,
  state: ShortText,
  zip: ShortText,
  equipment: Type.Array(ShortText, { maxItems: 100 }),
  service_states: Type.Array(ShortText, { maxItems: 60 }),
  licenses: Type.Array(License, { maxItems: 100 }),
  insurance: Type.Array(Policy, { maxItems: 500 }),
  authority: OneOf(AUTHORITIES),
  compliance: Compliance,
  gaps: Type.Array(ShortText, { maxItems: 20, description: 'What keeps it from bidding today' }),
  cover_gaps: Type.Array(ShortText, { maxItems: 20, description: 'Those of them that insurance closes' }),
  missing: Type.Array(ShortText, { maxItems: 20, description: 'What the profile lacks before the agreement can be drawn up' }),
  agreement_signed_at: Nullable(Instant),
  agreement_url: Nullable(Url),
  brokerage: BrokerageBody,
  version: Version,
});
