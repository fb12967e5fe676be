import { useApolloClient } from '@apollo/client/react';
import { UpdateUserSettingsDocument } from '#src/generated/graphql/graphql.ts';
import type { PortalRole } from '#src/machines/session/session.user.ts';
import { SavedSwitch } from '#src/views/ui/saved-switch.tsx';

type Switch = 'emailOnNewLead' | 'emailOnSubscriptionCancellation';

interface Choice {
  label: string;
  help: string;
}

const ofMovers: Partial<Record<Switch, Choice>> = {
  emailOnNewLead: {
    label: 'There is a new lead in your cities or states',
    help: 'Several at once arrive as one email.',
  },
  emailOnSubscriptionCancellation: {
    label: 'Your subscription is canceled',
    help: 'Tells you when it ends and how to keep it.',
  },
};

/** Agents have finer settings: see views/notice. */
export type MailedRole = Exclude<PortalRole, 'agent'>;

/** The emails that each role can turn off. Links to act on and documents are always sent. */
const choicesOf: Record<MailedRole, Partial<Record<Switch, Choice>>> = {
  mover: ofMovers,
  assistant: ofMovers,
  carrier: {
    emailOnNewLead: {
      label: 'A load you bid on goes to another carrier',
      help: 'Awards and agreements to sign are always sent.',
    },
  },
};

export const mailsWords = (isOn: boolean): string => (isOn ? 'You’ll get these emails' : 'You won’t get these emails');

/** The emails the person wants. */
export function NotificationsForm({ role, settings }: { role: MailedRole; settings: Record<Switch, boolean> }) {
  const client = useApolloClient();
  return (
    <fieldset className="max-w-160 space-y-3">
      <legend className="mb-2 font-medium text-gray-700">Email me when…</legend>
      {(Object.entries(choicesOf[role]) as [Switch, Choice][]).map(([name, words]) => (
        <SavedSwitch
          key={name}
          {...words}
          isOn={settings[name]}
          save={(isOn) => client.mutate({ mutation: UpdateUserSettingsDocument, variables: { [name]: isOn } })}
          done={mailsWords}
        />
      ))}
    </fieldset>
  );
}
