import { publish } from '#src/api/live/live.ts';
import type { ApiParts } from '#src/api/parts.ts';
import type { PaymentNews } from '#src/api/payment/payments.ts';
import { inTransaction } from '#src/api/database/write.ts';
import { fold } from './fold.ts';
import { tellOfChange, tellOfTrialEnd } from './subscription.mails.ts';
import { hold, record, subscriptionRecord } from './subscription.record.ts';

/** Something happened at the payment provider: the customer's data there is read again. */
export async function hearOfPayment(
  parts: ApiParts,
  { type, customerId, paymentId = null }: Pick<PaymentNews, 'type' | 'customerId'> & Partial<PaymentNews>,
): Promise<void> {
  const business = await businessOfNews(parts, customerId, paymentId);
  if (!business) return;
  await fold(parts, business.id);
  if (type !== 'customer.subscription.trial_will_end') return;
  await inTransaction(parts.database, async (tx) => tellOfTrialEnd(tx, parts, await hold(tx, parts, business.id)));
}

/**
 * A dispute names its payment, but no customer; if the invoice is not known yet, its dispute is read along with it
 * later.
 */
async function businessOfNews(
  { database: { kysely } }: ApiParts,
  customerId: string | null,
  paymentId: string | null,
): Promise<{ id: string } | undefined> {
  if (customerId)
    return kysely.selectFrom('business').select('id').where('stripe_customer_id', '=', customerId).executeTakeFirst();
  if (!paymentId) return undefined;
  return kysely
    .selectFrom('payment_invoice')
    .select('business_id as id')
    .where('payment_id', '=', paymentId)
    .executeTakeFirst();
}

/**
 * Reconciles every business with the provider, in case an event never arrived. A failure for one does not affect the
 * others.
 *
 * @throws AggregateError at the end, so that the queue tries again
 */
export async function reconcileSubscriptions(parts: ApiParts): Promise<void> {
  if (parts.payments.isOff) return;
  const businesses = await parts.database.kysely
    .selectFrom('business')
    .select('id')
    .where('stripe_customer_id', 'is not', null)
    .orderBy('id')
    .execute();
  const failures: unknown[] = [];
  for (const { id } of businesses) {
    try {
      const differences = await fold(parts, id);
      if (differences.length > 0)
        parts.log.warn(
          { business: id, differences },
          'A subscription was not as the payment provider has it, and is now.',
        );
    } catch (error) {
      failures.push(error);
    }
  }
  if (failures.length > 0)
    throw new AggregateError(failures, `${failures.length} subscriptions could not be compared.`);
}

/**
 * Businesses that have not paid in time lose access to the leads until they do; the provider keeps trying on its own.
 */
export async function endGrace(parts: ApiParts): Promise<void> {
  const late = await parts.database.kysely
    .selectFrom('subscription')
    .innerJoin('business', 'business.id', 'subscription.business_id')
    .select('business_id')
    .where('standing', '=', 'past-due')
    .where('business.subscription', '=', 'active')
    .execute();
  for (const { business_id } of late) {
    await inTransaction(parts.database, async (tx) => {
      const held = await hold(tx, parts, business_id);
      const event = { type: 'grace.ended', by: 'system' } as const;
      if (!subscriptionRecord.allows(held, event)) return;
      await tellOfChange(tx, parts, held, await record(tx, held, { event, actorId: null }), event.type);
      await publish(tx, { noun: 'subscription', id: held.row.id, audience: `business:${business_id}` });
    });
  }
}

/**
 * The bank has returned an invoice's payment to its customer: the subscription ends, as with one that is never paid.
 */
export async function endDisputed(
  parts: ApiParts,
  { businessId, subscriptionId }: { businessId: string; subscriptionId: string },
): Promise<void> {
  const { stripe } = parts.payments;
  const { status } = await stripe.subscriptions.retrieve(subscriptionId);
  if (status !== 'canceled' && status !== 'incomplete_expired') await stripe.subscriptions.cancel(subscriptionId);
  await fold(parts, businessId);
}
