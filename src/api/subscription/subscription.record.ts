import type { Updateable } from 'kysely';
import { entitlementOf, subscriptionAt } from '#src/machines/subscription/entitlement.ts';
import { subscriptionLifecycle } from '#src/machines/subscription/subscription.lifecycle.ts';
import type {
  SubscriptionEvent,
  SubscriptionFacts,
  SubscriptionPlace,
} from '#src/machines/subscription/subscription.lifecycle.ts';
import { recordedLifecycle } from '#src/api/engine/recorded-lifecycle.ts';
import type { Held as HeldRecord } from '#src/api/engine/recorded-lifecycle.ts';
import { newId } from '#src/api/database/ids.ts';
import type { ApiParts } from '#src/api/parts.ts';
import { problem } from '#src/api/http/problem.ts';
import type { Tx } from '#src/api/database/write.ts';
import { claimTrial, hadTrialElsewhere } from './trial-claim.ts';
import type { RowOf, Tables } from '#src/api/database/tables.ts';
import { onlyIf } from '#src/machines/phrases.ts';

export type SubscriptionRow = RowOf<'subscription'>;
export type BusinessRow = RowOf<'business'>;

/** A business's subscription under the lock of its business, with the facts that the lifecycle needs. */
export interface Held extends HeldRecord<SubscriptionRow, SubscriptionFacts> {
  business: BusinessRow;
}

export const subscriptionRecord = recordedLifecycle({
  lifecycle: subscriptionLifecycle,
  table: 'subscription',
  noun: 'subscription',
  columnsOf: ({ standing, isEnding }: SubscriptionPlace) => ({ standing, is_ending: isEnding }),
  stateOf: ({ standing, is_ending }) => ({ standing, isEnding: is_ending }),
  stateNow: ({ row, facts }: Held) => placeIn(row, facts.now),
  async read(tx: Tx, _parts: ApiParts, row: SubscriptionRow, now: Date): Promise<Held> {
    const business = await tx
      .selectFrom('business')
      .selectAll()
      .where('id', '=', row.business_id)
      .executeTakeFirstOrThrow();
    const cards = await tx.selectFrom('payment_card').select('id').where('business_id', '=', business.id).execute();
    const used_trial = business.used_trial || (await hadTrialElsewhere(tx, business.id));
    return { business, row, facts: factsOf({ used_trial }, row, cards.length, now), now };
  },
  refusalOf({ business, facts, row }, event, { because, unmet }) {
    const state = subscriptionAt(
      { subscription: business.subscription, trialEndsAt: business.trial_ends_at },
      facts.now,
    );
    if (because === 'role') return problem(403, 'Your account can’t do this.');
    if (because === 'requirements') return problem(409, onlyIf(unmet), { state, unmet });
    const isCanceled = event.type === 'cancel.asked' && (row.is_ending || row.standing === 'canceled');
    return problem(409, isCanceled ? 'It’s already canceled.' : 'The subscription has changed in the meantime.', {
      state,
      unmet: [],
    });
  },
});

/** Locks the business and its subscription until the transaction ends; creates the row if there is none yet. */
export async function hold(tx: Tx, parts: ApiParts, businessId: string): Promise<Held> {
  const business = await tx
    .selectFrom('business')
    .selectAll()
    .where('id', '=', businessId)
    .forUpdate()
    .executeTakeFirstOrThrow();
  const found = await tx
    .selectFrom('subscription')
    .select('id')
    .where('business_id', '=', businessId)
    .executeTakeFirst();
  if (!found) await tx.insertInto('subscription').values(newRow(parts, business)).execute();
  return subscriptionRecord.hold(tx, parts, { business_id: businessId });
}

/** A new row for a business without one, from its data of before there was a payment provider. */
export function newRow(parts: ApiParts, business: BusinessRow) {
  const { subscription: standing } = business;
  return {
    id: newId(),
    business_id: business.id,
    ...subscriptionRecord.startColumns({ standing: standing === 'inactive' ? 'none' : standing, isEnding: false }),
    trial_ends_at: business.trial_ends_at,
    price_cents: parts.subscription.priceCents,
  };
}

/** `used_trial`: by this business, or by another one with the same mailbox or card. */
export function factsOf(
  business: Pick<BusinessRow, 'used_trial'>,
  row: Pick<SubscriptionRow, 'coupon' | 'open_invoice_id' | 'provider_id' | 'past_due_since'>,
  cards: number,
  now: Date,
): SubscriptionFacts {
  const coupon = row.coupon;
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

/** A free trial from before there was a provider ends by the clock alone. */
export function placeIn(
  {
    standing,
    is_ending,
    provider_id,
    trial_ends_at,
  }: Pick<SubscriptionRow, 'standing' | 'is_ending' | 'provider_id' | 'trial_ends_at'>,
  now: string,
): SubscriptionPlace {
  const isOver = standing === 'trialing' && provider_id === null && trial_ends_at !== null && trial_ends_at <= now;
  return { standing: isOver ? 'none' : standing, isEnding: is_ending };
}

export interface Entry {
  event: SubscriptionEvent;
  actorId: string | null;
  /** The columns that it changes besides the subscription's state. */
  set?: Omit<Updateable<Tables['subscription']>, 'standing' | 'is_ending'>;
  payload?: object;
  cards?: number;
}

/**
 * Applies one event to a held subscription, and updates what gates and lists read of it.
 *
 * @throws Problem 403 or 409, if the lifecycle does not allow the event
 */
export async function record(
  tx: Tx,
  held: Held,
  { event, actorId, set = {}, payload = {}, cards = held.facts.cards }: Entry,
): Promise<Held> {
  const actor = { id: actorId, name: null, role: event.by };
  const { row } = await subscriptionRecord.transitionHeld(tx, held, { actor, event, apply: () => ({ set, payload }) });
  return settleBusiness(tx, held, row, cards);
}

/** Saves what gates, guards, and lists read: the lifecycle's snapshot, reconciled. */
async function settleBusiness(
  tx: Tx,
  { business, facts: before, now: moment }: Held,
  row: SubscriptionRow,
  cards: number,
): Promise<Held> {
  const { now } = before;
  const isTrial = row.standing === 'trialing';
  const facts = factsOf({ used_trial: before.usedTrial || isTrial }, row, cards, moment);
  const view = {
    subscription: entitlementOf(placeIn(row, now), facts),
    trial_ends_at: row.trial_ends_at,
    // Its own trial: a business that had one under another account is still asked to subscribe.
    used_trial: business.used_trial || isTrial,
    // Adding a card unlocked subscribing; removing it later does not lock it again.
    card_added: business.card_added || facts.hasCard,
  };
  const isSame = (Object.keys(view) as (keyof typeof view)[]).every((name) => view[name] === business[name]);
  const after = isSame
    ? business
    : await tx
        .updateTable('business')
        .set({ ...view, version: business.version + 1 })
        .where('id', '=', business.id)
        .returningAll()
        .executeTakeFirstOrThrow();
  // Every card of a business that has used its trial.
  if (view.used_trial) await claimTrial(tx, business.id);
  return { business: after, row, facts, now: moment };
}
