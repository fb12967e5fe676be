import { useApolloClient, useQuery } from '@apollo/client/react';
import { useState } from 'react';
import {
  type AssistantRowFragment,
  AssistantsDocument,
  type AssistantState,
  DeleteAssistantDocument,
  ResendInvitationDocument,
} from '#src/generated/graphql/graphql.ts';
import { StateDot, type Tone } from '#src/views/ui/badge.tsx';
import { Button } from '#src/views/ui/button.tsx';
import { ConfirmDialog } from '#src/views/ui/confirm-dialog.tsx';
import { FailedState } from '#src/views/ui/failed-state.tsx';
import { useWrite } from '#src/views/ui/use-write.ts';
import { RelativeTime } from '#src/views/ui/relative-time.tsx';
import { Bone, Loading } from '#src/views/ui/skeleton.tsx';
import { InviteForm } from './invite-form.tsx';

const states: Record<AssistantState, { tone: Tone; word: string }> = {
  active: { tone: 'green', word: 'Active' },
  invited: { tone: 'blue', word: 'Invited' },
  expired: { tone: 'amber', word: 'Invitation expired' },
};

/** The assistants of the business, those invited, and a form to invite another one. */
export function Assistants() {
  const client = useApolloClient();
  const { data, error, refetch } = useQuery(AssistantsDocument);
  const [leaving, setLeaving] = useState<AssistantRowFragment | null>(null);
  const { busy, write } = useWrite();
  const assistants = data?.assistants;

  /** `busy` until the list is updated. */
  const run = (name: string, act: () => Promise<unknown>, done: string, failed: string) =>
    write({ name, send: () => act().then(() => refetch()), done, failed });
  const resend = ({ id, email }: AssistantRowFragment) =>
    run(
      id,
      () => client.mutate({ mutation: ResendInvitationDocument, variables: { id } }),
      `A new link is on its way to ${email}`,
      'Couldn’t send the invitation. Try again.',
    );
  const remove = ({ id, name }: AssistantRowFragment) =>
    run(
      id,
      () => client.mutate({ mutation: DeleteAssistantDocument, variables: { id } }),
      `${name} was removed`,
      'Couldn’t remove the assistant. Try again.',
    ).then(() => setLeaving(null));

  if (error && !data) return <FailedState title="Your assistants could not be loaded" onRetry={() => void refetch()} />;
  if (!assistants) {
    return (
      <Loading label="Loading your assistants…">
        <Bone className="h-14" />
      </Loading>
    );
  }
  return (
    <div className="max-w-160">
      {assistants.length > 0 && (
        <ul className="mb-6 divide-y divide-gray-200 rounded-lg border border-gray-200">
          {assistants.map((row) => (
            <li key={row.id} className="flex flex-wrap items-center gap-x-3 gap-y-2 px-4 py-2.5">
              <div className="min-w-0 flex-1 basis-48">
                <p className="truncate font-medium">{row.name}</p>
                <p className="truncate text-gray-600">{row.email}</p>
              </div>
              <div>
                <StateDot tone={states[row.state].tone}>{states[row.state].word}</StateDot>
                <p className="text-xs text-gray-500">
                  <RelativeTime instant={row.joinedAt ?? row.invitedAt} />
                </p>
              </div>
              <div className="flex gap-2">
                {row.state !== 'active' && (
                  <Button
                    size="sm"
                    busy={busy === row.id && leaving === null}
                    aria-label={`Send again to ${row.name}`}
                    onClick={() => void resend(row)}
                  >
                    Send again
                  </Button>
                )}
                <Button size="sm" aria-label={`Remove ${row.name}`} onClick={() => setLeaving(row)}>
                  Remove
                </Button>
              </div>
            </li>
          ))}
        </ul>
      )}
      <InviteForm onInvited={() => void refetch()} isFirst={assistants.length === 0} />
      <ConfirmDialog
        open={leaving !== null}
        onClose={() => setLeaving(null)}
        title={leaving ? `Remove ${leaving.name}?` : ''}
        confirm={leaving?.state === 'active' ? 'Remove assistant' : 'Withdraw invitation'}
        busy={busy !== null}
        onConfirm={() => leaving && void remove(leaving)}
      >
        {leaving?.state === 'active'
          ? 'They’re signed out right away and can’t sign in again. Their notes and quotes stay.'
          : 'The emailed link stops working. You can invite them again later.'}
      </ConfirmDialog>
    </div>
  );
}
