import { DocumentDuplicateIcon, LockClosedIcon } from '@heroicons/react/24/outline';
import { showCount, showWhole } from '#src/machines/amount/amounts.ts';
import { firstName } from '#src/machines/first-name.ts';
import { StateDot } from '#src/views/ui/badge.tsx';
import { CardLines } from '#src/views/ui/card-lines.tsx';
import type { Column } from '#src/views/ui/data-table.types.ts';
import { showDate } from '#src/views/ui/dates.ts';
import { Money } from '#src/views/ui/money.tsx';
import { moveDateText, routeText, SIZE_NAMES } from '#src/views/ui/move-words.ts';
import { showPhone } from '#src/machines/phone/phone.ts';
import { RelativeTime } from '#src/views/ui/relative-time.tsx';
import { STATES, type StateLeadRow } from './state-lead-names.ts';

/** Why it is not sold: nobody can win it any more, or its number is wrong. */
export const OFF_MARKET: Record<NonNullable<StateLeadRow['offMarket']>, string> = {
  wrong_number: 'Wrong phone number',
  hired: 'Hired another mover',
  already_hired: 'Hired another mover',
  already_moved: 'Moved already',
  not_a_move: 'Not moving',
};

export const stateLeadColumns: readonly Column<StateLeadRow>[] = [
  {
    id: 'client',
    header: 'Client',
    width: 'minmax(10rem, 1.2fr)',
    cell: ({ client, reference, isSuspectedDuplicate, offMarket }) => (
      <>
        <span className="block rows:truncate font-medium text-gray-900">
          {client ? (
            client.name
          ) : (
            <span className="inline-flex items-center gap-1 text-gray-600">
              <LockClosedIcon className="size-3.5" aria-hidden />
              Opens with a subscription
            </span>
          )}
        </span>
        <span className="block rows:truncate text-xs font-normal text-gray-500">
          {client?.phone ? showPhone(client.phone) : reference}
          {offMarket && <span className="ml-1.5 text-amber-700">{OFF_MARKET[offMarket]}</span>}
          {isSuspectedDuplicate && (
            <span className="ml-1.5 inline-flex items-center gap-0.5">
              <DocumentDuplicateIcon className="size-3" aria-hidden />
              Possible duplicate
            </span>
          )}
        </span>
      </>
    ),
  },
  {
    id: 'route',
    header: 'From and to',
    width: 'minmax(12rem, 1.5fr)',
    cell: (lead) => <CardLines first={routeText(lead)} second={`${showWhole(lead.miles)} miles`} />,
  },
  {
    id: 'move',
    header: 'Move',
    width: '11.5rem',
    cell: (lead) => <CardLines first={moveDateText(lead)} second={SIZE_NAMES[lead.size]} />,
  },
  {
    id: 'state',
    header: 'Status',
    width: '9rem',
    cell: ({ state, quote, noteCount, outcome, followUpDate, isDue, isArchived }) => (
      <CardLines
        first={<StateDot tone={STATES[state].tone}>{STATES[state].name}</StateDot>}
        second={
          followUpDate && !isArchived ? (
            <span className={isDue ? 'text-amber-700' : undefined}>
              {isDue ? 'Follow up' : 'Follow-up'} {showDate(followUpDate)}
            </span>
          ) : outcome?.value != null ? (
            <Money cents={outcome.value} />
          ) : quote && state !== 'fresh' && state !== 'lost' ? (
            <Money cents={quote.amount} />
          ) : (
            noteCount > 0 && showCount(noteCount, 'note')
          )
        }
      />
    ),
  },
  {
    id: 'received',
    header: 'Received',
    width: '6rem',
    card: 'end',
    cell: ({ receivedAt, assignee }) => (
      <CardLines first={<RelativeTime instant={receivedAt} />} second={assignee && firstName(assignee.name)} />
    ),
  },
];
