import type { ReactNode } from 'react';
import type { LeadRow } from '../lead-lifecycle.ts';
import { KIND_NAMES } from '../lead-names.ts';
import { showWhole } from '#src/machines/amount/amounts.ts';
import { StateDot } from '#src/views/ui/badge.tsx';
import { cx } from '#src/views/ui/class-names.ts';
import { FAR_AHEAD, LONG_PAST, showDate, showDateRange } from '#src/views/ui/dates.ts';
import { RelativeTime } from '#src/views/ui/relative-time.tsx';
import { clockFormat } from '#src/machines/calendar/clock-format.ts';
import { DAY } from '#src/machines/calendar/durations.ts';

/** Two lines of a cell: the main one, and a secondary one. */
export function Lines({ first, second }: { first: ReactNode; second?: ReactNode }) {
  return (
    <>
      <span className="block truncate">{first}</span>
      {second && <span className="block truncate text-xs text-gray-500">{second}</span>}
    </>
  );
}

type PlaceLike = { city: string; state: string } | null;

export function placeText(place: PlaceLike): string {
  return place ? `${place.city}, ${place.state}` : 'unknown';
}

/** "Austin, TX → Denver, CO". */
export function routeText(lead: { origin: PlaceLike; destination: PlaceLike }): string {
  return `${placeText(lead.origin)} → ${placeText(lead.destination)}`;
}

export function ClientCell({ lead }: { lead: LeadRow }) {
  return (
    <Lines first={<span className="font-medium text-gray-900">{lead.client.name}</span>} second={lead.reference} />
  );
}

export function RouteCell({ lead }: { lead: LeadRow }) {
  const miles = lead.distanceMiles === null ? null : `${showWhole(lead.distanceMiles)} mi`;
  return <Lines first={routeText(lead)} second={[KIND_NAMES[lead.kind], miles].filter(Boolean).join(' · ')} />;
}

/** The client's latest response to the quote, and when. */
export function AnswerCell({ lead: { stage, quote } }: { lead: LeadRow }) {
  if (!quote) return <span className="text-gray-500">—</span>;
  const { acceptedAt, askedAt, openedAt, sentAt } = quote;
  const [tone, said, at] =
    stage === 'accepted'
      ? (['amber', 'Accepted', acceptedAt] as const)
      : askedAt
        ? (['amber', 'Question', askedAt] as const)
        : openedAt
          ? (['blue', 'Opened', openedAt] as const)
          : (['gray', 'Not opened', null] as const);
  return (
    <Lines
      first={<StateDot tone={tone}>{said}</StateDot>}
      second={
        stage === 'accepted' ? (
          'contract not sent'
        ) : at ? (
          <RelativeTime instant={at} />
        ) : (
          <>
            sent <RelativeTime instant={sentAt} />
          </>
        )
      }
    />
  );
}

const nearDay = clockFormat({ month: 'short', day: 'numeric' });
const farDay = clockFormat({ month: 'short', day: 'numeric', year: 'numeric' });

/** "Dec 4"; with the year only where it would be ambiguous. */
function shortDate(date: string): string {
  const days = (Date.parse(date) - Date.now()) / DAY;
  const format = days > FAR_AHEAD || days < -LONG_PAST ? farDay : nearDay;
  return format('UTC').format(new Date(`${date}T00:00:00Z`));
}

/** "Dec 4 – 7". Must not wrap: half a range reads as a different one. */
export function moveDates({ moveDate, moveDateLast }: Pick<LeadRow, 'moveDate' | 'moveDateLast'>): string | null {
  if (moveDate === null) return null;
  const dates = moveDateLast && moveDateLast !== moveDate ? showDateRange(moveDate, moveDateLast) : shortDate(moveDate);
  return dates.replaceAll(/\s/g, '\u00a0');
}

export function MoveCell({ lead }: { lead: LeadRow }) {
  const size = lead.volumeCuft === null ? lead.moveSize : `${showWhole(lead.volumeCuft)} ft³`;
  return <Lines first={moveDates(lead) ?? <span className="text-gray-500">No date</span>} second={size} />;
}

/** A date below its subject: "until Sun, Dec 13"; in color from that day on. */
export function DueLine({ date, today, word, over }: { date: string; today: string; word: string; over: string }) {
  if (date > today) return `${word} ${showDate(date, today)}`;
  return (
    <span className={cx('font-medium', date < today ? 'text-red-600' : 'text-amber-700')}>
      {date < today ? `${over} ${showDate(date, today)}` : `${word} today`}
    </span>
  );
}

/** A deadline; overdue ones stand out in words and color. */
export function DueCell({
  date,
  today,
  word,
  second,
}: {
  date: string | null;
  today: string;
  word: string;
  second?: ReactNode;
}) {
  if (date === null) return <span className="text-gray-500">—</span>;
  const days = Math.round((Date.parse(today) - Date.parse(date)) / DAY);
  const note = days > 0 ? `${word} ${days === 1 ? 'yesterday' : `${days} days ago`}` : days === 0 ? 'today' : null;
  return (
    <Lines
      first={
        <>
          {showDate(date, today)}
          {note && (
            <span className={cx('ml-1.5 text-xs font-medium', days > 0 ? 'text-red-600' : 'text-amber-700')}>
              {note}
            </span>
          )}
        </>
      }
      second={second}
    />
  );
}
