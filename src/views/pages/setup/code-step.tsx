import { useState } from 'react';
import { BeginSetupDocument } from '#src/generated/graphql/graphql.ts';
import { ask } from '#src/views/ui/ask.ts';
import { Button } from '#src/views/ui/button.tsx';
import { Callout } from '#src/views/ui/callout.tsx';
import { Field } from '#src/views/ui/field.tsx';
import { Input } from '#src/views/ui/input.tsx';
import { StepFrame } from '#src/views/ui/step-frame.tsx';
import { useSubmit } from '#src/views/ui/use-submit.ts';
import type { StepProps } from './setup-step.ts';

/** The person who started the product has the code. */
export function CodeStep({ go, isArrival }: StepProps) {
  const [code, setCode] = useState('');
  const { busy, errors, problem, attempt, submit } = useSubmit({
    errors: { 'setup-code': code.trim() === '' && 'Enter the code.' },
    names: { code: 'setup-code' },
    send: () => ask(BeginSetupDocument, { code: code.trim() }),
    done({ beginSetup }) {
      go('code.accepted', beginSetup.token);
    },
    fallback: 'Couldn’t check the code. Check your connection and try again.',
  });
  return (
    <StepFrame
      title="Enter the set-up code"
      description="The server prints it at startup, next to its address. It works once, until the next restart."
      isArrival={isArrival}
    >
      <form noValidate className="space-y-4" onSubmit={(event) => void submit(event)}>
        {problem && <Callout key={attempt} color="red" title={problem} />}
        <Field label="Set-up code" id="setup-code" error={errors['setup-code']}>
          <Input
            autoComplete="off"
            autoCapitalize="characters"
            spellCheck={false}
            maxLength={40}
            placeholder="ABCD-EFGH-JKLM"
            className="font-mono"
            value={code}
            onChange={(event) => setCode(event.currentTarget.value)}
          />
        </Field>
        <Button type="submit" variant="primary" busy={busy}>
          Continue
        </Button>
      </form>
    </StepFrame>
  );
}
