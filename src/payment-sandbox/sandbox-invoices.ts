import { DAY, monthsAfter } from './sandbox-context.ts';
import type { SandboxContext } from './sandbox-context.ts';
import { SandboxError, invalid } from './sandbox-error.ts';
import { confirmPayment } from './sandbox-intents.ts';
import type { Presence } from './sandbox-intents.ts';
import { listOf } from './sandbox-objects.ts';
import type { Discount, Invoice, InvoicePayment, PaymentIntent, Subscription } from './sandbox-objects.ts';
import { sandboxId } from './sandbox-store.ts';

/** Days until each retry of a failed renewal; after the last one, the subscription ends. */
const RETRY_DAYS = [3, 5, 7];

interface Period {
  start: number;
  end: number;
}

export const itemOf = (subscription: Subscription) => subscription.items.data[0]!;

/** What each discount takes off, in order, and the remaining amount. */
export async function priced(
  context: SandboxContext,
  subtotal: number,
  discounts: readonly Discount[],
): Promise<{ total: number; off: { amount: number; discount: string }[] }> {
  let total = subtotal;
  const off: { amount: number; discount: string }[] = [];
  for (const discount of discounts) {
    const coupon = await context.store.get('coupon', discount.source.coupon);
    const amount = Math.min(
      total,
      coupon.percent_off === null ? (coupon.amount_off ?? 0) : Math.round((total * coupon.percent_off) / 100),
    );
    off.push({ amount, discount: discount.id });
    total -= amount;
  }
  return { total, off };
}

/** An invoice that is not stored: a preview of the next one. */
export async function invoiceFor(
  context: SandboxContext,
  subscription: Subscription,
  reason: Invoice['billing_reason'],
  period: Period,
  subtotal: number,
): Promise<Invoice> {
  const customer = await context.store.get('customer', subscription.customer);
  const running = subscription.discounts.filter(({ end }) => end === null || end > context.now);
  const { total, off } = await priced(context, subtotal, running);
  const id = sandboxId('in');
  const product = await context.store.get('product', itemOf(subscription).price.product);
  return {
    id,
    object: 'invoice',
    created: context.now,
    number: null,
    status: 'draft',
    customer: customer.id,
    customer_email: customer.email,
    currency: 'usd',
    billing_reason: reason,
    parent: {
      type: 'subscription_details',
      quote_details: null,
      subscription_details: { subscription: subscription.id, metadata: subscription.metadata },
    },
    period_start: period.start,
    period_end: period.end,
    subtotal,
    total,
    total_discount_amounts: off,
    discounts: running,
    amount_due: total,
    amount_paid: 0,
    amount_remaining: total,
    attempt_count: 0,
    attempted: false,
    next_payment_attempt: null,
    confirmation_secret: null,
    payments: listOf<InvoicePayment>([], `/v1/invoice_payments?invoice=${id}`),
    lines: listOf(
      [
        {
          id: sandboxId('il'),
          object: 'line_item',
          amount: subtotal,
          currency: 'usd',
          description: `1 × ${product.name}`,
          period,
          quantity: 1,
        },
      ],
      `/v1/invoices/${id}/lines`,
    ),
    status_transitions: { finalized_at: context.now, paid_at: null, voided_at: null, marked_uncollectible_at: null },
    hosted_invoice_url: null,
    invoice_pdf: null,
    metadata: {},
  };
}

/** Issues the invoice: if nothing is due, it is paid; otherwise its payment waits for confirmation. */
export async function issueInvoice(
  context: SandboxContext,
  draft: Invoice,
  subscription: Subscription,
): Promise<Invoice> {
  const { store, now } = context;
  const issued = await store.list('invoice', { customer: draft.customer }, 10_000);
  const number = `${draft.customer.slice(-6).toUpperCase()}-${String(issued.length + 1).padStart(4, '0')}`;
  let invoice: Invoice = {
    ...draft,
    number,
    status: 'open',
    hosted_invoice_url: context.receiptUrl(draft.id),
    invoice_pdf: context.receiptUrl(draft.id),
  };
  if (invoice.total > 0) {
    const id = sandboxId('pi');
    const intent = await store.put<PaymentIntent>({
      id,
      object: 'payment_intent',
      created: now,
      client_secret: `${id}_secret_${sandboxId('s').slice(2)}`,
      status: 'requires_payment_method',
      amount: invoice.total,
      amount_received: 0,
      currency: 'usd',
      customer: invoice.customer,
      payment_method: null,
      setup_future_usage: 'off_session',
      description: 'Subscription',
      receipt_email: invoice.customer_email,
      next_action: null,
      last_payment_error: null,
      latest_charge: null,
      _invoice: invoice.id,
      metadata: {},
    });
    const payment: InvoicePayment = {
      id: sandboxId('inpay'),
      object: 'invoice_payment',
      created: now,
      invoice: invoice.id,
      amount_requested: invoice.total,
      amount_paid: null,
      currency: 'usd',
      is_default: true,
      status: 'open',
      payment: { type: 'payment_intent', payment_intent: intent.id },
    };
    invoice = {
      ...invoice,
      confirmation_secret: { client_secret: intent.client_secret, type: 'payment_intent' },
      payments: { ...invoice.payments, data: [payment] },
    };
  }
  await store.put(invoice);
  // Remove discounts that apply to only one invoice, and those that have ended.
  if (invoice.subtotal > 0)
    subscription = {
      ...subscription,
      discounts: subscription.discounts.filter(({ _once, end }) => !_once && (end === null || end > now)),
    };
  await store.put({ ...subscription, latest_invoice: invoice.id });
  await context.emit('invoice.finalized', invoice);
  return invoice.total === 0 ? markPaid(context, invoice) : invoice;
}

async function markPaid(context: SandboxContext, invoice: Invoice): Promise<Invoice> {
  const paid = await context.store.put<Invoice>({
    ...invoice,
    status: 'paid',
    amount_paid: invoice.total,
    amount_remaining: 0,
    attempted: true,
    next_payment_attempt: null,
    payments: {
      ...invoice.payments,
      data: invoice.payments.data.map((payment) => ({
        ...payment,
        status: 'paid' as const,
        amount_paid: payment.amount_requested,
      })),
    },
    status_transitions: { ...invoice.status_transitions, paid_at: context.now },
  });
  await context.emit('invoice.paid', paid);
  if (paid.total > 0) await context.emit('invoice.payment_succeeded', paid);
  return paid;
}

/** The payment of an invoice was collected: marks the invoice as paid and continues the subscription. */
export async function settleInvoice(context: SandboxContext, intent: PaymentIntent): Promise<void> {
  if (!intent._invoice) return;
  const invoice = await markPaid(context, await context.store.get('invoice', intent._invoice));
  const subscription = await context.store.get('subscription', invoice.parent.subscription_details.subscription);
  const isPending = Boolean(subscription.pending_update) && subscription.latest_invoice === invoice.id;
  if (!isPending && !['incomplete', 'past_due', 'unpaid'].includes(subscription.status)) return;
  const active = await context.store.put<Subscription>({
    ...subscription,
    status: 'active',
    ...subscription._pending,
    pending_update: null,
    _pending: null,
    default_payment_method: subscription.default_payment_method ?? intent.payment_method,
  });
  await context.emit('customer.subscription.updated', active);
}

/**
 * Tries to collect an open invoice.
 *
 * @throws SandboxError 402 if the card is declined, after the consequences were stored
 */
export async function payInvoice(
  context: SandboxContext,
  invoice: Invoice,
  methodId: string | null,
  presence: Presence,
): Promise<Invoice> {
  if (invoice.status !== 'open') throw invalid('Invoice is already paid', undefined, 'invoice_already_paid');
  const subscription = await context.store.get('subscription', invoice.parent.subscription_details.subscription);
  const customer = await context.store.get('customer', invoice.customer);
  const method = methodId ?? subscription.default_payment_method ?? customer.invoice_settings.default_payment_method;
  const intent = await context.store.get('payment_intent', invoice.payments.data[0]!.payment.payment_intent);
  const tried: Invoice = { ...invoice, attempted: true, attempt_count: invoice.attempt_count + 1 };
  await context.store.put(tried);
  if (!method) {
    await renewalFailed(context, tried, subscription);
    throw invalid(
      'There is no default payment method set on this customer.',
      undefined,
      'invoice_payment_intent_requires_action',
    );
  }
  try {
    const after = await confirmPayment(context, intent, method, presence);
    if (after.status === 'requires_action') {
      await context.emit('invoice.payment_action_required', tried);
      await renewalFailed(context, tried, subscription);
    }
  } catch (refused) {
    if (refused instanceof SandboxError) await renewalFailed(context, tried, subscription);
    throw refused;
  }
  return context.store.get('invoice', invoice.id);
}

async function renewalFailed(context: SandboxContext, invoice: Invoice, subscription: Subscription): Promise<void> {
  const { store, now } = context;
  // None is retried: `incomplete` was never paid for, for `unpaid` collection was given up, and in a trial only the
  // update that waits for the payment does not apply.
  if (['incomplete', 'unpaid', 'trialing'].includes(subscription.status)) {
    await context.emit('invoice.payment_failed', invoice);
    return;
  }
  const days = RETRY_DAYS[invoice.attempt_count - 1];
  const failed = await store.put<Invoice>({
    ...invoice,
    next_payment_attempt: days === undefined ? null : now + days * DAY,
  });
  await context.emit('invoice.payment_failed', failed);
  if (days === undefined) await endSubscription(context, subscription, 'payment_failed');
  else if (subscription.status !== 'past_due')
    await context.emit(
      'customer.subscription.updated',
      await store.put<Subscription>({ ...subscription, status: 'past_due' }),
    );
}

/** The invoice is not collected any more; an update that waited for its payment is discarded. */
export async function voidInvoice(context: SandboxContext, invoice: Invoice): Promise<Invoice> {
  const { store, now } = context;
  if (invoice.status !== 'open')
    throw invalid(`This invoice is ${invoice.status} and cannot be voided.`, undefined, 'invoice_not_editable');
  const voided = await store.put<Invoice>({
    ...invoice,
    status: 'void',
    amount_remaining: 0,
    next_payment_attempt: null,
    payments: {
      ...invoice.payments,
      data: invoice.payments.data.map((payment) => ({ ...payment, status: 'canceled' as const })),
    },
    status_transitions: { ...invoice.status_transitions, voided_at: now },
  });
  for (const { payment } of invoice.payments.data) {
    const intent = await store.get('payment_intent', payment.payment_intent);
    await store.put<PaymentIntent>({ ...intent, status: 'canceled', next_action: null });
  }
  await context.emit('invoice.voided', voided);
  const subscription = await store.get('subscription', invoice.parent.subscription_details.subscription);
  if (subscription.pending_update && subscription.latest_invoice === invoice.id) {
    const kept = await store.put<Subscription>({ ...subscription, pending_update: null, _pending: null });
    await context.emit('customer.subscription.pending_update_expired', kept);
  }
  return voided;
}

export async function endSubscription(
  context: SandboxContext,
  subscription: Subscription,
  reason: string,
): Promise<Subscription> {
  const { now } = context;
  const details = { ...subscription.cancellation_details, reason };
  const ended = await context.store.put<Subscription>({
    ...subscription,
    status: 'canceled',
    ended_at: now,
    canceled_at: subscription.canceled_at ?? now,
    cancellation_details: details,
  });
  await context.emit('customer.subscription.deleted', ended);
  return ended;
}

/** Begins the next period, counted from the anchor, and issues its invoice. */
export async function beginPeriod(
  context: SandboxContext,
  subscription: Subscription,
  reason: 'subscription_create' | 'subscription_cycle',
): Promise<Invoice> {
  const start = monthsAfter(subscription.billing_cycle_anchor, subscription._periods);
  const end = monthsAfter(subscription.billing_cycle_anchor, subscription._periods + 1);
  const item = { ...itemOf(subscription), current_period_start: start, current_period_end: end };
  const begun: Subscription = {
    ...subscription,
    _periods: subscription._periods + 1,
    items: { ...subscription.items, data: [item] },
  };
  await context.store.put(begun);
  const draft = await invoiceFor(context, begun, reason, { start, end }, item.price.unit_amount);
  return issueInvoice(context, draft, begun);
}
