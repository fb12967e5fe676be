import { useQuery } from '@apollo/client/react';
import { useState } from 'react';
import { ChatChangesDocument } from '#src/generated/graphql/graphql.ts';
import { Button } from '#src/views/ui/button.tsx';
import { Callout } from '#src/views/ui/callout.tsx';
import { useLive } from '#src/views/ui/live-context.ts';
import { ApplyDialog } from './apply-dialog.tsx';
import type { AgentChat, WriteChat } from './use-agent-chat.ts';

interface LeadChangesProps {
  chat: AgentChat;
  leadId: string;
  write: WriteChat;
  onApplied: () => void;
}

/** How much the conversation knows that its lead lacks, with a button to apply it. */
export function LeadChanges({ chat, leadId, write, onApplied }: LeadChangesProps) {
  const { data, refetch } = useQuery(ChatChangesDocument, { variables: { id: chat.id }, fetchPolicy: 'network-only' });
  const [isOpen, setIsOpen] = useState(false);
  const again = () => void refetch().catch(() => {});
  useLive('chat', again, chat.id);
  useLive('agent-lead', again, leadId);
  const { changes = [], photos = 0 } = data?.chatChanges ?? {};
  const count = changes.length + (photos > 0 ? 1 : 0);
  return (
    <>
      {count > 0 && (
        <Callout
          color="blue"
          title={count === 1 ? '1 difference from the lead' : `${count} things here differ from the lead`}
          action={
            <Button size="sm" onClick={() => setIsOpen(true)}>
              Apply to lead…
            </Button>
          }
        >
          {[...changes.map(({ name }) => name), ...(photos > 0 ? [photosText(photos)] : [])].join(', ')}
        </Callout>
      )}
      {isOpen && (
        <ApplyDialog
          chatId={chat.id}
          write={write}
          onClose={() => setIsOpen(false)}
          onApplied={() => {
            again();
            onApplied();
          }}
        />
      )}
    </>
  );
}

export const photosText = (count: number): string => (count === 1 ? 'one photo' : `${count} photos`);
