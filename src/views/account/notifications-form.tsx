import { useApolloClient } from '@apollo/client/react';
import { useState } from 'react';
import { UpdateUserSettingsDocument } from '#src/generated/graphql/graphql.ts';
import type { PortalRole } from '#src/machines/session/session.user.ts';
import { Checkbox } from '#src/views/ui/checkbox.tsx';
import { useNotify } from '#src/views/ui/notify-context.ts';

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
    label: 'The subscription is canceled',
    help: 'Tells you when it ends and how to keep it.',
  },
};

/** Agents choose more finely: see views/notice. */
export type MailedRole = Exclude<PortalRole, 'agent'>;

/** The emails that each kind of person can turn off. Links to act on and papers always come. */
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

/**
 * Which emails the person wants. Each switch is saved as it is turned, alone, and turned back if that fails. Two people can
 * only turn it to the same, so there is nothing to merge and no version to name.
 */
export function NotificationsForm({ role, settings }: { role: MailedRole; settings: Record<Switch, boolean> }) {
  const choices = choicesOf[role];
  const client = useApolloClient();
  const notify = useNotify();
  const [wanted, setWanted] = useState<Partial<Record<Switch, boolean>>>({});

  async function turn(name: Switch, on: boolean) {
    setWanted((before) => ({ ...before, [name]: on }));
    try {
      await client.mutate({ mutation: UpdateUserSettingsDocument, variables: { [name]: on } });
      notify.done(on ? 'You’ll get these emails' : 'You won’t get these emails', { id: `mail-${name}` });
    } catch (error) {
      notify.failed(error, 'Couldn’t save the setting. Try again.');
    } finally {
      setWanted((before) => ({ ...before, [name]: undefined }));
    }
  }

  return (
    <fieldset className="max-w-160 space-y-3">
      <legend className="mb-2 font-medium text-gray-700">Email me when…</legend>
      {(Object.entries(choices) as [Switch, Choice][]).map(([name, { label, help }]) => (
        <Checkbox
          key={name}
          label={label}
          help={help}
          checked={wanted[name] ?? settings[name]}
          disabled={wanted[name] !== undefined}
          onChange={(event) => void turn(name, event.currentTarget.checked)}
        />
      ))}
    </fieldset>
  );
}
