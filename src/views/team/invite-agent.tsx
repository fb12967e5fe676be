import { useApolloClient } from '@apollo/client/react';
import { useId, useState } from 'react';
import { InviteAgentDocument } from '#src/generated/graphql/graphql.ts';
import { Button } from '#src/views/ui/button.tsx';
import { Callout } from '#src/views/ui/callout.tsx';
import { Dialog } from '#src/views/ui/dialog.tsx';
import { Field } from '#src/views/ui/field.tsx';
import { FormErrors } from '#src/views/ui/form-errors.tsx';
import { Input } from '#src/views/ui/input.tsx';
import { useNotify } from '#src/views/ui/notify-context.ts';
import { useSubmit } from '#src/views/ui/use-submit.ts';
import { RightBoxes } from './right-boxes.tsx';

/** Asks somebody by mail to be an agent. */
export function InviteAgent({ onClose }: { onClose: () => void }) {
  const client = useApolloClient();
  const notify = useNotify();
  const form = useId();
  const [name, setName] = useState('');
  const [email, setEmail] = useState('');
  const [rights, setRights] = useState<string[]>([]);
  const address = email.trim();
  const { busy, attempt, errors, problem, submit } = useSubmit({
    errors: {
      'agent-name': name.trim() === '' && 'Enter the name of the agent.',
      'agent-email': !/^\S+@\S+\.\S+$/.test(address) && 'Enter the email address of the agent.',
    },
    names: { name: 'agent-name', email: 'agent-email' },
    send: () =>
      client.mutate({
        mutation: InviteAgentDocument,
        variables: { name: name.trim(), email: address, rights },
        refetchQueries: ['Team', 'TeamHistory'],
        awaitRefetchQueries: true,
      }),
    done: () => {
      notify.done(`Invitation sent to ${address}`);
      onClose();
    },
    fallback: 'Couldn’t send the invitation. Try again.',
  });
  return (
    <Dialog
      open
      onClose={onClose}
      title="Invite an agent"
      footer={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button type="submit" form={form} variant="primary" busy={busy}>
            Send invitation
          </Button>
        </>
      }
    >
      <form id={form} noValidate className="space-y-4" onSubmit={(event) => void submit(event)}>
        <p className="text-gray-600">They get a link that works for 7 days, choose a password, and are signed in.</p>
        {problem && <Callout color="red" title={problem} />}
        <FormErrors errors={errors} attempt={attempt} />
        <Field label="Name" id="agent-name" error={errors['agent-name']}>
          <Input
            autoComplete="off"
            maxLength={120}
            value={name}
            onChange={(event) => setName(event.currentTarget.value)}
          />
        </Field>
        <Field label="Email" id="agent-email" error={errors['agent-email']}>
          <Input
            type="email"
            autoComplete="off"
            autoCapitalize="none"
            maxLength={254}
            value={email}
            onChange={(event) => setEmail(event.currentTarget.value)}
          />
        </Field>
        <RightBoxes value={rights} onChange={setRights} />
      </form>
    </Dialog>
  );
}
