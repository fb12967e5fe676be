import { type RefObject } from 'react';
import type { ChatMessage, ChatPhoto } from '../chat-types.ts';
import { Bubble } from '../message.tsx';
import { type Earlier, Messages } from '../messages.tsx';
import { NewestLast } from '../newest-last.tsx';
import { OutgoingMessages } from './outgoing-messages.tsx';
import type { ClientChat } from './use-client-chat.ts';
import type { Outbox } from './use-outbox.ts';

interface ClientConversationProps {
  chat: ClientChat;
  earlier: Earlier;
  outbox: Outbox;
  /** An agent is typing right now. */
  isAgentWriting: boolean;
  scroller: RefObject<HTMLDivElement | null>;
  onPhoto: (photo: ChatPhoto) => void;
}

/** The messages, typing indicators, and messages still being sent. */
export function ClientConversation({
  chat,
  earlier,
  outbox,
  isAgentWriting,
  scroller,
  onPhoto,
}: ClientConversationProps) {
  const last: ChatMessage | undefined = chat.messages.at(-1);
  const isAssistantWriting = chat.stage !== 'closed' && chat.owner === 'assistant' && last?.author === 'client';
  const writes = isAssistantWriting
    ? 'AI assistant is writing…'
    : isAgentWriting
      ? `${chat.agentName ?? 'An agent'} is writing…`
      : '';
  return (
    <NewestLast newest={chat.messages.findLast(({ author }) => author !== 'client')?.id} scroller={scroller}>
      <div className="mx-auto w-full max-w-3xl px-4 pb-4">
        <Messages messages={chat.messages} viewer="client" earlier={earlier} onPhoto={onPhoto}>
          <div className="mt-4 empty:hidden">
            {writes && <p className="mb-1 text-xs text-gray-500">{writes}</p>}
            {isAssistantWriting && chat.writing && (
              <Bubble isOwn={false} isQuiet>
                {chat.writing}
              </Bubble>
            )}
          </div>
          <p role="status" className="sr-only">
            {writes}
          </p>
          <OutgoingMessages outbox={outbox} />
        </Messages>
      </div>
    </NewestLast>
  );
}
