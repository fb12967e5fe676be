import { useEffect, useRef } from 'react';
import { Link } from 'wouter';
import { cx } from '#src/views/ui/class-names.ts';
import { type View, longDay, weekdayOf } from './calendar-days.ts';
import { CalendarEntry, type Entry, ShortEntry } from './calendar-entry.tsx';

/** Entries shown per day of a month; the rest is shown in the week view. */
const SHOWN = 4;
const COLUMNS = { gridTemplateColumns: 'repeat(7, minmax(0, 1fr))' };

interface CalendarDaysProps {
  view: View;
  days: readonly string[];
  today: string;
  /** The month shown, which may be surrounded by days of other months. */
  month: string | null;
  entries: readonly Entry[];
  isWide: boolean;
  withAgent: boolean;
  dayHref: (day: string) => string;
}

/** The entries of a day: those that begin on it come first. */
const entriesOn = (entries: readonly Entry[], day: string): Entry[] =>
  entries
    .filter(({ firstDay, lastDay }) => firstDay <= day && day <= lastDay)
    .toSorted((one, other) => Number(one.firstDay !== day) - Number(other.firstDay !== day));

/** Days side by side if there is room for seven, otherwise below each other, without empty days. */
export function CalendarDays(props: CalendarDaysProps) {
  const { view, days, today, month, entries, isWide, withAgent } = props;
  const next = useRef<HTMLLIElement>(null);
  // On a phone a month is long: it opens at today instead of the 1st.
  const opensAtToday = !isWide && month !== null && today.startsWith(month);
  useEffect(() => {
    if (opensAtToday) next.current?.scrollIntoView();
  }, [opensAtToday, month]);
  const nextDay = days.find((day) => day >= today && entriesOn(entries, day).length > 0);
  if (!isWide)
    return (
      <ol className="space-y-4">
        {days.map((day) => {
          const own = entriesOn(entries, day);
          if (own.length === 0) return null;
          return (
            <li key={day} ref={day === nextDay ? next : undefined} className="scroll-mt-16">
              <h3 className={cx('mb-2 font-semibold', day === today && 'text-primary-700')}>
                {longDay(day)}
                {day === today && ' · Today'}
              </h3>
              <Entries entries={own} day={day} first={days[0]} withAgent={withAgent} />
            </li>
          );
        })}
      </ol>
    );
  return (
    <div className="overflow-hidden rounded-lg border border-gray-200">
      <ol className="grid gap-px bg-gray-200" style={COLUMNS}>
        {days.map((day, index) => (
          <li
            key={day}
            className={cx('min-w-0 p-2', isOther(props, day) ? 'bg-gray-50' : 'bg-white')}
            style={{ minHeight: view === 'week' ? '24rem' : '7rem' }}
          >
            <h3 className="mb-2 flex items-center gap-1.5" aria-current={day === today ? 'date' : undefined}>
              <span className="sr-only">{longDay(day)}</span>
              {(view === 'week' || index < 7) && (
                <span aria-hidden className="text-xs text-gray-500">
                  {weekdayOf(day)}
                </span>
              )}
              <span
                aria-hidden
                className={cx(
                  'rounded-full px-1.5 text-xs font-medium tabular-nums',
                  day === today ? 'bg-primary-600 text-white' : isOther(props, day) ? 'text-gray-500' : 'text-gray-700',
                )}
              >
                {Number(day.slice(8))}
              </span>
            </h3>
            <DayOf {...props} day={day} />
          </li>
        ))}
      </ol>
    </div>
  );
}

const isOther = ({ month }: CalendarDaysProps, day: string): boolean => month !== null && !day.startsWith(month);

function DayOf({ view, days, entries, withAgent, dayHref, day }: CalendarDaysProps & { day: string }) {
  const own = entriesOn(entries, day);
  if (own.length === 0) return null;
  if (view === 'week') return <Entries entries={own} day={day} first={days[0]} withAgent={withAgent} />;
  // A single extra entry is not hidden behind a line of the same height.
  const shown = own.length > SHOWN + 1 ? own.slice(0, SHOWN) : own;
  return (
    <>
      <ul>
        {shown.map((entry) => (
          <li key={entry.id}>
            <ShortEntry entry={entry} isLater={entry.firstDay !== day} />
          </li>
        ))}
      </ul>
      {shown.length < own.length && (
        <Link
          href={dayHref(day)}
          className="link flex py-1 text-xs"
          aria-label={`${own.length - shown.length} more on ${longDay(day)}`}
        >
          {own.length - shown.length} more
        </Link>
      )}
    </>
  );
}

/** A window that began earlier is shown in full on the first visible day, otherwise on its own first day. */
function Entries({
  entries,
  day,
  first,
  withAgent,
}: {
  entries: readonly Entry[];
  day: string;
  first: string | undefined;
  withAgent: boolean;
}) {
  return (
    <ul className="space-y-2">
      {entries.map((entry) => (
        <li key={entry.id}>
          {entry.firstDay === day || day === first ? (
            <CalendarEntry entry={entry} withAgent={withAgent} />
          ) : (
            <ShortEntry entry={entry} isLater />
          )}
        </li>
      ))}
    </ul>
  );
}
