import { cardError } from './sandbox-cards.ts';
import { flag, integer, metadata, required, text, within } from './sandbox-context.ts';
import type { Params } from './sandbox-context.ts';
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
import type { Customer, PaymentMethod, Payout } from './sandbox-objects.ts';
import {
  namedMethod,
  makeMethod,
  customerFrom,
  createPayment,
  cancelPayment,
  createSetup,
} from './sandbox-payments.ts';
import { limit, page } from './sandbox-route.ts';
import type { SandboxRoute } from './sandbox-route.ts';
import { sandboxId } from './sandbox-store.ts';

const agreed = (params: Params): boolean => required(params, 'outcome') === 'agreed';

/** Customers and their cards, charges, disputes, refunds, and payouts. */
export const cardRoutes: readonly SandboxRoute[] = [
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
  // What a cardholder does at their bank; Stripe has no call for it.
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
      // Like the bank account in Stripe's test mode that accepts no payouts.
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
];
