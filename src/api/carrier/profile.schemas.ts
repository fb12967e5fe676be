import { Type } from 'typebox';
import type { Static } from 'typebox';
import { POLICY_KINDS } from '#src/machines/carrier/compliance.ts';
import { LARGEST_FILES } from '#src/machines/file/accepted-files.ts';
import { AVATAR_FILE } from '#src/api/account/avatar.repository.ts';
import { BrokerageBody } from '#src/api/agreement/agreement.schemas.ts';
import type { Form } from '#src/api/http/multipart.ts';
import {
  Named,
  CalendarDate,
  Instant,
  Name,
  Nullable,
  OneOf,
  Phone,
  Strict,
  Text,
  UsState,
  Uuid,
  Version,
  Zip,
} from '#src/api/http/schemas.ts';
import { Compliance } from './compliance.schemas.ts';

export const AUTHORITIES = ['active', 'pending', 'revoked'] as const;
export const MAXIMUM_LICENSES = 30;
const ShortText = Type.String({ maxLength: 500 });
const Url = Type.String({ maxLength: 300, description: 'Path of the file under /files/' });

/**
 * One license as a carrier gives it. With the `id` of an existing one it updates that one and keeps its file, unless
 * `file` is null (the file is deleted) or an index, from 0, into the uploaded `license_files`.
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

/** The fields of `PUT carrier/`. Omitted fields stay unchanged. */
const ProfileFields = Strict({
  legal_name: Type.Optional(Name(200)),
  docket_number: Type.Optional(Type.String({ maxLength: 20 })),
  contact_name: Type.Optional(Name(120)),
  phone: Type.Optional(Phone),
  address: Type.Optional(Text(200)),
  city: Type.Optional(Text(100)),
  state: Type.Optional(UsState),
  zip: Type.Optional(Zip),
  equipment: Type.Optional(Type.Array(Text(60), { maxItems: 40, uniqueItems: true })),
  service_states: Type.Optional(Type.Array(UsState, { maxItems: 60, uniqueItems: true })),
  licenses: Type.Optional(Type.Array(LicenseInput, { maxItems: MAXIMUM_LICENSES })),
  version: Type.Optional(Type.String({ pattern: '^[1-9][0-9]{0,8}$', maxLength: 9 })),
});
export type ProfileFields = Static<typeof ProfileFields>;

/** A scan or photo of a certificate or license. */
const PAPER_FILE = { accepts: 'papers', bytes: LARGEST_FILES.papers } as const;

/**
 * `PUT carrier/`: lists are repeated parts, an empty list is a single empty part; licenses are JSON; `profile` is the
 * picture.
 */
export const ProfileForm = {
  fields: ProfileFields,
  files: { license_files: { ...PAPER_FILE, maximum: MAXIMUM_LICENSES }, profile: AVATAR_FILE },
  json: ['licenses'],
  repeated: ['equipment', 'service_states'],
} satisfies Form;

const policyFacts = { kind: OneOf(POLICY_KINDS), insurer: Text(120), policy_number: Text(60), effective: CalendarDate };
const LimitCents = Type.Integer({ minimum: 1, maximum: 999_999_999_999, description: 'US cents' });

/**
 * `POST carrier/insurance/upload`. If facts are missing, the certificate is stored, but is no coverage until they are
 * given.
 */
export const PolicyForm = {
  fields: Strict({
    ...Type.Partial(Type.Object(policyFacts)).properties,
    limit: Type.Optional(Type.String({ pattern: '^[1-9][0-9]{0,11}$', maxLength: 12, description: 'US cents' })),
    expiration_date: CalendarDate,
  }),
  files: { insurance: { ...PAPER_FILE, needed: 'Attach the certificate of insurance.' } },
} satisfies Form;
export type PolicyFields = Static<typeof PolicyForm.fields>;

/** All facts of a policy on record. */
export const PolicyFacts = Strict({ ...policyFacts, limit: LimitCents, expiration_date: CalendarDate });
export type PolicyFacts = Static<typeof PolicyFacts>;

export const License = Named('License', {
  id: Uuid,
  kind: ShortText,
  number: ShortText,
  state: Nullable(UsState),
  expires: Nullable(CalendarDate),
  url: Nullable(Url),
});

export const Policy = Named('InsurancePolicy', {
  id: Uuid,
  kind: OneOf(POLICY_KINDS),
  insurer: ShortText,
  policy_number: ShortText,
  limit: Type.Integer({ description: 'US cents' }),
  effective: CalendarDate,
  expiration: CalendarDate,
  expiration_date: CalendarDate,
  url: Nullable(Url),
});

/** A certificate with facts still missing. */
export const IncompletePolicy = Named('IncompletePolicy', {
  id: Uuid,
  kind: Nullable(OneOf(POLICY_KINDS)),
  insurer: Nullable(ShortText),
  policy_number: Nullable(ShortText),
  limit: Nullable(Type.Integer({ description: 'US cents' })),
  effective: Nullable(CalendarDate),
  expiration_date: CalendarDate,
  missing: Type.Array(ShortText, { maxItems: 10, description: 'What is still to be said, each a phrase' }),
  url: Url,
});

/** A carrier as it sees and edits itself. */
export const CarrierProfile = Named('CarrierProfile', {
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
  incomplete_insurance: Type.Array(IncompletePolicy, {
    maxItems: 500,
    description: 'Certificates that are no cover until the rest is said',
  }),
  authority: OneOf(AUTHORITIES),
  compliance: Compliance,
  gaps: Type.Array(ShortText, { maxItems: 20, description: 'What keeps it from bidding today' }),
  cover_gaps: Type.Array(ShortText, { maxItems: 20, description: 'Those of them that insurance closes' }),
  missing: Type.Array(ShortText, {
    maxItems: 20,
    description: 'What the profile lacks before the agreement can be drawn up',
  }),
  agreement_signed_at: Nullable(Instant),
  agreement_url: Nullable(Url),
  brokerage: BrokerageBody,
  version: Version,
});
