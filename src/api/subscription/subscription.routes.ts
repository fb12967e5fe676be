import { Type } from 'typebox';
import { subscriptionAt } from '#src/machines/subscription/entitlement.ts';
import type { Api } from '#src/api/platform/http.ts';
import type { ApiParts } from '#src/api/platform/parts.ts';
import { needs } from '#src/api/platform/principal.ts';
import type { Principal } from '#src/api/platform/principal.ts';
import { notFound } from '#src/api/platform/problem.ts';
import { Strict, Uuid, problems } from '#src/api/platform/schemas.ts';
import { portals } from '#src/api/session/portals.ts';
import { change, changeOnce } from './change.ts';
import type { Outcome } from './change.ts';
import { businessOf, presentSubscription } from './subscription.present.ts';
import { BankAnswer, Reason, StartBody, SubscriptionAnswer } from './subscription.schemas.ts';

/** The subscription of a business of movers: begin, pay, cancel, keep. */
export function subscriptionRoutes(app: Api, parts: ApiParts): void {
  const { kysely } = parts.database;

  app.get('/user/subscription/subscription', { schema: { summary: 'Where the subscription of the business stands', response: { 200: SubscriptionAnswer, ...problems } } }, async (request) =>
    presentSubscription(parts, needs(request, ...portals.user)),
  );

  app.post(
    '/user/subscription/',
    { schema: { summary: 'Begins the trial of the business, once; after it a paid subscription, charged to the default card', body: StartBody, response: { 200: BankAnswer, ...problems } } },
    async (request, reply) => {
      const principal = needs(request, 'mover');
      const { coupon } = request.body;
      return changeOnce(parts, request, reply, principal, async () => {
        const { id } = await businessOf(kysely, principal);
        const outcome = await change(parts, principal, id, ({ usedTrial }) => ({
          event: { type: usedTrial ? 'subscription.started' : 'trial.started', by: 'mover' },
          given: coupon ? { coupon } : {},
        }));
        return answer(principal, outcome);
      });
    },
  );

  app.put(
    '/user/subscription/',
    { schema: { summary: 'Keeps a subscription that was canceled but still runs', body: Strict({ cancel_at_period_end: Type.Literal(false) }), response: { 200: SubscriptionAnswer, ...problems } } },
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
    { schema: { summary: 'Ends the subscription with the period that is paid for', params: Strict({ subscriptionId: Uuid }), querystring: Strict({ reason: Reason }), response: { 200: SubscriptionAnswer, ...problems } } },
    async (request, reply) => {
      const principal = needs(request, 'mover');
      return changeOnce(parts, request, reply, principal, async () => {
        const { id } = await businessOf(kysely, principal);
        const own = await kysely.selectFrom('subscription').select('id').where('business_id', '=', id).where('id', '=', request.params.subscriptionId).executeTakeFirst();
        if (!own) throw notFound('subscription');
        await change(parts, principal, id, { event: { type: 'cancel.asked', by: 'mover', reason: request.query.reason }, given: {} });
        return presentSubscription(parts, principal);
      });
    },
  );

  app.post(
    '/user/subscription/pay',
    { schema: { summary: 'Pays what is due with the default card', body: Strict({}), response: { 200: BankAnswer, ...problems } } },
    async (request, reply) => {
      const principal = needs(request, 'mover');
      return changeOnce(parts, request, reply, principal, async () => {
        const { id } = await businessOf(kysely, principal);
        return answer(principal, await change(parts, principal, id, { event: { type: 'payment.asked', by: 'mover' }, given: {} }));
      });
    },
  );

  async function answer(principal: Principal, { client_secret }: Outcome) {
    const { subscription, trial_ends_at } = await businessOf(kysely, principal);
    return { status: subscriptionAt({ subscription, trialEndsAt: trial_ends_at }, parts.now().toISOString()), client_secret };
  }
}
