import { useApolloClient } from '@apollo/client/react';
import { SaveMailSettingsDocument, type SettingsFragment } from '#src/generated/graphql/graphql.ts';
import { isPlainAddress } from '#src/machines/account/mail-address.ts';
import { Field } from '#src/views/ui/field.tsx';
import { Input } from '#src/views/ui/input.tsx';
import { mutate } from '#src/views/ui/mutate.ts';
import { NAMES, showSetting } from './setting-names.ts';
import { SettingsForm } from './settings-form.tsx';
import type { SectionProps } from './use-settings.ts';

interface Fields {
  senderName: string | null;
  replyTo: string | null;
}
const valuesOf = ({ mail: { senderName, replyTo } }: SettingsFragment): Fields => ({
  senderName: senderName ?? null,
  replyTo: replyTo ?? null,
});

/** The sender of emails, and the address for replies. */
export function MailForm({ settings, readAgain }: SectionProps) {
  const client = useApolloClient();
  const { name, email } = settings.brokerage;
  return (
    <SettingsForm<Fields>
      section="mail"
      saved={valuesOf(settings)}
      version={settings.mail.version}
      names={NAMES.mail}
      show={showSetting}
      check={({ replyTo }) => ({
        replyTo: replyTo !== null && !isPlainAddress(replyTo) && 'Reply-to address must be one email address.',
      })}
      write={(version, changed, key) => mutate({ client, key }, SaveMailSettingsDocument, { version, ...changed })}
      readAgain={async () => {
        const now = await readAgain();
        return { version: now.mail.version, values: valuesOf(now) };
      }}
      done="Mail settings saved"
    >
      {({ values, change, of }) => (
        <>
          <Field label={NAMES.mail.senderName} optional help="The sender name recipients see." {...of('senderName')}>
            <Input
              maxLength={120}
              placeholder={name && `${name} (default)`}
              value={values.senderName ?? ''}
              onChange={(event) => change({ senderName: event.currentTarget.value || null })}
            />
          </Field>
          <Field
            label={NAMES.mail.replyTo}
            optional
            help={email ? `Without it, replies go to ${email}.` : 'Where replies go.'}
            {...of('replyTo')}
          >
            <Input
              type="email"
              maxLength={254}
              placeholder={email && `${email} (default)`}
              value={values.replyTo ?? ''}
              onChange={(event) => change({ replyTo: event.currentTarget.value.trim() || null })}
            />
          </Field>
        </>
      )}
    </SettingsForm>
  );
}
