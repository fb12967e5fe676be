import { CheckCircleIcon } from '@heroicons/react/24/outline';
import type { ReactNode } from 'react';
import { missingDetails } from '#src/machines/chat/chat-details.ts';
import { Button } from '#src/views/ui/button.tsx';
import { Callout } from '#src/views/ui/callout.tsx';
import { useSendKey } from '#src/views/ui/use-send-key.ts';
import { useSubmit } from '#src/views/ui/use-submit.ts';
import { problemOf } from '#src/views/ui/problem.ts';
import type { Correct } from '../chat-types.ts';
import { DetailsPanel } from '../details-panel.tsx';
import type { ClientChat } from './use-client-chat.ts';

const NEEDED = missingDetails({}).length;

/** "4 of 6 known" */
export const knownWords = ({ missing }: ClientChat): string => `${NEEDED - missing.length} of ${NEEDED} known`;

/** What is known about the move so far: the client corrects it here, and confirms it. */
export function MoveDetails({ chat, correct }: { chat: ClientChat; correct: Correct }) {
  return (
    <>
      {chat.stage !== 'closed' && (
        <p className="mb-2 text-sm text-gray-600">
          {chat.sources.length === 0
            ? 'What you tell us in the chat appears here. You can also fill it in yourself.'
            : 'This is what we noted. Change anything that isn’t right.'}
        </p>
      )}
      <DetailsPanel chat={chat} correct={correct} />
    </>
  );
}

interface ConfirmMoveProps {
  chat: ClientChat;
  confirm: (version: number, key: string) => Promise<void>;
  /** Someone changed something: it must be loaded and shown before it is confirmed. */
  onChanged: () => void;
  onDone?: () => void;
}

/** Below the details: what is missing, the client's confirmation, and its result. Null if there is nothing to show. */
export function ConfirmMove({ chat, confirm, onChanged, onDone }: ConfirmMoveProps): ReactNode {
  const key = useSendKey({ version: chat.version });
  const { busy, problem, submit } = useSubmit({
    errors: {},
    send: () =>
      confirm(chat.version, key).catch((error: unknown) => {
        if (problemOf(error).status === 409) onChanged();
        throw error;
      }),
    done: () => onDone?.(),
    fallback: 'Couldn’t confirm your move. Check your connection, then try again.',
  });
  if (chat.stage === 'handed_over') return <Confirmed chat={chat} />;
  if (chat.stage === 'closed') return null;
  const action = chat.actions.find(({ event }) => event === 'details.confirmed');
  if (!action?.may)
    return (
      <p className="text-sm text-gray-600">
        Tell us the rest in the chat, or fill it in here. Then you can confirm your move.
      </p>
    );
  return (
    <div className="w-full space-y-3">
      {problem && <Callout color="red" title={problem} />}
      <p className="text-sm text-gray-600">
        We have everything we need. Once you confirm, an agent prepares your price, free and with no obligation.
      </p>
      <Button variant="primary" size="lg" className="w-full" busy={busy} onClick={() => void submit()}>
        Confirm my move
      </Button>
    </div>
  );
}

function Confirmed({ chat }: { chat: ClientChat }) {
  const { email, phone } = chat.details;
  const way = email && phone ? 'by email or phone' : email ? 'by email' : 'by phone';
  return (
    <div role="status" className="flex w-full gap-2 text-sm">
      <CheckCircleIcon className="size-5 shrink-0 text-primary-600" aria-hidden />
      <div>
        <p className="font-medium">Your move is confirmed</p>
        <p className="text-gray-600">
          An agent will prepare your price and get in touch {way}. If you change something, we’ll ask you to confirm
          again.
        </p>
      </div>
    </div>
  );
}
