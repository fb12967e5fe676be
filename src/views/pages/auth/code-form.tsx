import { type FormEvent, useEffect, useState } from 'react';
import { useSession, useSessionState } from '#src/views/session/session-context.ts';
import { Button } from '#src/views/ui/button.tsx';
import { Callout } from '#src/views/ui/callout.tsx';
import { Field } from '#src/views/ui/field.tsx';
import { Input } from '#src/views/ui/input.tsx';

/** The second step of signing in. */
export function CodeForm() {
  const session = useSession();
  const busy = useSessionState((snapshot) => snapshot.hasTag('busy'));
  const problem = useSessionState((snapshot) => snapshot.context.problem);
  const [code, setCode] = useState('');
  const [missing, setMissing] = useState<string>();

  // Focused at first and after each wrong code.
  useEffect(() => {
    if (!busy) document.getElementById('code')?.focus();
  }, [busy]);

  function enter(event: FormEvent) {
    event.preventDefault();
    if (!code.trim()) {
      setMissing('Enter the code.');
      return document.getElementById('code')?.focus();
    }
    setMissing(undefined);
    session.send({ type: 'code.entered', code: code.trim() });
  }

  return (
    <form onSubmit={enter} noValidate className="space-y-4">
      {problem && <Callout color="red" title={problem} />}
      <Field
        label="Code"
        id="code"
        help="The six-digit code from your authenticator app, or a recovery code."
        error={missing}
      >
        <Input
          autoComplete="one-time-code"
          autoCapitalize="characters"
          maxLength={20}
          value={code}
          onChange={(event) => setCode(event.currentTarget.value)}
        />
      </Field>
      <Button type="submit" variant="primary" busy={busy} className="h-10 w-full">
        {busy ? 'Checking…' : 'Sign in'}
      </Button>
      <Button className="w-full" disabled={busy} onClick={() => session.send({ type: 'code.given-up' })}>
        Back
      </Button>
    </form>
  );
}
