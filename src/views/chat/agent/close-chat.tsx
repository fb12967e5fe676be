import { CloseChatDocument } from '#src/generated/graphql/graphql.ts';
import { ConfirmDialog } from '#src/views/ui/confirm-dialog.tsx';
import type { ChatAtHand } from './use-agent-chat.ts';
import { useChatMove } from './use-chat-move.ts';

/** Asks for confirmation before ending a conversation for its client. */
export function CloseChat({ at, client, onClose }: { at: ChatAtHand; client: string; onClose: () => void }) {
  const { busy, move } = useChatMove(at);
  return (
    <ConfirmDialog
      open
      onClose={onClose}
      title={`Close the chat with ${client}?`}
      confirm="Close chat"
      danger={false}
      busy={busy}
      onConfirm={() => void move(CloseChatDocument, 'The chat is closed').then((isDone) => isDone && onClose())}
    >
      The client can still read it but can’t write. You can reopen it at any time.
    </ConfirmDialog>
  );
}
