import { EnvelopeIcon } from '@heroicons/react/24/outline';
import { useState } from 'react';
import { SendContractEmailDocument } from '#src/generated/graphql/graphql.ts';
import { ask } from '#src/views/ui/ask.ts';
import { Button } from '#src/views/ui/button.tsx';
import { Callout } from '#src/views/ui/callout.tsx';
import { useWrite } from '#src/views/ui/use-write.ts';

/**
 * Requests another email with the link. The response is the same for every token, so it reveals nothing to a stranger.
 */
export function SendAgain({ token }: { token: string }) {
  const [isSent, setSent] = useState(false);
  const { busy, problem, write } = useWrite({ inline: 'all' });
  const send = () =>
    write({
      send: () => ask(SendContractEmailDocument, { token }),
      done: () => setSent(true),
      failed: 'Couldn’t send the email. Check your connection, then try again.',
    });
  if (isSent) {
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
        busy={busy !== null}
        className="max-sm:w-full"
        onClick={() => void send()}
      >
        Email me the link again
      </Button>
    </div>
  );
}
