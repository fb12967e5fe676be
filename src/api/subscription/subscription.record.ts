import type { Selectable, Updateable } from 'kysely';
import { transition } from 'xstate';
import { judge } from '#src/machines/law.ts';
import type { Verdict } from '#src/machines/law.ts';
import { entitlementOf, subscriptionAt } from '#src/machines/subscription/entitlement.ts';
import type { Subscription } from '#src/machines/subscription/entitlement.ts';
import type { Coupon } from '#src/machines/subscription/price.ts';
import { SUBSCRIPTION_MODEL_VERSION, placeOf, subscriptionLifecycle, subscriptionSnapshot } from '#src/machines/subscription/subscription.lifecycle.ts';
import type { SubscriptionEvent, SubscriptionFacts, SubscriptionPlace } from '#src/machines/subscription/subscription.lifecycle.ts';
import { newId } from '#src/api/platform/ids.ts';
import type { ApiParts } from '#src/api/platform/parts.ts';
import { problem } from '#src/api/platform/problem.ts';
import type { BusinessTable } from '#src/api/platform/tables/account.ts';
import type { SubscriptionTable } from '#src/api/platform/tables/subscription.ts';
import type { Tx } from '#src/api/platform/write.ts';

export type SubscriptionRow = Selectable<SubscriptionTable>;
export type BusinessRow = Selectable<BusinessTable>;

/** A business's subscription under the lock of its business, with what the law must know. */
export interface Held {
  business: BusinessRow;
  row: SubscriptionRow;
  facts: SubscriptionFacts;
}

/** Locks the business and its subscription until the transaction ends; the row begins to be where there is none yet. */
export async function hold(tx: Tx, parts: ApiParts, businessId: string): Promise<Held> {
  const business = await tx.selectFrom('business').selectAll().where('id', '=', businessId).forUpdate().executeTakeFirstOrThrow();
  const found = await tx.selectFrom('subscription').selectAll().where('business_id', '=', businessId).executeTakeFirst();
  const row = found ?? (await tx.insertInto('subscription').values(newRow(parts, business)).returningAll().executeTakeFirstOrThrow());
  const cards = await tx.selectFrom('payment_card').select('id').where('business_id', '=', businessId).execute();
  return { business, row, facts: factsOf(business, row, cards.length, parts.now()) };
}

/** The row of a business that has none: what it has is from before there was a payment provider. */
export function newRow(parts: ApiParts, business: BusinessRow) {
  const { subscription: standing } = business;
  return {
    id: newId(),
    business_id: business.id,
    standing: standing === 'inactive' ? ('none' as const) : standing,
    trial_ends_at: business.trial_ends_at,
    price_cents: parts.subscription.priceCents,
    model_version: SUBSCRIPTION_MODEL_VERSION,
  };
}

export function factsOf(business: Pick<BusinessRow, 'used_trial'>, row: Pick<SubscriptionRow, 'coupon' | 'open_invoice_id' | 'provider_id' | 'past_due_since'>, cards: number, now: Date): SubscriptionFacts {
  const coupon = row.coupon as Coupon | null;
  return {
    usedTrial: business.used_trial,
    hasCard: cards > 0,
    cards,
    coupon: coupon?.code ?? null,
    hasOpenInvoice: row.open_invoice_id !== null,
    isKnown: row.provider_id !== null,
    pastDueSince: row.past_due_since,
    now: now.toISOString(),
  };
}

/** A free time from before there was a provider ends by the clock alone. */
export function placeIn({ standing, is_ending, provider_id, trial_ends_at }: Pick<SubscriptionRow, 'standing' | 'is_ending' | 'provider_id' | 'trial_ends_at'>, now: string): SubscriptionPlace {
  const isOver = standing === 'trialing' && provider_id === null && trial_ends_at !== null && trial_ends_at <= now;
  return { standing: isOver ? 'none' : standing, isEnding: is_ending };
}

const verdictOn = ({ row, facts }: Held, event: SubscriptionEvent): Verdict => judge(subscriptionSnapshot(placeIn(row, facts.now), facts), event);

export const allows = (held: Held, event: SubscriptionEvent): boolean => verdictOn(held, event).may;

/** @throws Problem 403 or 409, where the law does not allow the event */
export function mustAllow(held: Held, event: SubscriptionEvent): void {
  const { business, facts } = held;
  const verdict = verdictOn(held, event);
  if (!verdict.may) throw refusal(verdict, subscriptionAt({ subscription: business.subscription, trialEndsAt: business.trial_ends_at }, facts.now));
}

function refusal(verdict: Exclude<Verdict, { may: true }>, state: Subscription) {
  if (verdict.because === 'role') return problem(403, 'Your account may not do this.');
  if (verdict.because === 'requirements') return problem(409, `It needs: ${verdict.unmet.join('; ')}.`, { state, unmet: verdict.unmet });
  return problem(409, 'The subscription does not take this now. Nothing was changed.', { state, unmet: [] });
}

export interface Entry {
  event: SubscriptionEvent;
  actorId: string | null;
  /** What the rows become by it, besides where the subscription stands. */
  set?: Omit<Updateable<SubscriptionTable>, 'standing' | 'is_ending'>;
  payload?: object;
  cards?: number;
}

/**
 * The only code that moves a subscription: row, history, and what the gates and lists read of it are written
 * together. An event that the law does not allow is not written.
 */
export async function record(tx: Tx, held: Held, { event, actorId, set = {}, payload = {}, cards = held.facts.cards }: Entry): Promise<Held> {
  const { business, row, facts } = held;
  const from = placeIn(row, facts.now);
  const snapshot = subscriptionSnapshot(from, facts);
  if (!judge(snapshot, event).may) throw new Error(`The law has no ${event.type} in ${from.standing}.`);
  const to = placeOf(transition(subscriptionLifecycle, snapshot, event)[0] as typeof snapshot);
  const sequence = row.history_length + 1;
  const after = await tx
    .updateTable('subscription')
    .set({ ...set, standing: to.standing, is_ending: to.isEnding, history_length: sequence, version: row.version + 1, model_version: SUBSCRIPTION_MODEL_VERSION })
    .where('id', '=', row.id)
    .returningAll()
    .executeTakeFirstOrThrow();
  await tx
    .insertInto('subscription_event')
    .values({
      subscription_id: row.id,
      sequence,
      event: event.type,
      judged: JSON.stringify(event),
      facts: JSON.stringify(facts),
      payload: JSON.stringify(payload),
      actor_id: actorId,
      from_standing: from.standing,
      from_ending: from.isEnding,
      to_standing: to.standing,
      to_ending: to.isEnding,
      model_version: SUBSCRIPTION_MODEL_VERSION,
      at: facts.now,
    })
    .execute();
  return settleBusiness(tx, business, after, cards, facts.now);
}

/** Writes what gates, guards and lists read: the law's snapshot, folded. */
async function settleBusiness(tx: Tx, business: BusinessRow, row: SubscriptionRow, cards: number, now: string): Promise<Held> {
  const facts = factsOf({ used_trial: business.used_trial || row.standing === 'trialing' }, row, cards, new Date(now));
  const view = {
    subscription: entitlementOf(subscriptionSnapshot(placeIn(row, now), facts)),
    trial_ends_at: row.trial_ends_at,
    used_trial: facts.usedTrial,
    // It opened the first gate; taking the card away again does not close it.
    card_added: business.card_added || facts.hasCard,
  };
  const isSame = (Object.keys(view) as (keyof typeof view)[]).every((name) => view[name] === business[name]);
  const after = isSame ? business : await tx.updateTable('business').set({ ...view, version: business.version + 1 }).where('id', '=', business.id).returningAll().executeTakeFirstOrThrow();
  return { business: after, row, facts };
}
