import { EllipsisHorizontalIcon } from '@heroicons/react/24/outline';
import { useEffect, useId, useRef, useState } from 'react';
import { ReopenChatDocument, ReturnChatDocument, TakeChatDocument } from '#src/generated/graphql/graphql.ts';
import { StateDot } from '#src/views/ui/badge.tsx';
import { Button } from '#src/views/ui/button.tsx';
import { Menu } from '#src/views/ui/menu.tsx';
import { useWide } from '#src/views/ui/use-wide.ts';
import { STAGES, ownerText, waits } from '../chat-names.ts';
import type { ChatPhoto } from '../chat-types.ts';
import { Bubble } from '../message.tsx';
import { Messages } from '../messages.tsx';
import { NewestLast } from '../newest-last.tsx';
import { AnswerBox } from './answer-box.tsx';
import { isPossible, may, offBecause } from './chat-lifecycle.ts';
import { CloseChat } from './close-chat.tsx';
import { RenewLink } from './renew-link.tsx';
import type { ChatAtHand } from './use-agent-chat.ts';
import { useChatMove } from './use-chat-move.ts';
import { useSeen } from './use-seen.ts';
import { useWriting } from '../use-writing.ts';

interface ConversationProps {
  at: ChatAtHand;
  agentId: string;
  onPhoto: (photo: ChatPhoto) => void;
  /**
   * Its distance from the top of the page, in px: it takes the rest of the window, and stays visible beside a long
   * column.
   */
  top: number;
}

/** The messages between the client and the brokerage, who answers, and the agent's input. */
export function Conversation({ at, agentId, onPhoto, top }: ConversationProps) {
  const { chat, earlier } = at;
  const title = useId();
  const scroller = useRef<HTMLDivElement>(null);
  const toldAt = useRef(0);
  const [open, setOpen] = useState<'close' | 'link' | null>(null);
  const isWide = useWide();
  const { busy, move } = useChatMove(at);
  const foot = useRef<HTMLDivElement>(null);
  const hasActed = useRef(false);
  // The pressed button is gone: its replacement gets the focus.
  useEffect(() => {
    if (hasActed.current) foot.current?.querySelector<HTMLElement>('textarea, button')?.focus();
    hasActed.current = false;
  }, [chat.owner, chat.stage]);
  async function act(...step: Parameters<typeof move>): Promise<void> {
    hasActed.current = true;
    if (!(await move(...step))) hasActed.current = false;
  }
  useSeen(at);
  const saidBy = (author: string) => chat.messages.findLast((message) => message.author === author)?.id;
  const isClientWriting = useWriting('chat-typing', chat.id, saidBy('client'));
  const isColleagueWriting = useWriting('chat-agent-typing', chat.id, saidBy('agent'), toldAt);
  const client = chat.details.name ?? 'The client';

  const take = { label: 'Take over', run: () => void act(TakeChatDocument, null) };
  const reopen = { label: 'Reopen the chat', run: () => void act(ReopenChatDocument, 'The chat is open again') };
  return (
    <section
      aria-labelledby={title}
      className="flex min-w-0 flex-col overflow-hidden rounded-lg border border-gray-200 bg-white"
      style={{
        height: `max(22rem, calc(100dvh - ${top}px - 1.5rem))`,
        ...(isWide && { position: 'sticky', top: 'calc(var(--bar) + 1rem)' }),
      }}
    >
      <header className="flex min-h-11 items-center gap-2 border-b border-gray-200 py-1.5 pr-2 pl-4">
        <h2 id={title} className="sr-only">
          Conversation with {client}
        </h2>
        <div className="min-w-0 flex-1">
          <StateDot tone={STAGES[chat.stage].tone}>{STAGES[chat.stage].name}</StateDot>
          <p className="truncate text-xs text-gray-500">
            {chat.stage === 'closed'
              ? 'Unassigned'
              : waits(chat)
                ? 'The client is waiting for a person'
                : `${ownerText(chat)} answers`}
          </p>
        </div>
        {may(chat, 'chat.returned') && (
          <Button size="sm" busy={busy} onClick={() => void act(ReturnChatDocument, 'The assistant answers again')}>
            Hand back
          </Button>
        )}
        <Menu
          label="More about this chat"
          className="btn btn-ghost btn-icon btn-sm"
          items={[
            {
              label: chat.hasLink ? 'New link for the client…' : 'Link for the client…',
              onSelect: () => setOpen('link'),
            },
            ...(isPossible(chat, 'chat.reopened')
              ? [{ label: reopen.label, onSelect: reopen.run, offBecause: offBecause(chat, 'chat.reopened') }]
              : [
                  {
                    label: 'Close the chat…',
                    onSelect: () => setOpen('close'),
                    offBecause: offBecause(chat, 'chat.closed'),
                  },
                ]),
          ]}
        >
          <EllipsisHorizontalIcon />
        </Menu>
      </header>
      <NewestLast newest={chat.messages.findLast(({ author }) => author !== 'agent')?.id} scroller={scroller}>
        <div className="px-4 pb-4">
          <Messages messages={chat.messages} viewer="agent" earlier={earlier} onPhoto={onPhoto}>
            {chat.writing && (
              <div className="mt-4 flex flex-col items-end">
                <p className="mb-1 text-xs text-gray-500">AI assistant is writing</p>
                <Bubble isOwn isQuiet>
                  {chat.writing}
                </Bubble>
              </div>
            )}
          </Messages>
        </div>
      </NewestLast>
      <p role="status" className="truncate px-4 text-xs text-gray-500 not-empty:pb-2">
        {isClientWriting ? `${client} is writing…` : isColleagueWriting ? 'A colleague is writing…' : ''}
      </p>
      <div ref={foot}>
        {chat.owner === 'agent' && chat.stage !== 'closed' ? (
          <AnswerBox
            key={chat.id}
            at={at}
            agentId={agentId}
            toldAt={toldAt}
            onSent={() => scroller.current?.scrollTo({ top: 0 })}
          />
        ) : (
          <Instead
            {...wordsFor(chat)}
            button={chat.stage === 'closed' ? reopen : take}
            busy={busy}
            isPrimary={waits(chat)}
          />
        )}
      </div>
      {open === 'close' && <CloseChat at={at} client={client} onClose={() => setOpen(null)} />}
      {open === 'link' && <RenewLink chat={chat} onClose={() => setOpen(null)} onDone={at.reload} />}
    </section>
  );
}

function wordsFor(chat: ChatAtHand['chat']): { title: string; text: string } {
  if (chat.stage === 'closed') return { title: 'The chat is closed', text: 'Neither you nor the client can write.' };
  if (waits(chat))
    return { title: 'The client asked for a person', text: 'Take over to answer. The assistant then stops replying.' };
  return { title: 'The AI assistant answers', text: 'Take over to write yourself. The assistant then stops replying.' };
}

interface InsteadProps {
  title: string;
  text: string;
  button: { label: string; run: () => void };
  busy: boolean;
  isPrimary: boolean;
}

/** Shown instead of the input while this person cannot answer. */
function Instead({ title, text, button, busy, isPrimary }: InsteadProps) {
  return (
    <div
      className={
        isPrimary
          ? 'flex flex-wrap items-center gap-3 border-t border-amber-200 bg-amber-50 px-4 py-3'
          : 'flex flex-wrap items-center gap-3 border-t border-gray-200 bg-gray-50 px-4 py-3'
      }
    >
      <div className="min-w-0 flex-1 basis-48">
        <p className="font-medium">{title}</p>
        <p className="text-gray-600">{text}</p>
      </div>
      <Button variant="primary" busy={busy} onClick={button.run}>
        {button.label}
      </Button>
    </div>
  );
}
