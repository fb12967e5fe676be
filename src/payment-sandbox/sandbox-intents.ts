import { cardError, testCard } from './sandbox-cards.ts';
import type { SandboxContext } from './sandbox-context.ts';
import { SandboxError, invalid } from './sandbox-error.ts';
import type {
  CardError,
  Dispute,
  NextAction,
  PaymentIntent,
  PaymentMethod,
  Refund,
  SetupIntent,
} from './sandbox-objects.ts';
import { sandboxId } from './sandbox-store.ts';

/** Who is present when a card is used: its owner (`charge`), or nobody (`renewal`). */
export type Presence = 'charge' | 'renewal';

const askTheBank: NextAction = { type: 'use_stripe_sdk', use_stripe_sdk: { type: 'sandbox_bank' } };

const declined = (error: CardError, intent: { payment_intent?: object; setup_intent?: object }): SandboxError =>
  new SandboxError(402, { ...error, type: 'card_error', ...intent });

const outcomeOf = (method: PaymentMethod, when: 'setup' | Presence) => testCard(method._number)![when];

/**
 * Attaches a card to a customer.
 * @throws SandboxError 402 if the bank declines, 400 if it belongs to another customer
 */
export async function attach(context: SandboxContext, method: PaymentMethod, customer: string): Promise<PaymentMethod> {
  if (method.customer !== null && method.customer !== customer)
    throw invalid('The payment method you provided is attached to another customer.', 'payment_method');
  if (method.customer === customer) return method;
  const attached = await context.store.put({ ...method, customer });
  await context.emit('payment_method.attached', attached);
  return attached;
}

/** @throws SandboxError 402 if the card is declined; the reason is also stored in the intent */
export async function confirmSetup(
  context: SandboxContext,
  intent: SetupIntent,
  methodId: string | null,
): Promise<SetupIntent> {
  if (intent.status === 'succeeded' || intent.status === 'canceled')
    throw invalid(
      `You cannot confirm this SetupIntent because it has a status of ${intent.status}.`,
      undefined,
      'setup_intent_unexpected_state',
    );
  if (!methodId) throw invalid('You must provide a payment_method.', 'payment_method', 'parameter_missing');
  const method = await context.store.get('payment_method', methodId);
  const outcome = outcomeOf(method, 'setup');
  if (outcome === 'succeeds') return keepCard(context, { ...intent, payment_method: method.id });
  if (outcome === 'authenticates')
    return context.store.put<SetupIntent>({
      ...intent,
      payment_method: method.id,
      status: 'requires_action',
      next_action: askTheBank,
    });
  const error = cardError(outcome.declines);
  const failed = await context.store.put<SetupIntent>({
    ...intent,
    status: 'requires_payment_method',
    next_action: null,
    last_setup_error: error,
  });
  await context.emit('setup_intent.setup_failed', failed);
  throw declined(error, { setup_intent: failed });
}

async function keepCard(context: SandboxContext, intent: SetupIntent): Promise<SetupIntent> {
  if (intent.customer)
    await attach(context, await context.store.get('payment_method', intent.payment_method!), intent.customer);
  const done = await context.store.put<SetupIntent>({
    ...intent,
    status: 'succeeded',
    next_action: null,
    last_setup_error: null,
  });
  await context.emit('setup_intent.succeeded', done);
  return done;
}

/** @throws SandboxError 402 if the card is declined; the reason is also stored in the intent */
export async function confirmPayment(
  context: SandboxContext,
  intent: PaymentIntent,
  methodId: string | null,
  presence: Presence,
): Promise<PaymentIntent> {
  if (intent.status === 'succeeded' || intent.status === 'canceled') {
    throw new SandboxError(400, {
      type: 'invalid_request_error',
      code: 'payment_intent_unexpected_state',
      message: `You cannot confirm this PaymentIntent because it has a status of ${intent.status}.`,
      payment_intent: intent,
    });
  }
  const chosen = methodId ?? intent.payment_method;
  if (!chosen) throw invalid('You must provide a payment_method.', 'payment_method', 'parameter_missing');
  const method = await context.store.get('payment_method', chosen);
  const outcome = outcomeOf(method, presence);
  if (outcome === 'succeeds') return collect(context, { ...intent, payment_method: method.id });
  if (outcome === 'authenticates') {
    const waiting = await context.store.put<PaymentIntent>({
      ...intent,
      payment_method: method.id,
      status: 'requires_action',
      next_action: askTheBank,
    });
    await context.emit('payment_intent.requires_action', waiting);
    return waiting;
  }
  const error = cardError(outcome.declines);
  const attempted = { ...intent, payment_method: method.id };
  const refused = { ...error, charge: sandboxId('ch') };
  throw declined(error, { payment_intent: await failPayment(context, attempted, refused) });
}

async function failPayment(context: SandboxContext, intent: PaymentIntent, error: CardError): Promise<PaymentIntent> {
  const { payment_method: method } = intent;
  const failed = await context.store.put<PaymentIntent>({
    ...intent,
    status: 'requires_payment_method',
    payment_method: null,
    next_action: null,
    last_payment_error: { ...error, ...(method && { payment_method: { id: method } }) },
  });
  await context.emit('payment_intent.payment_failed', failed);
  return failed;
}

async function collect(context: SandboxContext, intent: PaymentIntent): Promise<PaymentIntent> {
  const { store, now } = context;
  if (intent.customer && (intent.setup_future_usage || intent._invoice))
    await attach(context, await store.get('payment_method', intent.payment_method!), intent.customer);
  const id = sandboxId('ch');
  const { card } = await store.get('payment_method', intent.payment_method!);
  await store.put({
    id,
    object: 'charge',
    balance_transaction: {
      id: sandboxId('txn'),
      object: 'balance_transaction',
      // 2.9 % and 30 cents, a common card fee.
      fee: Math.round(intent.amount * 0.029) + 30,
    },
    created: now,
    amount: intent.amount,
    amount_refunded: 0,
    refunded: false,
    disputed: false,
    currency: 'usd',
    customer: intent.customer,
    payment_intent: intent.id,
    payment_method: intent.payment_method,
    payment_method_details: { type: 'card', card: { brand: card.brand, last4: card.last4 } },
    receipt_url: context.receiptUrl(id),
    status: 'succeeded',
  });
  const done = await store.put<PaymentIntent>({
    ...intent,
    status: 'succeeded',
    amount_received: intent.amount,
    next_action: null,
    last_payment_error: null,
    latest_charge: id,
  });
  await context.emit('payment_intent.succeeded', done);
  await context.collected(done);
  const method = await store.get('payment_method', intent.payment_method!);
  if (testCard(method._number)?.isDisputed) await openDispute(context, done);
  return done;
}

/** The result of the customer's authentication at the bank. */
export async function authenticatePayment(
  context: SandboxContext,
  intent: PaymentIntent,
  agreed: boolean,
): Promise<PaymentIntent> {
  if (intent.status !== 'requires_action')
    throw invalid('This PaymentIntent waits for no authentication.', undefined, 'payment_intent_unexpected_state');
  return agreed ? collect(context, intent) : failPayment(context, intent, cardError('authentication_failed'));
}

export async function authenticateSetup(
  context: SandboxContext,
  intent: SetupIntent,
  agreed: boolean,
): Promise<SetupIntent> {
  if (intent.status !== 'requires_action')
    throw invalid('This SetupIntent waits for no authentication.', undefined, 'setup_intent_unexpected_state');
  if (agreed) return keepCard(context, intent);
  const error = { ...cardError('authentication_failed'), code: 'setup_intent_authentication_failure' };
  const failed = await context.store.put<SetupIntent>({
    ...intent,
    status: 'requires_payment_method',
    payment_method: null,
    next_action: null,
    last_setup_error: error,
  });
  await context.emit('setup_intent.setup_failed', failed);
  return failed;
}

/**
 * The cardholder claims at their bank that they did not buy it.
 * @throws SandboxError 400 if there is nothing to dispute
 */
export async function openDispute(context: SandboxContext, intent: PaymentIntent): Promise<Dispute> {
  const charge = intent.latest_charge ? await context.store.get('charge', intent.latest_charge) : null;
  if (!charge || charge.disputed || charge.refunded)
    throw invalid('This payment cannot be disputed.', 'payment_intent');
  await context.store.put({ ...charge, disputed: true });
  const opened = await context.store.put<Dispute>({
    id: sandboxId('du'),
    object: 'dispute',
    created: context.now,
    amount: charge.amount - charge.amount_refunded,
    currency: 'usd',
    charge: charge.id,
    payment_intent: intent.id,
    reason: 'fraudulent',
    status: 'needs_response',
    evidence: { uncategorized_text: null },
    evidence_details: { due_by: context.now + 7 * 86_400, has_evidence: false, submission_count: 0 },
    metadata: {},
  });
  await context.emit('charge.dispute.created', opened);
  return opened;
}

/** The bank decides: by the evidence texts of Stripe's test mode, or for its customer without a response. */
export async function decideDispute(
  context: SandboxContext,
  dispute: Dispute,
  evidence: string | null,
): Promise<Dispute> {
  if (dispute.status !== 'needs_response')
    throw invalid('This dispute is already closed.', undefined, 'dispute_closed');
  const decided = await context.store.put<Dispute>({
    ...dispute,
    status: evidence === 'winning_evidence' ? 'won' : 'lost',
    evidence: { uncategorized_text: evidence },
    evidence_details: { ...dispute.evidence_details, has_evidence: evidence !== null, submission_count: 1 },
  });
  await context.emit('charge.dispute.closed', decided);
  return decided;
}

/** @throws SandboxError 400 if the refunds would exceed the payment */
export async function refund(
  context: SandboxContext,
  intent: PaymentIntent,
  given: { amount: number | null; reason: string | null; metadata: Record<string, string> },
): Promise<Refund> {
  if (intent.status !== 'succeeded')
    throw invalid(
      'This PaymentIntent does not have a successful charge to refund.',
      'payment_intent',
      'charge_not_refundable',
    );
  const charge = await context.store.get('charge', intent.latest_charge!);
  const amount = given.amount ?? charge.amount - charge.amount_refunded;
  if (charge.refunded)
    throw invalid(`Charge ${charge.id} has already been refunded.`, undefined, 'charge_already_refunded');
  if (amount < 1 || amount > charge.amount - charge.amount_refunded)
    throw invalid('Refund amount is greater than unrefunded amount on charge.', 'amount');
  const amount_refunded = charge.amount_refunded + amount;
  const after = await context.store.put({ ...charge, amount_refunded, refunded: amount_refunded === charge.amount });
  const made = await context.store.put<Refund>({
    id: sandboxId('re'),
    object: 'refund',
    created: context.now,
    amount,
    currency: 'usd',
    payment_intent: intent.id,
    charge: charge.id,
    reason: given.reason,
    status: 'succeeded',
    metadata: given.metadata,
  });
  await context.emit('refund.created', made);
  await context.emit('charge.refunded', after);
  return made;
}
