import { useApolloClient } from '@apollo/client/react';
import { useState } from 'react';
import { RequestEmailChangeDocument } from '#src/generated/graphql/graphql.ts';
import { Button } from '#src/views/ui/button.tsx';
import { Callout } from '#src/views/ui/callout.tsx';
import { Field } from '#src/views/ui/field.tsx';
import { FormErrors } from '#src/views/ui/form-errors.tsx';
import { Input } from '#src/views/ui/input.tsx';
import { PasswordInput } from '#src/views/ui/password-input.tsx';
import { useSubmit } from '#src/views/ui/use-submit.ts';

/** Requests another email address. It changes through the link sent to the new address, not here. */
export function EmailForm({ email }: { email: string }) {
  const client = useApolloClient();
  const [newEmail, setNewEmail] = useState('');
  const [password, setPassword] = useState('');
  const [askedFor, setAskedFor] = useState<string | null>(null);
  const address = newEmail.trim();
  const { busy, attempt, errors, problem, submit } = useSubmit({
    errors: {
      'new-email': !/^\S+@\S+\.\S+$/.test(address)
        ? 'Enter an email address.'
        : address.toLowerCase() === email && 'This is already your address.',
      'email-password': password === '' && 'Enter your password.',
    },
    names: { new_email: 'new-email', password: 'email-password' },
    send: () => client.mutate({ mutation: RequestEmailChangeDocument, variables: { newEmail: address, password } }),
    done: () => {
      setAskedFor(address);
      setNewEmail('');
      setPassword('');
    },
    fallback: 'Couldn’t send the link. Try again.',
  });

  return (
    <form noValidate className="max-w-160 space-y-4" onSubmit={(event) => void submit(event)}>
      <p>
        You sign in as <strong className="font-medium wrap-anywhere">{email}</strong>.
      </p>
      {askedFor && (
        <Callout color="green" role="status" title={`Open the link we sent to ${askedFor}`}>
          Until then, keep signing in with the old address. The link works for two hours.
        </Callout>
      )}
      {problem && <Callout color="red" title={problem} />}
      <FormErrors errors={errors} attempt={attempt} />
      <Field label="New email" id="new-email" error={errors['new-email']}>
        <Input
          type="email"
          autoComplete="email"
          autoCapitalize="none"
          maxLength={254}
          value={newEmail}
          onChange={(event) => setNewEmail(event.currentTarget.value)}
        />
      </Field>
      <Field label="Your password" id="email-password" error={errors['email-password']}>
        <PasswordInput
          autoComplete="current-password"
          maxLength={256}
          value={password}
          onChange={(event) => setPassword(event.currentTarget.value)}
        />
      </Field>
      <Button type="submit" busy={busy} disabled={newEmail === '' && password === ''}>
        Send the link
      </Button>
    </form>
  );
}
