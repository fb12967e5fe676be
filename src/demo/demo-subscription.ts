import type { ApiParts } from '#src/api/parts.ts';
import { createPayments } from '#src/api/payment/payments.ts';
import { fold } from '#src/api/subscription/fold.ts';
import { customerOf, priceOf } from '#src/api/subscription/provider.ts';
import { DEMO_COUPON } from './demo-accounts.ts';
import { DAY } from '#src/machines/calendar/durations.ts';

/** Its second month began half a month ago. */
const BEGAN_DAYS_AGO = 46;

/**
 * The subscription of the established business: a card, and two months that were paid for. It uses the regular sandbox,
 * with its clock temporarily in the past. After a crash, it starts over with what is missing.
 */
export async function subscribeDemo(parts: ApiParts, businessId: string): Promise<void> {
  if (!parts.payments.sandbox) return;
  const subscribed = await parts.database.kysely
    .selectFrom('subscription')
    .select('id')
    .where('business_id', '=', businessId)
    .where('provider_id', 'is not', null)
    .executeTakeFirst();
  if (subscribed) return;
  const { database, jobs, sessionSecret, publicUrl } = parts;
  let now = new Date(parts.now().getTime() - BEGAN_DAYS_AGO * DAY);
  const payments = createPayments({
    stripe: null,
    demo: true,
    database,
    jobs,
    sessionSecret,
    publicUrl,
    hookUrl: publicUrl,
    now: () => now,
  });
  const then = { ...parts, payments };
  const { stripe, sandbox } = payments;
  const once = (what: string) => ({ idempotencyKey: `demo:${what}` });
  await stripe.coupons.create(
    { id: DEMO_COUPON, percent_off: 50, duration: 'repeating', duration_in_months: 3 },
    once('coupon'),
  );
  const customer = await customerOf(then, businessId);
  // The card that most people try first remains available for a trial: there is one per card.
  const card = await stripe.paymentMethods.attach('pm_card_mastercard', { customer }, once('card'));
  await stripe.customers.update(customer, { invoice_settings: { default_payment_method: card.id } });
  await stripe.subscriptions.create(
    { customer, items: [{ price: await priceOf(then) }], metadata: { business_id: businessId } },
    once('subscription'),
  );
  now = parts.now();
  await sandbox!.passTime();
  await fold(parts, businessId);
}
