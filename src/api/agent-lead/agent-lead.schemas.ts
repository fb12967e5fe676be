import { Type } from 'typebox';
import { PAYMENT_METHODS } from './ledger.balance.ts';
import type { Static, TOptional, TSchema } from 'typebox';
import { AGENT_LEAD_STAGES, AGENT_LEAD_TABS } from '#src/machines/agent-lead/agent-lead.types.ts';
import { AGREEMENT_STATES } from '#src/machines/agreement/agreement.lifecycle.ts';
import { AgreementSummary, LinkSummary } from '#src/api/agreement/agreement.schemas.ts';
import { Estimate } from '#src/api/estimate/estimate.schemas.ts';
import { ComplianceAtAward } from '#src/api/carrier/compliance.schemas.ts';
import { LeadJob } from '#src/api/carrier-job/carrier-job.schemas.ts';
import { Bid } from '#src/api/bid/bid.schemas.ts';
import { CarrierSummary } from '#src/api/carrier/carrier-summary.ts';
import {
  PageInfo,
  Named,
  CalendarDate,
  Cents,
  Count,
  Email,
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
  Zone,
  PositiveCents,
} from '#src/api/http/schemas.ts';

export const LEAD_KINDS = ['household-interstate', 'household-intrastate', 'local', 'commercial', 'freight'] as const;
export const STOP_ROLES = ['pick-up', 'drop-off', 'extra'] as const;
export const PACKINGS = ['none', 'partial', 'full'] as const;

export const Kind = OneOf(LEAD_KINDS);
export const Tab = OneOf(AGENT_LEAD_TABS);
export const Stage = OneOf(AGENT_LEAD_STAGES);
const AgreementStateSchema = OneOf(AGREEMENT_STATES);

const KnownZip = Nullable({ ...Zip, description: 'Null for clients and carriers while only the city is known' });

export const Place = Named('Place', {
  city: Type.String({ maxLength: 100 }),
  state: UsState,
  zip: KnownZip,
  lat: Nullable(Type.Number({ minimum: -90, maximum: 90 })),
  lng: Nullable(Type.Number({ minimum: -180, maximum: 180 })),
});

const stopFields = {
  role: OneOf(STOP_ROLES),
  address: Type.Optional(Nullable(Text(200))),
  city: Text(100),
  state: UsState,
  zip: Zip,
  dwelling: Type.Optional(Nullable(Text(60))),
  floor: Type.Optional(Nullable(Type.Integer({ minimum: -5, maximum: 200 }))),
  stairs: Type.Optional(Nullable(Type.Integer({ minimum: 0, maximum: 500, description: 'steps' }))),
  has_elevator: Type.Optional(Nullable(Type.Boolean())),
  long_carry_ft: Type.Optional(Nullable(Type.Integer({ minimum: 0, maximum: 5000, description: 'ft' }))),
  needs_shuttle: Type.Optional(
    Nullable(Type.Boolean({ description: 'A large truck cannot get there, so a smaller one goes between' })),
  ),
  earliest: Type.Optional(Nullable(CalendarDate)),
  latest: Type.Optional(Nullable(CalendarDate)),
  note: Type.Optional(Nullable(Text(1000))),
};
/** If only the city is known, the ZIP code is absent. */
export const StopBody = Strict({
  ...stopFields,
  zip: Type.Optional(Nullable({ ...Zip, description: 'That of the middle of the city where it is left out' })),
});
export type GivenStop = Static<typeof StopBody>;
export type StopInput = GivenStop & { zip: string };
export const Stop = Named('Stop', {
  ...stopFields,
  zip: KnownZip,
  lat: Type.Optional(Nullable(Type.Number({ minimum: -90, maximum: 90 }))),
  lng: Type.Optional(Nullable(Type.Number({ minimum: -180, maximum: 180 }))),
});

const itemFields = {
  room: Text(60),
  item: Text(100),
  quantity: Type.Integer({ minimum: 1, maximum: 999 }),
  volume_cuft: Type.Number({ minimum: 0, maximum: 10_000, description: 'ft³ of one' }),
};
const Weight = Type.Integer({
  minimum: 0,
  maximum: 100_000,
  description: 'lb of one; 7 lb per ft³ where it is left out',
});
export const InventoryItemBody = Strict({ ...itemFields, weight_lb: Type.Optional(Nullable(Weight)) });
export const InventoryItem = Named('InventoryItem', { ...itemFields, weight_lb: Weight });

export const ClientBody = Strict({
  name: Name(120),
  email: Type.Optional(Nullable(Email)),
  phone: Type.Optional(Nullable(Phone)),
  zone: Type.Optional(
    Nullable(Type.String({ ...Zone, description: 'IANA time zone; that of the pick-up where it is left out' })),
  ),
});

/**
 * The data of a lead that a person enters. Names other than `client`, `stops`, and `inventory` are those of columns.
 */
const editable = {
  source: Text(80),
  kind: Kind,
  client: ClientBody,
  stops: Type.Array(StopBody, { minItems: 2, maxItems: 10 }),
  inventory: Type.Array(InventoryItemBody, { maxItems: 500 }),
  move_size: Nullable(Text(60)),
  packing: OneOf(PACKINGS),
  storage_days: Type.Integer({ minimum: 0, maximum: 3650 }),
  special_items: Nullable(Text(2000)),
  notes: Nullable(Text(5000)),
  assigned_agent_id: Nullable(Uuid),
};

const optional = <T extends Record<string, TSchema>>(schemas: T) =>
  Object.fromEntries(Object.entries(schemas).map(([name, schema]) => [name, Type.Optional(schema)])) as {
    [K in keyof T]: TOptional<T[K]>;
  };

/** POST agent-lead/: multipart with this as the JSON part `lead`, or as the JSON body. */
export const CreateLeadBody = Strict({ ...optional(editable), client: editable.client, stops: editable.stops });
export type CreateLead = Static<typeof CreateLeadBody>;

/**
 * PATCH agent-lead/{id}: absent fields stay unchanged. Archiving and restoring, which are events of the lifecycle, are
 * also sent here.
 */
export const EditLeadBody = Strict({
  version: Type.Optional(Version),
  ...optional(editable),
  is_archived: Type.Optional(Type.Boolean()),
  archive_reason: Type.Optional(Text(500)),
});
export type EditLead = Static<typeof EditLeadBody>;

const SignedCents = Type.Integer({ description: 'US cents' });

/** Amounts derived from a lead's ledger and price. For the brokerage only, because they include the margin. */
export const Money = Named('LeadMoney', {
  total: Cents,
  reduced: Cents,
  deposit: Cents,
  deposit_due: Cents,
  received: SignedCents,
  refunded: SignedCents,
  due: SignedCents,
  carrier_pay: Nullable(Cents),
  carrier_paid: SignedCents,
  broker_share: Nullable(SignedCents),
  broker_paid: SignedCents,
  card_fees: Cents,
  margin: Nullable(SignedCents),
});

/** An entry of the ledger. */
export const Payment = Named('Payment', {
  id: Uuid,
  direction: OneOf(['from-client', 'to-client', 'to-carrier', 'to-broker', 'off-price'] as const),
  kind: OneOf(['deposit', 'balance', 'partial', 'refund', 'payout', 'reduction', 'correction'] as const),
  amount: PositiveCents,
  method: OneOf(PAYMENT_METHODS),
  paid_on: CalendarDate,
  by: Type.String({ maxLength: 200 }),
  is_by_provider: Type.Boolean(),
  corrects: Nullable(Uuid),
  is_corrected: Type.Boolean(),
  note: Nullable(Type.String({ maxLength: 2000 })),
  created_at: Instant,
});

export const Facts = Named('LeadFacts', {
  today: CalendarDate,
  client_email: Nullable(Type.String({ maxLength: 254 })),
  estimate_total: Nullable(Cents),
  quote: Nullable(Type.Object({ total: Cents, valid_until: CalendarDate })),
  has_origin: Type.Boolean(),
  has_destination: Type.Boolean(),
  move_date: Nullable(CalendarDate),
  active_bids: Count,
  awardable_bids: Count,
  awarded_carrier_id: Nullable(Uuid),
  awarded_from_board: Type.Boolean(),
  is_carrier_paid: Type.Boolean(),
  balance_due: Nullable(SignedCents),
});

const ShortText = Type.String({ maxLength: 2000 });
const Url = Type.String({ maxLength: 500 });

export const Contract = Named('LeadContract', {
  id: Uuid,
  follow_up_date: Nullable(CalendarDate),
  agreement_state: Nullable(AgreementStateSchema),
  broker_shipper_agreement: Nullable(Type.Object({ state: AgreementStateSchema, url: Nullable(Url) })),
  signed_at: Nullable(Instant),
  signed_by: Nullable(ShortText),
  awarded_carrier: Nullable(CarrierSummary),
  award_kind: Nullable(ShortText),
  award_amount: Nullable(Cents),
  award_reason: Nullable(ShortText),
  award_start_date: Nullable(CalendarDate),
  awarded_at: Nullable(Instant),
  compliance_at_award: Nullable(ComplianceAtAward),
  job_agreement_state: Nullable(AgreementStateSchema),
  carrier_signed_at: Nullable(Instant),
  owed_to_carrier_payed: Type.Boolean(),
  owed_to_broker_payed: Type.Boolean(),
  completion_url: Nullable(Url),
  closed_at: Nullable(Instant),
});

export const Invoice = Named('Invoice', {
  id: Uuid,
  number: Count,
  lines: Type.Array(Type.Object({ description: ShortText, amount: Type.Integer() }), { maxItems: 120 }),
  total: Cents,
  issued_on: CalendarDate,
  due_on: CalendarDate,
  sent_at: Instant,
  paid_on: Nullable(CalendarDate),
  payment_method: Nullable(ShortText),
  payment_note: Nullable(ShortText),
  url: Url,
});

export const Lead = Named('Lead', {
  id: Uuid,
  reference: Type.String({ maxLength: 20 }),
  version: Version,
  state: Tab,
  stage: Nullable(Stage),
  is_archived: Type.Boolean(),
  archive_reason: Nullable(ShortText),
  entered_state_at: Instant,
  created_at: Instant,
  updated_at: Instant,
  source: ShortText,
  kind: Kind,
  client: Type.Object({
    name: ShortText,
    email: Nullable(Type.String({ maxLength: 254 })),
    phone: Nullable(Type.String({ maxLength: 16 })),
    zone: Type.String({ maxLength: 64 }),
  }),
  origin: Nullable(Place),
  destination: Nullable(Place),
  move_date: Nullable(CalendarDate),
  move_date_last: Nullable(CalendarDate),
  delivery_date_last: Nullable(CalendarDate),
  distance_miles: Nullable(Type.Number()),
  is_interstate: Nullable(Type.Boolean()),
  move_size: Nullable(ShortText),
  volume_cuft: Nullable(Type.Number()),
  weight_lb: Nullable(Count),
  packing: OneOf(PACKINGS),
  storage_days: Count,
  special_items: Nullable(ShortText),
  posted_low: Nullable({ ...Cents, description: 'What the load board says that it pays, from here' }),
  posted_high: Nullable({ ...Cents, description: 'to here; the same for one rate' }),
  notes: Nullable(Type.String({ maxLength: 5000 })),
  assigned_agent: Nullable(Type.Object({ id: Uuid, name: ShortText })),
  follow_up: Nullable(Type.Object({ date: CalendarDate, reason: ShortText })),
  quote: Nullable(
    Type.Object({
      estimate_id: Uuid,
      number: Count,
      total: Cents,
      valid_until: CalendarDate,
      sent_at: Instant,
      opened_at: Nullable(Instant),
      asked_at: Nullable(Instant),
      accepted_at: Nullable(Instant),
    }),
  ),
  bid_count: Count,
  unseen_bid_count: Count,
  lowest_bid: Nullable(Cents),
  contract: Contract,
  invoice: Nullable(Invoice),
  money: Nullable(Money),
  facts: Facts,
  stops: Type.Array(Stop, { maxItems: 10 }),
  inventory: Type.Array(InventoryItem, { maxItems: 500 }),
  bids: Type.Optional(Type.Array(Bid, { maxItems: 10_000, description: 'Only where `fields` names them' })),
});

export const Attachment = Named('Attachment', {
  id: Uuid,
  name: Type.String({ maxLength: 200 }),
  note: Nullable(ShortText),
  is_visible_to_carriers: Type.Boolean(),
  media_type: Type.String({ maxLength: 100 }),
  size: Count,
  url: Url,
  preview_url: Nullable(Url),
  version: Version,
  created_at: Instant,
});

export const LeadSummary = Named('LeadSummary', {
  id: Uuid,
  reference: Type.String({ maxLength: 20 }),
  client_name: ShortText,
  state: Tab,
  is_archived: Type.Boolean(),
  created_at: Instant,
});

export const LeadPage = Type.Object({
  leads: Type.Array(Lead, { maxItems: 100 }),
  ranks: Type.Array(Nullable(Type.String({ maxLength: 120 })), {
    maxItems: 100,
    description: 'Of each lead a text that sorts as the list does; null where the list is sorted by words',
  }),
  page: PageInfo,
});

export const Counts = Type.Object({
  tabs: Type.Array(Type.Object({ state: Tab, all: Count, mine: Count }), { maxItems: 20 }),
  archived: Count,
});

/** The lifecycle's name at that time: a state or stage that may no longer exist. */
const OfThatDay = Type.String({ maxLength: 60 });

export const HistoryEntry = Named('LeadHistoryEntry', {
  sequence: Count,
  event: Type.String({ maxLength: 60 }),
  payload: Type.Any(),
  actor_name: ShortText,
  actor_role: Type.String({ maxLength: 20 }),
  actor_company: Nullable(ShortText),
  at: Instant,
  from_state: Nullable(OfThatDay),
  from_stage: Nullable(OfThatDay),
  to_state: OfThatDay,
  to_stage: Nullable(OfThatDay),
  is_archived: Type.Boolean(),
  model_version: Count,
});

/** A lead with everything that its page shows. */
export const LeadDetail = Named('LeadDetail', {
  ...Lead.properties,
  attachments: Type.Array(Attachment, { maxItems: 1000 }),
  estimates: Type.Array(Estimate, { maxItems: 1000 }),
  agreements: Type.Array(AgreementSummary, { maxItems: 1000 }),
  links: Type.Array(LinkSummary, { maxItems: 50 }),
  payments: Type.Array(Payment, { maxItems: 10_000, description: 'The ledger, oldest first' }),
  jobs: Type.Array(LeadJob, { maxItems: 50, description: 'Of carriers that signed, the newest first' }),
  duplicates: Type.Array(LeadSummary, { maxItems: 10 }),
  merges: Named('LeadMerges', {
    into: Type.Array(LeadSummary, { maxItems: 1, description: 'The lead that was kept in its place' }),
    from: Type.Array(LeadSummary, { maxItems: 50, description: 'Those that were merged into it' }),
  }),
});
