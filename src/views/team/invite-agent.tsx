import { useApolloClient } from '@apollo/client/react';
import { useId, useState } from 'react';
import { InviteAgentDocument } from '#src/generated/graphql/graphql.ts';
import { Button } from '#src/views/ui/button.tsx';
import { Dialog } from '#src/views/ui/dialog.tsx';
import { useInvitation } from '#src/views/ui/invitation-fields.tsx';
import { RightBoxes } from './right-boxes.tsx';

/** Asks somebody by mail to be an agent. */
export function InviteAgent({ onClose }: { onClose: () => void }) {
  const client = useApolloClient();
  const form = useId();
  const [rights, setRights] = useState<string[]>([]);
  const { busy, submit, problems, fields } = useInvitation({
    whom: 'the agent',
    prefix: 'agent',
    send: (person) =>
      client.mutate({
        mutation: InviteAgentDocument,
        variables: { ...person, rights },
        refetchQueries: ['Team', 'TeamHistory'],
        awaitRefetchQueries: true,
      }),
    done: onClose,
  });
  return (
    <Dialog
      open
      onClose={onClose}
      title="Invite an agent"
      footer={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button type="submit" form={form} variant="primary" busy={busy}>
            Send invitation
          </Button>
        </>
      }
    >
      <form id={form} noValidate className="space-y-4" onSubmit={(event) => void submit(event)}>
        <p className="text-gray-600">They get a link that works for 7 days, choose a password, and are signed in.</p>
        {problems}
        {fields}
        <RightBoxes value={rights} onChange={setRights} />
      </form>
    </Dialog>
  );
}
