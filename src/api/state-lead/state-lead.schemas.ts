import { Type } from 'typebox';
import type { Static } from 'typebox';
import { OFF_MARKET_REPORTS } from '#src/machines/marketplace/purchase.lifecycle.ts';
import { moveSizes } from '#src/machines/state-lead/move-sizes.ts';
import { LOST_REASONS, STATE_LEAD_STATES } from '#src/machines/state-lead/state-lead.lifecycle.ts';
import {
  PageInfo,
  Named,
  CalendarDate,
  Cents,
  Count,
  Cursor,
  Email,
  FlagText,
  Instant,
  Latitude,
  LimitText,
  Longitude,
  Name,
  Nullable,
  OneOf,
  Phone,
  PositiveCents,
  Strict,
  Text,
  Token,
  UsState,
  Uuid,
  Version,
  Zip,
  Zone,
} from '#src/api/http/schemas.ts';

export const Size = OneOf(moveSizes);
export const Weight = Type.Integer({ minimum: 1, maximum: 200_000, description: 'lb' });

/** A place: a ZIP code, or a city with its state. */
const WhereInput = Strict({ zip: Type.Optional(Zip), city: Type.Optional(Text(100)), state: Type.Optional(UsState) });

/** A household's request, as a lead provider submits it. */
export const IntakeLead = Strict({
  external_id: Text(100),
  client: Strict({
    name: Name(120),
    email: Type.Optional(Nullable(Email)),
    phone: Type.Optional(Nullable(Phone)),
    zone: Type.Optional(Zone),
    phone_verified: Type.Optional(
      Type.Boolean({ description: 'You had the household prove the number, such as by a code. Buyers see it.' }),
    ),
    email_verified: Type.Optional(
      Type.Boolean({ description: 'You had the household prove the address, such as by a link. Buyers see it.' }),
    ),
  }),
  origin: WhereInput,
  destination: WhereInput,
  move_date: Type.Optional(Nullable(CalendarDate)),
  is_flexible: Type.Optional(Type.Boolean()),
  size: Size,
  weight_lb: Type.Optional(Nullable(Weight)),
  comment: Type.Optional(Nullable(Text(2000))),
});
export type IntakeLead = Static<typeof IntakeLead>;

export const IntakeAnswer = Type.Object({
  id: Uuid,
  reference: Type.String({ maxLength: 20 }),
  received_at: Instant,
  duplicate: Type.Boolean({ description: 'This source handed it in before; nothing was added.' }),
  suspected_duplicate_of: Nullable(
    Type.String({
      maxLength: 20,
      description:
        'Reference of a lead of the last 14 days with the same phone or email between the same places; it was added all the same.',
    }),
  ),
});

/** `newest` puts leads to follow up today or earlier before all others; `move-date` sorts by the next upcoming move. */
export const STATE_LEAD_SORTS = ['newest', 'oldest', 'follow-up', 'move-date'] as const;

export const ListQuery = Strict({
  is_archived: Type.Optional(FlagText),
  q: Type.Optional(Text(100)),
  state: Type.Optional(UsState),
  city: Type.Optional(Text(100)),
  destination_state: Type.Optional(UsState),
  date_from: Type.Optional(CalendarDate),
  date_to: Type.Optional(CalendarDate),
  size: Type.Optional(Size),
  uncontacted: Type.Optional(FlagText),
  status: Type.Optional(OneOf(STATE_LEAD_STATES)),
  assigned: Type.Optional(OneOf(['me', 'nobody'])),
  sort: Type.Optional(OneOf(STATE_LEAD_SORTS)),
  after: Type.Optional(Cursor),
  limit: Type.Optional(LimitText),
});
export type ListQuery = Static<typeof ListQuery>;

const { sort: _sort, after: _after, limit: _limit, ...NARROWING } = ListQuery.properties;
/** The filters of the list. */
export const MapQuery = Strict(NARROWING);

export const StateLeadMap = Type.Object({
  cities: Type.Array(
    Named('StateLeadCity', {
      city: Type.String({ maxLength: 100 }),
      state: UsState,
      lat: Latitude,
      lng: Longitude,
      count: Count,
    }),
    { maxItems: 500 },
  ),
});

const Where = Type.Object({
  city: Type.String({ maxLength: 100 }),
  state: UsState,
  zip: Nullable(Zip),
  lat: Latitude,
  lng: Longitude,
});
const Action = Type.Object({
  event: Type.String({ maxLength: 40 }),
  may: Type.Boolean(),
  unmet: Type.Array(Type.String({ maxLength: 100 }), { maxItems: 10 }),
});

export const Quote = Named('StateQuote', {
  id: Uuid,
  amount: Cents,
  message: Nullable(Type.String({ maxLength: 5000 })),
  valid_until: CalendarDate,
  sent_by: Type.String({ maxLength: 120 }),
  sent_at: Instant,
  answer: Nullable(OneOf(['accepted', 'declined', 'replaced', 'withdrawn'])),
  answer_reason: Nullable(Type.String({ maxLength: 1000 })),
  answered_at: Nullable(Instant),
});

/** Someone in the business. */
export const Person = Named('StateLeadPerson', { id: Uuid, name: Type.String({ maxLength: 120 }) });

export const StateLead = Named('StateLead', {
  id: Uuid,
  reference: Type.String({ maxLength: 20 }),
  state: OneOf(STATE_LEAD_STATES),
  is_archived: Type.Boolean(),
  received_at: Instant,
  origin: Where,
  destination: Where,
  miles: Type.Number({ minimum: 0, maximum: 99_999 }),
  move_date: Nullable(CalendarDate),
  is_flexible: Type.Boolean(),
  size: Size,
  weight_lb: Weight,
  is_locked: Type.Boolean({ description: 'The client is not shown.' }),
  // There is no active subscription, or the trial does not include this lead.
  locked_by: Nullable(OneOf(['subscription', 'trial'])),
  client: Nullable(
    Type.Object({ name: Type.String({ maxLength: 120 }), email: Nullable(Email), phone: Nullable(Phone), zone: Zone }),
  ),
  comment: Nullable(Type.String({ maxLength: 2000 })),
  off_market: Nullable(OneOf(['hired', ...OFF_MARKET_REPORTS] as const)),
  is_suspected_duplicate: Type.Boolean(),
  contacted_at: Nullable(Instant),
  note_count: Count,
  quote: Nullable(Quote),
  assignee: Nullable(Person),
  follow_up_date: Nullable(CalendarDate),
  is_due: Type.Boolean({ description: 'To be followed up today or earlier.' }),
  outcome: Nullable(
    Type.Object({
      value: Nullable(Cents),
      reason: Nullable(OneOf(LOST_REASONS)),
      note: Nullable(Type.String({ maxLength: 500 })),
      at: Instant,
    }),
  ),
  actions: Type.Array(Action, { maxItems: 20 }),
  version: Version,
});

export const Note = Named('StateLeadNote', {
  id: Uuid,
  author: Type.String({ maxLength: 120 }),
  is_own: Type.Boolean(),
  text: Type.String({ maxLength: 5000 }),
  created_at: Instant,
  edited_at: Nullable(Instant),
});
export const Notes = Type.Array(Note, { maxItems: 500 });

export const HistoryEntry = Type.Object({
  sequence: Count,
  event: Type.String({ maxLength: 40 }),
  payload: Type.Record(Type.String({ maxLength: 60 }), Type.Any()),
  actor_name: Type.String({ maxLength: 120 }),
  actor_role: Type.String({ maxLength: 20 }),
  at: Instant,
  // Named as in the lifecycle of that day, whose states may no longer exist.
  from_state: Type.String({ maxLength: 60 }),
  to_state: Type.String({ maxLength: 60 }),
});

export const StateLeadDetail = Named('StateLeadDetail', {
  ...StateLead.properties,
  sent_to: Type.Integer({
    minimum: 1,
    maximum: 1_000_000,
    description: 'How many businesses of movers and buyers on the marketplace got it.',
  }),
  quotes: Type.Array(Quote, { maxItems: 200 }),
  history: Type.Array(HistoryEntry, { maxItems: 1000 }),
});

export const StateLeadPage = Type.Object({
  leads: Type.Array(StateLead, { maxItems: 100 }),
  page: PageInfo,
  counts: Type.Object({ inbox: Count, fresh: Count, archived: Count }),
  is_locked: Type.Boolean(),
  is_trial: Type.Boolean({ description: 'The trial runs: so many leads a day are open, the others locked.' }),
});

export const ArchiveMany = Strict({
  ids: Type.Array(Uuid, { minItems: 1, maxItems: 100, uniqueItems: true }),
  is_archived: Type.Boolean(),
});
export const AssignMany = Strict({
  ids: Type.Array(Uuid, { minItems: 1, maxItems: 100, uniqueItems: true }),
  assignee_id: Type.Optional(Nullable(Uuid)),
});

/** The outcome of a lead: won with its value, lost with the reason, or open again. */
export const OutcomeInput = Strict({
  version: Type.Optional(Version),
  outcome: OneOf(['won', 'lost', 'open']),
  value: Type.Optional(Nullable(PositiveCents)),
  reason: Type.Optional(Nullable(OneOf(LOST_REASONS))),
  note: Type.Optional(Nullable(Text(500))),
});
export const ArchiveResults = Type.Object({
  results: Type.Array(
    Type.Object({ id: Uuid, done: Type.Boolean(), detail: Nullable(Type.String({ maxLength: 400 })) }),
    { maxItems: 100 },
  ),
});
export const QuoteInput = Strict({
  version: Type.Optional(Version),
  amount: PositiveCents,
  message: Type.Optional(Nullable(Text(5000))),
  valid_until: CalendarDate,
});

/** `amount` is the price that the client saw. */
export const QuoteAnswer = Strict({
  amount: PositiveCents,
  answer: OneOf(['accepted', 'declined']),
  reason: Type.Optional(Nullable(Text(1000))),
});
export const TokenQuery = Strict({ token: Token });

/** A quote as the client reads it, through the link of the mail. */
export const SharedQuote = Type.Object({
  reference: Type.String({ maxLength: 20 }),
  company: Type.Object({ name: Type.String({ maxLength: 200 }), phone: Nullable(Phone) }),
  client_name: Type.String({ maxLength: 120 }),
  origin: Where,
  destination: Where,
  move_date: Nullable(CalendarDate),
  is_flexible: Type.Boolean(),
  size: Size,
  amount: Cents,
  message: Nullable(Type.String({ maxLength: 5000 })),
  valid_until: CalendarDate,
  sent_at: Instant,
  answer: Nullable(OneOf(['accepted', 'declined'])),
  answered_at: Nullable(Instant),
  actions: Type.Array(Action, { maxItems: 10 }),
});
