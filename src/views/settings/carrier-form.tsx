import { useApolloClient } from '@apollo/client/react';
import { SaveCarrierSettingsDocument, type SettingsFragment } from '#src/generated/graphql/graphql.ts';
import { MOST_PAY_DAYS } from '#src/machines/carrier-pay/carrier-pay.ts';
import { Field } from '#src/views/ui/field.tsx';
import { mutate } from '#src/views/ui/mutate.ts';
import { NumberInput } from '#src/views/ui/number-input.tsx';
import { NAMES, showSetting } from './setting-names.ts';
import { SettingsForm } from './settings-form.tsx';
import type { SectionProps } from './use-settings.ts';

interface Fields {
  payDays: number | null;
}
const valuesOf = ({ carriers: { payDays } }: SettingsFragment): Fields => ({ payDays });

/** The terms for carriers from the next award on. */
export function CarrierForm({ settings, readAgain }: SectionProps) {
  const client = useApolloClient();
  const names = NAMES.carriers;
  return (
    <SettingsForm<Fields>
      section="carriers"
      saved={valuesOf(settings)}
      version={settings.carriers.version}
      names={names}
      show={showSetting}
      check={({ payDays }) => ({
        payDays:
          (payDays === null || payDays < 1 || payDays > MOST_PAY_DAYS) &&
          `${names.payDays} must be a number from 1 to ${MOST_PAY_DAYS}.`,
      })}
      write={(version, changed, key) => mutate({ client, key }, SaveCarrierSettingsDocument, { version, ...changed })}
      readAgain={async () => {
        const now = await readAgain();
        return { version: now.carriers.version, values: valuesOf(now) };
      }}
      done="Payment terms saved"
    >
      {({ values, change, of }) => (
        <Field
          label={names.payDays}
          help="From the day you have the signed delivery receipt and the completion-of-work statement. If you wrote your own job agreement, use {pay days} in its text."
          {...of('payDays')}
        >
          <NumberInput value={values.payDays} onChange={(payDays) => change({ payDays })} />
        </Field>
      )}
    </SettingsForm>
  );
}
