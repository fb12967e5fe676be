import { publish } from '#src/api/live/live.ts';
import type { ApiParts } from '#src/api/parts.ts';
import type { PaymentNews } from '#src/api/payment/payments.ts';
import { inTransaction } from '#src/api/database/write.ts';
import { fold } from './fold.ts';
import { tellOfTrialEnd } from './subscription.mails.ts';
import { hold, record, subscriptionRecord } from './subscription.record.ts';

/** Something has happened at the payment provider: what a customer of ours has there is read again. */
export async function hearOfPayment(
  parts: ApiParts,
  { type, customerId }: Omit<PaymentNews, 'paymentId'>,
): Promise<void> {
  if (!customerId) return;
  const business = await parts.database.kysely
    .selectFrom('business')
    .select('id')
    .where('stripe_customer_id', '=', customerId)
    .executeTakeFirst();
  if (!business) return;
  await fold(parts, business.id);
  if (type !== 'customer.subscription.trial_will_end') return;
  await inTransaction(parts.database, async (tx) => tellOfTrialEnd(tx, parts, await hold(tx, parts, business.id)));
}

/**
 * Compares every business with the provider, in case an event never came. One that fails does not keep the others
 * from their turn.
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

/** Who has not paid in time loses the leads until they do; the provider goes on trying by itself. */
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
      await record(tx, held, { event, actorId: null });
      await publish(tx, { noun: 'subscription', id: held.row.id, audience: `business:${business_id}` });
    });
  }
}
