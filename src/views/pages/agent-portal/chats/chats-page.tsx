import { ChatBubbleOvalLeftIcon, LinkIcon } from '@heroicons/react/24/outline';
import { useState } from 'react';
import { useSearch } from 'wouter';
import { waits } from '#src/views/chat/chat-names.ts';
import { chatColumns, nameOf } from '#src/views/chat/list/chat-columns.tsx';
import { type ChatRow, useChatList } from '#src/views/chat/list/use-chat-list.ts';
import { hrefs } from '#src/views/hrefs.ts';
import { useUser } from '#src/views/session/session-context.ts';
import { Button, LinkButton } from '#src/views/ui/button.tsx';
import { DataTable } from '#src/views/ui/data-table.tsx';
import { DataTableSkeleton } from '#src/views/ui/data-table-skeleton.tsx';
import { EmptyState } from '#src/views/ui/empty-state.tsx';
import { FailedState } from '#src/views/ui/failed-state.tsx';
import { PageHeader } from '#src/views/ui/page-header.tsx';
import { Tabs } from '#src/views/ui/tabs.tsx';
import { useTitle } from '#src/views/ui/use-title.ts';
import { lazy, LazyBoundary } from '#src/views/ui/lazy.tsx';

const NewChat = lazy(() => import('#src/views/chat/list/new-chat.tsx'));

/** A lead's chat opens on the lead's page, next to everything else about it. */
const chatHref = ({ id, leadId }: ChatRow) => (leadId ? hrefs.agent.lead(leadId, 'chat') : hrefs.agent.chat(id));

/** The conversations with clients: those waiting for a person come first. */
export function ChatsPage() {
  useTitle('Chats');
  const { id: agentId } = useUser();
  const isClosed = new URLSearchParams(useSearch()).get('state') === 'closed';
  const { rows, waiting, failed, more, reload } = useChatList({ state: isClosed ? 'closed' : 'open' });
  const [isOpen, setIsOpen] = useState(false);
  const newLink = (
    <Button icon={<LinkIcon />} onClick={() => setIsOpen(true)}>
      New chat link
    </Button>
  );
  return (
    <>
      <PageHeader
        title="Chats"
        below={
          waiting
            ? `${waiting === 1 ? 'One client is waiting' : `${waiting} clients are waiting`} for a person.`
            : 'Conversations between clients, the AI assistant, and you.'
        }
        primary={newLink}
      />
      <Tabs
        label="Chats by state"
        tabs={[
          { label: 'Open', href: hrefs.agent.chats(), isCurrent: !isClosed },
          { label: 'Closed', href: hrefs.agent.chats({ state: 'closed' }), isCurrent: isClosed },
        ]}
      />
      <div className="-mx-4 sm:-mx-6">
        {failed && <FailedState title="The chats could not be loaded" onRetry={reload} />}
        {!failed && !rows && <DataTableSkeleton columns={chatColumns} />}
        {rows?.length === 0 && (
          <EmptyState
            icon={<ChatBubbleOvalLeftIcon />}
            title={isClosed ? 'No closed chats' : 'No open chats'}
            action={
              isClosed ? (
                <LinkButton href={hrefs.agent.chats()}>Show the open chats</LinkButton>
              ) : (
                <Button onClick={() => setIsOpen(true)}>Create a chat link</Button>
              )
            }
          >
            {isClosed
              ? 'Close finished chats from their menu.'
              : 'Send a client a link. The AI assistant collects the move details while you watch live.'}
          </EmptyState>
        )}
        {rows && rows.length > 0 && (
          <DataTable
            label={isClosed ? 'Closed chats' : 'Open chats'}
            columns={chatColumns}
            rows={rows}
            rowId={({ id }) => id}
            rowName={nameOf}
            href={chatHref}
            needsAttention={waits}
            more={more}
          />
        )}
      </div>
      <LazyBoundary>{isOpen && <NewChat agentId={agentId} onClose={() => setIsOpen(false)} />}</LazyBoundary>
    </>
  );
}
