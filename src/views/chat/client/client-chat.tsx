import { useRef, useState } from 'react';
import { TellClientTypingDocument } from '#src/generated/graphql/graphql.ts';
import { ask } from '#src/views/ui/ask.ts';
import { BrandLogo } from '#src/views/ui/brand-logo.tsx';
import { Button } from '#src/views/ui/button.tsx';
import { ChatLayout } from '#src/views/ui/chat-layout.tsx';
import { Sheet } from '#src/views/ui/sheet.tsx';
import { useWide } from '#src/views/ui/use-wide.ts';
import { useTellWriting, useWriting } from '../use-writing.ts';
import type { ChatPhoto } from '../chat-types.ts';
import { AskForPerson } from './ask-for-person.tsx';
import { CallUs } from './call-us.tsx';
import { ClientConversation } from './client-conversation.tsx';
import { Composer } from './composer.tsx';
import { QuickReplies } from './quick-replies.tsx';
import { MoveBar } from './move-bar.tsx';
import { ConfirmMove, knownWords, MoveDetails } from './move-panel.tsx';
import { FinePrint, Standing, whyClosed } from './standing.tsx';
import type { ClientChat, useClientChat } from './use-client-chat.ts';
import { useOffline } from '#src/views/ui/use-offline.ts';
import { useOutbox } from './use-outbox.ts';

/** Pixels. */
const LOGO_BOX = { width: 160, height: 32 };

interface ClientChatViewProps {
  link: string;
  chat: ClientChat;
  at: ReturnType<typeof useClientChat>;
  onPhoto: (photo: ChatPhoto) => void;
}

/** The client's whole conversation: messages, input, and the move as understood so far. */
export function ClientChatView({ link, chat, at, onPhoto }: ClientChatViewProps) {
  const isWide = useWide();
  const isOffline = useOffline();
  const scroller = useRef<HTMLDivElement>(null);
  const toldAt = useRef(0);
  const [open, setOpen] = useState<'move' | 'person' | null>(null);
  const outbox = useOutbox(
    link,
    chat.messages.map(({ id }) => id),
    at.reload,
  );
  const isAgentWriting = useWriting(
    'chat-typing',
    undefined,
    chat.messages.findLast(({ author }) => author === 'agent')?.id,
  );
  const tellWriting = useTellWriting(() => ask(TellClientTypingDocument, { link }), toldAt);
  // A dialog that is closing reports it again after another one was opened.
  const close = (which: 'move' | 'person') => setOpen((now) => (now === which ? null : now));
  const mayAskForPerson = chat.actions.some(({ event, may }) => event === 'person.requested' && may);
  const closed = whyClosed(chat);
  const details = <MoveDetails chat={chat} correct={at.correct} />;
  const confirm = <ConfirmMove chat={chat} confirm={at.confirm} onChanged={at.reload} onDone={() => close('move')} />;

  const send = (text: string, photos: readonly File[]) => {
    outbox.write(text, photos);
    scroller.current?.scrollTo({ top: 0 });
  };
  // Only while the question is the last message.
  const isAsked = chat.messages.at(-1)?.author === 'assistant' && outbox.queue.length === 0;
  const quickReplies = isAsked ? chat.suggestions : [];
  return (
    <ChatLayout
      header={
        <>
          <h1
            className={
              isWide ? 'min-w-0 truncate font-semibold' : 'min-w-0 text-sm leading-5 font-semibold wrap-anywhere'
            }
          >
            <span className="sr-only">Your move: chat with </span>
            {chat.brokerage.logo ? (
              <BrandLogo logo={chat.brokerage.logo} name={chat.brokerage.name} box={LOGO_BOX} />
            ) : (
              chat.brokerage.name
            )}
          </h1>
          <div className="flex shrink-0 items-center gap-4">
            {isWide && <CallUs chat={chat} />}
            {mayAskForPerson && <Button onClick={() => setOpen('person')}>Talk to a person</Button>}
          </div>
        </>
      }
      bar={!isWide && <MoveBar chat={chat} onOpen={() => setOpen('move')} />}
      aside={
        isWide && (
          <aside aria-label="Your move" className="flex w-80 shrink-0 flex-col bg-white">
            <div className="min-h-0 flex-1 overflow-y-auto px-4 py-4 text-sm">
              <div className="mb-2 flex items-baseline justify-between gap-2">
                <h2 className="text-base font-semibold">Your move</h2>
                <p className="text-gray-600">{knownWords(chat)}</p>
              </div>
              {details}
            </div>
            {chat.stage !== 'closed' && <div className="border-t border-gray-200 px-4 py-3">{confirm}</div>}
          </aside>
        )
      }
      composer={
        <>
          <Standing chat={chat} isOffline={isOffline} />
          {closed ?? (
            <>
              <QuickReplies texts={quickReplies} onSend={(text) => send(text, [])} />
              <Composer link={link} onTyping={tellWriting} onSend={send} />
            </>
          )}
          <FinePrint chat={chat} />
        </>
      }
    >
      <ClientConversation
        chat={chat}
        earlier={at.earlierOf(chat)}
        outbox={outbox}
        isAgentWriting={isAgentWriting && chat.owner === 'agent'}
        scroller={scroller}
        onPhoto={onPhoto}
      />
      {!isWide && (
        <Sheet
          open={open === 'move'}
          onClose={() => close('move')}
          title={`Your move, ${knownWords(chat)}`}
          footer={chat.stage !== 'closed' && confirm}
        >
          {details}
        </Sheet>
      )}
      <AskForPerson
        chat={chat}
        open={open === 'person'}
        onClose={() => close('person')}
        requestPerson={at.requestPerson}
      />
    </ChatLayout>
  );
}
