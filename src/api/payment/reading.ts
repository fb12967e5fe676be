import type Stripe from 'stripe';
import type { ApiParts } from '#src/api/parts.ts';

/** A bank took money back for its customer: undecided, or decided for us or against us. */
export type DisputeStanding = 'open' | 'won' | 'lost';

export interface DisputeReading {
  standing: DisputeStanding;
  amount: number;
  reason: string;
}

/** The provider's data about a payment, in our terms. Money in US cents, instants UTC ISO 8601. */
export interface PaymentReading {
  status: 'waiting' | 'asks-the-buyer' | 'refused' | 'succeeded' | 'canceled';
  /** The secret with which the browser may pay this. */
  clientSecret: string | null;
  refusal: string | null;
  /** The attempt that was refused: the same one again is not a new event. */
  refusedAttempt: string | null;
  amount: number;
  /** When the money arrived, by the provider's clock. */
  paidAt: string | null;
  receiptUrl: string | null;
  /** The card it was paid with, if any. */
  card: PaidCard | null;
  /** Fully refunded. */
  isReturned: boolean;
  /** The amount returned, whoever requested it. */
  returned: number;
  /** The provider's fee, if reported. */
  fee: number | null;
  dispute: DisputeReading | null;
}

export interface PaidCard {
  /** The provider's name for it. */
  brand: string;
  last4: string;
}

/** @throws as the provider's library does */
export async function readPayment(
  { payments: { stripe } }: Pick<ApiParts, 'payments'>,
  intentId: string,
): Promise<PaymentReading> {
  const intent = await stripe.paymentIntents.retrieve(intentId, { expand: ['latest_charge.balance_transaction'] });
  const charge = typeof intent.latest_charge === 'object' ? intent.latest_charge : null;
  return readingOf(intent, charge, charge?.disputed ? await readDispute(stripe, intentId) : null);
}

/** The state of a payment's dispute; null if there is none. @throws as the provider's library does */
export async function readDispute(stripe: Stripe, intentId: string): Promise<DisputeReading | null> {
  const { data } = await stripe.disputes.list({ payment_intent: intentId });
  const dispute = data.find(({ status }) => STANDINGS[status] !== undefined);
  return dispute
    ? { standing: STANDINGS[dispute.status]!, amount: dispute.amount, reason: dispute.reason.slice(0, 100) }
    : null;
}

/** A bank's inquiry (`warning_…`) is not a dispute yet: no money was taken. */
const STANDINGS: Partial<Record<Stripe.Dispute.Status, DisputeStanding>> = {
  needs_response: 'open',
  under_review: 'open',
  won: 'won',
  lost: 'lost',
};

function readingOf(
  intent: Stripe.PaymentIntent,
  charge: Stripe.Charge | null,
  dispute: DisputeReading | null,
): PaymentReading {
  const { last_payment_error: error } = intent;
  const isPaid = intent.status === 'succeeded';
  const isRefused = intent.status === 'requires_payment_method' && error !== null;
  const kept = charge?.balance_transaction;
  return {
    status: statusOf(intent),
    clientSecret: intent.client_secret,
    refusal: isRefused ? (error.message ?? 'The card was refused.').slice(0, 500) : null,
    refusedAttempt: isRefused ? (error.charge ?? error.payment_method?.id ?? null) : null,
    amount: intent.amount_received,
    paidAt: isPaid ? new Date((charge?.created ?? intent.created) * 1000).toISOString() : null,
    receiptUrl: isPaid ? (charge?.receipt_url ?? null) : null,
    card: isPaid ? cardOf(charge) : null,
    isReturned: isPaid && (charge?.refunded ?? false),
    returned: isPaid ? (charge?.amount_refunded ?? 0) : 0,
    fee: isPaid && kept && typeof kept === 'object' ? kept.fee : null,
    dispute,
  };
}

export function cardOf(charge: Stripe.Charge | null): PaidCard | null {
  const { brand, last4 } = charge?.payment_method_details?.card ?? {};
  return brand && last4 ? { brand: brand.slice(0, 40), last4: last4.slice(0, 4) } : null;
}

function statusOf({ status, last_payment_error: error }: Stripe.PaymentIntent): PaymentReading['status'] {
  if (status === 'succeeded') return 'succeeded';
  if (status === 'canceled') return 'canceled';
  if (status === 'requires_action') return 'asks-the-buyer';
  return status === 'requires_payment_method' && error ? 'refused' : 'waiting';
}
