import { useApolloClient } from '@apollo/client/react';
import { useState } from 'react';
import { OpenChatDocument } from '#src/generated/graphql/graphql.ts';
import { hrefs } from '#src/views/hrefs.ts';
import { LinkButton } from '#src/views/ui/button.tsx';
import { Field } from '#src/views/ui/field.tsx';
import { Input } from '#src/views/ui/input.tsx';
import { useDraft } from '#src/views/ui/use-draft.ts';
import { LinkDialog } from '../agent/link-dialog.tsx';

const EMPTY = { name: '', email: '' };

/** A chat with someone who is not a lead yet: they receive a link, and the assistant asks the questions. */
export default function NewChat({ agentId, onClose }: { agentId: string; onClose: () => void }) {
  const client = useApolloClient();
  const [kept, keep] = useDraft<typeof EMPTY>(`new-chat.${agentId}`);
  const [chatId, setChatId] = useState<string | null>(null);
  const { name, email } = kept ?? EMPTY;
  const change = (part: Partial<typeof EMPTY>) => keep({ name, email, ...part });
  return (
    <LinkDialog
      title="New chat link"
      intro="The AI assistant collects the move details. Watch live and create a lead when you’re ready."
      email={email.trim() || null}
      fields={(errors) => (
        <>
          <Field label="Name" id="name" optional error={errors.name}>
            <Input
              value={name}
              maxLength={120}
              autoComplete="off"
              onChange={(event) => change({ name: event.currentTarget.value })}
            />
          </Field>
          <Field label="Email" id="email" optional error={errors.email}>
            <Input
              type="email"
              inputMode="email"
              value={email}
              maxLength={254}
              autoComplete="off"
              onChange={(event) => change({ email: event.currentTarget.value })}
            />
          </Field>
        </>
      )}
      errors={(isMailed) => ({
        email:
          isMailed && email.trim() === ''
            ? 'Enter the client’s email address.'
            : email.trim() !== '' &&
              !/^\S+@\S+\.\S+$/.test(email.trim()) &&
              'Enter an email address like name@example.com.',
      })}
      make={async (isMailed) => {
        const variables = { name: name.trim() || undefined, email: email.trim() || undefined, isMailed };
        const { data } = await client.mutate({
          mutation: OpenChatDocument,
          variables,
          context: { headers: { 'idempotency-key': crypto.randomUUID() } },
        });
        setChatId(data!.openChat.chat.id);
        keep(null);
        return data!.openChat;
      }}
      onClose={onClose}
      next={
        chatId && (
          <LinkButton variant="primary" href={hrefs.agent.chat(chatId)}>
            Open the chat
          </LinkButton>
        )
      }
    />
  );
}
