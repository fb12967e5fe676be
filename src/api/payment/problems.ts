import Stripe from 'stripe';
import { Problem, problem } from '#src/api/http/problem.ts';

const RETRY_SECONDS = 5;

/** Whether the provider may have carried out the request although no response arrived: retry with the same key. */
export function isUnanswered(error: unknown): boolean {
  if (!(error instanceof Stripe.errors.StripeError)) return !(error instanceof Problem);
  return (
    error instanceof Stripe.errors.StripeConnectionError ||
    error instanceof Stripe.errors.StripeRateLimitError ||
    (error.statusCode ?? 500) >= 500 ||
    error.statusCode === 409
  );
}

/**
 * Maps a failure of the payment provider to a problem for the person. A refused card is reported in the provider's own
 * sentence; everything else is in our words, without any id of the provider.
 */
export function paymentProblem(error: unknown): unknown {
  if (!(error instanceof Stripe.errors.StripeError)) return error;
  if (error instanceof Stripe.errors.StripeCardError) {
    return problem(
      402,
      error.message,
      error.decline_code || error.code ? { decline_code: error.decline_code ?? error.code! } : {},
    );
  }
  if (error.code === 'coupon_expired') return couponRefused('This coupon is no longer valid.');
  if (error.param?.includes('coupon')) return couponRefused('There is no such coupon.');
  if (isUnanswered(error))
    return problem(503, 'The payment provider does not answer. You are not charged twice: try again in a moment.', {
      retryAfter: RETRY_SECONDS,
    });
  if (error.code === 'resource_missing' || error.statusCode === 404)
    return problem(409, 'The payment provider no longer knows this. Load the page again.');
  if (error.code?.endsWith('unexpected_state') || error.code === 'invoice_already_paid')
    return problem(409, 'This was settled in the meantime. Load the page again.');
  if (error instanceof Stripe.errors.StripeAuthenticationError)
    return problem(503, 'Payments are not set up rightly. Please tell us.', { retryAfter: 60 });
  return problem(409, 'The payment provider refused this. Nothing was changed.');
}

export const couponRefused = (sentence: string): Problem =>
  problem(422, sentence, { errors: [{ field: 'coupon', message: sentence }] });
