import { Type } from 'typebox';
import { REFUND_WAYS } from '#src/machines/marketplace/credit-rule.ts';
import { DISPUTES, PURCHASE_STATES, REPORT_REASONS } from '#src/machines/marketplace/purchase.lifecycle.ts';
import { moveSizes } from '#src/machines/state-lead/move-sizes.ts';
import {
  Named,
  CalendarDate,
  Cents,
  Email,
  Instant,
  Nullable,
  OneOf,
  Phone,
  PositiveCents,
  Strict,
  Text,
  Token,
  UsState,
  Uuid,
  Zip,
  Zone,
} from '#src/api/http/schemas.ts';

export const PurchaseInput = Strict({
  leads_ids: Type.Array(Uuid, { minItems: 1, maxItems: 50, uniqueItems: true }),
  prices: Type.Array(PositiveCents, {
    minItems: 1,
    maxItems: 50,
    description: 'Of each lead, in their order, as the buyer saw it.',
  }),
  email: Email,
  /** The address's credit that pays for part or all of it, with the token of the link to its orders. */
  credit: Type.Optional(Nullable(Strict({ token: Token, amount: PositiveCents }))),
});
/** The total that the buyer saw. */
export const PayInput = Strict({ total: PositiveCents });
export const PurchaseParams = Strict({ token: Token });

const Place = Type.Object({ city: Type.String({ maxLength: 100 }), state: UsState });
const Reference = Type.String({ maxLength: 20 });

export const Purchase = Named('Purchase', {
  reference: Reference,
  state: OneOf(PURCHASE_STATES),
  email: Email,
  reserved_until: Instant,
  total: PositiveCents,
  credit: Cents,
  refunded_credit: Cents,
  items: Type.Array(
    Type.Object({
      id: Uuid,
      origin: Place,
      destination: Place,
      price: PositiveCents,
      gone: Type.Boolean({ description: 'Not paid, and no longer for sale to anyone.' }),
    }),
    { maxItems: 50 },
  ),
  actions: Type.Array(
    Type.Object({
      event: Type.String({ maxLength: 40 }),
      may: Type.Boolean(),
      unmet: Type.Array(Type.String({ maxLength: 200 }), { maxItems: 10 }),
    }),
    { maxItems: 10 },
  ),
  details_token: Nullable(Type.String({ maxLength: 128, description: 'Opens the contacts; once they are revealed.' })),
  details_until: Nullable(Instant),
  receipt_url: Nullable(Type.String({ maxLength: 2000 })),
  refusal: Nullable(
    Type.String({
      maxLength: 500,
      description: 'Why the bank refused the last card, in the words of the payment provider.',
    }),
  ),
  returned: Cents,
  dispute: Nullable(OneOf(DISPUTES)),
});

/** `token` is returned once, to the browser that reserved; every later call about the purchase needs it. */
export const Checkout = Type.Object({ token: Type.String({ maxLength: 128 }), purchase: Purchase });

export const Payment = Type.Object({
  client_secret: Nullable(
    Type.String({ maxLength: 300, description: 'With which the browser pays; null where nothing is left to pay.' }),
  ),
  publishable_key: Type.String({ maxLength: 200 }),
  provider: OneOf(['stripe', 'sandbox']),
  purchase: Purchase,
});

export const DetailsQuery = Strict({
  token: Token,
  leads_ids: Type.Optional(
    Type.String({
      pattern: '^[0-9a-f-]{36}(,[0-9a-f-]{36}){0,49}$',
      maxLength: 1849,
      description: 'Only these of the bought leads.',
    }),
  ),
});
export const DetailsToken = Strict({ token: Token });

const Where = Type.Object({ city: Type.String({ maxLength: 100 }), state: UsState, zip: Nullable(Zip) });

const BoughtLead = Type.Object({
  id: Uuid,
  reference: Reference,
  client: Type.Object({
    name: Type.String({ maxLength: 120 }),
    email: Nullable(Email),
    phone: Nullable(Phone),
    zone: Zone,
  }),
  origin: Where,
  destination: Where,
  miles: Type.Number({ minimum: 0, maximum: 99_999 }),
  size: OneOf(moveSizes),
  weight_lb: Type.Integer({ minimum: 1, maximum: 200_000 }),
  move_date: Nullable(CalendarDate),
  is_flexible: Type.Boolean(),
  comment: Nullable(Type.String({ maxLength: 2000 })),
  received_at: Instant,
  price: PositiveCents,
  credit: Cents,
  refund_asked_at: Nullable(Instant),
  refunded_at: Nullable(Instant),
  refund_to: Nullable(OneOf(REFUND_WAYS)),
  report: Nullable(
    Type.Object({
      reason: OneOf(REPORT_REASONS),
      text: Nullable(Type.String({ maxLength: 2000 })),
      at: Instant,
      declined_at: Nullable(Instant),
      answer: Nullable(Type.String({ maxLength: 500, description: 'Why the brokerage declined to refund it.' })),
    }),
  ),
});

export const BoughtLeads = Named('BoughtLeads', {
  reference: Reference,
  bought_at: Instant,
  report_until: Instant,
  refunds_left: Type.Integer({
    minimum: 0,
    maximum: 100,
    description: 'How many more leads are paid back without a review, where the reason is one of the rule.',
  }),
  items: Type.Array(BoughtLead, { maxItems: 50 }),
});

export const ReportInput = Strict({
  token: Token,
  lead_id: Uuid,
  reason: OneOf(REPORT_REASONS),
  text: Type.Optional(Nullable(Text(2000))),
  refund_to: Type.Optional(OneOf(REFUND_WAYS)),
});
