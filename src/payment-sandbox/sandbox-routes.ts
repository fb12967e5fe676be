import { cardError } from './sandbox-cards.ts';
import { flag, integer, list, metadata, required, text, within } from './sandbox-context.ts';
import type { Params, SandboxContext } from './sandbox-context.ts';
import { SandboxError, invalid } from './sandbox-error.ts';
import {
  attach,
  authenticatePayment,
  authenticateSetup,
  confirmPayment,
  confirmSetup,
  decideDispute,
  openDispute,
  refund,
} from './sandbox-intents.ts';
import { endSubscription, invoiceFor, itemOf, payInvoice } from './sandbox-invoices.ts';
import { listOf } from './sandbox-objects.ts';
import type { Customer, PaymentMethod, Payout, SandboxObject } from './sandbox-objects.ts';
import { sandboxId } from './sandbox-store.ts';
import { createSubscription, updateSubscription } from './sandbox-subscriptions.ts';
import {
  namedMethod,
  makeMethod,
  customerFrom,
  createPayment,
  cancelPayment,
  createSetup,
} from './sandbox-payments.ts';

export type Handler = (context: SandboxContext, params: Params, id: string) => Promise<object>;

interface SandboxRoute {
  method: 'GET' | 'POST' | 'DELETE';
  /** After `/v1/`. `:id` is handed to the handler. */
  path: string;
  /** A browser may ask for it with the publishable key, and the client secret of the intent that it is about. */
  isPublic?: true;
  handle: Handler;
}

const page = (objects: SandboxObject[], url: string) => listOf(objects, `/v1/${url}`);

const limit = (params: Params) => Math.min(integer(params, 'limit') ?? 10, 100);

/** What the next invoice of a subscription would be, with other discounts if the request names some. */
const preview: Handler = async (context, params) => {
  const subscription = await context.store.get('subscription', required(params, 'subscription'));
  const item = itemOf(subscription);
  const tried = list(params, 'discounts');
  const discounts = await Promise.all(
    tried.map(async (one) => {
      const coupon = await context.store.get('coupon', required(one, 'coupon'));
      if (!coupon.valid || (coupon.redeem_by !== null && coupon.redeem_by <= context.now))
        throw invalid(`Coupon ${coupon.id} is expired`, 'discounts', 'coupon_expired');
      return {
        id: sandboxId('di'),
        object: 'discount' as const,
        source: { type: 'coupon' as const, coupon: coupon.id },
        customer: subscription.customer,
        subscription: subscription.id,
        start: context.now,
        end: null,
        _once: false,
      };
    }),
  );
  const priced = params.discounts === undefined ? subscription : { ...subscription, discounts };
  return invoiceFor(
    context,
    priced,
    'upcoming',
    { start: item.current_period_end, end: item.current_period_end },
    item.price.unit_amount,
  );
};

const agreed = (params: Params): boolean => required(params, 'outcome') === 'agreed';

export const sandboxRoutes: readonly SandboxRoute[] = [
  { method: 'POST', path: 'customers', handle: (context, params) => customerFrom(context, params) },
  { method: 'GET', path: 'customers/:id', handle: ({ store }, _params, id) => store.get('customer', id) },
  {
    method: 'POST',
    path: 'customers/:id',
    handle: async (context, params, id) => customerFrom(context, params, await context.store.get('customer', id)),
  },
  {
    method: 'GET',
    path: 'customers/:id/payment_methods',
    handle: async ({ store }, params, id) =>
      page(await store.list('payment_method', { customer: id }, limit(params)), `customers/${id}/payment_methods`),
  },

  {
    method: 'POST',
    path: 'payment_methods',
    isPublic: true,
    handle: async (context, params) => {
      const card = within(params, 'card');
      const [month, year] = [integer(card, 'exp_month') ?? 0, integer(card, 'exp_year') ?? 0];
      const lastSecond = Date.UTC(year, month, 1) / 1000;
      if (month < 1 || month > 12 || lastSecond <= context.now)
        throw new SandboxError(402, {
          ...cardError('expired_card'),
          type: 'card_error',
          code: 'invalid_expiry_year',
          message: "Your card's expiration date is in the past.",
        });
      return makeMethod(context, { number: required(card, 'number').replaceAll(/\s/g, ''), month, year });
    },
  },
  {
    method: 'GET',
    path: 'payment_methods',
    handle: async ({ store }, params) =>
      page(
        await store.list('payment_method', { customer: required(params, 'customer') }, limit(params)),
        'payment_methods',
      ),
  },
  { method: 'GET', path: 'payment_methods/:id', handle: ({ store }, _params, id) => store.get('payment_method', id) },
  {
    method: 'POST',
    path: 'payment_methods/:id/attach',
    handle: async (context, params, id) =>
      attach(context, await namedMethod(context, id), required(params, 'customer')),
  },
  {
    method: 'POST',
    path: 'payment_methods/:id/detach',
    handle: async (context, _params, id) => {
      const method = await context.store.get('payment_method', id);
      if (!method.customer)
        throw invalid(
          'The payment method you provided is not attached to a customer so detachment is impossible.',
          'payment_method',
        );
      const customer = await context.store.get('customer', method.customer);
      if (customer.invoice_settings.default_payment_method === id)
        await context.store.put<Customer>({ ...customer, invoice_settings: { default_payment_method: null } });
      for (const subscription of await context.store.list('subscription', { default_payment_method: id }))
        await context.store.put({ ...subscription, default_payment_method: null });
      const detached = await context.store.put<PaymentMethod>({ ...method, customer: null });
      await context.emit('payment_method.detached', detached);
      return detached;
    },
  },

  { method: 'POST', path: 'setup_intents', handle: createSetup },
  {
    method: 'GET',
    path: 'setup_intents/:id',
    isPublic: true,
    handle: ({ store }, _params, id) => store.get('setup_intent', id),
  },
  {
    method: 'POST',
    path: 'setup_intents/:id/confirm',
    isPublic: true,
    handle: async (context, params, id) =>
      confirmSetup(context, await context.store.get('setup_intent', id), text(params, 'payment_method')),
  },
  {
    method: 'POST',
    path: 'setup_intents/:id/authenticate',
    isPublic: true,
    handle: async (context, params, id) =>
      authenticateSetup(context, await context.store.get('setup_intent', id), agreed(params)),
  },

  { method: 'POST', path: 'payment_intents', handle: createPayment },
  {
    method: 'GET',
    path: 'payment_intents/:id',
    isPublic: true,
    handle: ({ store }, _params, id) => store.get('payment_intent', id),
  },
  {
    method: 'POST',
    path: 'payment_intents/:id/confirm',
    isPublic: true,
    handle: async (context, params, id) => {
      const named = text(params, 'payment_method');
      const method = named ? (await namedMethod(context, named)).id : null;
      return confirmPayment(
        context,
        await context.store.get('payment_intent', id),
        method,
        flag(params, 'off_session') ? 'renewal' : 'charge',
      );
    },
  },
  {
    method: 'POST',
    path: 'payment_intents/:id/authenticate',
    isPublic: true,
    handle: async (context, params, id) =>
      authenticatePayment(context, await context.store.get('payment_intent', id), agreed(params)),
  },
  { method: 'POST', path: 'payment_intents/:id/cancel', handle: (context, _params, id) => cancelPayment(context, id) },
  {
    method: 'GET',
    path: 'charges',
    handle: async ({ store }, params) =>
      page(await store.list('charge', { customer: required(params, 'customer') }, limit(params)), 'charges'),
  },
  // What the owner of a card does at their bank: at Stripe there is no call for it.
  {
    method: 'POST',
    path: 'disputes',
    handle: async (context, params) =>
      openDispute(context, await context.store.get('payment_intent', required(params, 'payment_intent'))),
  },
  {
    method: 'GET',
    path: 'disputes',
    handle: async ({ store }, params) =>
      page(
        await store.list('dispute', { payment_intent: required(params, 'payment_intent') }, limit(params)),
        'disputes',
      ),
  },
  {
    method: 'POST',
    path: 'disputes/:id',
    handle: async (context, params, id) =>
      decideDispute(
        context,
        await context.store.get('dispute', id),
        text((params.evidence ?? {}) as Params, 'uncategorized_text'),
      ),
  },
  {
    method: 'POST',
    path: 'disputes/:id/close',
    handle: async (context, _params, id) => decideDispute(context, await context.store.get('dispute', id), null),
  },
  {
    method: 'POST',
    path: 'payouts',
    handle: async ({ store, now, emit }, params) => {
      // A bank account that Stripe's test mode knows as one that takes nothing.
      const destination = text(params, 'destination');
      const isTaken = destination !== 'ba_no_account';
      const made = await store.put<Payout>({
        id: sandboxId('po'),
        object: 'payout',
        created: now,
        amount: integer(params, 'amount') ?? 0,
        currency: 'usd',
        arrival_date: now,
        destination,
        status: isTaken ? 'paid' : 'failed',
        failure_code: isTaken ? null : 'no_account',
        failure_message: isTaken ? null : 'The bank account could not be located.',
        metadata: metadata(params),
      });
      await emit(isTaken ? 'payout.paid' : 'payout.failed', made);
      return made;
    },
  },
  { method: 'GET', path: 'payouts/:id', handle: ({ store }, _params, id) => store.get('payout', id) },
  { method: 'GET', path: 'charges/:id', handle: ({ store }, _params, id) => store.get('charge', id) },
  {
    method: 'POST',
    path: 'refunds',
    handle: async (context, params) => {
      const intent = await context.store.get('payment_intent', required(params, 'payment_intent'));
      return refund(context, intent, {
        amount: integer(params, 'amount'),
        reason: text(params, 'reason'),
        metadata: metadata(params),
      });
    },
  },

  {
    method: 'POST',
    path: 'products',
    handle: async ({ store, now }, params) => {
      const id = text(params, 'id') ?? sandboxId('prod');
      if (await store.find('product', id)) throw invalid('Product already exists.', 'id', 'resource_already_exists');
      return store.put({
        id,
        object: 'product',
        created: now,
        name: required(params, 'name'),
        active: true,
        metadata: metadata(params),
      });
    },
  },
  { method: 'GET', path: 'products/:id', handle: ({ store }, _params, id) => store.get('product', id) },
  {
    method: 'POST',
    path: 'prices',
    handle: async ({ store, now }, params) => {
      const product = await store.get('product', required(params, 'product'));
      const lookup_key = text(params, 'lookup_key');
      for (const price of lookup_key ? await store.list('price', { lookup_key }) : []) {
        if (!flag(params, 'transfer_lookup_key'))
          throw invalid(
            `A price (\`${price.id}\`) already uses that lookup key.`,
            'lookup_key',
            'resource_already_exists',
          );
        await store.put({ ...price, lookup_key: null });
      }
      return store.put({
        id: sandboxId('price'),
        object: 'price',
        created: now,
        active: true,
        currency: 'usd',
        unit_amount: integer(params, 'unit_amount') ?? 0,
        product: product.id,
        lookup_key,
        type: 'recurring',
        recurring: { interval: 'month', interval_count: 1 },
        metadata: metadata(params),
      });
    },
  },
  {
    method: 'GET',
    path: 'prices',
    handle: async ({ store }, params) => {
      const keys = Array.isArray(params.lookup_keys) ? params.lookup_keys : [];
      const prices = await store.list('price', { active: true });
      return page(
        keys.length > 0 ? prices.filter(({ lookup_key }) => (keys as unknown[]).includes(lookup_key)) : prices,
        'prices',
      );
    },
  },

  {
    method: 'POST',
    path: 'coupons',
    handle: async ({ store, now }, params) => {
      const id = text(params, 'id') ?? sandboxId('c').slice(2, 10).toUpperCase();
      if (await store.find('coupon', id)) throw invalid('Coupon already exists.', 'id', 'resource_already_exists');
      const duration = text(params, 'duration') ?? 'once';
      if (duration !== 'once' && duration !== 'repeating' && duration !== 'forever')
        throw invalid('Invalid duration', 'duration');
      const amount_off = integer(params, 'amount_off');
      return store.put({
        id,
        object: 'coupon',
        created: now,
        name: text(params, 'name'),
        percent_off: text(params, 'percent_off') === null ? null : Number(text(params, 'percent_off')),
        amount_off,
        currency: amount_off === null ? null : 'usd',
        duration,
        duration_in_months: integer(params, 'duration_in_months'),
        max_redemptions: integer(params, 'max_redemptions'),
        times_redeemed: 0,
        redeem_by: integer(params, 'redeem_by'),
        valid: true,
        metadata: metadata(params),
      });
    },
  },
  { method: 'GET', path: 'coupons/:id', handle: ({ store }, _params, id) => store.get('coupon', id) },
  {
    method: 'DELETE',
    path: 'coupons/:id',
    handle: async ({ store }, _params, id) => {
      await store.remove((await store.get('coupon', id)).id);
      return { id, object: 'coupon', deleted: true };
    },
  },

  { method: 'POST', path: 'subscriptions', handle: createSubscription },
  {
    method: 'GET',
    path: 'subscriptions',
    handle: async ({ store }, params) => {
      const customer = text(params, 'customer');
      const status = text(params, 'status');
      const where = { ...(customer ? { customer } : {}), ...(status && status !== 'all' ? { status } : {}) };
      const found = await store.list('subscription', where);
      return page(
        (status ? found : found.filter((one) => one.status !== 'canceled')).slice(0, limit(params)),
        'subscriptions',
      );
    },
  },
  { method: 'GET', path: 'subscriptions/:id', handle: ({ store }, _params, id) => store.get('subscription', id) },
  {
    method: 'POST',
    path: 'subscriptions/:id',
    handle: async (context, params, id) =>
      updateSubscription(context, await context.store.get('subscription', id), params),
  },
  {
    method: 'DELETE',
    path: 'subscriptions/:id',
    handle: async (context, _params, id) => {
      const subscription = await context.store.get('subscription', id);
      if (subscription.status === 'canceled') throw invalid(`No such subscription: ${id}`, 'id', 'resource_missing');
      return endSubscription(context, subscription, 'cancellation_requested');
    },
  },

  { method: 'POST', path: 'invoices/create_preview', handle: preview },
  {
    method: 'GET',
    path: 'invoices',
    handle: async ({ store }, params) => {
      const [customer, status, subscription] = [
        text(params, 'customer'),
        text(params, 'status'),
        text(params, 'subscription'),
      ];
      const where = {
        ...(customer ? { customer } : {}),
        ...(status ? { status } : {}),
        ...(subscription ? { parent: { subscription_details: { subscription } } } : {}),
      };
      return page(await store.list('invoice', where, limit(params)), 'invoices');
    },
  },
  { method: 'GET', path: 'invoices/:id', handle: ({ store }, _params, id) => store.get('invoice', id) },
  {
    method: 'POST',
    path: 'invoices/:id/pay',
    handle: async (context, params, id) =>
      payInvoice(
        context,
        await context.store.get('invoice', id),
        text(params, 'payment_method'),
        flag(params, 'off_session') ? 'renewal' : 'charge',
      ),
  },

  { method: 'GET', path: 'events/:id', handle: ({ store }, _params, id) => store.get('event', id) },
  {
    method: 'GET',
    path: 'events',
    handle: async ({ store }, params) => page(await store.list('event', {}, limit(params)), 'events'),
  },
];
