import { useApolloClient } from '@apollo/client/react';
import { useState } from 'react';
import { InviteAssistantDocument } from '#src/generated/graphql/graphql.ts';
import { Button } from '#src/views/ui/button.tsx';
import { Callout } from '#src/views/ui/callout.tsx';
import { Field } from '#src/views/ui/field.tsx';
import { FormErrors } from '#src/views/ui/form-errors.tsx';
import { Input } from '#src/views/ui/input.tsx';
import { useNotify } from '#src/views/ui/notify-context.ts';
import { useSubmit } from '#src/views/ui/use-submit.ts';

interface InviteFormProps {
  onInvited: () => void;
  isFirst: boolean;
}

/** Asks somebody by mail to work for the business. */
export function InviteForm({ onInvited, isFirst }: InviteFormProps) {
  const client = useApolloClient();
  const notify = useNotify();
  const [name, setName] = useState('');
  const [email, setEmail] = useState('');
  const address = email.trim();
  const { busy, attempt, errors, problem, submit } = useSubmit({
    errors: {
      'assistant-name': name.trim() === '' && 'Enter the name of your assistant.',
      'assistant-email': !/^\S+@\S+\.\S+$/.test(address) && 'Enter the email address of your assistant.',
    },
    names: { name: 'assistant-name', email: 'assistant-email' },
    send: () => client.mutate({ mutation: InviteAssistantDocument, variables: { name: name.trim(), email: address } }),
    done: () => {
      notify.done(`Invitation sent to ${address}`);
      setName('');
      setEmail('');
      onInvited();
    },
    fallback: 'Couldn’t send the invitation. Try again.',
  });
  return (
    <form noValidate className="space-y-4" onSubmit={(event) => void submit(event)}>
      {isFirst && (
        <p className="text-gray-600">
          Assistants work the same leads as you. Only you manage the subscription, payments, and assistants.
        </p>
      )}
      {problem && <Callout color="red" title={problem} />}
      <FormErrors errors={errors} attempt={attempt} />
      <div className="grid gap-4 sm:grid-cols-2">
        <Field label="Name" id="assistant-name" error={errors['assistant-name']}>
          <Input
            autoComplete="off"
            maxLength={120}
            value={name}
            onChange={(event) => setName(event.currentTarget.value)}
          />
        </Field>
        <Field label="Email" id="assistant-email" error={errors['assistant-email']}>
          <Input
            type="email"
            autoComplete="off"
            autoCapitalize="none"
            maxLength={254}
            value={email}
            onChange={(event) => setEmail(event.currentTarget.value)}
          />
        </Field>
      </div>
      <Button type="submit" busy={busy}>
        Send invitation
      </Button>
    </form>
  );
}
