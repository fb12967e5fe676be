import { Type } from 'typebox';
import { judge } from '#src/machines/law.ts';
import { onboardingSnapshot } from '#src/machines/onboarding/onboarding.lifecycle.ts';
import { subscriptionAt } from '#src/machines/subscription/entitlement.ts';
import type { Api } from '#src/api/platform/http.ts';
import type { ApiParts } from '#src/api/platform/parts.ts';
import { needs } from '#src/api/platform/principal.ts';
import { problem } from '#src/api/platform/problem.ts';
import { Cents, Count, Instant, Nullable, OneOf, Strict, problems } from '#src/api/platform/schemas.ts';
import { write } from '#src/api/platform/write.ts';
import type { Tx } from '#src/api/platform/write.ts';
import { readCurrentUser } from '#src/api/session/current-user.ts';
import { portals } from '#src/api/session/portals.ts';
import { CurrentUser } from '#src/api/session/session-schemas.ts';

const Offer = Type.Object({
  status: OneOf(['inactive', 'trialing', 'active']),
  trial_ends_at: Nullable(Instant),
  used_trial: Type.Boolean(),
  card_added: Type.Boolean(),
  price: Cents,
  trial_days: Count,
});

/** What a business of movers is offered, and its trial, which begins at once and without a card. */
export function subscriptionRoutes(app: Api, parts: ApiParts): void {
  const { subscription: offer } = parts;

  app.get('/user/subscription/subscription', { schema: { response: { 200: Offer, ...problems } } }, async (request) => {
    const { accountId } = needs(request, ...portals.user);
    const { subscription, trial_ends_at, used_trial, card_added } = await parts.database.kysely
      .selectFrom('business')
      .innerJoin('account', 'account.business_id', 'business.id')
      .select(['subscription', 'trial_ends_at', 'used_trial', 'card_added'])
      .where('account.id', '=', accountId)
      .executeTakeFirstOrThrow();
    const status = subscriptionAt({ subscription, trialEndsAt: trial_ends_at }, parts.now().toISOString());
    return { status, trial_ends_at, used_trial, card_added, price: offer.priceCents, trial_days: offer.trialDays };
  });

  app.post(
    '/user/subscription/',
    { schema: { summary: 'Begins the trial of the business, once', body: Strict({}), response: { 200: CurrentUser, ...problems } } },
    async (request, reply) => {
      const principal = needs(request, 'mover');
      return write(parts.database, request, reply, principal.accountId, async (tx) => {
        await startTrial(tx, parts, principal.accountId);
        return readCurrentUser({ kysely: tx }, principal, parts.now());
      });
    },
  );
}

/** @throws Problem 409 where the law of onboarding has no trial to give any more */
async function startTrial(tx: Tx, parts: ApiParts, accountId: string): Promise<void> {
  const business = await tx
    .selectFrom('business')
    .innerJoin('account', 'account.business_id', 'business.id')
    .selectAll('business')
    .where('account.id', '=', accountId)
    .forUpdate('business')
    .executeTakeFirstOrThrow();
  const now = parts.now();
  const subscription = subscriptionAt({ subscription: business.subscription, trialEndsAt: business.trial_ends_at }, now.toISOString());
  const facts = { cardAdded: business.card_added, usedTrial: business.used_trial, subscription, hasTopCities: business.top_cities_chosen_at !== null };
  const verdict = judge(onboardingSnapshot({ role: 'mover', business: facts, hasAgreement: false }), { type: 'trial.started', by: 'mover' } as never);
  if (!verdict.may) throw problem(409, 'Your business has had its trial, or has a subscription. Nothing was changed.', { state: subscription, unmet: verdict.unmet });
  const trialEndsAt = new Date(now.getTime() + parts.subscription.trialDays * 86_400_000).toISOString();
  await tx
    .updateTable('business')
    .set({ used_trial: true, subscription: 'trialing', trial_ends_at: trialEndsAt, version: business.version + 1 })
    .where('id', '=', business.id)
    .execute();
}
