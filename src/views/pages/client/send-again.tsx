import { EnvelopeIcon } from '@heroicons/react/20/solid';
import { useState } from 'react';
import { SendContractEmailDocument } from '#src/generated/graphql/graphql.ts';
import { ask } from '#src/views/ui/ask.ts';
import { Button } from '#src/views/ui/button.tsx';
import { Callout } from '#src/views/ui/callout.tsx';
import { problemOf } from '#src/views/ui/problem.ts';

type Sending = 'ready' | 'busy' | 'sent';

/** Asks for the mail with the link again. The answer is the same for every token, so it tells a stranger nothing. */
export function SendAgain({ token }: { token: string }) {
  const [state, setState] = useState<Sending>('ready');
  const [problem, setProblem] = useState<string | null>(null);
  async function send() {
    setState('busy');
    setProblem(null);
    try {
      await ask(SendContractEmailDocument, { token });
      setState('sent');
    } catch (error) {
      setState('ready');
      setProblem(problemOf(error).detail ?? 'Couldn’t send the email. Check your connection, then try again.');
    }
  }
  if (state === 'sent') {
    return (
      <Callout color="green" role="status" title="Check your inbox">
        If this link was yours, an email is on its way to the address we have on record. It can take a few minutes;
        check your spam folder, too.
      </Callout>
    );
  }
  return (
    <div className="space-y-3">
      {problem && <Callout color="red" title={problem} />}
      <Button
        variant="primary"
        size="lg"
        icon={<EnvelopeIcon />}
        busy={state === 'busy'}
        className="max-sm:w-full"
        onClick={() => void send()}
      >
        Email me the link again
      </Button>
    </div>
  );
}
