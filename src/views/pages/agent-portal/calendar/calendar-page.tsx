import { useQuery } from '@apollo/client/react';
import { CalendarIcon, ChevronLeftIcon, ChevronRightIcon } from '@heroicons/react/24/outline';
import { useState } from 'react';
import { useLocation, useSearch } from 'wouter';
import { CalendarDocument } from '#src/generated/graphql/graphql.ts';
import { hrefs } from '#src/views/hrefs.ts';
import { StateDot } from '#src/views/ui/badge.tsx';
import { Button, LinkButton } from '#src/views/ui/button.tsx';
import { Callout } from '#src/views/ui/callout.tsx';
import { showDateRange, today as todayHere } from '#src/views/ui/dates.ts';
import { EmptyState } from '#src/views/ui/empty-state.tsx';
import { FailedState } from '#src/views/ui/failed-state.tsx';
import { lazy, LazyBoundary } from '#src/views/ui/lazy.tsx';
import { useLive } from '#src/views/ui/live-context.ts';
import { PageHeader } from '#src/views/ui/page-header.tsx';
import { PillLink, Pills } from '#src/views/ui/pills.tsx';
import { useShortcut } from '#src/views/ui/shortcuts.ts';
import { Loading, TextBones } from '#src/views/ui/skeleton.tsx';
import { useTitle } from '#src/views/ui/use-title.ts';
import { useWide } from '#src/views/ui/use-wide.ts';
import { daysShown, monthName, readDay, stepFrom, type View, VIEWS } from './calendar-days.ts';
import { ROLE_TONES } from './calendar-entry.tsx';
import { CalendarDays } from './calendar-sheet.tsx';

const CalendarFeed = lazy(() => import('./calendar-feed.tsx'));

const VIEW_NAMES: Record<View, string> = { week: 'Week', month: 'Month' };

/** What the URL selects; by default this week, and one's own leads. */
function shownOf(search: string) {
  const params = new URLSearchParams(search);
  return {
    view: VIEWS.find((view) => view === params.get('view')) ?? 'week',
    date: readDay(params.get('date')),
    isEverybody: params.get('everybody') === '1',
  };
}

/** The pick-ups and deliveries of moves with signed contracts, by week or month. */
export default function CalendarPage() {
  useTitle('Calendar');
  const isWide = useWide();
  const [, go] = useLocation();
  const { view, date, isEverybody } = shownOf(useSearch());
  const [isSubscribing, setSubscribing] = useState(false);
  // The brokerage's date; until it is loaded, the person's.
  const [known, setKnown] = useState<string | null>(null);
  const anchor = date ?? known ?? todayHere();
  const days = daysShown(view, anchor);
  const { data, previousData, error, refetch } = useQuery(CalendarDocument, {
    variables: { from: days[0]!, to: days.at(-1)!, mine: !isEverybody },
    fetchPolicy: 'cache-and-network',
  });
  const calendar = data?.calendar;
  const today = (calendar ?? previousData?.calendar)?.today ?? anchor;
  if (calendar && calendar.today !== known) setKnown(calendar.today);
  const again = () => void refetch().catch(() => {});
  useLive('agent-lead', again);

  /** The URL of the current view, with these changes. */
  const to = (other: { view?: View; date?: string | null; isEverybody?: boolean }): string => {
    const { view: as, date: on, isEverybody: of } = { view, date, isEverybody, ...other };
    return hrefs.agent.calendar({
      view: as === 'week' ? undefined : as,
      date: on ?? undefined,
      everybody: of ? '1' : undefined,
    });
  };
  const before = to({ date: stepFrom(view, anchor, -1) });
  const after = to({ date: stepFrom(view, anchor, 1) });
  useShortcut('arrowleft', `Previous ${view}`, () => go(before));
  useShortcut('arrowright', `Next ${view}`, () => go(after));
  useShortcut('t', 'Today', () => go(to({ date: null })));
  useShortcut('w', 'Week', () => go(to({ view: 'week' })));
  useShortcut('m', 'Month', () => go(to({ view: 'month' })));
  const period = view === 'month' ? monthName(anchor) : showDateRange(days[0]!, days.at(-1)!);

  return (
    <>
      <PageHeader
        title="Calendar"
        below={
          <span className="flex flex-wrap items-center gap-x-4">
            Signed contracts:
            <span className="flex gap-x-4">
              <StateDot tone={ROLE_TONES.pick_up}>Pick-ups</StateDot>
              <StateDot tone={ROLE_TONES.drop_off}>Deliveries</StateDot>
            </span>
          </span>
        }
        primary={<Button onClick={() => setSubscribing(true)}>Subscribe</Button>}
      />
      <div className="flex flex-wrap items-center gap-x-4 gap-y-2 pb-4">
        <nav aria-label="Period" className="flex items-center gap-1.5">
          <LinkButton size="sm" href={before} aria-label={`Previous ${view}`} icon={<ChevronLeftIcon />} />
          <LinkButton size="sm" href={to({ date: null })}>
            Today
          </LinkButton>
          <LinkButton size="sm" href={after} aria-label={`Next ${view}`} icon={<ChevronRightIcon />} />
        </nav>
        <h2 className="min-w-0 flex-1 text-base font-semibold" aria-live="polite">
          {period}
        </h2>
        <nav aria-label="View" className="flex flex-wrap items-center gap-1.5">
          <Pills>
            {VIEWS.map((one) => (
              <PillLink key={one} href={to({ view: one })} label={VIEW_NAMES[one]} isCurrent={one === view} />
            ))}
          </Pills>
          <Pills>
            <PillLink href={to({ isEverybody: false })} label="Mine" isCurrent={!isEverybody} />
            <PillLink href={to({ isEverybody: true })} label="Everyone" isCurrent={isEverybody} />
          </Pills>
        </nav>
      </div>
      {calendar?.hasMore && (
        <Callout color="amber" title="There’s more than can be shown here. Look at one week, or at your own leads." />
      )}
      {!calendar && error && <FailedState title="The calendar could not be loaded" onRetry={again} />}
      {!calendar && !error && (
        <Loading label="Loading the calendar…">
          <div className="rounded-lg border border-gray-200 p-4">
            <TextBones lines={isWide ? 12 : 6} />
          </div>
        </Loading>
      )}
      {calendar && (isWide || calendar.entries.length > 0) && (
        <CalendarDays
          view={view}
          days={days}
          today={today}
          month={view === 'month' ? anchor.slice(0, 7) : null}
          entries={calendar.entries}
          isWide={isWide}
          withAgent={isEverybody}
          dayHref={(day) => to({ view: 'week', date: day })}
        />
      )}
      {calendar?.entries.length === 0 && (
        <EmptyState
          icon={<CalendarIcon />}
          title={`Nothing is picked up or delivered this ${view}.`}
          action={!isEverybody && <LinkButton href={to({ isEverybody: true })}>Show everyone’s</LinkButton>}
        >
          {isEverybody
            ? 'Moves appear here once the client has signed.'
            : 'Your moves appear here once the client has signed.'}
        </EmptyState>
      )}
      {isSubscribing && (
        <LazyBoundary>
          <CalendarFeed onClose={() => setSubscribing(false)} />
        </LazyBoundary>
      )}
    </>
  );
}
