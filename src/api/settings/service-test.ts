import Stripe from 'stripe';
import type { Payments } from '#src/api/payment/payments.ts';

/** Checks whether the payment provider accepts the key. */
export async function testPayments({ stripe, publishableKey, sandbox, isOff }: Payments) {
  if (isOff) {
    return {
      is_right: false,
      says: 'Payments are off: start the product with STRIPE_SECRET_KEY, STRIPE_PUBLISHABLE_KEY and STRIPE_WEBHOOK_SECRET to take cards.',
    };
  }
  if (sandbox) return { is_right: true, says: 'The payment sandbox answers. No real money moves.' };
  try {
    const { livemode: isLive } = await stripe.balance.retrieve();
    if (isLive !== publishableKey.startsWith('pk_live_')) {
      return {
        is_right: false,
        says: `Stripe knows the secret key, which is ${isLive ? 'live' : 'for tests'}, and the publishable key is not.`,
      };
    }
    return {
      is_right: true,
      says: `Stripe knows the key. It is ${isLive ? 'live: real cards are charged' : 'for tests'}.`,
    };
  } catch (error) {
    if (error instanceof Stripe.errors.StripeAuthenticationError)
      return { is_right: false, says: 'Stripe does not know the secret key.' };
    if (error instanceof Stripe.errors.StripePermissionError)
      return { is_right: true, says: 'Stripe knows the key, which may not read the balance.' };
    return { is_right: false, says: 'Stripe cannot be reached.' };
  }
}
