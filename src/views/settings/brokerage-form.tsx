import { useApolloClient } from '@apollo/client/react';
import { SaveBrokerageSettingsDocument, type SettingsFragment } from '#src/generated/graphql/graphql.ts';
import { showPhone } from '#src/machines/phone/phone.ts';
import { BROKERAGE_NAMES, type Brokerage } from '#src/machines/settings/brokerage.ts';
import { mutate } from '#src/views/ui/mutate.ts';
import { wrongFields } from './brokerage-checks.ts';
import { BrokerageFields } from './brokerage-fields.tsx';
import { showSetting } from './setting-names.ts';
import { SettingsForm } from './settings-form.tsx';
import type { SectionProps } from './use-settings.ts';

const valuesOf = ({ brokerage: { name, address, usdot, mc, phone, email, zone } }: SettingsFragment): Brokerage => ({
  name,
  address,
  usdot,
  mc,
  phone: showPhone(phone),
  email,
  zone,
});

/** The brokerage's details: on agreements, emails, legal texts, and every page that a client sees. */
export function BrokerageForm({ settings, readAgain }: SectionProps) {
  const client = useApolloClient();
  return (
    <SettingsForm
      section="brokerage"
      saved={valuesOf(settings)}
      version={settings.brokerage.version}
      names={BROKERAGE_NAMES}
      show={showSetting}
      check={(values) => wrongFields(values, (field) => values[field] !== settings.brokerage[field])}
      write={(version, changed, key) => mutate({ client, key }, SaveBrokerageSettingsDocument, { version, ...changed })}
      readAgain={async () => {
        const now = await readAgain();
        return { version: now.brokerage.version, values: valuesOf(now) };
      }}
      done="Brokerage saved"
    >
      {({ values, change, of }) => <BrokerageFields values={values} onChange={change} of={of} />}
    </SettingsForm>
  );
}
