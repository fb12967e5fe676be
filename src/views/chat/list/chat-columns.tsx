import { StateDot } from '#src/views/ui/badge.tsx';
import { CardLines } from '#src/views/ui/card-lines.tsx';
import type { Column } from '#src/views/ui/data-table.types.ts';
import { RelativeTime } from '#src/views/ui/relative-time.tsx';
import { ownerText, STAGES, waits } from '../chat-names.ts';
import { Unread } from '../unread.tsx';
import type { ChatRow } from './use-chat-list.ts';

export const nameOf = ({ clientName }: ChatRow): string => clientName ?? 'New client';

const leadText = ({ leadId, isLeadArchived }: ChatRow): string => {
  if (!leadId) return 'No lead yet';
  return isLeadArchived ? 'Lead is archived' : 'Has a lead';
};

/** On a phone there is no separate column for who answers. */
function Second({ chat }: { chat: ChatRow }) {
  return (
    <>
      <span className="cards:hidden">{leadText(chat)}</span>
      <span className="rows:hidden">{chat.isLeadArchived ? leadText(chat) : ownerText(chat)}</span>
    </>
  );
}

export const chatColumns: readonly Column<ChatRow>[] = [
  {
    id: 'client',
    header: 'Client',
    width: 'minmax(11rem, 1.2fr)',
    cell: (chat) => (
      <>
        <span className="flex items-center gap-2">
          <span className="truncate font-medium text-gray-900">{nameOf(chat)}</span>
          <Unread count={chat.unread} />
        </span>
        <span className="block truncate text-xs font-normal text-gray-500">{chat.route ?? 'Route not known yet'}</span>
      </>
    ),
  },
  {
    id: 'last',
    header: 'Last message',
    width: 'minmax(12rem, 2fr)',
    card: 'line',
    cell: ({ lastText, unread }) => (
      <span className={unread > 0 ? 'block truncate text-gray-900' : 'block truncate text-gray-600'}>
        {lastText || 'A photo'}
      </span>
    ),
  },
  {
    id: 'stands',
    header: 'Status',
    width: '11rem',
    cell: (chat) => (
      <CardLines
        first={<StateDot tone={STAGES[chat.stage].tone}>{STAGES[chat.stage].name}</StateDot>}
        second={<Second chat={chat} />}
      />
    ),
  },
  {
    id: 'owner',
    header: 'Answering',
    width: '10rem',
    card: 'hidden',
    cell: (chat) =>
      waits(chat) ? (
        <StateDot tone="amber">{ownerText(chat)}</StateDot>
      ) : (
        <span className="block truncate">{ownerText(chat)}</span>
      ),
  },
  {
    id: 'at',
    header: 'Sent',
    width: '6rem',
    card: 'end',
    cell: ({ lastMessageAt, createdAt }) => <RelativeTime instant={lastMessageAt ?? createdAt} />,
  },
];
