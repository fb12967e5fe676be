import type { Stripe } from '@stripe/stripe-js';
import { loadStripe } from '@stripe/stripe-js/pure/index.js';
import { ProviderRefusal } from './sandbox-api.ts';

let loading: Promise<Stripe> | null = null;

/** Stripe's own script, loaded from Stripe only when a card is entered or its bank authenticates. */
export async function stripeOf(publishableKey: string): Promise<Stripe> {
  loading ??= load(publishableKey);
  try {
    return await loading;
  } catch (error) {
    // The next attempt may succeed.
    loading = null;
    throw error;
  }
}

async function load(publishableKey: string): Promise<Stripe> {
  const stripe = await loadStripe(publishableKey).catch(() => null);
  if (!stripe)
    throw new ProviderRefusal(
      'The payment provider could not be reached. Check that your browser does not block js.stripe.com.',
    );
  return stripe;
}

/** Lets the bank authenticate a payment. @throws ProviderRefusal */
export async function confirmWithStripe(publishableKey: string, clientSecret: string): Promise<void> {
  const stripe = await stripeOf(publishableKey);
  const { error } = await stripe.handleNextAction({ clientSecret });
  if (error) throw new ProviderRefusal(error.message ?? 'Your bank didn’t approve it.');
}
