import { TruckIcon } from '@heroicons/react/16/solid';
import { lazy, Suspense, useState } from 'react';
import { useLocation, useSearch } from 'wouter';
import type { BoardTab } from '#src/machines/session/routes.ts';
import { LoadFilterBar } from '#src/views/carrier/load-filter-bar.tsx';
import { hasFilter, type LoadFilters, readFilters } from '#src/views/carrier/load-filters.ts';
import { LoadList } from '#src/views/carrier/load-list.tsx';
import { hrefs } from '#src/views/hrefs.ts';
import { Button, LinkButton } from '#src/views/ui/button.tsx';
import { EmptyState } from '#src/views/ui/empty-state.tsx';
import { PageHeader } from '#src/views/ui/page-header.tsx';
import { useTitle } from '#src/views/ui/use-title.ts';
import { useBoardNews } from './board-news.ts';
import type { ScreenProps } from './screen.ts';

const LoadSheet = lazy(() => import('./load-sheet.tsx'));

const NAMES: Record<BoardTab, { title: string; below: string }> = {
  available: { title: 'Available loads', below: 'Open for bids. The broker awards a load to one carrier.' },
  open: { title: 'Open jobs', below: 'Loads that you won and have not finished.' },
  completed: { title: 'Completed jobs', below: 'What you moved, and whether it was paid.' },
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
  /** A link inside the sheet takes the sheet away, which to a dialog looks like a click beside it: that one stays. */
  function close() {
    if (new URLSearchParams(location.search).get('load') === filters.load) navigate(href({ load: undefined }));
  }
  // What is new stays marked while one looks at it.
  const [newSince] = useState(news.since);

  return (
    <>
      <PageHeader title={title} below={below} />
      <LoadFilterBar filters={filters} onChange={change} />
      <div className="-mx-4 border-t border-gray-200 sm:-mx-6">
        <LoadList
          key={tab}
          tab={tab}
          filters={filters}
          href={({ id }) => href({ load: id })}
          newSince={tab === 'available' ? newSince : null}
          onShown={(rows) => {
            if (tab === 'available' && !document.hidden) news.see(rows.map(({ postedAt }) => postedAt).sort().at(-1)!);
          }}
          empty={<Empty tab={tab} isFiltered={hasFilter(filters)} onClear={() => navigate(hrefs.board.leads(tab), { replace: true })} />}
        />
      </div>
      {filters.load && (
        <Suspense>
          <LoadSheet key={filters.load} id={filters.load} tab={tab} onClose={close} />
        </Suspense>
      )}
    </>
  );
}

function Empty({ tab, isFiltered, onClear }: { tab: BoardTab; isFiltered: boolean; onClear: () => void }) {
  if (isFiltered) {
    return (
      <EmptyState icon={<TruckIcon />} title="Nothing matches these filters" action={<Button onClick={onClear}>Clear the filters</Button>}>
        Other loads may.
      </EmptyState>
    );
  }
  if (tab === 'available') {
    return (
      <EmptyState icon={<TruckIcon />} title="No load is on the board right now">
        New ones appear here at once, without reloading.
      </EmptyState>
    );
  }
  return (
    <EmptyState
      icon={<TruckIcon />}
      title={tab === 'open' ? 'You have no open job' : 'You have not completed a job yet'}
      action={<LinkButton href={hrefs.board.leads('available')}>See available loads</LinkButton>}
    >
      {tab === 'open' ? 'Jobs come here when a bid of yours is awarded.' : 'Jobs come here when the broker has closed them.'}
    </EmptyState>
  );
}
