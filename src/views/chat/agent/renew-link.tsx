import { useApolloClient } from '@apollo/client/react';
import { RenewChatLinkDocument } from '#src/generated/graphql/graphql.ts';
import { LinkDialog } from './link-dialog.tsx';
import type { AgentChat } from './use-agent-chat.ts';

/** A new link to the same conversation: for a client who lost theirs, or whose link someone else has. */
export function RenewLink({ chat, onClose, onDone }: { chat: AgentChat; onClose: () => void; onDone: () => void }) {
  const client = useApolloClient();
  return (
    <LinkDialog
      title="New link for the client"
      intro="It opens this conversation. The previous link stops working."
      email={chat.details.email}
      make={async (isMailed) => {
        const { data } = await client.mutate({
          mutation: RenewChatLinkDocument,
          variables: { id: chat.id, isMailed },
          context: { headers: { 'idempotency-key': crypto.randomUUID() } },
        });
        onDone();
        return data!.renewChatLink;
      }}
      onClose={onClose}
    />
  );
}
