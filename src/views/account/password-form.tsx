import { useApolloClient } from '@apollo/client/react';
import { useState } from 'react';
import { ChangePasswordDocument } from '#src/generated/graphql/graphql.ts';
import { passwordProblem } from '#src/machines/account/password.ts';
import { Button } from '#src/views/ui/button.tsx';
import { Callout } from '#src/views/ui/callout.tsx';
import { Field } from '#src/views/ui/field.tsx';
import { FormErrors } from '#src/views/ui/form-errors.tsx';
import { useNotify } from '#src/views/ui/notify-context.ts';
import { PasswordInput } from '#src/views/ui/password-input.tsx';
import { useSubmit } from '#src/views/ui/use-submit.ts';
import { NewPassword } from './new-password.tsx';

interface PasswordFormProps {
  who: { email: string; name: string };
  onChanged: () => void;
}

export function PasswordForm({ who, onChanged }: PasswordFormProps) {
  const client = useApolloClient();
  const notify = useNotify();
  const [password, setPassword] = useState('');
  const [chosen, setChosen] = useState('');
  const { busy, attempt, errors, problem, submit } = useSubmit({
    errors: {
      'current-password': password === '' && 'Enter your current password.',
      'new-password': chosen === '' ? 'Enter the new password.' : passwordProblem(chosen, who),
    },
    names: { password: 'current-password', new_password: 'new-password' },
    send: () =>
      client.mutate({
        mutation: ChangePasswordDocument,
        variables: { password, newPassword: chosen },
        refetchQueries: ['AccountSessions'],
      }),
    done: () => {
      setPassword('');
      setChosen('');
      notify.done('Password changed', { description: 'Your other devices were signed out.' });
      onChanged();
    },
    fallback: 'Couldn’t change the password. Try again.',
  });
  return (
    <form noValidate className="max-w-160 space-y-4" onSubmit={(event) => void submit(event)}>
      {/* Identifies the account to password managers. */}
      <input type="email" autoComplete="username" readOnly hidden value={who.email} />
      {problem && <Callout color="red" title={problem} />}
      <FormErrors errors={errors} attempt={attempt} />
      <Field label="Current password" id="current-password" error={errors['current-password']}>
        <PasswordInput
          autoComplete="current-password"
          maxLength={256}
          value={password}
          onChange={(event) => setPassword(event.currentTarget.value)}
        />
      </Field>
      <NewPassword id="new-password" value={chosen} onChange={setChosen} error={errors['new-password']} who={who} />
      <Button type="submit" busy={busy} disabled={password === '' && chosen === ''}>
        Change password
      </Button>
    </form>
  );
}
