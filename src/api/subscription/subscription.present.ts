import type { Kysely } from 'kysely';
import type { Static } from 'typebox';
import type { Role } from '#src/machines/lifecycle.ts';
import { subscriptionAt } from '#src/machines/subscription/entitlement.ts';
import { priceWith } from '#src/machines/subscription/price.ts';
import { graceEndOf, subscriptionLifecycle } from '#src/machines/subscription/subscription.lifecycle.ts';
import type {
  SubscriptionEvent,
  SubscriptionFacts,
  SubscriptionPlace,
} from '#src/machines/subscription/subscription.lifecycle.ts';
import type { ApiParts } from '#src/api/parts.ts';
import type { Principal } from '#src/api/http/principal.ts';
import { notFound } from '#src/api/http/problem.ts';
import type { Tables } from '#src/api/database/tables.ts';
import { factsOf, newRow, placeIn } from './subscription.record.ts';
import type { BusinessRow } from './subscription.record.ts';
import { hadTrialElsewhere } from './trial-claim.ts';
import type { SubscriptionAnswer } from './subscription.schemas.ts';

/** The business that an account works for. @throws Problem 404 */
export async function businessOf(db: Kysely<Tables>, { accountId }: Principal): Promise<BusinessRow> {
  const business = await db
    .selectFrom('business')
    .innerJoin('account', 'account.business_id', 'business.id')
    .selectAll('business')
    .where('account.id', '=', accountId)
    .executeTakeFirst();
  if (!business) throw notFound('business');
  return business;
}

/** The cards of a business, the default one first. */
export const cardsOf = (db: Kysely<Tables>, businessId: string) =>
  db
    .selectFrom('payment_card')
    .select(['id', 'brand', 'last4', 'expires', 'is_default'])
    .where('business_id', '=', businessId)
    .orderBy('is_default', 'desc')
    .orderBy('created_at', 'desc')
    .orderBy('id')
    .execute();

export async function presentSubscription(
  parts: ApiParts,
  principal: Principal,
): Promise<Static<typeof SubscriptionAnswer>> {
  const { kysely } = parts.database;
  const business = await businessOf(kysely, principal);
  const found = await kysely
    .selectFrom('subscription')
    .selectAll()
    .where('business_id', '=', business.id)
    .executeTakeFirst();
  const cards = await cardsOf(kysely, business.id);
  const row = found ?? {
    ...newRow(parts, business),
    provider_id: null,
    coupon: null,
    open_invoice_id: null,
    past_due_since: null,
    current_period_end: null,
    cancel_reason: null,
    amount_due: 0,
    refusal: null,
  };
  const now = parts.now();
  const facts = factsOf(
    { used_trial: business.used_trial || (await hadTrialElsewhere(kysely, business.id)) },
    row,
    cards.length,
    now,
  );
  const place = placeIn(row, facts.now);
  const coupon = row.coupon;
  const isRunning =
    ['trialing', 'active', 'past-due', 'unpaid', 'incomplete'].includes(place.standing) && row.provider_id !== null;
  const price = isRunning ? row.price_cents : parts.subscription.priceCents;
  return {
    id: found?.id ?? null,
    status: subscriptionAt({ subscription: business.subscription, trialEndsAt: business.trial_ends_at }, facts.now),
    standing: place.standing,
    payments: parts.payments.isOff ? 'off' : parts.payments.sandbox ? 'sandbox' : 'stripe',
    publishable_key: parts.payments.publishableKey,
    trial_ends_at: business.trial_ends_at,
    trial_days: parts.subscription.trialDays,
    used_trial: facts.usedTrial,
    card_added: business.card_added,
    has_card: facts.hasCard,
    card: principal.role === 'mover' ? (cards.find(({ is_default }) => is_default) ?? null) : null,
    current_period_end: row.current_period_end,
    cancel_at_period_end: place.isEnding,
    cancel_reason: row.cancel_reason,
    price,
    price_with_coupon: priceWith(coupon, price),
    coupon,
    past_due_since: row.past_due_since,
    pay_until: row.past_due_since && graceEndOf(row.past_due_since),
    amount_due: row.amount_due,
    refusal: principal.role === 'mover' ? row.refusal : null,
    actions: actionsOf(place, facts, principal.role),
    version: found?.version ?? null,
  };
}

/** According to the lifecycle; actions that do not exist in the subscription's state are omitted. */
function actionsOf(place: SubscriptionPlace, facts: SubscriptionFacts, by: Role) {
  const asked: SubscriptionEvent[] = [
    { type: 'trial.started', by },
    { type: 'subscription.started', by },
    { type: 'payment.asked', by },
    // Placeholders: the real reason and code are typed in the form; the question here is only whether they may be sent.
    { type: 'cancel.asked', by, reason: 'any' },
    { type: 'cancel.taken-back', by },
    { type: 'coupon.applied', by, code: 'any' },
    { type: 'coupon.removed', by },
    { type: 'card.added', by },
    { type: 'card.removed', by },
  ];
  return asked.flatMap((event) => {
    const verdict = subscriptionLifecycle.judge(place, facts, event);
    if (verdict.may) return [{ event: event.type, may: true, unmet: [] }];
    return verdict.because === 'state' ? [] : [{ event: event.type, may: false, unmet: verdict.unmet }];
  });
}
