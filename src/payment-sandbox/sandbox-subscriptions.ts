import { DAY, flag, integer, list, metadata, monthsAfter, required, text, within } from './sandbox-context.ts';
import type { Params, SandboxContext } from './sandbox-context.ts';
import { SandboxError, invalid } from './sandbox-error.ts';
import {
  beginPeriod,
  endSubscription,
  issueInvoice,
  invoiceFor,
  itemOf,
  payInvoice,
  voidInvoice,
} from './sandbox-invoices.ts';
import { listOf } from './sandbox-objects.ts';
import type { Discount, Subscription, SubscriptionItem } from './sandbox-objects.ts';
import { sandboxId } from './sandbox-store.ts';

/** How long a first payment, or that of a pending update, may be missing. */
const INCOMPLETE_SECONDS = 23 * 3600;
const ANNOUNCED_SECONDS = 3 * DAY;

async function redeem(
  context: SandboxContext,
  couponId: string,
  subscription: { id: string; customer: string },
): Promise<Discount> {
  const { store, now } = context;
  const coupon = await store.find('coupon', couponId);
  const isOver = coupon?.redeem_by !== null && coupon !== null && coupon.redeem_by <= now;
  if (!coupon || !coupon.valid || isOver)
    throw invalid(
      `No such coupon: '${couponId}'`,
      'discounts[0][coupon]',
      coupon ? 'coupon_expired' : 'resource_missing',
    );
  const times_redeemed = coupon.times_redeemed + 1;
  const after = {
    ...coupon,
    times_redeemed,
    valid: coupon.max_redemptions === null || times_redeemed < coupon.max_redemptions,
  };
  await store.put(after);
  return {
    id: sandboxId('di'),
    object: 'discount',
    source: { type: 'coupon', coupon: coupon.id },
    customer: subscription.customer,
    subscription: subscription.id,
    start: now,
    end: coupon.duration === 'repeating' ? monthsAfter(now, coupon.duration_in_months!) : null,
    _once: coupon.duration === 'once',
  };
}

/** The discounts named in a request: coupons are redeemed, existing discounts are kept. */
async function discountsOf(
  context: SandboxContext,
  params: Params,
  subscription: Pick<Subscription, 'id' | 'customer' | 'discounts'>,
): Promise<Discount[]> {
  if (params.discounts === undefined) return subscription.discounts;
  const wanted: Discount[] = [];
  for (const one of list(params, 'discounts')) {
    const kept = subscription.discounts.find(
      ({ id, source }) => id === text(one, 'discount') || source.coupon === text(one, 'coupon'),
    );
    wanted.push(kept ?? (await redeem(context, required(one, 'coupon'), subscription)));
  }
  return wanted;
}

/** Whether there is a card that a subscription may be charged to automatically. */
async function hasCard(context: SandboxContext, subscription: Subscription): Promise<boolean> {
  if (subscription.default_payment_method) return true;
  return (await context.store.get('customer', subscription.customer)).invoice_settings.default_payment_method !== null;
}

export async function createSubscription(context: SandboxContext, params: Params): Promise<Subscription> {
  const { store, now } = context;
  const customer = await store.get('customer', required(params, 'customer'));
  const [item] = list(params, 'items');
  if (!item) throw invalid('Missing required param: items.', 'items', 'parameter_missing');
  const price = await store.get('price', required(item, 'price'));
  const method = text(params, 'default_payment_method');
  if (method && (await store.get('payment_method', method)).customer !== customer.id)
    throw invalid(
      'The customer does not have a payment method with that ID.',
      'default_payment_method',
      'resource_missing',
    );
  const trialDays = integer(params, 'trial_period_days');
  const trialEnd = integer(params, 'trial_end') ?? (trialDays ? now + trialDays * DAY : null);
  const id = sandboxId('sub');
  const first: SubscriptionItem = {
    id: sandboxId('si'),
    object: 'subscription_item',
    created: now,
    price,
    quantity: 1,
    subscription: id,
    current_period_start: now,
    current_period_end: trialEnd ?? monthsAfter(now, 1),
  };
  const missing = within(within(params, 'trial_settings'), 'end_behavior');
  const subscription: Subscription = {
    id,
    object: 'subscription',
    created: now,
    status: trialEnd === null ? 'incomplete' : 'trialing',
    customer: customer.id,
    currency: 'usd',
    items: listOf([first], `/v1/subscription_items?subscription=${id}`),
    start_date: now,
    billing_cycle_anchor: trialEnd ?? now,
    trial_start: trialEnd === null ? null : now,
    trial_end: trialEnd,
    trial_settings: {
      end_behavior: { missing_payment_method: text(missing, 'missing_payment_method') ?? 'create_invoice' },
    },
    cancel_at_period_end: flag(params, 'cancel_at_period_end'),
    cancel_at: null,
    canceled_at: null,
    ended_at: null,
    cancellation_details: { comment: null, feedback: null, reason: null },
    default_payment_method: method,
    discounts: await discountsOf(context, params, { id, customer: customer.id, discounts: [] }),
    latest_invoice: null,
    pending_setup_intent: null,
    pending_update: null,
    metadata: metadata(params),
    _pending: null,
    _announced: false,
    _periods: 0,
  };
  await store.put(subscription);
  if (trialEnd !== null)
    await issueInvoice(
      context,
      await invoiceFor(context, subscription, 'subscription_create', { start: now, end: trialEnd }, 0),
      subscription,
    );
  else await firstPayment(context, subscription, text(params, 'payment_behavior') ?? 'allow_incomplete');
  const created = await store.get('subscription', id);
  await context.emit('customer.subscription.created', created);
  return created;
}

/** @throws SandboxError 402 with `error_if_incomplete`, in which case nothing is stored */
async function firstPayment(context: SandboxContext, subscription: Subscription, behavior: string): Promise<void> {
  const invoice = await beginPeriod(context, subscription, 'subscription_create');
  if (invoice.status === 'paid')
    return void (await context.store.put({
      ...(await context.store.get('subscription', subscription.id)),
      status: 'active' as const,
    }));
  if (behavior === 'default_incomplete' || !(await hasCard(context, subscription))) return;
  try {
    await payInvoice(context, invoice, null, 'charge');
  } catch (refused) {
    if (!(refused instanceof SandboxError) || behavior === 'error_if_incomplete') throw refused;
  }
}

export async function updateSubscription(
  context: SandboxContext,
  before: Subscription,
  params: Params,
): Promise<Subscription> {
  if (before.status === 'canceled' || before.status === 'incomplete_expired')
    throw invalid(
      'A canceled subscription can only update its cancellation_details and metadata.',
      undefined,
      'resource_missing',
    );
  const isEnding =
    params.cancel_at_period_end === undefined ? before.cancel_at_period_end : flag(params, 'cancel_at_period_end');
  const details = within(params, 'cancellation_details');
  const method = text(params, 'default_payment_method');
  if (method) await context.store.get('payment_method', method);
  const end = itemOf(before).current_period_end;
  const after: Subscription = {
    ...before,
    discounts: await discountsOf(context, params, before),
    cancel_at_period_end: isEnding,
    cancel_at: isEnding ? end : null,
    canceled_at: isEnding ? (before.canceled_at ?? context.now) : null,
    cancellation_details: {
      comment: details.comment === undefined ? before.cancellation_details.comment : text(details, 'comment'),
      feedback: details.feedback === undefined ? before.cancellation_details.feedback : text(details, 'feedback'),
      reason: isEnding ? 'cancellation_requested' : null,
    },
    default_payment_method: method ?? before.default_payment_method,
    metadata: metadata(params, before.metadata),
  };
  const isEndingTrial = params.trial_end === 'now' && before.status === 'trialing';
  const ended = { ...after, trial_end: context.now, billing_cycle_anchor: context.now };
  if (isEndingTrial && params.payment_behavior === 'pending_if_incomplete')
    await endTrialIfPaid(context, before, ended);
  else {
    await context.store.put(after);
    if (isEndingTrial) await endTrial(context, ended);
  }
  const updated = await context.store.get('subscription', before.id);
  await context.emit('customer.subscription.updated', updated);
  return updated;
}

/** The trial has ended: the subscription is paid from here on, or ended if there is no card. */
async function endTrial(context: SandboxContext, subscription: Subscription): Promise<void> {
  const { missing_payment_method } = subscription.trial_settings.end_behavior;
  if (missing_payment_method === 'cancel' && !(await hasCard(context, subscription)))
    return void (await endSubscription(context, subscription, 'trial_end_without_payment_method'));
  await renew(context, { ...subscription, status: 'active' });
}

/** The trial ends once the first invoice is paid, at once or within the time of a pending update; else it continues. */
async function endTrialIfPaid(context: SandboxContext, before: Subscription, ended: Subscription): Promise<void> {
  const { store, now } = context;
  if (before.pending_update) await voidInvoice(context, await store.get('invoice', before.latest_invoice!));
  const invoice = await beginPeriod(context, { ...ended, status: 'active' }, 'subscription_cycle');
  if (invoice.status === 'paid') return;
  const {
    status,
    trial_end,
    billing_cycle_anchor,
    items,
    cancel_at_period_end,
    cancel_at,
    canceled_at,
    discounts,
    _periods,
  } = await store.get('subscription', before.id);
  await store.put<Subscription>({
    ...before,
    latest_invoice: invoice.id,
    pending_update: {
      expires_at: Math.min(now + INCOMPLETE_SECONDS, before.trial_end!),
      trial_end: trial_end!,
      cancel_at_period_end,
    },
    _pending: {
      status,
      trial_end,
      billing_cycle_anchor,
      items,
      cancel_at_period_end,
      cancel_at,
      canceled_at,
      discounts,
      _periods,
    },
  });
  await payInvoice(context, invoice, null, 'charge').catch(onlyRefusals);
}

/** The next period begins; if its payment fails, the subscription is past due. */
async function renew(context: SandboxContext, subscription: Subscription): Promise<void> {
  await context.store.put(subscription);
  const invoice = await beginPeriod(context, subscription, 'subscription_cycle');
  await context.emit('customer.subscription.updated', await context.store.get('subscription', subscription.id));
  if (invoice.status !== 'open') return;
  await payInvoice(context, invoice, null, 'renewal').catch((refused: unknown) => {
    if (!(refused instanceof SandboxError)) throw refused;
  });
}

/** What is due next for a subscription, and when; null if nothing will happen automatically. */
async function dueNext(
  context: SandboxContext,
  subscription: Subscription,
): Promise<{ at: number; act: () => Promise<unknown> } | null> {
  const { status, trial_end, cancel_at_period_end } = subscription;
  const end = itemOf(subscription).current_period_end;
  const over = { at: end, act: () => endSubscription(context, subscription, 'cancellation_requested') };
  if (status === 'incomplete')
    return { at: subscription.created + INCOMPLETE_SECONDS, act: () => expire(context, subscription) };
  if (status === 'trialing') {
    const announced = trial_end! - ANNOUNCED_SECONDS;
    const expires = subscription.pending_update?.expires_at ?? Infinity;
    if (!subscription._announced && announced > subscription.created && announced < expires)
      return { at: announced, act: () => announceEnd(context, subscription) };
    if (subscription.pending_update) {
      const invoice = await context.store.get('invoice', subscription.latest_invoice!);
      return { at: subscription.pending_update.expires_at, act: () => voidInvoice(context, invoice) };
    }
    return cancel_at_period_end ? over : { at: trial_end!, act: () => endTrial(context, subscription) };
  }
  if (status === 'active') return cancel_at_period_end ? over : { at: end, act: () => renew(context, subscription) };
  if (status !== 'past_due') return null;
  const invoice = await context.store.get('invoice', subscription.latest_invoice!);
  const retry = invoice.next_payment_attempt;
  if (cancel_at_period_end && (retry === null || end <= retry)) return over;
  return retry === null
    ? null
    : { at: retry, act: () => payInvoice(context, invoice, null, 'renewal').catch(onlyRefusals) };
}

function onlyRefusals(refused: unknown): void {
  if (!(refused instanceof SandboxError)) throw refused;
}

async function announceEnd(context: SandboxContext, subscription: Subscription): Promise<void> {
  const announced = await context.store.put<Subscription>({ ...subscription, _announced: true });
  await context.emit('customer.subscription.trial_will_end', announced);
}

async function expire(context: SandboxContext, subscription: Subscription): Promise<void> {
  const expired = await context.store.put<Subscription>({
    ...subscription,
    status: 'incomplete_expired',
    ended_at: context.now,
  });
  await context.emit('customer.subscription.updated', expired);
}

/** Catches up on everything due until `until`, each event at its own time. */
export async function passTime(context: SandboxContext, until: number): Promise<void> {
  for (const status of ['incomplete', 'trialing', 'active', 'past_due']) {
    for (const { id } of await context.store.list('subscription', { status }, 10_000)) {
      for (;;) {
        const due = await dueNext(context, await context.store.get('subscription', id));
        if (!due || due.at > until) break;
        context.now = due.at;
        await due.act();
      }
    }
  }
  context.now = until;
}
