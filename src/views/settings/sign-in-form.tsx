import { useApolloClient } from '@apollo/client/react';
import { SaveSignInSettingsDocument, type SettingsFragment } from '#src/generated/graphql/graphql.ts';
import { hrefs } from '#src/views/hrefs.ts';
import { Checkbox } from '#src/views/ui/checkbox.tsx';
import { LinkButton } from '#src/views/ui/button.tsx';
import { mutate } from '#src/views/ui/mutate.ts';
import { NAMES, showSetting } from './setting-names.ts';
import { SettingsForm } from './settings-form.tsx';
import type { SectionProps } from './use-settings.ts';

interface Fields {
  requiresTwoFactor: boolean;
}
const valuesOf = ({ signIn: { requiresTwoFactor } }: SettingsFragment): Fields => ({ requiresTwoFactor });

/** What the agents with the most rights need besides a password. */
export function SignInForm({ settings, readAgain }: SectionProps) {
  const client = useApolloClient();
  return (
    <SettingsForm<Fields>
      section="sign-in"
      saved={valuesOf(settings)}
      version={settings.signIn.version}
      names={NAMES.sign_in}
      show={showSetting}
      write={(version, changed, key) => mutate({ client, key }, SaveSignInSettingsDocument, { version, ...changed })}
      readAgain={async () => {
        const now = await readAgain();
        return { version: now.signIn.version, values: valuesOf(now) };
      }}
      done="Sign-in saved"
      aside={
        <LinkButton variant="ghost" href={hrefs.agent.settings()}>
          Your own two-factor sign-in
        </LinkButton>
      }
    >
      {({ values, change, of }) => {
        const { id, error } = of('requiresTwoFactor');
        return (
          <Checkbox
            id={id}
            label="Require two-factor sign-in for the team and the settings"
            help="Agents without it are asked to set it up first. Leads, chats, and everything else stay available."
            error={error ?? null}
            checked={values.requiresTwoFactor}
            onChange={(event) => change({ requiresTwoFactor: event.currentTarget.checked })}
          />
        );
      }}
    </SettingsForm>
  );
}
