import { useApolloClient } from '@apollo/client/react';
import { InviteAssistantDocument } from '#src/generated/graphql/graphql.ts';
import { Button } from '#src/views/ui/button.tsx';
import { useInvitation } from '#src/views/ui/invitation-fields.tsx';

interface InviteFormProps {
  onInvited: () => void;
  isFirst: boolean;
}

/** Invites someone by email to work for the business. */
export function InviteForm({ onInvited, isFirst }: InviteFormProps) {
  const client = useApolloClient();
  const { busy, submit, problems, fields } = useInvitation({
    whom: 'your assistant',
    prefix: 'assistant',
    send: (variables) => client.mutate({ mutation: InviteAssistantDocument, variables }),
    done: onInvited,
  });
  return (
    <form noValidate className="space-y-4" onSubmit={(event) => void submit(event)}>
      {isFirst && (
        <p className="text-gray-600">
          Assistants work the same leads as you. Only you manage the subscription, payments, and assistants.
        </p>
      )}
      {problems}
      <div className="grid gap-4 sm:grid-cols-2">{fields}</div>
      <Button type="submit" busy={busy}>
        Send invitation
      </Button>
    </form>
  );
}
