import type Stripe from 'stripe';
import { newId } from '#src/api/database/ids.ts';
import type { Subscription } from '#src/payment-sandbox/sandbox-objects.ts';
import { createSandboxStore } from '#src/payment-sandbox/sandbox-store.ts';
import { fold } from '#src/api/subscription/fold.ts';
import { customerOf, priceOf } from '#src/api/subscription/provider.ts';
import { endGrace, hearOfPayment } from '#src/api/subscription/subscription.jobs.ts';
import type {
  Standing,
  SubscriptionEvent,
  subscriptionLifecycle,
} from '#src/machines/subscription/subscription.lifecycle.ts';
import { FRESH, billingOf } from '#tests/api/billing-api.ts';
import type { Billing, Card } from '#tests/api/billing-api.ts';
import { call } from '#tests/platform/application.ts';
import type { Account, Answer } from '#tests/platform/application.ts';
import type { Requirement } from '../models/path-model.ts';
import { subscription } from '../models/subscription.model.ts';
import type { Own, World } from '../run/world.ts';
import type { CaseStep } from '../tool/cases.ts';
import { apiDriver } from './api-driver.ts';
import type { Call } from './api-driver.ts';
import { DAY } from '#src/machines/calendar/durations.ts';

interface Stage {
  world: World;
  own: Own;
  /** Who sends the requests. */
  hands: Account;
  businessId: string;
  /** The business's customer ID at the provider. */
  customer: string;
}

/**
 * The lifecycle accepts any report. The product never reports that something over is ending with its period, so this
 * place never occurs and is left out.
 */
const NEVER_SAID = ['provider.reported none ending', 'provider.reported canceled ending'];
const model = {
  ...subscription,
  events: Object.fromEntries(Object.entries(subscription.events).filter(([name]) => !NEVER_SAID.includes(name))),
};

interface CouponTold {
  coupon: { code: string } | null;
}
type Status = Subscription['status'];
const COUPON = 'WELCOME';
const OTHER_COUPON = 'OTHER';
/**
 * With the first card, the bank asks its owner about each payment, so that a payment stays incomplete; the second one
 * simply pays.
 */
const CARDS = ['pm_card_authenticationRequired', 'pm_card_visa'] as const;
const ASKING_CARD = '3184';

const rows = ({ own }: Stage) => own.database.kysely;
const stripeOf = ({ own }: Stage) => own.parts.payments.stripe;
const storeOf = (stage: Stage) => createSandboxStore(rows(stage));
const historyOf = async (stage: Stage) =>
  rows(stage)
    .selectFrom('history')
    .innerJoin('subscription', 'subscription.id', 'record_id')
    .selectAll('history')
    .where('business_id', '=', stage.businessId)
    .orderBy('sequence')
    .execute();

/** One mover owns all the businesses of a run, and is switched to that of the record for each request. */
async function ask<T = Record<string, unknown>>(
  { world, own, hands, businessId }: Stage,
  method: string,
  path: string,
  body?: object,
) {
  const { id } = await world.account('mover');
  await own.database.kysely.updateTable('account').set({ business_id: businessId }).where('id', '=', id).execute();
  return call<T>(world, method, `user/${path}`, { token: hands.token, ...(body ? { body } : {}) });
}

async function begin(world: World): Promise<Stage> {
  const own = world.own('begin with a business that never subscribed');
  own.clock.ahead = 0;
  const mover = await world.account('mover');
  const businessId = newId();
  const { kysely } = own.database;
  await kysely
    .insertInto('business')
    .values({
      id: businessId,
      name: 'Path Moving',
      ...FRESH.business,
      top_cities_chosen_at: own.parts.now().toISOString(),
    } as never)
    .execute();
  await kysely.updateTable('account').set({ business_id: businessId }).where('id', '=', mover.id).execute();
  const { stripe } = own.parts.payments;
  for (const id of [COUPON, OTHER_COUPON])
    await stripe.coupons.create({ id, percent_off: 25, duration: 'forever' }).catch(onlyKnown);
  const stage = { world, own, hands: mover, businessId, customer: await customerOf(own.parts, businessId) };
  await hear(stage, 'customer.created');
  return stage;
}

function onlyKnown(error: { code?: string }): void {
  if (error.code !== 'resource_already_exists') throw error;
}

const hear = ({ own, customer }: Stage, type: string) =>
  hearOfPayment(own.parts, { type, objectId: customer, customerId: customer });

/** The provider's subscription that the product uses; null if there is none that is still running. */
async function live(stage: Stage): Promise<Subscription | null> {
  const all = await storeOf(stage).list('subscription', { customer: stage.customer });
  return all.find(({ status }) => status !== 'canceled' && status !== 'incomplete_expired') ?? null;
}

/** Created at the provider, as from its dashboard. With an open invoice, unless it is a trial. */
async function beginAtProvider(
  stage: Stage,
  more: Partial<Stripe.SubscriptionCreateParams> = { payment_behavior: 'default_incomplete' },
): Promise<Subscription> {
  const { id } = await stripeOf(stage).subscriptions.create({
    customer: stage.customer,
    items: [{ price: await priceOf(stage.own.parts) }],
    ...more,
  });
  return storeOf(stage).get('subscription', id);
}

/** Brings the provider's subscription into this state, by the provider's own means where they exist. */
async function makeSo(stage: Stage, standing: Standing, isEnding: boolean): Promise<void> {
  const stripe = stripeOf(stage);
  const before = await live(stage);
  if (standing === 'none') {
    for (const { id } of await storeOf(stage).list('subscription', { customer: stage.customer }))
      await storeOf(stage).remove(id);
    return;
  }
  if (standing === 'canceled' && before) return void (await stripe.subscriptions.cancel(before.id));
  const status: Status = standing === 'past-due' ? 'past_due' : standing;
  const now = before ?? (await beginAtProvider(stage, status === 'trialing' ? { trial_period_days: 14 } : undefined));
  if (status === 'canceled') return void (await stripe.subscriptions.cancel(now.id));
  if (now.status === 'trialing' && (status === 'active' || status === 'past_due')) {
    await keepCards(stage, status === 'active' ? CARDS.toReversed() : CARDS);
    await stripe.subscriptions.update(now.id, { trial_end: 'now' });
  } else if (status === 'active' && (await isDue(stage, now))) {
    const invoice = await storeOf(stage).get('invoice', now.latest_invoice!);
    await stripe.paymentIntents.confirm(invoice.payments.data[0]!.payment.payment_intent, {
      payment_method: 'pm_card_visa',
    });
  }
  await stripe.subscriptions.update(now.id, { cancel_at_period_end: isEnding });
  await write(stage, status);
}

const isDue = async (stage: Stage, { status, latest_invoice: id }: Subscription) =>
  ['incomplete', 'past_due', 'unpaid'].includes(status) &&
  id !== null &&
  (await storeOf(stage).get('invoice', id)).status === 'open';

/** What the provider's API cannot do is written into its stored objects; each update contains something new. */
async function write(stage: Stage, status: Status): Promise<void> {
  const now = (await live(stage))!;
  const [item] = now.items.data;
  const today = Math.floor(stage.own.parts.now().getTime() / 1000);
  // A trial has an end.
  const trial =
    status === 'trialing' && (now.trial_end ?? 0) <= today
      ? { trial_start: today, trial_end: today + (14 * DAY) / 1000 }
      : {};
  await storeOf(stage).put<Subscription>({
    ...now,
    ...trial,
    status,
    default_payment_method: null,
    items: { ...now.items, data: [{ ...item!, current_period_end: item!.current_period_end + 1 }] },
  });
}

/** Makes exactly these cards be on file, the first as the default. */
async function keepCards(stage: Stage, wanted: readonly string[]): Promise<void> {
  const stripe = stripeOf(stage);
  const { customer } = stage;
  for (const { id } of (await stripe.customers.listPaymentMethods(customer, { limit: 100 })).data)
    await stripe.paymentMethods.detach(id);
  const kept: string[] = [];
  for (const name of wanted) kept.push((await stripe.paymentMethods.attach(name, { customer })).id);
  if (kept[0]) await stripe.customers.update(customer, { invoice_settings: { default_payment_method: kept[0] } });
  await fold(stage.own.parts, stage.businessId);
}

async function haveCards(stage: Stage): Promise<void> {
  const kept = await rows(stage)
    .selectFrom('payment_card')
    .select(['last4', 'is_default'])
    .where('business_id', '=', stage.businessId)
    .execute();
  if (kept.length < 2 || !kept.some(({ last4, is_default }) => is_default && last4 === ASKING_CARD))
    await keepCards(stage, CARDS);
}

async function keepCoupon(stage: Stage, code: string | null): Promise<void> {
  const now = await live(stage);
  if (!now) return;
  await stripeOf(stage).subscriptions.update(now.id, { discounts: code === null ? '' : [{ coupon: code }] });
  await fold(stage.own.parts, stage.businessId);
}

/**
 * Creates an open invoice of today that nobody tried to pay: the first invoice of another subscription is transferred.
 */
async function oweInvoice(stage: Stage): Promise<void> {
  const now = await live(stage);
  if (!now) return;
  const store = storeOf(stage);
  const other = await beginAtProvider(stage);
  const invoice = await store.get('invoice', other.latest_invoice!);
  await store.remove(other.id);
  await store.put({
    ...invoice,
    parent: {
      ...invoice.parent,
      subscription_details: { ...invoice.parent.subscription_details, subscription: now.id },
    },
  });
  await store.put<Subscription>({ ...now, latest_invoice: invoice.id });
  await fold(stage.own.parts, stage.businessId);
}

const setTrial = async (stage: Stage, used_trial: boolean): Promise<void> => {
  await rows(stage).updateTable('business').set({ used_trial }).where('id', '=', stage.businessId).execute();
  // The businesses of a run share their mover's email address and cards, which get only one trial.
  await rows(stage).deleteFrom('trial_claim').execute();
};

/** Prepares what the lifecycle presumes of a record, if the record lacks it. */
const presumed: Partial<Record<string, (stage: Stage, step: CaseStep) => Promise<unknown>>> = {
  'trial.started': (stage) => setTrial(stage, false),
  'subscription.started': async (stage, { from }) => {
    // A trial ends early only with a payment that succeeds.
    await (from.startsWith('trialing') ? keepCards(stage, CARDS.toReversed()) : haveCards(stage));
    await setTrial(stage, true);
  },
  'cancel.taken-back': haveCards,
  'coupon.applied': (stage) => keepCoupon(stage, null),
  'coupon.removed': (stage) => keepCoupon(stage, COUPON),
  'card.removed': haveCards,
  'card.made-default': haveCards,
  'payment.asked': async (stage) => {
    await haveCards(stage);
    await oweInvoice(stage);
  },
  'grace.ended': oweInvoice,
};

/** What a successful response must contain, because history and place do not show whether the provider did it. */
const told =
  <T>(gesture: (stage: Stage) => Promise<Answer<T>>, holds: (body: T) => boolean, what: string): Call<Stage> =>
  async (stage) => {
    const answer = await gesture(stage);
    if (answer.status < 300 && !holds(answer.body))
      throw new Error(`The answer does not tell ${what}: ${JSON.stringify(answer.body)}`);
    return answer as Answer;
  };

/** Removes the default card, or makes another one the default. */
const onCard =
  (gesture: 'detach' | 'default'): Call<Stage> =>
  async (stage, step) => {
    const isDefault = gesture === 'detach' ? 'desc' : 'asc';
    const found = await rows(stage)
      .selectFrom('payment_card')
      .select('id')
      .where('business_id', '=', stage.businessId)
      .orderBy('is_default', isDefault)
      .executeTakeFirst();
    const id = found?.id ?? newId();
    const holds = (cards: Card[]) =>
      gesture === 'detach'
        ? cards.every((card) => card.id !== id) && (cards.length === 0 || cards.some((card) => card.is_default))
        : cards.every((card) => card.is_default === (card.id === id));
    return told(
      (one) => ask<Card[]>(one, 'POST', `payment/card/${id}/${gesture}`, {}),
      holds,
      'that the card is gone, or the default',
    )(stage, step);
  };

const cancelingFor =
  (reason: string): Call<Stage> =>
  async (stage, step) => {
    const { id } = await rows(stage)
      .selectFrom('subscription')
      .select('id')
      .where('business_id', '=', stage.businessId)
      .executeTakeFirstOrThrow();
    return told(
      (one) => ask<Billing>(one, 'DELETE', `subscription/${id}/cancel?reason=${encodeURIComponent(reason)}`),
      (body) => body.cancel_reason === reason,
      'the reason',
    )(stage, step);
  };

/** The clock gives no response: the history shows whether it did something. */
const endingGrace =
  (days: number): Call<Stage> =>
  async (stage, { broken }) => {
    const { clock, parts } = stage.own;
    const before = (await historyOf(stage)).length;
    clock.ahead += days * DAY;
    try {
      await endGrace(parts);
    } finally {
      clock.ahead -= days * DAY;
    }
    return { status: (await historyOf(stage)).length > before ? 200 : broken === null ? 409 : 422, body: {} };
  };

const reporting: Call<Stage> = async (stage, { asked }) => {
  const { standing, endsWithPeriod } = asked.event as Extract<SubscriptionEvent, { type: 'provider.reported' }>;
  await makeSo(stage, standing, endsWithPeriod);
  await hear(stage, 'customer.subscription.updated');
  return { status: 200, body: {} };
};

const dueOf = async (stage: Stage): Promise<number> =>
  (await ask<{ amount_due?: number }>(stage, 'GET', 'subscription/subscription')).body.amount_due ?? 0;
const start =
  (given: { trial?: boolean }): Call<Stage> =>
  (stage) =>
    ask(stage, 'POST', 'subscription/', given);

const base = apiDriver<Stage, SubscriptionEvent['type'], Requirement<typeof subscriptionLifecycle>>({
  model,
  // Without the worker: updates arrive when a step fetches them.
  environment: { PARTS: 'api' },
  begin,
  gestures: {
    'trial.started': start({}),
    'subscription.started': start({ trial: false }),
    'cancel.asked': cancelingFor('Too few leads'),
    'cancel.taken-back': told(
      (stage) => ask<Billing>(stage, 'PUT', 'subscription/', { cancel_at_period_end: false }),
      (body) => body.cancel_reason === null,
      'that there is no reason any more',
    ),
    'coupon.applied': told(
      (stage) => ask<CouponTold>(stage, 'POST', 'subscription/coupon/apply', { code: COUPON }),
      ({ coupon }) => coupon?.code === COUPON,
      'the coupon',
    ),
    'coupon.removed': told(
      (stage) => ask<CouponTold>(stage, 'DELETE', 'subscription/coupon/remove'),
      ({ coupon }) => coupon === null,
      'that there is no coupon',
    ),
    'card.added': async (stage) => {
      const setup = await ask(stage, 'POST', 'subscription/payment/method', {});
      return setup.status >= 300 ? setup : (await billingOf(stage.own).addCard(stage.hands)).answer;
    },
    'card.removed': onCard('detach'),
    'card.made-default': onCard('default'),
    'payment.asked': told(
      async (stage) =>
        ask<{ client_secret: string | null }>(stage, 'POST', 'subscription/pay', { amount: await dueOf(stage) }),
      (body) => body.client_secret !== null,
      'how the bank is answered',
    ),
    'provider.reported': reporting,
    'grace.ended': endingGrace(8),
  },
  more: Object.fromEntries(
    Object.keys(model.events)
      .map((name) => [name, reporting] as const)
      .filter(([name]) => name.startsWith('provider.reported')),
  ),
  unmet: {
    'the trial has not been used': async (stage) => {
      await keepCards(stage, []);
      await setTrial(stage, true);
    },
    'a card is on file': (stage) => keepCards(stage, []),
    'an invoice is open': async (stage) => {
      const now = (await live(stage))!;
      await storeOf(stage).put<Subscription>({ ...now, latest_invoice: null });
      await fold(stage.own.parts, stage.businessId);
      return { lasts: null };
    },
    'a reason is given': async () => cancelingFor(' '),
    'the subscription runs': 'Whether it runs is where it stands.',
    'the payment provider knows the subscription': async (stage) => {
      await rows(stage)
        .updateTable('subscription')
        .set({ provider_id: null })
        .where('business_id', '=', stage.businessId)
        .execute();
      return { lasts: null };
    },
    'no other coupon is in use': (stage) => keepCoupon(stage, OTHER_COUPON),
    'a coupon is in use': (stage) => keepCoupon(stage, null),
    'another card stays, or nothing has to be paid': async (stage) => {
      // An ending subscription needs its card only while an invoice is open.
      await oweInvoice(stage);
      await keepCards(stage, CARDS.slice(0, 1));
    },
    'a card is on file, or the trial still runs': (stage) => keepCards(stage, []),
    'the time to pay is over': async () => endingGrace(6),
    ...saidByProvider(),
  },
  // Whoever has used the trial subscribes instead, which requires a card.
  says: { 'the trial has not been used': 'a card is on file' },
  async placeOf(stage) {
    const { body } = await ask<Billing>(stage, 'GET', 'subscription/subscription');
    return model.keyOf({ standing: body.standing, isEnding: body.cancel_at_period_end });
  },
  async record(stage) {
    const own = (table: 'subscription' | 'payment_card' | 'payment_invoice') =>
      rows(stage).selectFrom(table).selectAll().where('business_id', '=', stage.businessId).orderBy('id').execute();
    const business = await rows(stage).selectFrom('business').selectAll().where('id', '=', stage.businessId).execute();
    return [
      business,
      await own('subscription'),
      await own('payment_card'),
      await own('payment_invoice'),
      await historyOf(stage),
      await storeOf(stage).list('subscription', { customer: stage.customer }),
    ];
  },
  async inHandsOf(stage, role) {
    if (role === 'system' || role === 'visitor' || role === 'client')
      return { ...stage, hands: { ...stage.hands, token: '' } };
    return { ...stage, hands: await stage.world.account(role) };
  },
  refusals: ({ event, broken }) =>
    broken === 'a reason is given' ? [400] : broken === 'a card is on file' && event.startsWith('card.') ? [404] : null,
});

/** The provider's reports can be anything, and are never refused. */
function saidByProvider() {
  const why = 'What the provider says is taken as it is said.';
  const phrases = ['none', 'incomplete', 'trialing', 'active', 'past-due', 'unpaid', 'canceled'] as const;
  const said = Object.fromEntries(phrases.map((standing) => [`the provider says ${standing}`, why])) as Record<
    `the provider says ${Standing}`,
    string
  >;
  return { ...said, 'it ends with the period': why, 'it goes on': why };
}

const withFacts = (act: (stage: Stage, step: CaseStep) => Promise<unknown>) => async (stage: Stage, step: CaseStep) => {
  await presumed[step.event]?.(stage, step);
  await act(stage, step);
};

export const driver = {
  ...base,
  act: withFacts(base.act),
  refuse: withFacts(base.refuse),
  /** If the lifecycle stays in its place, only the history shows that something happened. */
  async see(stage: Stage, step: CaseStep) {
    await base.see(stage, step);
    const { type } = model.events[step.event]!.event;
    const last = (await historyOf(stage)).at(-1)?.event;
    // A repeated report that there is no subscription is not recorded.
    if (last !== type && !(step.from === 'none' && step.to === 'none'))
      throw new Error(`The history ends with "${last}", not with "${type}".`);
  },
};
