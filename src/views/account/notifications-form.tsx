import { useApolloClient } from '@apollo/client/react';
import { useState } from 'react';
import { UpdateUserSettingsDocument } from '#src/generated/graphql/graphql.ts';
import { Checkbox } from '#src/views/ui/checkbox.tsx';
import { useNotify } from '#src/views/ui/notify-context.ts';

type Switch = 'emailOnNewLead' | 'emailOnSubscriptionCancellation';

const switches: Record<Switch, { label: string; help: string }> = {
  emailOnNewLead: { label: 'A new lead in your cities', help: 'Many at once come as one mail.' },
  emailOnSubscriptionCancellation: { label: 'The subscription is canceled', help: 'Says when it ends and how to keep it.' },
};

/** Which mails the person wants. Each switch is saved as it is turned, and turned back if that fails. */
export function NotificationsForm({ settings }: { settings: Record<Switch, boolean> }) {
  const client = useApolloClient();
  const notify = useNotify();
  const [wanted, setWanted] = useState<Partial<Record<Switch, boolean>>>({});

  async function turn(name: Switch, on: boolean) {
    setWanted((before) => ({ ...before, [name]: on }));
    try {
      await client.mutate({ mutation: UpdateUserSettingsDocument, variables: { [name]: on } });
      notify.done(on ? 'You will get these mails' : 'You will not get these mails', { id: `mail-${name}` });
    } catch (error) {
      notify.failed(error, 'The switch could not be saved. Try again.');
    } finally {
      setWanted((before) => ({ ...before, [name]: undefined }));
    }
  }

  return (
    <fieldset className="max-w-160 space-y-3">
      <legend className="mb-2 font-medium text-gray-700">Send me a mail when…</legend>
      {(Object.keys(switches) as Switch[]).map((name) => (
        <Checkbox
          key={name}
          label={switches[name].label}
          help={switches[name].help}
          checked={wanted[name] ?? settings[name]}
          disabled={wanted[name] !== undefined}
          onChange={(event) => void turn(name, event.currentTarget.checked)}
        />
      ))}
    </fieldset>
  );
}
