import { flag, integer, list, metadata, required, text } from './sandbox-context.ts';
import { invalid } from './sandbox-error.ts';
import { endSubscription, invoiceFor, itemOf, payInvoice, voidInvoice } from './sandbox-invoices.ts';
import { limit, page } from './sandbox-route.ts';
import type { Handler, SandboxRoute } from './sandbox-route.ts';
import { sandboxId } from './sandbox-store.ts';
import { createSubscription, updateSubscription } from './sandbox-subscriptions.ts';

/** A preview of a subscription's next invoice, with other discounts if the request contains any. */
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

/** Monthly sales: products, prices, coupons, subscriptions, and their invoices. */
export const subscriptionRoutes: readonly SandboxRoute[] = [
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
  {
    method: 'POST',
    path: 'invoices/:id/void',
    handle: async (context, _params, id) => voidInvoice(context, await context.store.get('invoice', id)),
  },
];
