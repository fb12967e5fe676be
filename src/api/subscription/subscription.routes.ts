import { Type } from 'typebox';
import { subscriptionAt } from '#src/machines/subscription/entitlement.ts';
import { priceWith } from '#src/machines/subscription/price.ts';
import type { Api } from '#src/api/http/http.ts';
import type { ApiParts } from '#src/api/parts.ts';
import { needs } from '#src/api/http/principal.ts';
import type { Principal } from '#src/api/http/principal.ts';
import { notFound } from '#src/api/http/problem.ts';
import { Strict, Uuid, problems } from '#src/api/http/schemas.ts';
import { changedSince, mustBeAsSeen } from '#src/api/http/seen.ts';
import { portals } from '#src/api/session/portals.ts';
import { change, changeOnce } from './change.ts';
import type { Outcome } from './change.ts';
import { couponNamed } from './provider.ts';
import { businessOf, cardsOf, presentSubscription } from './subscription.present.ts';
import { BankAnswer, DueBody, Reason, StartBody, SubscriptionAnswer } from './subscription.schemas.ts';

/** The subscription of a moving business: start, pay, cancel, resume. */
export function subscriptionRoutes(app: Api, parts: ApiParts): void {
  const { kysely } = parts.database;

  app.get(
    '/user/subscription/subscription',
    {
      schema: {
        summary: 'Where the subscription of the business stands',
        response: { 200: SubscriptionAnswer, ...problems },
      },
    },
    async (request) => presentSubscription(parts, needs(request, ...portals.user)),
  );

  app.post(
    '/user/subscription/',
    {
      schema: {
        summary:
          'Begins the trial of the business, once; after it a paid subscription, charged to the default card. `trial` says which of the two is meant',
        body: StartBody,
        response: { 200: BankAnswer, ...problems },
      },
    },
    async (request, reply) => {
      const principal = needs(request, 'mover');
      const { coupon, price, trial, card } = request.body;
      return changeOnce(parts, request, reply, principal, async () => {
        const { id } = await businessOf(kysely, principal);
        await mustBeCharged(id, card);
        const found = coupon ? await couponNamed(parts, coupon) : null;
        if (price !== undefined) {
          // Subscribing during a trial keeps the trial's price and coupon.
          const now = await presentSubscription(parts, principal);
          mustBeAsSeen(
            { price },
            { price: found ? priceWith(found, now.price) : now.price_with_coupon },
            'The price has changed since you saw it.',
          );
        }
        const outcome = await change(parts, principal, id, ({ business, row }) => ({
          event: {
            type:
              (trial ?? (!business.used_trial || row.standing === 'trialing'))
                ? 'trial.started'
                : 'subscription.started',
            by: 'mover',
          },
          given: { ...(found && { coupon: found.code }), ...(price !== undefined && { amount: price }) },
        }));
        return answer(principal, outcome);
      });
    },
  );

  app.put(
    '/user/subscription/',
    {
      schema: {
        summary: 'Keeps a subscription that was canceled but still runs',
        body: Strict({ cancel_at_period_end: Type.Optional(Type.Literal(false)) }),
        response: { 200: SubscriptionAnswer, ...problems },
      },
    },
    async (request, reply) => {
      const principal = needs(request, 'mover');
      return changeOnce(parts, request, reply, principal, async () => {
        const { id } = await businessOf(kysely, principal);
        await change(parts, principal, id, { event: { type: 'cancel.taken-back', by: 'mover' }, given: {} });
        return presentSubscription(parts, principal);
      });
    },
  );

  app.delete(
    '/user/subscription/:subscriptionId/cancel',
    {
      schema: {
        summary: 'Ends the subscription with the period that is paid for',
        params: Strict({ subscriptionId: Uuid }),
        querystring: Strict({ reason: Reason }),
        response: { 200: SubscriptionAnswer, ...problems },
      },
    },
    async (request, reply) => {
      const principal = needs(request, 'mover');
      return changeOnce(parts, request, reply, principal, async () => {
        const { id } = await businessOf(kysely, principal);
        const own = await kysely
          .selectFrom('subscription')
          .select('id')
          .where('business_id', '=', id)
          .where('id', '=', request.params.subscriptionId)
          .executeTakeFirst();
        if (!own) throw notFound('subscription');
        await change(parts, principal, id, {
          event: { type: 'cancel.asked', by: 'mover', reason: request.query.reason },
          given: {},
        });
        return presentSubscription(parts, principal);
      });
    },
  );

  app.post(
    '/user/subscription/pay',
    {
      schema: {
        summary: 'Pays what is due with the default card',
        body: DueBody,
        response: { 200: BankAnswer, ...problems },
      },
    },
    async (request, reply) => {
      const principal = needs(request, 'mover');
      return changeOnce(parts, request, reply, principal, async () => {
        const { id } = await businessOf(kysely, principal);
        await mustBeCharged(id, request.body.card);
        return answer(
          principal,
          await change(parts, principal, id, ({ row: { amount_due: due } }) => {
            // If nothing is due, the lifecycle refuses.
            if (due > 0)
              mustBeAsSeen(
                { amount: request.body.amount },
                { amount: due },
                'What is due is another amount than you saw.',
              );
            return { event: { type: 'payment.asked', by: 'mover' }, given: { amount: request.body.amount } };
          }),
        );
      });
    },
  );

  /** The card that the mover saw, if any was shown. @throws Problem 409 if another one would be charged */
  async function mustBeCharged(businessId: string, seen: string | undefined): Promise<void> {
    if (seen === undefined) return;
    const [first] = await cardsOf(kysely, businessId);
    const now = first?.is_default ? first.id : null;
    if (now !== seen)
      throw changedSince(
        [{ field: 'card', seen, now }],
        'Your default card has changed since you saw it, so it was not charged.',
      );
  }

  async function answer(principal: Principal, { client_secret }: Outcome) {
    const { subscription, trial_ends_at } = await businessOf(kysely, principal);
    return {
      status: subscriptionAt({ subscription, trialEndsAt: trial_ends_at }, parts.now().toISOString()),
      client_secret,
    };
  }
}
