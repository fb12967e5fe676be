import type Stripe from 'stripe';
import type { ApiParts } from '#src/api/parts.ts';
import { isUnanswered } from '#src/api/payment/problems.ts';
import { problem } from '#src/api/http/problem.ts';
import { mustBeAsSeen } from '#src/api/http/seen.ts';
import type { Intention, Outcome } from './change.ts';
import { idOf, priceOf } from './provider.ts';

/** The result of a request to the provider. */
interface Answered extends Outcome {
  /** Thrown once the result is saved: the bank refused, and the subscription waits for another card. */
  refusal?: unknown;
  /** For the history. */
  payload?: object;
  /** The provider carries it out only once the bank has agreed, and reports it then: nothing has happened yet. */
  isPending?: true;
}

const done: Answered = { client_secret: null };

/**
 * Requests what was intended from the provider, with the intention's own key. @throws as the provider's library does
 */
export async function askProvider(
  parts: ApiParts,
  businessId: string,
  customer: string,
  intention: Intention,
): Promise<Answered> {
  const { stripe } = parts.payments;
  const { key, event, given } = intention;
  const once = { idempotencyKey: key };
  const {
    provider_id: id,
    open_invoice_id: invoice,
    standing,
  } = await parts.database.kysely
    .selectFrom('subscription')
    .select(['provider_id', 'open_invoice_id', 'standing'])
    .where('business_id', '=', businessId)
    .executeTakeFirstOrThrow();
  switch (event.type) {
    case 'trial.started':
      return start(parts, businessId, customer, intention);
    case 'subscription.started':
      return id !== null && standing === 'trialing'
        ? endTrial(parts, id, key)
        : start(parts, businessId, customer, intention);
    case 'cancel.asked':
      await stripe.subscriptions.update(
        id!,
        { cancel_at_period_end: true, cancellation_details: { comment: event.reason } },
        once,
      );
      return done;
    case 'cancel.taken-back':
      await stripe.subscriptions.update(
        id!,
        { cancel_at_period_end: false, cancellation_details: { comment: '' } },
        once,
      );
      return done;
    case 'coupon.applied':
      await stripe.subscriptions.update(id!, { discounts: [{ coupon: event.code }] }, once);
      return { ...done, payload: { code: event.code } };
    case 'coupon.removed':
      await stripe.subscriptions.update(id!, { discounts: '' }, once);
      return done;
    case 'card.added':
      return keepCard(parts, customer, intention);
    case 'card.made-default':
      await makeDefault(parts, customer, given.providerCardId!, key);
      return { ...done, payload: { card: given.cardId } };
    case 'card.removed':
      await removeCard(parts, customer, given.providerCardId!, key);
      return { ...done, payload: { card: given.cardId } };
    case 'payment.asked':
      return pay(parts, invoice!, given.amount, key);
    case 'provider.reported':
    case 'grace.ended':
      throw new Error(`Nobody asks the provider for ${event.type}.`);
  }
}

async function start(
  parts: ApiParts,
  businessId: string,
  customer: string,
  { key, event, given }: Intention,
): Promise<Answered> {
  const { stripe } = parts.payments;
  const price = await priceOf(parts);
  const isTrial = event.type === 'trial.started';
  const made = await stripe.subscriptions.create(
    {
      customer,
      items: [{ price }],
      metadata: { business_id: businessId },
      ...(given.coupon ? { discounts: [{ coupon: given.coupon }] } : {}),
      ...(isTrial
        ? {
            trial_period_days: parts.subscription.trialDays,
            trial_settings: { end_behavior: { missing_payment_method: 'cancel' } },
          }
        : { payment_behavior: 'allow_incomplete' }),
      expand: ['latest_invoice.confirmation_secret'],
    },
    { idempotencyKey: key },
  );
  const payload = given.coupon ? { coupon: given.coupon } : {};
  if (made.status !== 'incomplete') return { ...done, payload };
  return { ...(await whatIsMissing(stripe, made.latest_invoice as Stripe.Invoice | null)), payload };
}

/**
 * Ends the free trial early and charges from now on. A payment that is refused leaves the trial as it was; while the
 * bank waits for its customer's confirmation, the trial continues.
 */
async function endTrial(parts: ApiParts, id: string, key: string): Promise<Answered> {
  const { stripe } = parts.payments;
  const now = await stripe.subscriptions.retrieve(id);
  // An earlier attempt that still waits for the bank is continued.
  const { pending_update, latest_invoice } = now.pending_update
    ? now
    : await stripe.subscriptions.update(
        id,
        { trial_end: 'now', cancel_at_period_end: false, payment_behavior: 'pending_if_incomplete' },
        { idempotencyKey: key },
      );
  if (!pending_update) return done;
  const invoice = idOf(latest_invoice)!;
  const paid = await pay(parts, invoice, undefined, `${key}:pay`).catch((refusal: unknown) => {
    if (isUnanswered(refusal)) throw refusal;
    return { ...done, refusal };
  });
  if (!paid.refusal) return paid.client_secret ? { ...paid, isPending: true } : done;
  if ((await stripe.invoices.retrieve(invoice)).status === 'open') await stripe.invoices.voidInvoice(invoice);
  throw paid.refusal;
}

/** An invoice that was not paid immediately: the bank requires confirmation, or has refused. */
async function whatIsMissing(stripe: Stripe, invoice: Stripe.Invoice | null): Promise<Answered> {
  const secret = invoice?.confirmation_secret?.client_secret;
  if (!secret) return done;
  const { status, last_payment_error: error } = await stripe.paymentIntents.retrieve(secret.split('_secret_')[0]!);
  if (status !== 'requires_payment_method' || !error) return { client_secret: status === 'succeeded' ? null : secret };
  return {
    client_secret: null,
    refusal: problem(402, error.message ?? 'The card was refused.', {
      decline_code: error.decline_code ?? error.code ?? 'generic_decline',
    }),
  };
}

async function pay(
  { payments: { stripe } }: ApiParts,
  invoice: string,
  amount: number | undefined,
  key: string,
): Promise<Answered> {
  const { status, amount_remaining } = await stripe.invoices.retrieve(invoice);
  // Already charged, by this same intention or by the provider itself.
  if (status === 'paid') return done;
  mustBeAsSeen({ amount }, { amount: amount_remaining }, 'The amount due has changed since you saw it.');
  const secretOf = () => stripe.invoices.retrieve(invoice, { expand: ['confirmation_secret'] });
  try {
    const paid = await stripe.invoices.pay(invoice, {}, { idempotencyKey: key });
    return paid.status === 'paid' ? done : await whatIsMissing(stripe, await secretOf());
  } catch (error) {
    // Stripe throws if the bank requires confirmation; with the invoice's secret, the browser can get it.
    const missing = await whatIsMissing(stripe, await secretOf());
    if (missing.client_secret) return missing;
    throw error;
  }
}

/** The card of a setup that the browser has completed. Its owner and the bank's approval are read from the provider. */
async function keepCard(parts: ApiParts, customer: string, { key, given }: Intention): Promise<Answered> {
  const { stripe } = parts.payments;
  const intent = await stripe.setupIntents.retrieve(given.setupIntent!);
  const method = idOf(intent.payment_method);
  if (idOf(intent.customer) !== customer) throw problem(404, 'There is no such card, or it is not yours to see.');
  if (intent.status !== 'succeeded' || !method)
    throw problem(409, 'The bank has not agreed to this card yet.', {
      state: intent.status,
      unmet: ['the bank has agreed to the card'],
    });
  const owner = await stripe.customers.retrieve(customer);
  const hasDefault = !('deleted' in owner) && idOf(owner.invoice_settings?.default_payment_method) !== null;
  if (!hasDefault) await makeDefault(parts, customer, method, key);
  return done;
}

async function makeDefault(
  { payments: { stripe } }: Pick<ApiParts, 'payments'>,
  customer: string,
  method: string,
  key: string,
): Promise<void> {
  await stripe.customers.update(
    customer,
    { invoice_settings: { default_payment_method: method } },
    { idempotencyKey: `${key}:customer` },
  );
  // A subscription's own default card would override the customer's.
  for (const { id, status, default_payment_method } of (await stripe.subscriptions.list({ customer, limit: 20 }))
    .data) {
    if (default_payment_method && status !== 'canceled')
      await stripe.subscriptions.update(id, { default_payment_method: method }, { idempotencyKey: `${key}:${id}` });
  }
}

/** If the default card is removed, the newest other card replaces it: a renewal needs one. */
async function removeCard(parts: ApiParts, customer: string, method: string, key: string): Promise<void> {
  const { stripe } = parts.payments;
  const [owner, methods] = await Promise.all([
    stripe.customers.retrieve(customer),
    stripe.customers.listPaymentMethods(customer, { limit: 100 }),
  ]);
  const isDefault = !('deleted' in owner) && idOf(owner.invoice_settings?.default_payment_method) === method;
  const next = methods.data.find(({ id }) => id !== method);
  if (next && isDefault) await makeDefault(parts, customer, next.id, key);
  if (methods.data.some(({ id }) => id === method))
    await stripe.paymentMethods.detach(method, {}, { idempotencyKey: key });
}
