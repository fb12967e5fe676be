import type Stripe from 'stripe';
import type { ApiParts } from '#src/api/parts.ts';
import { problem } from '#src/api/http/problem.ts';

/** What the payment provider says of a payment, in our words. Money in US cents, instants UTC ISO 8601. */
export interface PaymentReading {
  status: 'waiting' | 'asks-the-buyer' | 'refused' | 'succeeded' | 'canceled';
  /** To whom the browser shows that it may pay this. */
  clientSecret: string | null;
  refusal: string | null;
  amount: number;
  /** When the money came, by the provider's clock. */
  paidAt: string | null;
  receiptUrl: string | null;
  /** All of it went back. */
  isReturned: boolean;
}

/** The payment provider, where payments are open. @throws Problem 503 */
export function openShop(parts: Pick<ApiParts, 'payments'>): ApiParts['payments'] {
  if (parts.payments.isOff)
    throw problem(
      503,
      'Leads cannot be bought yet: payments are not open. Please tell us that you would like to buy.',
      { retryAfter: 3600 },
    );
  return parts.payments;
}

/** @throws as the provider's library does */
export async function readPayment(
  { payments: { stripe } }: Pick<ApiParts, 'payments'>,
  intentId: string,
): Promise<PaymentReading> {
  return readingOf(await stripe.paymentIntents.retrieve(intentId, { expand: ['latest_charge'] }));
}

function readingOf(intent: Stripe.PaymentIntent): PaymentReading {
  const { last_payment_error: error, latest_charge: latest } = intent;
  const charge = typeof latest === 'object' ? latest : null;
  const isPaid = intent.status === 'succeeded';
  return {
    status: statusOf(intent),
    clientSecret: intent.client_secret,
    refusal:
      intent.status === 'requires_payment_method' && error
        ? (error.message ?? 'The card was refused.').slice(0, 500)
        : null,
    amount: intent.amount_received,
    paidAt: isPaid ? new Date((charge?.created ?? intent.created) * 1000).toISOString() : null,
    receiptUrl: isPaid ? (charge?.receipt_url ?? null) : null,
    isReturned: isPaid && (charge?.refunded ?? false),
  };
}

function statusOf({ status, last_payment_error: error }: Stripe.PaymentIntent): PaymentReading['status'] {
  if (status === 'succeeded') return 'succeeded';
  if (status === 'canceled') return 'canceled';
  if (status === 'requires_action') return 'asks-the-buyer';
  return status === 'requires_payment_method' && error ? 'refused' : 'waiting';
}
