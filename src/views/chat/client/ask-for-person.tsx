import { ConfirmDialog } from '#src/views/ui/confirm-dialog.tsx';
import { useSendKey } from '#src/views/ui/use-send-key.ts';
import { useSubmit } from '#src/views/ui/use-submit.ts';
import { Callout } from '#src/views/ui/callout.tsx';
import { CallUs } from './call-us.tsx';
import type { ClientChat } from './use-client-chat.ts';

interface AskForPersonProps {
  chat: ClientChat;
  open: boolean;
  onClose: () => void;
  requestPerson: (key: string) => Promise<void>;
}

/** Explains what happens when a person is requested, before requesting one. */
export function AskForPerson({ chat, open, onClose, requestPerson }: AskForPersonProps) {
  const key = useSendKey({ version: chat.version });
  const { busy, problem, submit } = useSubmit({
    errors: {},
    send: () => requestPerson(key),
    done: onClose,
    fallback: 'We couldn’t notify anyone. Check your connection, then try again.',
  });
  return (
    <ConfirmDialog
      open={open}
      onClose={onClose}
      title="Talk to a person?"
      confirm="Ask for a person"
      danger={false}
      busy={busy}
      onConfirm={() => void submit()}
    >
      <div className="space-y-3">
        {problem && <Callout color="red" title={problem} />}
        <p>
          An agent of {chat.brokerage.name} will be notified and reply here. The assistant pauses; if nobody is free
          within a few minutes, it lets you know and continues.
        </p>
        <p>
          Is it urgent? <CallUs chat={chat} />.
        </p>
      </div>
    </ConfirmDialog>
  );
}
