import { BookmarkIcon, ListBulletIcon, MapIcon, TruckIcon } from '@heroicons/react/24/outline';
import { useState } from 'react';
import { useLocation, useSearch } from 'wouter';
import type { BoardTab } from '#src/machines/session/routes.ts';
import { LoadFilterBar } from '#src/views/carrier/load-filter-bar.tsx';
import { filterOf, hasFilter, type LoadFilters, readFilters, unfiltered } from '#src/views/carrier/load-filters.ts';
import { LoadList } from '#src/views/carrier/load-list.tsx';
import { hrefs } from '#src/views/hrefs.ts';
import type { LoadRow } from '#src/views/carrier/load-names.ts';
import { Button, LinkButton } from '#src/views/ui/button.tsx';
import { EmptyState } from '#src/views/ui/empty-state.tsx';
import { Bone } from '#src/views/ui/skeleton.tsx';
import { Badge } from '#src/views/ui/badge.tsx';
import { lanesOf } from '#src/views/ui/lanes.ts';
import { Tabs } from '#src/views/ui/tabs.tsx';
import { PageHeader } from '#src/views/ui/page-header.tsx';
import { useTitle } from '#src/views/ui/use-title.ts';
import { useBoardNews } from './board-news.ts';
import type { ScreenProps } from './screen.ts';
import { lazy, LazyBoundary } from '#src/views/ui/lazy.tsx';

const LoadMap = lazy(() => import('#src/views/carrier/load-map.tsx'));
const Trucks = lazy(() => import('./trucks.tsx'));
const SavedSearches = lazy(() => import('./saved-searches.tsx'));
const LoadSheet = lazy(() => import('./load-sheet.tsx'));

const NAMES: Record<BoardTab, { title: string; below: string }> = {
  available: { title: 'Available loads', below: 'Open for bids. The broker awards a load to one carrier.' },
  open: { title: 'Open jobs', below: 'Loads you won and haven’t finished.' },
  completed: { title: 'Completed jobs', below: 'Jobs you completed and whether they’ve been paid.' },
};

export default function LoadsPage({ params }: ScreenProps) {
  const tab = params.tab as BoardTab;
  const filters = readFilters(useSearch());
  const [, navigate] = useLocation();
  const news = useBoardNews();
  const { title, below } = NAMES[tab];
  useTitle(title);
  const href = (part: LoadFilters) => hrefs.board.leads(tab, { ...filters, ...part });
  const change = (part: LoadFilters) => navigate(href(part), { replace: true });
  /** A link inside the sheet closes the sheet, which the dialog takes for a click outside: ignore that one. */
  function close() {
    if (new URLSearchParams(location.search).get('load') === filters.load) navigate(href({ load: undefined }));
  }
  /** As above: a link to a search has already closed the dialog. */
  function closeSearches() {
    if (readFilters(location.search).searches) navigate(href({ searches: undefined }), { replace: true });
  }
  function closeTrucks() {
    if (readFilters(location.search).trucks) navigate(href({ trucks: undefined }), { replace: true });
  }
  const isMap = filters.view === 'map';
  // The map shows the lanes of the list beside it.
  const [shown, setShown] = useState<readonly LoadRow[]>([]);
  const [pointed, setPointed] = useState<string | null>(null);
  const isMine = filters.mine === '1';
  // Loads hidden by a filter were not seen by the carrier.
  const isNews = tab === 'available' && !hasFilter(filters);
  // New loads stay marked while they are being viewed.
  const [newSince] = useState(news.since);

  return (
    <>
      <PageHeader
        title={title}
        below={below}
        primary={
          <>
            {tab === 'available' && (
              <>
                <LinkButton href={href({ trucks: '1', load: undefined })} size="sm">
                  <TruckIcon aria-hidden />
                  Trucks
                </LinkButton>
                <LinkButton href={href({ searches: '1', load: undefined })} size="sm">
                  <BookmarkIcon aria-hidden />
                  Saved searches
                </LinkButton>
              </>
            )}
            <ViewSwitch isMap={isMap} href={(view) => href({ view, load: undefined })} />
          </>
        }
      />
      {tab === 'available' && (
        <Tabs
          label="Loads"
          tabs={[
            { label: 'All loads', href: href({ mine: undefined, load: undefined }), isCurrent: !isMine },
            {
              label: 'My bids',
              href: hrefs.board.leads('available', { mine: '1', view: filters.view }),
              count: news.standingBids || null,
              badge: news.hasOutcome && <Badge tone="blue">New outcome</Badge>,
              isCurrent: isMine,
            },
          ]}
        />
      )}
      <LoadFilterBar filters={filters} onChange={change} />
      <div
        className={
          isMap
            ? 'grid gap-x-6 border-t border-gray-200 lg:grid-cols-[minmax(0,3fr)_minmax(0,2fr)]'
            : 'border-t border-gray-200'
        }
      >
        {isMap && (
          <section aria-label="Map" className="self-start pt-3 lg:sticky" style={{ top: '3.5rem' }}>
            <LazyBoundary fallback={<Bone className="aspect-[8/5] w-full" />}>
              <LoadMap tab={tab} filters={filters} lanes={lanesOf(shown)} pointed={pointed} onChange={change} />
            </LazyBoundary>
          </section>
        )}
        <div className="-mx-4 sm:-mx-6">
          <LoadList
            key={tab}
            isNarrow={isMap}
            tab={tab}
            filters={filters}
            href={({ id }) => href({ load: id })}
            newSince={tab === 'available' && !filters.mine ? newSince : null}
            unread={news.unread}
            onPoint={isMap ? setPointed : undefined}
            onShown={(rows) => {
              setShown(rows);
              if (rows.length === 0) return;
              if (isMine && !document.hidden) news.seeOutcomes();
              if (isNews && !document.hidden)
                news.see(
                  rows
                    .map(({ postedAt }) => postedAt)
                    .sort()
                    .at(-1)!,
                );
            }}
            empty={
              <Empty
                tab={tab}
                isFiltered={hasFilter(filters)}
                isMine={filters.mine === '1' && Object.keys(filterOf(filters)).length === 1}
                onClear={() => navigate(hrefs.board.leads(tab, { ...unfiltered(filters) }), { replace: true })}
              />
            }
          />
        </div>
      </div>
      {filters.searches && tab === 'available' && (
        <LazyBoundary>
          <SavedSearches filters={filters} onClose={closeSearches} />
        </LazyBoundary>
      )}
      {filters.trucks && tab === 'available' && (
        <LazyBoundary>
          <Trucks onClose={closeTrucks} />
        </LazyBoundary>
      )}
      {filters.load && (
        <LazyBoundary>
          <LoadSheet key={filters.load} id={filters.load} tab={tab} onClose={close} />
        </LazyBoundary>
      )}
    </>
  );
}

function ViewSwitch({ isMap, href }: { isMap: boolean; href: (view: LoadFilters['view']) => string }) {
  return isMap ? (
    <LinkButton href={href(undefined)} size="sm">
      <ListBulletIcon aria-hidden />
      List
    </LinkButton>
  ) : (
    <LinkButton href={href('map')} size="sm">
      <MapIcon aria-hidden />
      Map
    </LinkButton>
  );
}

function Empty({
  tab,
  isFiltered,
  isMine,
  onClear,
}: {
  tab: BoardTab;
  isFiltered: boolean;
  isMine: boolean;
  onClear: () => void;
}) {
  if (isMine) {
    return (
      <EmptyState
        icon={<TruckIcon />}
        title="No bids yet"
        action={<Button onClick={onClear}>See available loads</Button>}
      >
        Your bids and their outcomes appear here.
      </EmptyState>
    );
  }
  if (isFiltered) {
    return (
      <EmptyState icon={<TruckIcon />} title="No matches" action={<Button onClick={onClear}>Clear filters</Button>}>
        Other loads may.
      </EmptyState>
    );
  }
  if (tab === 'available') {
    return (
      <EmptyState icon={<TruckIcon />} title="No loads on the board right now">
        New ones appear here automatically.
      </EmptyState>
    );
  }
  return (
    <EmptyState
      icon={<TruckIcon />}
      title={tab === 'open' ? 'No open jobs' : 'No completed jobs yet'}
      action={<LinkButton href={hrefs.board.leads('available')}>See available loads</LinkButton>}
    >
      {tab === 'open' ? 'Jobs appear here when you win a bid.' : 'Jobs appear here once the broker closes them.'}
    </EmptyState>
  );
}
