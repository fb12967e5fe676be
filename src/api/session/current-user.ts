import type { Static } from 'typebox';
import { onboardingState, openGates } from '#src/machines/onboarding/onboarding.lifecycle.ts';
import { subscriptionAt } from '#src/machines/subscription/entitlement.ts';
import type { Database } from '#src/api/database/database.ts';
import type { Principal } from '#src/api/http/principal.ts';
import { portalOf } from './portals.ts';
import type { CurrentUser } from './session-schemas.ts';

/** The signed-in person as the portals show them, with what they must do before their portal opens. */
export async function readCurrentUser(
  { kysely }: Pick<Database, 'kysely'>,
  principal: Principal,
  now: Date,
): Promise<Static<typeof CurrentUser>> {
  const row = await kysely
    .selectFrom('account')
    .leftJoin('carrier', 'carrier.account_id', 'account.id')
    .leftJoin('business', 'business.id', 'account.business_id')
    .select([
      'account.name',
      'account.email',
      'account.phone',
      'account.email_verified_at',
      'account.avatar_file_id',
      'account.version',
    ])
    .select(['account.email_on_new_lead', 'account.email_on_subscription_cancellation', 'carrier.agreement_signed_at'])
    .select([
      'business.id as business_id',
      'business.name as company_name',
      'business.phone as company_phone',
      'business.subscription',
    ])
    .select(['business.trial_ends_at', 'business.used_trial', 'business.card_added', 'business.top_cities_chosen_at'])
    .where('account.id', '=', principal.accountId)
    .executeTakeFirstOrThrow();
  const { accountId: id, role, carrierId, rights } = principal;
  const subscription =
    row.subscription &&
    subscriptionAt({ subscription: row.subscription, trialEndsAt: row.trial_ends_at }, now.toISOString());
  const settings = {
    company_name: row.company_name,
    company_phone: row.company_phone,
    used_trial: row.used_trial ?? false,
    card_added: row.card_added ?? false,
    top_cities_chosen: row.top_cities_chosen_at !== null,
    email_on_new_lead: row.email_on_new_lead,
    email_on_subscription_cancellation: row.email_on_subscription_cancellation,
  };
  const state = onboardingState({
    role,
    business:
      row.business_id === null
        ? null
        : {
            cardAdded: settings.card_added,
            usedTrial: settings.used_trial,
            subscription: subscription!,
            hasPlaces: settings.top_cities_chosen,
          },
    hasAgreement: row.agreement_signed_at !== null,
  });
  return {
    id,
    role,
    name: row.name,
    email: row.email,
    phone: row.phone,
    email_verified: row.email_verified_at !== null,
    avatar_url: row.avatar_file_id && `/files/${portalOf(role)}/avatar/${row.avatar_file_id}`,
    carrier_id: carrierId,
    gates: openGates(state),
    subscription,
    settings,
    rights,
    broker_carrier_agreement: row.agreement_signed_at,
    version: row.version,
  };
}
