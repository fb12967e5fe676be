import { useApolloClient } from '@apollo/client/react';
import { OpenChatDocument } from '#src/generated/graphql/graphql.ts';
import { LinkDialog } from './link-dialog.tsx';

interface OpenChatProps {
  leadId: string;
  /** Of the lead's client. */
  email: string | null;
  onClose: () => void;
}

/** Starts the conversation about a lead: what the lead already contains is not asked again. */
export function OpenChat({ leadId, email, onClose }: OpenChatProps) {
  const client = useApolloClient();
  return (
    <LinkDialog
      title="Start a chat"
      intro="The AI assistant greets the client and asks only for what’s missing on the lead. You can watch live and take over at any time."
      email={email}
      make={async (isMailed) => {
        const { data } = await client.mutate({
          mutation: OpenChatDocument,
          variables: { leadId, isMailed },
          context: { headers: { 'idempotency-key': crypto.randomUUID() } },
        });
        return data!.openChat;
      }}
      onClose={onClose}
    />
  );
}
