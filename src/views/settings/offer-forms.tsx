import { useApolloClient } from '@apollo/client/react';
import {
  SaveMarketplaceSettingsDocument,
  SaveSubscriptionSettingsDocument,
  type SettingsFragment,
} from '#src/generated/graphql/graphql.ts';
import { Field } from '#src/views/ui/field.tsx';
import { MoneyInput } from '#src/views/ui/money-input.tsx';
import { mutate } from '#src/views/ui/mutate.ts';
import { NumberInput } from '#src/views/ui/number-input.tsx';
import { NAMES, showSetting } from './setting-names.ts';
import { SettingsForm } from './settings-form.tsx';
import type { SectionProps } from './use-settings.ts';

type Whole = number | null;
const between = (value: Whole, name: string, least: number, most: number): string | false =>
  (value === null || value < least || value > most) && `${name} must be a number from ${least} to ${most}.`;
const price = (value: Whole, name: string, most: number): string | false =>
  (value === null || value < 100 || value > most) && `${name} must be $1.00 to ${showSetting(most, 'priceCents')}.`;

interface Market {
  priceCents: Whole;
  shares: Whole;
  reservationMinutes: Whole;
  mailsPerDay: Whole;
}
const marketOf = ({ marketplace }: SettingsFragment): Market => ({
  priceCents: marketplace.priceCents,
  shares: marketplace.shares,
  reservationMinutes: marketplace.reservationMinutes,
  mailsPerDay: marketplace.mailsPerDay,
});

/** The offer to guests of the marketplace. */
export function MarketplaceForm({ settings, readAgain }: SectionProps) {
  const client = useApolloClient();
  const names = NAMES.marketplace;
  return (
    <SettingsForm<Market>
      section="marketplace"
      saved={marketOf(settings)}
      version={settings.marketplace.version}
      names={names}
      show={showSetting}
      check={(values) => ({
        priceCents: price(values.priceCents, names.priceCents, 1_000_000),
        shares: between(values.shares, names.shares, 1, 20),
        reservationMinutes: between(values.reservationMinutes, names.reservationMinutes, 1, 60),
        mailsPerDay: between(values.mailsPerDay, names.mailsPerDay, 1, 24),
      })}
      write={(version, changed, key) =>
        mutate({ client, key }, SaveMarketplaceSettingsDocument, { version, ...changed })
      }
      readAgain={async () => {
        const now = await readAgain();
        return { version: now.marketplace.version, values: marketOf(now) };
      }}
      done="Marketplace saved"
    >
      {({ values, change, of }) => (
        <>
          <Field
            label={names.priceCents}
            help="Adjusted for the move’s size and distance and the lead’s age. Reserved leads keep their price."
            {...of('priceCents')}
          >
            <MoneyInput value={values.priceCents} onChange={(priceCents) => change({ priceCents })} />
          </Field>
          <div className="grid gap-4 sm:grid-cols-2">
            <Field label={names.shares} help="How many buyers can buy the same lead." {...of('shares')}>
              <NumberInput value={values.shares} onChange={(shares) => change({ shares })} />
            </Field>
            <Field
              label={names.reservationMinutes}
              help="How long leads are held for a buyer."
              {...of('reservationMinutes')}
            >
              <NumberInput
                value={values.reservationMinutes}
                onChange={(reservationMinutes) => change({ reservationMinutes })}
              />
            </Field>
            <Field label={names.mailsPerDay} help="Maximum new-lead emails per subscriber." {...of('mailsPerDay')}>
              <NumberInput value={values.mailsPerDay} onChange={(mailsPerDay) => change({ mailsPerDay })} />
            </Field>
          </div>
        </>
      )}
    </SettingsForm>
  );
}

interface Offer {
  priceCents: Whole;
  trialDays: Whole;
}
const offerOf = ({ subscription: { priceCents, trialDays } }: SettingsFragment): Offer => ({ priceCents, trialDays });

/** The offer to movers without a subscription. */
export function SubscriptionForm({ settings, readAgain }: SectionProps) {
  const client = useApolloClient();
  const names = NAMES.subscription;
  return (
    <SettingsForm<Offer>
      section="subscription"
      saved={offerOf(settings)}
      version={settings.subscription.version}
      names={names}
      show={showSetting}
      check={(values) => ({
        priceCents: price(values.priceCents, names.priceCents, 10_000_000),
        trialDays: between(values.trialDays, names.trialDays, 1, 365),
      })}
      write={(version, changed, key) =>
        mutate({ client, key }, SaveSubscriptionSettingsDocument, { version, ...changed })
      }
      readAgain={async () => {
        const now = await readAgain();
        return { version: now.subscription.version, values: offerOf(now) };
      }}
      done="Subscription saved"
    >
      {({ values, change, of }) => (
        <div className="grid gap-4 sm:grid-cols-2">
          <Field label={names.priceCents} help="Current subscribers keep their price." {...of('priceCents')}>
            <MoneyInput value={values.priceCents} onChange={(priceCents) => change({ priceCents })} />
          </Field>
          <Field label={names.trialDays} help="Trials already started don’t change." {...of('trialDays')}>
            <NumberInput value={values.trialDays} onChange={(trialDays) => change({ trialDays })} />
          </Field>
        </div>
      )}
    </SettingsForm>
  );
}
