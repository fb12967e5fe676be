import { ChatBubbleOvalLeftIcon } from '@heroicons/react/24/outline';
import { useState } from 'react';
import { AgentPanel } from '#src/views/chat/agent/agent-panel.tsx';
import { LeadChanges } from '#src/views/chat/agent/lead-changes.tsx';
import { OpenChat } from '#src/views/chat/agent/open-chat.tsx';
import { type ChatAtHand, useAgentChat } from '#src/views/chat/agent/use-agent-chat.ts';
import { STAGES } from '#src/views/chat/chat-names.ts';
import type { ChatRow, useChatList } from '#src/views/chat/list/use-chat-list.ts';
import { hrefs } from '#src/views/hrefs.ts';
import { useUser } from '#src/views/session/session-context.ts';
import { Button } from '#src/views/ui/button.tsx';
import { Callout } from '#src/views/ui/callout.tsx';
import { Card } from '#src/views/ui/card.tsx';
import { EmptyState } from '#src/views/ui/empty-state.tsx';
import { FailedState } from '#src/views/ui/failed-state.tsx';
import { RelativeTime } from '#src/views/ui/relative-time.tsx';
import { ChatSkeleton } from '../chat-skeleton.tsx';
import { usePhotos } from '../use-photos.tsx';
import type { LeadActions, PageLead } from './lead-page.tsx';

interface ChatViewProps {
  lead: PageLead;
  actions: LeadActions;
}

/** The conversation about the lead: the open one, or else the last one. Without any, a way to start one. */
export default function ChatView({
  lead,
  actions,
  chats: { rows, failed, reload },
}: ChatViewProps & { chats: ReturnType<typeof useChatList> }) {
  const [isOpening, setIsOpening] = useState(false);
  const start = lead.isArchived ? null : (
    <Button variant="primary" onClick={() => setIsOpening(true)}>
      Start a chat
    </Button>
  );
  const current = rows?.find(({ stage }) => stage !== 'closed') ?? rows?.[0];
  return (
    <>
      {failed && <FailedState title="The chat could not be loaded" onRetry={reload} />}
      {!failed && !rows && <ChatSkeleton />}
      {rows?.length === 0 && (
        <EmptyState icon={<ChatBubbleOvalLeftIcon />} title="No chat with this client yet" action={start}>
          {lead.isArchived
            ? 'The lead is archived. Restore it to chat about it.'
            : 'Send a link. The AI assistant asks for what’s missing on the lead while you watch live.'}
        </EmptyState>
      )}
      {current && (
        <LeadChat
          key={current.id}
          chatId={current.id}
          lead={lead}
          actions={actions}
          others={rows!.filter(({ id }) => id !== current.id)}
          start={current.stage === 'closed' ? start : null}
        />
      )}
      {isOpening && <OpenChat leadId={lead.id} email={lead.client.email} onClose={() => setIsOpening(false)} />}
    </>
  );
}

interface LeadChatProps extends ChatViewProps {
  chatId: string;
  others: readonly ChatRow[];
  start: React.ReactNode;
}

function LeadChat({ chatId, ...rest }: LeadChatProps) {
  const at = useAgentChat(chatId);
  const { chat, error, reload } = at;
  if (error) return <FailedState title="The chat could not be loaded" onRetry={reload} />;
  return chat ? <Shown at={{ ...at, chat }} {...rest} /> : <ChatSkeleton />;
}

function Shown({ at, lead, actions, others, start }: Omit<LeadChatProps, 'chatId'> & { at: ChatAtHand }) {
  const { id: agentId } = useUser();
  const { onPhoto, lightbox } = usePhotos(at.chat.messages);
  return (
    <>
      {lead.isArchived && at.chat.stage !== 'closed' && (
        <Callout color="amber" title="The client can’t open this chat" className="mb-4">
          The lead is archived, so nobody reads an answer. Restore the lead, or close the chat.
        </Callout>
      )}
      <AgentPanel
        at={at}
        agentId={agentId}
        onPhoto={onPhoto}
        beside={
          <>
            <LeadChanges chat={at.chat} leadId={lead.id} write={at.write} onApplied={actions.again} />
            {(others.length > 0 || start) && <OtherChats others={others} start={start} />}
          </>
        }
      />
      {lightbox}
    </>
  );
}

/** Earlier conversations about this lead. */
function OtherChats({ others, start }: Pick<LeadChatProps, 'others' | 'start'>) {
  return (
    <Card title="Other chats of this lead" actions={start} flush>
      {others.length === 0 && (
        <p className="px-4 py-3 text-gray-500">None open. Reopen the last one or start another.</p>
      )}
      <ul className="divide-y divide-gray-100">
        {others.map(({ id, stage, lastMessageAt, createdAt }) => (
          <li key={id} className="px-4 py-2.5">
            <a className="link" href={hrefs.agent.chat(id)}>
              {STAGES[stage].name}
            </a>{' '}
            <span className="text-gray-500">
              <RelativeTime instant={lastMessageAt ?? createdAt} />
            </span>
          </li>
        ))}
      </ul>
    </Card>
  );
}
