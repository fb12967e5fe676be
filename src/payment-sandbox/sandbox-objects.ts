/**
 * The objects of the sandbox: the subset of Stripe's fields that this product reads or Stripe's library needs. Times
 * are seconds since 1970, money is US cents. Fields that begin with `_` never leave the sandbox.
 */
export interface Stored {
  id: string;
  object: string;
  created: number;
}

export interface Customer extends Stored {
  object: 'customer';
  email: string | null;
  name: string | null;
  metadata: Metadata;
  invoice_settings: { default_payment_method: string | null };
}

export interface PaymentMethod extends Stored {
  object: 'payment_method';
  type: 'card';
  customer: string | null;
  card: { brand: string; last4: string; fingerprint: string; exp_month: number; exp_year: number; funding: 'credit' };
  billing_details: { name: string | null; email: string | null };
  /** The test number, which determines how the card behaves. */
  _number: string;
}

export interface SetupIntent extends Stored {
  object: 'setup_intent';
  client_secret: string;
  status: 'requires_payment_method' | 'requires_action' | 'succeeded' | 'canceled';
  customer: string | null;
  payment_method: string | null;
  usage: 'off_session';
  next_action: NextAction | null;
  last_setup_error: CardError | null;
  metadata: Metadata;
}

export interface PaymentIntent extends Stored {
  object: 'payment_intent';
  client_secret: string;
  status: 'requires_payment_method' | 'requires_confirmation' | 'requires_action' | 'succeeded' | 'canceled';
  amount: number;
  amount_received: number;
  currency: 'usd';
  customer: string | null;
  payment_method: string | null;
  setup_future_usage: 'off_session' | null;
  description: string | null;
  receipt_email: string | null;
  next_action: NextAction | null;
  last_payment_error: CardError | null;
  latest_charge: string | null;
  /** The invoice that it pays; Stripe stores that in the invoice's payments. */
  _invoice: string | null;
  metadata: Metadata;
}

export interface Charge extends Stored {
  object: 'charge';
  /** Always expanded; contains the fee deducted from the charge. */
  balance_transaction: { id: string; object: 'balance_transaction'; fee: number };
  amount: number;
  amount_refunded: number;
  refunded: boolean;
  disputed: boolean;
  currency: 'usd';
  customer: string | null;
  payment_intent: string;
  payment_method: string | null;
  payment_method_details: { type: 'card'; card: { brand: string; last4: string } };
  receipt_url: string | null;
  status: 'succeeded';
}

export interface Refund extends Stored {
  object: 'refund';
  amount: number;
  currency: 'usd';
  payment_intent: string;
  charge: string;
  reason: string | null;
  status: 'succeeded';
  metadata: Metadata;
}

export interface Dispute extends Stored {
  object: 'dispute';
  amount: number;
  currency: 'usd';
  charge: string;
  payment_intent: string;
  reason: string;
  status: 'needs_response' | 'under_review' | 'won' | 'lost';
  evidence: { uncategorized_text: string | null };
  evidence_details: { due_by: number; has_evidence: boolean; submission_count: number };
  metadata: Metadata;
}

export interface Payout extends Stored {
  object: 'payout';
  amount: number;
  currency: 'usd';
  arrival_date: number;
  destination: string | null;
  status: 'paid' | 'failed';
  failure_code: string | null;
  failure_message: string | null;
  metadata: Metadata;
}

export interface Product extends Stored {
  object: 'product';
  name: string;
  active: boolean;
  metadata: Metadata;
}

export interface Price extends Stored {
  object: 'price';
  active: boolean;
  currency: 'usd';
  unit_amount: number;
  product: string;
  lookup_key: string | null;
  type: 'recurring';
  recurring: { interval: 'month'; interval_count: 1 };
  metadata: Metadata;
}

export interface Coupon extends Stored {
  object: 'coupon';
  name: string | null;
  percent_off: number | null;
  amount_off: number | null;
  currency: 'usd' | null;
  duration: 'once' | 'repeating' | 'forever';
  duration_in_months: number | null;
  max_redemptions: number | null;
  times_redeemed: number;
  redeem_by: number | null;
  valid: boolean;
  metadata: Metadata;
}

export interface Discount extends Omit<Stored, 'created'> {
  object: 'discount';
  /** A discount that applies to one invoice only. */
  _once: boolean;
  source: { type: 'coupon'; coupon: string };
  customer: string;
  subscription: string;
  start: number;
  end: number | null;
}

export interface Subscription extends Stored {
  object: 'subscription';
  status: 'incomplete' | 'incomplete_expired' | 'trialing' | 'active' | 'past_due' | 'unpaid' | 'canceled';
  customer: string;
  currency: 'usd';
  items: List<SubscriptionItem>;
  start_date: number;
  billing_cycle_anchor: number;
  trial_start: number | null;
  trial_end: number | null;
  trial_settings: { end_behavior: { missing_payment_method: string } };
  cancel_at_period_end: boolean;
  cancel_at: number | null;
  canceled_at: number | null;
  ended_at: number | null;
  cancellation_details: { comment: string | null; feedback: string | null; reason: string | null };
  default_payment_method: string | null;
  discounts: Discount[];
  latest_invoice: string | null;
  pending_setup_intent: string | null;
  /** An update that applies once `latest_invoice` is paid, and is discarded at `expires_at`. */
  pending_update: { expires_at: number; trial_end: number; cancel_at_period_end: boolean } | null;
  metadata: Metadata;
  /** What the pending update changes. */
  _pending: Partial<Subscription> | null;
  /** Whether the upcoming end of the trial was announced. */
  _announced: boolean;
  /** The number of periods begun since the anchor. */
  _periods: number;
}

export interface SubscriptionItem extends Stored {
  object: 'subscription_item';
  price: Price;
  quantity: 1;
  subscription: string;
  current_period_start: number;
  current_period_end: number;
}

export interface Invoice extends Stored {
  object: 'invoice';
  number: string | null;
  status: 'draft' | 'open' | 'paid' | 'uncollectible' | 'void';
  customer: string;
  customer_email: string | null;
  currency: 'usd';
  billing_reason: 'subscription_create' | 'subscription_cycle' | 'upcoming';
  parent: {
    type: 'subscription_details';
    quote_details: null;
    subscription_details: { subscription: string; metadata: Metadata };
  };
  period_start: number;
  period_end: number;
  subtotal: number;
  total: number;
  total_discount_amounts: { amount: number; discount: string }[];
  discounts: Discount[];
  amount_due: number;
  amount_paid: number;
  amount_remaining: number;
  attempt_count: number;
  attempted: boolean;
  next_payment_attempt: number | null;
  confirmation_secret: { client_secret: string; type: 'payment_intent' } | null;
  payments: List<InvoicePayment>;
  lines: List<InvoiceLine>;
  status_transitions: {
    finalized_at: number;
    paid_at: number | null;
    voided_at: number | null;
    marked_uncollectible_at: null;
  };
  hosted_invoice_url: string | null;
  invoice_pdf: string | null;
  metadata: Metadata;
}

export interface InvoicePayment extends Stored {
  object: 'invoice_payment';
  invoice: string;
  amount_requested: number;
  amount_paid: number | null;
  currency: 'usd';
  is_default: true;
  status: 'open' | 'paid' | 'canceled';
  payment: { type: 'payment_intent'; payment_intent: string };
}

export interface InvoiceLine extends Omit<Stored, 'created'> {
  object: 'line_item';
  amount: number;
  currency: 'usd';
  description: string;
  period: { start: number; end: number };
  quantity: 1;
}

export interface StripeEvent extends Stored {
  object: 'event';
  api_version: string;
  type: string;
  livemode: false;
  pending_webhooks: number;
  data: { object: object };
  request: { id: string | null; idempotency_key: string | null };
}

export interface List<T> {
  object: 'list';
  data: T[];
  has_more: boolean;
  url: string;
}

export type Metadata = Record<string, string>;

/** Additional authentication required by the card's bank. */
export interface NextAction {
  type: 'use_stripe_sdk';
  use_stripe_sdk: object;
}

export interface CardError {
  type: 'card_error' | 'invalid_request_error';
  code: string;
  decline_code: string | null;
  message: string;
  /** The payment attempt that the bank declined; missing if authentication failed. */
  charge?: string;
  payment_method?: { id: string };
}

export type SandboxObject =
  | Customer
  | PaymentMethod
  | SetupIntent
  | PaymentIntent
  | Charge
  | Refund
  | Dispute
  | Payout
  | Product
  | Price
  | Coupon
  | Subscription
  | Invoice
  | StripeEvent;

export const listOf = <T>(data: T[], url: string): List<T> => ({ object: 'list', data, has_more: false, url });
