import { useApolloClient, useQuery } from '@apollo/client/react';
import { useState } from 'react';
import {
  SetWorkflowPersonDocument,
  WorkflowPeopleDocument,
  type WorkflowPeopleQuery,
} from '#src/generated/graphql/graphql.ts';
import { Badge } from '#src/views/ui/badge.tsx';
import { Button } from '#src/views/ui/button.tsx';
import { Callout } from '#src/views/ui/callout.tsx';
import { Card } from '#src/views/ui/card.tsx';
import { ConfirmDialog } from '#src/views/ui/confirm-dialog.tsx';
import { FailedState } from '#src/views/ui/failed-state.tsx';
import { useNotify } from '#src/views/ui/notify-context.ts';
import { problemOf } from '#src/views/ui/problem.ts';
import { Loading, TextBones } from '#src/views/ui/skeleton.tsx';

type Person = WorkflowPeopleQuery['workflowPeople'][number];

interface PeopleProps {
  /** The account of who looks. */
  ownId: string;
  /** One's own right is gone. */
  onOwnTaken: () => void;
}

/** Which agents may see this page. Whoever may, says who else. */
export function WorkflowPeople({ ownId, onOwnTaken }: PeopleProps) {
  const client = useApolloClient();
  const notify = useNotify();
  const { data, error, refetch } = useQuery(WorkflowPeopleDocument, { fetchPolicy: 'cache-and-network' });
  const [busy, setBusy] = useState<string | null>(null);
  const [isAsking, setAsking] = useState(false);
  const [refusal, setRefusal] = useState<string | null>(null);
  const people = data?.workflowPeople;

  async function set({ id, name }: Person, may: boolean): Promise<void> {
    setBusy(id);
    setRefusal(null);
    try {
      await client.mutate({ mutation: SetWorkflowPersonDocument, variables: { accountId: id, may } });
      if (id === ownId && !may) return onOwnTaken();
      notify.done(may ? `${name} may see the workflow now` : `${name} may see the workflow no longer`, {
        action: { label: 'Undo', run: () => void set({ id, name } as Person, !may) },
      });
    } catch (failure) {
      const { status, detail } = problemOf(failure);
      // Somebody else has taken it in the meantime.
      if (status === 403) onOwnTaken();
      else if (status === 409 || status === 404) setRefusal(detail);
      else notify.failed(failure, 'This could not be changed. Try again.');
      await refetch().catch(() => {});
    } finally {
      setBusy(null);
      setAsking(false);
    }
  }

  const own = people?.find(({ id }) => id === ownId);
  return (
    <Card title="Who may see this" flush>
      {error && !people && (
        <FailedState title="The agents could not be loaded" onRetry={() => void refetch().catch(() => {})} />
      )}
      {!error && !people && (
        <div className="p-4">
          <Loading label="Loading the agents…">
            <TextBones lines={2} />
          </Loading>
        </div>
      )}
      {refusal && (
        <div className="px-4 py-2.5">
          <Callout color="red" title={refusal} />
        </div>
      )}
      <ul className="divide-y divide-gray-100">
        {people?.map((person) => (
          <li key={person.id} className="flex items-center gap-3 px-4 py-2.5">
            <div className="min-w-0 flex-1">
              <p className="flex flex-wrap items-center gap-x-2 font-medium">
                {person.name}
                {person.may && <Badge tone="green">{person.id === ownId ? 'You' : 'May see it'}</Badge>}
              </p>
              <p className="truncate text-gray-600">{person.email}</p>
            </div>
            <Button
              size="sm"
              busy={busy === person.id}
              aria-label={person.may ? `Take away from ${person.name}` : `Let in ${person.name}`}
              onClick={() => (person.id === ownId ? setAsking(true) : void set(person, !person.may))}
            >
              {person.may ? 'Take away' : 'Let in'}
            </Button>
          </li>
        ))}
      </ul>
      <ConfirmDialog
        open={isAsking}
        onClose={() => setAsking(false)}
        title="Take your own right away?"
        confirm="Take it away"
        busy={busy === ownId}
        onConfirm={() => own && void set(own, false)}
      >
        You leave this page and cannot open it again until another agent lets you in.
      </ConfirmDialog>
    </Card>
  );
}
