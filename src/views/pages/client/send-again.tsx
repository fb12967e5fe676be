import { EnvelopeIcon } from '@heroicons/react/20/solid';
import { useState } from 'react';
import { SendContractEmailDocument } from '#src/generated/graphql/graphql.ts';
import { ask } from '#src/views/ui/ask.ts';
import { Button } from '#src/views/ui/button.tsx';
import { Callout } from '#src/views/ui/callout.tsx';
import { problemOf } from '#src/views/ui/problem.ts';

type Sending = 'ready' | 'busy' | 'sent' | 'failed' | 'too-often';

/** Asks for the mail with the link again. The answer is the same for every token, so it tells a stranger nothing. */
export function SendAgain({ token }: { token: string }) {
  const [state, setState] = useState<Sending>('ready');
  async function send() {
    setState('busy');
    try {
      await ask(SendContractEmailDocument, { token });
      setState('sent');
    } catch (error) {
      setState(problemOf(error).status === 429 ? 'too-often' : 'failed');
    }
  }
  if (state === 'sent') {
    return (
      <Callout color="green" role="status" title="Look into your mailbox">
        If this link was yours, a mail is on its way to the address that we have on record. It can take a few minutes; look into the spam folder, too.
      </Callout>
    );
  }
  return (
    <div className="space-y-3">
      {state === 'failed' && <Callout color="red" title="That did not work. Check your connection, then try again." />}
      {state === 'too-often' && <Callout color="red" title="That was asked for too often. Try again in an hour, or call us." />}
      <Button variant="primary" size="lg" icon={<EnvelopeIcon />} busy={state === 'busy'} className="max-sm:w-full" onClick={() => void send()}>
        Send me the mail again
      </Button>
    </div>
  );
}
