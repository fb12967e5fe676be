import { useApolloClient, useQuery } from '@apollo/client/react';
import { useState } from 'react';
import { AssignStateLeadsDocument, StateLeadPeopleDocument } from '#src/generated/graphql/graphql.ts';
import { showCount } from '#src/machines/amount/amounts.ts';
import { Button } from '#src/views/ui/button.tsx';
import { Dialog } from '#src/views/ui/dialog.tsx';
import { FailedState } from '#src/views/ui/failed-state.tsx';
import { useNotify } from '#src/views/ui/notify-context.ts';
import { useWrite } from '#src/views/ui/use-write.ts';
import { RadioGroup } from '#src/views/ui/radio-group.tsx';
import { Loading, TextBones } from '#src/views/ui/skeleton.tsx';

interface AssignDialogProps {
  ids: readonly string[];
  onClose: (isDone: boolean) => void;
}

const NOBODY = 'nobody';

/** Assigns many leads to one person of the business, or to nobody. */
export default function AssignDialog({ ids, onClose }: AssignDialogProps) {
  const client = useApolloClient();
  const notify = useNotify();
  const { data, error, refetch } = useQuery(StateLeadPeopleDocument);
  const [chosen, setChosen] = useState<string | null>(null);
  const [wrong, setWrong] = useState<string | null>(null);
  const { busy, write } = useWrite();
  const people = data?.stateLeadPeople;
  const leads = showCount(ids.length, 'lead');

  function assign(): void {
    if (chosen === null) return setWrong('Choose someone.');
    void write({
      send: () =>
        client.mutate({
          mutation: AssignStateLeadsDocument,
          variables: { ids: [...ids], assigneeId: chosen === NOBODY ? null : chosen },
        }),
      done({ data: answer }) {
        const refused = answer!.assignStateLeads.filter(({ done }) => !done);
        const name = people?.find(({ id }) => id === chosen)?.name ?? 'nobody';
        if (refused.length < ids.length)
          notify.done(`${showCount(ids.length - refused.length, 'lead')} assigned to ${name}`);
        if (refused.length > 0)
          notify.failed(
            null,
            `${showCount(refused.length, 'lead')} not assigned: ${refused[0]!.detail ?? 'try again'}`,
          );
        onClose(true);
      },
      failed: 'Nothing was changed. Try again.',
    });
  }

  return (
    <Dialog
      open
      onClose={() => onClose(false)}
      title={`Assign ${leads}`}
      footer={
        <>
          <Button onClick={() => onClose(false)}>Cancel</Button>
          <Button variant="primary" busy={busy !== null} onClick={assign}>
            Assign {leads}
          </Button>
        </>
      }
    >
      {error && !people && <FailedState title="Your team could not be loaded" onRetry={() => void refetch()} />}
      {!error && !people && (
        <Loading label="Loading your team…">
          <TextBones lines={3} />
        </Loading>
      )}
      {people && (
        <RadioGroup
          legend="To"
          choices={[...people.map(({ id, name }) => ({ value: id, label: name })), { value: NOBODY, label: 'Nobody' }]}
          value={chosen}
          onChange={setChosen}
          error={wrong}
        />
      )}
    </Dialog>
  );
}
