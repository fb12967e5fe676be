import { useApolloClient, useQuery } from '@apollo/client/react';
import { useState } from 'react';
import { showCount } from '#src/machines/amount/amounts.ts';
import { LiftMailStopDocument, type MailStopFragment, MailStopsDocument } from '#src/generated/graphql/graphql.ts';
import { Badge } from '#src/views/ui/badge.tsx';
import { Button } from '#src/views/ui/button.tsx';
import { ConfirmDialog } from '#src/views/ui/confirm-dialog.tsx';
import { showDay } from '#src/views/ui/dates.ts';
import { useLive } from '#src/views/ui/live-context.ts';
import { useWrite } from '#src/views/ui/use-write.ts';

/** Beside an email address, for agents: that mail to it is stopped, why, and how to resume it. */
export default function MailStop({ email }: { email: string }) {
  const { data, refetch } = useQuery(MailStopsDocument, { variables: { email }, fetchPolicy: 'cache-and-network' });
  const readAgain = () => void refetch().catch(() => {});
  useLive('mail-stop', readAgain);
  const stop = data?.mailStops[0];
  return stop ? <StoppedMail stop={stop} onChanged={readAgain} /> : null;
}

export const whyStopped = ({ type, at }: MailStopFragment): string =>
  `${type === 'bounce' ? 'Bounced' : 'Reported as spam'} on ${showDay(at)}`;

/** That mail to the address is stopped, why, and how to resume it. */
export function StoppedMail({ stop, onChanged }: { stop: MailStopFragment; onChanged: () => void }) {
  const client = useApolloClient();
  const [isAsking, setAsking] = useState(false);
  const { busy, write } = useWrite();
  const { email, type, detail, held } = stop;

  const lift = () =>
    write({
      send: () => client.mutate({ mutation: LiftMailStopDocument, variables: { email } }),
      done: `Email to ${email} is back on`,
      failed: 'Couldn’t resume email to this address. Try again.',
    }).then(() => {
      onChanged();
      setAsking(false);
    });

  return (
    <div className="mt-1 space-y-1">
      <Badge tone="red">{whyStopped(stop)}</Badge>
      <p className="text-gray-600 wrap-anywhere">
        {detail}
        {held > 0 && ` · ${showCount(held, 'email')} ${held === 1 ? 'waits' : 'wait'}`}
      </p>
      <Button size="sm" aria-label={`Email again: ${email}`} onClick={() => setAsking(true)}>
        Email again
      </Button>
      <ConfirmDialog
        open={isAsking}
        onClose={() => setAsking(false)}
        title={`Email ${email} again?`}
        confirm="Email again"
        danger={type === 'complaint'}
        busy={busy !== null}
        onConfirm={() => void lift()}
      >
        {type === 'complaint'
          ? 'This person reported our email as spam. Ask them first; another complaint hurts delivery of all your email.'
          : 'Do this once the mailbox works again. If email bounces again, it stops again.'}{' '}
        {held > 0 &&
          `${showCount(held, 'email')} that ${held === 1 ? 'was' : 'were'} held ${held === 1 ? 'goes' : 'go'} out now.`}
      </ConfirmDialog>
    </div>
  );
}
