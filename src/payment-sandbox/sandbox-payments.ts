import { sha256 } from '#src/api/database/ids.ts';
import { cardError, namedCards, testCard } from './sandbox-cards.ts';
import { flag, integer, metadata, text, within } from './sandbox-context.ts';
import type { Params, SandboxContext } from './sandbox-context.ts';
import { SandboxError, invalid } from './sandbox-error.ts';
import { confirmPayment } from './sandbox-intents.ts';
import type { Customer, PaymentIntent, PaymentMethod, SetupIntent } from './sandbox-objects.ts';
import { sandboxId } from './sandbox-store.ts';
import type { Handler } from './sandbox-route.ts';

export async function namedMethod(context: SandboxContext, id: string): Promise<PaymentMethod> {
  const number = namedCards[id];
  return number ? makeMethod(context, { number, month: 12, year: 2040 }) : context.store.get('payment_method', id);
}

/** As at Stripe: one number has one fingerprint, for any customer. */
const fingerprintOf = (number: string): string => sha256(`fingerprint ${number}`).slice(0, 16);

export async function makeMethod(
  context: SandboxContext,
  card: { number: string; month: number; year: number },
): Promise<PaymentMethod> {
  const known = testCard(card.number);
  if (!known)
    throw new SandboxError(402, {
      ...cardError('generic_decline'),
      type: 'card_error',
      code: 'incorrect_number',
      message: 'Your card number is incorrect. The sandbox takes test cards only.',
    });
  return context.store.put<PaymentMethod>({
    id: sandboxId('pm'),
    object: 'payment_method',
    created: context.now,
    type: 'card',
    customer: null,
    card: {
      brand: known.brand,
      last4: card.number.slice(-4),
      fingerprint: fingerprintOf(card.number),
      exp_month: card.month,
      exp_year: card.year,
      funding: 'credit',
    },
    billing_details: { name: null, email: null },
    _number: card.number,
  });
}

export async function customerFrom(context: SandboxContext, params: Params, before?: Customer): Promise<Customer> {
  const settings = within(params, 'invoice_settings');
  const method = text(settings, 'default_payment_method');
  if (method) await context.store.get('payment_method', method);
  return context.store.put<Customer>({
    id: before?.id ?? sandboxId('cus'),
    object: 'customer',
    created: before?.created ?? context.now,
    email: text(params, 'email') ?? before?.email ?? null,
    name: text(params, 'name') ?? before?.name ?? null,
    metadata: metadata(params, before?.metadata),
    invoice_settings: {
      default_payment_method:
        settings.default_payment_method === ''
          ? null
          : (method ?? before?.invoice_settings.default_payment_method ?? null),
    },
  });
}

export async function createPayment(context: SandboxContext, params: Params): Promise<PaymentIntent> {
  const amount = integer(params, 'amount');
  if (amount === null || amount < 50) throw invalid('Amount must be at least $0.50 usd', 'amount', 'amount_too_small');
  const id = sandboxId('pi');
  const named = text(params, 'payment_method');
  const method = named ? await namedMethod(context, named) : null;
  const intent = await context.store.put<PaymentIntent>({
    id,
    object: 'payment_intent',
    created: context.now,
    client_secret: `${id}_secret_${sandboxId('s').slice(2)}`,
    status: method ? 'requires_confirmation' : 'requires_payment_method',
    amount,
    amount_received: 0,
    currency: 'usd',
    customer: text(params, 'customer'),
    payment_method: method?.id ?? null,
    setup_future_usage: params.setup_future_usage === 'off_session' ? 'off_session' : null,
    description: text(params, 'description'),
    receipt_email: text(params, 'receipt_email'),
    next_action: null,
    last_payment_error: null,
    latest_charge: null,
    _invoice: null,
    metadata: metadata(params),
  });
  await context.emit('payment_intent.created', intent);
  return flag(params, 'confirm')
    ? confirmPayment(context, intent, null, flag(params, 'off_session') ? 'renewal' : 'charge')
    : intent;
}

export async function cancelPayment(context: SandboxContext, id: string): Promise<PaymentIntent> {
  const intent = await context.store.get('payment_intent', id);
  if (intent.status === 'succeeded' || intent.status === 'canceled') {
    throw new SandboxError(400, {
      type: 'invalid_request_error',
      code: 'payment_intent_unexpected_state',
      message: `You cannot cancel this PaymentIntent because it has a status of ${intent.status}.`,
      payment_intent: intent,
    });
  }
  const canceled = await context.store.put<PaymentIntent>({ ...intent, status: 'canceled', next_action: null });
  await context.emit('payment_intent.canceled', canceled);
  return canceled;
}

export const createSetup: Handler = async ({ store, now }, params) => {
  const id = sandboxId('seti');
  return store.put<SetupIntent>({
    id,
    object: 'setup_intent',
    created: now,
    client_secret: `${id}_secret_${sandboxId('s').slice(2)}`,
    status: 'requires_payment_method',
    customer: text(params, 'customer'),
    payment_method: null,
    usage: 'off_session',
    next_action: null,
    last_setup_error: null,
    metadata: metadata(params),
  });
};
