import { useApolloClient, useQuery } from '@apollo/client/react';
import { useState } from 'react';
import { AccountSessionsDocument, EndAllSessionsDocument, EndSessionDocument } from '#src/generated/graphql/graphql.ts';
import { Badge } from '#src/views/ui/badge.tsx';
import { Button } from '#src/views/ui/button.tsx';
import { ConfirmDialog } from '#src/views/ui/confirm-dialog.tsx';
import { FailedState } from '#src/views/ui/failed-state.tsx';
import { useNotify } from '#src/views/ui/notify-context.ts';
import { useWrite } from '#src/views/ui/use-write.ts';
import { RelativeTime } from '#src/views/ui/relative-time.tsx';
import { Bone, Loading } from '#src/views/ui/skeleton.tsx';
import { deviceName } from './device-name.ts';

/** What is only on this device: signing out deletes it. */
interface Unsent {
  /** "Delete 2". */
  verb: string;
  warning: string;
}

export interface SessionListProps {
  findUnsent?: (() => Promise<Unsent | null>) | undefined;
  /** This device was signed out, too. */
  onEnded: () => void;
}

/** The devices where one is signed in. */
export function SessionList({ findUnsent, onEnded }: SessionListProps) {
  const client = useApolloClient();
  const notify = useNotify();
  const { data, error, refetch } = useQuery(AccountSessionsDocument, { fetchPolicy: 'network-only' });
  const [asked, setAsked] = useState<{ unsent: Unsent | null } | null>(null);
  const { busy, write } = useWrite();

  const end = (name: string, send: () => Promise<unknown>, done: () => void) =>
    void write({ name, send, done, failed: 'Couldn’t sign out the device. Try again.' });

  async function ask(): Promise<void> {
    setAsked({ unsent: (await findUnsent?.().catch(() => null)) ?? null });
  }

  if (error && !data) return <FailedState title="Your devices could not be loaded" onRetry={() => void refetch()} />;
  if (!data) {
    return (
      <Loading label="Loading your devices…">
        <Bone className="h-14" />
      </Loading>
    );
  }
  return (
    <>
      <ul className="max-w-160 divide-y divide-gray-200 rounded-lg border border-gray-200">
        {data.sessions.map(({ id, isCurrent, userAgent, address, lastSeenAt, signedInAt }) => (
          <li key={id} className="flex items-center gap-3 px-4 py-2.5">
            <div className="min-w-0 flex-1">
              <p className="flex flex-wrap items-center gap-x-2 font-medium">
                {deviceName(userAgent)}
                {isCurrent && <Badge tone="green">This device</Badge>}
              </p>
              <p className="text-gray-600">
                {address && `${address} · `}
                active {isCurrent ? 'now' : <RelativeTime instant={lastSeenAt} />} · signed in{' '}
                <RelativeTime instant={signedInAt} />
              </p>
            </div>
            {!isCurrent && (
              <Button
                size="sm"
                busy={busy === id}
                aria-label={`Sign out ${deviceName(userAgent)}`}
                onClick={() =>
                  end(
                    id,
                    () => client.mutate({ mutation: EndSessionDocument, variables: { id } }),
                    () => {
                      notify.done('Device signed out');
                      void refetch();
                    },
                  )
                }
              >
                Sign out
              </Button>
            )}
          </li>
        ))}
      </ul>
      <Button className="mt-4" onClick={() => void ask()}>
        Sign out everywhere
      </Button>
      <ConfirmDialog
        open={asked !== null}
        onClose={() => setAsked(null)}
        title="Sign out everywhere?"
        confirm={asked?.unsent ? `${asked.unsent.verb} and sign out everywhere` : 'Sign out everywhere'}
        busy={busy === 'all'}
        onConfirm={() => end('all', () => client.mutate({ mutation: EndAllSessionsDocument }), onEnded)}
      >
        This signs you out on every device, including this one. {asked?.unsent?.warning ?? 'Saved work is kept.'}
      </ConfirmDialog>
    </>
  );
}
