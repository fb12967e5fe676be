import { useApolloClient } from '@apollo/client/react';
import { useState } from 'react';
import { InviteAgentDocument } from '#src/generated/graphql/graphql.ts';
import { FormDialog } from '#src/views/ui/form-dialog.tsx';
import { useInvitation } from '#src/views/ui/invitation-fields.tsx';
import { RightBoxes } from './right-boxes.tsx';

/** Invites someone by email to become an agent. */
export function InviteAgent({ onClose }: { onClose: () => void }) {
  const client = useApolloClient();
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
    <FormDialog
      onClose={onClose}
      title="Invite an agent"
      verb="Send invitation"
      busy={busy}
      onSubmit={(event) => void submit(event)}
    >
      <p className="text-gray-600">They get a link that works for 7 days, choose a password, and are signed in.</p>
      {problems}
      {fields}
      <RightBoxes value={rights} onChange={setRights} />
    </FormDialog>
  );
}
