import { Type } from 'typebox';
import type { Static } from 'typebox';
import { ESTIMATE_UNITS } from '#src/machines/estimate/units.ts';
import { PricedLines } from '#src/api/tariff/tariff.schemas.ts';
import {
  Named,
  CalendarDate,
  Cents,
  Count,
  Instant,
  Nullable,
  OneOf,
  STORABLE,
  Strict,
  Text,
  Uuid,
  Version,
} from '#src/api/http/schemas.ts';

export const ESTIMATE_KINDS = ['binding', 'non-binding', 'not-to-exceed'] as const;

const lineFields = {
  code: Type.String({ minLength: 1, maxLength: 20, pattern: '^[A-Za-z0-9._-]+$' }),
  description: Text(200),
  unit: OneOf(ESTIMATE_UNITS),
  quantity: Type.Number({ minimum: 0, maximum: 1_000_000 }),
  rate: Type.Integer({
    minimum: -100_000_000,
    maximum: 100_000_000,
    description: 'US cents a unit; below zero takes something off, as a discount does whatever its sign',
  }),
};

const Code = Type.String({ maxLength: 20 });
const Shuttles = Type.Integer({ minimum: 0, maximum: 10 });
/** Which tariff priced it, the total at that time, and why lines differ from the tariff. */
const PricingBody = Strict({
  tariff_version: Version,
  shuttles: Shuttles,
  total: Cents,
  reasons: Type.Array(Strict({ code: Code, reason: Type.String({ maxLength: 500, pattern: STORABLE }) }), {
    maxItems: 20,
  }),
});
const Pricing = Named('EstimatePricing', {
  tariff_version: Version,
  shuttles: Shuttles,
  total: Cents,
  lines: PricedLines,
  overrides: Type.Array(
    Type.Object({
      code: Code,
      description: Text(200),
      tariff: Type.Integer({ description: 'US cents' }),
      now: Nullable(Type.Integer({ description: 'US cents; null where it was left out' })),
      reason: Type.String({ maxLength: 500 }),
    }),
    { maxItems: 20 },
  ),
});

const estimateFields = {
  kind: OneOf(ESTIMATE_KINDS),
  lines: Type.Array(Strict(lineFields), { minItems: 1, maxItems: 100 }),
  broker_fee: Cents,
  deposit: Cents,
  valid_until: CalendarDate,
  note: Type.Optional(Nullable(Text(2000))),
};
const pricing = Type.Optional(Nullable(PricingBody));
export const EstimateBody = Strict({ ...estimateFields, pricing });
export const EditEstimateBody = Strict({ ...estimateFields, pricing, version: Type.Optional(Version) });
export type EstimateInput = Static<typeof EstimateBody>;

const ShortText = Type.String({ maxLength: 2000 });

export const Estimate = Named('Estimate', {
  id: Uuid,
  lead_id: Uuid,
  number: Count,
  kind: OneOf(ESTIMATE_KINDS),
  lines: Type.Array(Type.Object({ ...lineFields, amount: Type.Integer({ description: 'US cents' }) }), {
    maxItems: 100,
  }),
  broker_fee: Cents,
  deposit: Cents,
  total: Cents,
  valid_until: CalendarDate,
  note: Nullable(ShortText),
  sent_at: Nullable(Instant),
  opened_at: Nullable(Instant),
  asked_at: Nullable(Instant),
  accepted_at: Nullable(Instant),
  declined_at: Nullable(Instant),
  is_current_quote: Type.Boolean(),
  is_outdated: Type.Boolean({ description: 'The move has changed since it was sent, so it can no longer be accepted' }),
  changes: Type.Array(Type.Object({ what: ShortText, before: Nullable(ShortText), after: Nullable(ShortText) }), {
    maxItems: 400,
  }),
  pricing: Type.Optional({ ...Pricing, description: 'Of what the tariff priced; only agents are told' }),
  version: Version,
  created_at: Instant,
});
