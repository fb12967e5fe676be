import { Type } from 'typebox';
import { STANDINGS } from '#src/machines/subscription/subscription.lifecycle.ts';
import { Named, Cents, Count, Instant, Nullable, OneOf, Strict, Text, Uuid, Version } from '#src/api/http/schemas.ts';

/** A code as people type it, in uppercase or lowercase; the provider decides whether it is valid. */
export const CouponCode = Type.String({ pattern: '^ *[A-Za-z0-9_-]+ *$', minLength: 2, maxLength: 40 });
export const Reason = Text(500);
/** The provider's id of a setup that the browser has completed. */
export const SetupIntentId = Type.String({ pattern: '^seti_[A-Za-z0-9_]+$', minLength: 8, maxLength: 100 });

const CouponAnswer = Named('Coupon', {
  code: Type.String({ maxLength: 100 }),
  percent_off: Nullable(Type.Number({ minimum: 0, maximum: 100 })),
  amount_off: Nullable(Cents),
  duration: OneOf(['once', 'repeating', 'forever']),
  months: Nullable(Count),
  ends_at: Nullable(Instant),
});

export const CouponState = Named('CouponState', {
  coupon: Nullable(CouponAnswer),
  price: Cents,
  /** With the coupon. */
  price_with_coupon: Cents,
});

export const CardAnswer = Named('PaymentCard', {
  id: Uuid,
  brand: Type.String({ maxLength: 40 }),
  last4: Type.String({ maxLength: 4 }),
  expires: Type.String({ maxLength: 7, description: 'YYYY-MM' }),
  is_default: Type.Boolean(),
});

export const SubscriptionAnswer = Named('Subscription', {
  /** Null until a subscription is started. */
  id: Nullable(Uuid),
  status: OneOf(['inactive', 'trialing', 'active']),
  standing: OneOf(STANDINGS),
  payments: OneOf(['stripe', 'sandbox', 'off']),
  publishable_key: Type.String({ maxLength: 200, description: 'For the browser, where it talks to the provider.' }),
  trial_ends_at: Nullable(Instant),
  trial_days: Count,
  used_trial: Type.Boolean(),
  card_added: Type.Boolean(),
  has_card: Type.Boolean(),
  /** The one that is charged; for the mover only. */
  card: Nullable(CardAnswer),
  current_period_end: Nullable(Instant),
  cancel_at_period_end: Type.Boolean(),
  cancel_reason: Nullable(Type.String({ maxLength: 500 })),
  price: Cents,
  price_with_coupon: Cents,
  coupon: Nullable(CouponAnswer),
  past_due_since: Nullable(Instant),
  /** Until when leads stay open despite a missing payment. */
  pay_until: Nullable(Instant),
  amount_due: Cents,
  /** Why the open payment was refused, in the words of the bank; null once another card is the default one. For the mover only. */
  refusal: Nullable(Type.String({ maxLength: 500 })),
  /** What the signed-in person may request now, and what is missing for the rest. */
  actions: Type.Array(
    Type.Object({
      event: Type.String({ maxLength: 40 }),
      may: Type.Boolean(),
      unmet: Type.Array(Type.String({ maxLength: 200 }), { maxItems: 10 }),
    }),
    { maxItems: 20 },
  ),
  version: Nullable(Version),
});

export const BankAnswer = Named('BankStep', {
  status: OneOf(['inactive', 'trialing', 'active']),
  client_secret: Nullable(
    Type.String({ maxLength: 300, description: 'Given where the bank must be asked: the browser does it with this.' }),
  ),
});

export const CardsAnswer = Type.Array(CardAnswer, { maxItems: 100 });

export const InvoiceAnswer = Type.Object({
  id: Uuid,
  date: Instant,
  number: Nullable(Type.String({ maxLength: 100 })),
  amount: Cents,
  status: Type.String({ maxLength: 20 }),
  receipt_url: Nullable(Type.String({ maxLength: 2000 })),
  /** The amount refunded to the card. */
  returned: Cents,
  /** The status of a dispute with the card's bank. */
  dispute: Nullable(OneOf(['open', 'won', 'lost'])),
});

export const SetupAnswer = Type.Object({
  client_secret: Type.String({ maxLength: 300 }),
  publishable_key: Type.String({ maxLength: 200 }),
  provider: OneOf(['stripe', 'sandbox']),
});

/**
 * `price` is the monthly price as the mover saw it, with the coupon. `trial` says whether the mover saw a free trial:
 * nobody who was offered one is charged. If omitted, it is the trial for those who have not used it, and nobody is
 * charged during one. `card` is the default card that the mover saw beside the price.
 */
export const StartBody = Strict({
  coupon: Type.Optional(CouponCode),
  price: Type.Optional(Cents),
  trial: Type.Optional(Type.Boolean()),
  card: Type.Optional(Uuid),
});
/** The amount due and the default card, as the mover saw them. */
export const DueBody = Strict({ amount: Cents, card: Type.Optional(Uuid) });
