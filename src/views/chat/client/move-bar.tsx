import { ChevronRightIcon } from '@heroicons/react/24/outline';
import { StateDot } from '#src/views/ui/badge.tsx';
import { knownWords } from './move-panel.tsx';
import type { ClientChat } from './use-client-chat.ts';

/** On a phone: how much of the move is known, with a button to see all of it. */
export function MoveBar({ chat, onOpen }: { chat: ClientChat; onOpen: () => void }) {
  return (
    <button
      type="button"
      className="flex min-h-12 w-full items-center gap-3 border-b border-gray-200 bg-white px-4 py-2 text-left text-sm -outline-offset-2"
      onClick={onOpen}
    >
      <span className="font-medium">Your move</span>
      <span className="min-w-0 flex-1 text-gray-600">
        {chat.stage === 'handed_over' ? (
          <StateDot tone="green">Confirmed</StateDot>
        ) : chat.stage === 'confirming' ? (
          'Ready to confirm'
        ) : (
          knownWords(chat)
        )}
      </span>
      {chat.stage === 'confirming' ? (
        <span className="btn btn-primary">Review it</span>
      ) : (
        <>
          <span className="font-medium text-primary-700">Show</span>
          <ChevronRightIcon className="size-5 text-gray-500" aria-hidden />
        </>
      )}
    </button>
  );
}
