import { useState } from 'react';
import { CreateFirstAgentDocument, SignInFirstAgentDocument } from '#src/generated/graphql/graphql.ts';
import { passwordProblem } from '#src/machines/account/password.ts';
import { NewPassword } from '#src/views/account/new-password.tsx';
import { emailProblem, missing } from '#src/views/pages/auth/check.ts';
import { ask } from '#src/views/ui/ask.ts';
import { Button } from '#src/views/ui/button.tsx';
import { Callout } from '#src/views/ui/callout.tsx';
import { Field } from '#src/views/ui/field.tsx';
import { FormErrors } from '#src/views/ui/form-errors.tsx';
import { Input } from '#src/views/ui/input.tsx';
import { problemOf } from '#src/views/ui/problem.ts';
import { StepFrame } from '#src/views/ui/step-frame.tsx';
import { useDraft } from '#src/views/ui/use-draft.ts';
import { useSubmit } from '#src/views/ui/use-submit.ts';
import type { StepProps } from './setup-step.ts';

const EMPTY = { name: '', email: '' };

/** The first agent: the person doing the setup. */
export function AgentStep({ token, go, isArrival }: StepProps) {
  const [draft, keep] = useDraft<typeof EMPTY>('setup:agent', 1, 'tab');
  const { name, email } = draft ?? EMPTY;
  const [password, setPassword] = useState('');
  const [isMade, setMade] = useState(false);
  const address = email.trim();
  const { busy, attempt, errors, problem, submit } = useSubmit({
    errors: {
      'agent-name': missing(name, 'Enter your name.'),
      'agent-email': emailProblem(email),
      'agent-password': passwordProblem(password, { email: address, name }),
    },
    names: { name: 'agent-name', email: 'agent-email', password: 'agent-password' },
    async send() {
      // A retry after a lost connection only signs in.
      if (!isMade) await ask(CreateFirstAgentDocument, { token, name: name.trim(), email: address, password });
      setMade(true);
      return ask(SignInFirstAgentDocument, { email: address, password });
    },
    done({ signIn }) {
      if (!signIn.ok) return;
      keep(null);
      go('agent.created');
    },
    fallback: 'Couldn’t create the account. Check your connection and try again.',
    refused: (error) => {
      const isOver = problemOf(error).status === 410;
      if (isOver) go('access.ended');
      return isOver;
    },
  });
  return (
    <StepFrame
      title="Your account"
      description="You’ll have full access and can invite other agents later. You’ll stay signed in from here."
      isArrival={isArrival}
    >
      <form noValidate className="space-y-4" onSubmit={(event) => void submit(event)}>
        {problem && <Callout color="red" title={problem} />}
        <FormErrors errors={errors} attempt={attempt} />
        <Field label="Your name" id="agent-name" error={errors['agent-name']}>
          <Input
            autoComplete="name"
            maxLength={120}
            value={name}
            onChange={(event) => keep({ name: event.currentTarget.value, email })}
          />
        </Field>
        <Field label="Email" id="agent-email" error={errors['agent-email']} help="You’ll use it to sign in.">
          <Input
            type="email"
            autoComplete="username"
            autoCapitalize="none"
            maxLength={254}
            value={email}
            onChange={(event) => keep({ name, email: event.currentTarget.value })}
          />
        </Field>
        <NewPassword
          id="agent-password"
          label="Password"
          value={password}
          onChange={setPassword}
          error={errors['agent-password']}
          who={{ email: address, name }}
        />
        <div className="flex flex-wrap gap-2">
          <Button type="submit" variant="primary" busy={busy}>
            Create account and continue
          </Button>
          <Button variant="ghost" disabled={isMade} onClick={() => go('step.back')}>
            Back
          </Button>
        </div>
      </form>
    </StepFrame>
  );
}
