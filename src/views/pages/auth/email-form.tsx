import { useState } from 'react';
import type { Platform } from '#src/machines/session/session.user.ts';
import { Button } from '#src/views/ui/button.tsx';
import { Callout } from '#src/views/ui/callout.tsx';
import { Field } from '#src/views/ui/field.tsx';
import { Input } from '#src/views/ui/input.tsx';
import { useFocusOnError } from '#src/views/ui/use-focus-on-error.ts';
import { useSubmit } from '#src/views/ui/use-submit.ts';
import { emailProblem } from './check.ts';
import { sendMail } from './send-mail.ts';
import type { MailKind } from './sent-mail.ts';

interface EmailFormProps {
  kind: MailKind;
  platform: Platform;
  action: string;
  onSent: (email: string) => void;
}

/** An email address to send one email to. */
export function EmailForm({ kind, platform, action, onSent }: EmailFormProps) {
  const [email, setEmail] = useState('');
  const { busy, attempt, errors, problem, submit } = useSubmit({
    errors: { email: emailProblem(email) },
    send: () => sendMail(kind, platform, email.trim()),
    done: () => onSent(email.trim()),
    fallback: 'Couldn’t send the email. Check your connection and try again.',
  });
  useFocusOnError('email', attempt, errors.email);
  return (
    <form noValidate className="space-y-4" onSubmit={(event) => void submit(event)}>
      {problem && <Callout key={attempt} color="red" title={problem} />}
      <Field label="Email" id="email" error={errors.email}>
        <Input
          type="email"
          autoComplete="username"
          autoCapitalize="none"
          maxLength={254}
          value={email}
          onChange={(event) => setEmail(event.currentTarget.value)}
        />
      </Field>
      <Button type="submit" variant="primary" busy={busy} className="h-10 w-full">
        {action}
      </Button>
    </form>
  );
}
