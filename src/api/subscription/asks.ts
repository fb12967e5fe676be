import type Stripe from 'stripe';
import type { ApiParts } from '#src/api/parts.ts';
import { problem } from '#src/api/http/problem.ts';
import { mustBeAsSeen } from '#src/api/http/seen.ts';
import type { Intention, Outcome } from './change.ts';
import { idOf, priceOf, readProvider } from './provider.ts';

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
        ? endTrial(parts, id, given.amount, key)
        : start(parts, businessId, customer, intention);
    case 'cancel.asked':
      await dropEarlyEnd(parts, id!);
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
 * Ends the free trial early and charges from now on. If the payment is refused or the bank asks its customer first, the
 * trial continues, and the provider keeps the invoice for a day: trying again pays the same one.
 */
async function endTrial(parts: ApiParts, id: string, amount: number | undefined, key: string): Promise<Answered> {
  const { stripe } = parts.payments;
  const { pending_update, latest_invoice } = await stripe.subscriptions.retrieve(id);
  if (pending_update) {
    const earlier = await stripe.invoices.retrieve(idOf(latest_invoice)!);
    if (amount === undefined || earlier.amount_remaining === amount) {
      const paid = await pay(parts, earlier.id!, amount, `${key}:pay`);
      return paid.client_secret || paid.refusal ? { ...paid, isPending: true } : paid;
    }
    // A coupon has changed the price since.
    await stripe.invoices.voidInvoice(earlier.id!);
  }
  const ended = await stripe.subscriptions.update(
    id,
    {
      trial_end: 'now',
      cancel_at_period_end: false,
      payment_behavior: 'pending_if_incomplete',
      expand: ['latest_invoice.confirmation_secret'],
    },
    { idempotencyKey: key },
  );
  if (!ended.pending_update) return done;
  return { ...(await whatIsMissing(stripe, ended.latest_invoice as Stripe.Invoice | null)), isPending: true };
}

/** Whoever cancels is not charged for an end of the trial that was asked for before and not paid. */
async function dropEarlyEnd({ payments: { stripe } }: ApiParts, id: string): Promise<void> {
  const { pending_update, latest_invoice } = await stripe.subscriptions.retrieve(id);
  if (pending_update) await stripe.invoices.voidInvoice(idOf(latest_invoice)!);
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
  // A card that is added after the default one was refused is meant to pay.
  const { cards, refusal } = await readProvider(parts, customer);
  if (refusal !== null || !cards.some(({ isDefault }) => isDefault)) await makeDefault(parts, customer, method, key);
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
