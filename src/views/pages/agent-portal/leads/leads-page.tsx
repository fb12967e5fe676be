import { useState } from 'react';
import { Bars3Icon, ViewColumnsIcon } from '@heroicons/react/24/outline';
import { Link, useLocation, useSearch } from 'wouter';
import { AGENT_LEAD_TABS, type AgentLeadTab } from '#src/machines/agent-lead/agent-lead.types.ts';
import { filterOf, hasFilter, type LeadFilters, readFilters } from '#src/views/agent-lead/list/lead-filters.ts';
import { LeadFilterBar } from '#src/views/agent-lead/list/lead-filter-bar.tsx';
import { LeadList } from '#src/views/agent-lead/list/lead-list.tsx';
import { csvHref } from '#src/views/agent-lead/list/csv-href.ts';
import { useLeadCounts } from '#src/views/agent-lead/list/use-lead-counts.ts';
import { TAB_NAMES } from '#src/views/agent-lead/lead-names.ts';
import { hrefs } from '#src/views/hrefs.ts';
import { useUser } from '#src/views/session/session-context.ts';
import { cx } from '#src/views/ui/class-names.ts';
import { Button } from '#src/views/ui/button.tsx';
import { exportCsv } from '#src/views/ui/export-csv.ts';
import { PageHeader } from '#src/views/ui/page-header.tsx';
import { Tabs } from '#src/views/ui/tabs.tsx';
import { useTitle } from '#src/views/ui/use-title.ts';
import type { ScreenProps } from '../screen.ts';
import { lazy, LazyBoundary } from '#src/views/ui/lazy.tsx';

const EmptyTab = lazy(() => import('./empty-tab.tsx'));
const LeadBoard = lazy(() => import('#src/views/agent-lead/board/lead-board.tsx'));

export default function LeadsPage({ params }: ScreenProps) {
  const tab = params.tab as AgentLeadTab;
  const filters = readFilters(useSearch());
  const [, navigate] = useLocation();
  const across = { ...filters, mine: undefined, stage: undefined, work: undefined };
  const counts = useLeadCounts(filterOf(across, null));
  const { rights } = useUser();
  const isBoard = filters.view === 'board';
  const [isSelecting, setSelecting] = useState(false);
  useTitle(isBoard ? 'Board' : `${TAB_NAMES[tab]} leads`);

  const href = (to: AgentLeadTab, part: LeadFilters = {}) => hrefs.agent.leads(to, { ...filters, ...part });
  const change = (part: LeadFilters) => navigate(href(tab, part), { replace: true });
  const isMine = filters.mine === '1';
  return (
    <>
      <PageHeader
        title="Leads"
        primary={
          <ViewSwitch
            isBoard={isBoard}
            list={href(tab, { view: undefined })}
            board={href(tab, { view: 'board', saved: undefined, columns: undefined })}
          />
        }
        more={[
          ...(rights.includes('imports') ? [{ label: 'Import CSV', href: hrefs.agent.importLeads() }] : []),
          ...(rights.includes('exports') ? [exportCsv(csvHref(filters, isBoard ? null : tab), 'leads')] : []),
        ]}
      />
      {!isBoard && (
        <Tabs
          label="Leads by state"
          tabs={AGENT_LEAD_TABS.map((one) => ({
            label: TAB_NAMES[one],
            href: href(one, { stage: undefined, work: undefined, saved: undefined, columns: undefined }),
            count: counts.of(one, isMine) ?? null,
          }))}
        />
      )}
      <LeadFilterBar tab={isBoard ? null : tab} filters={filters} onChange={change}>
        <Button
          size="sm"
          className="sm:hidden pointer-coarse:h-10"
          aria-pressed={isSelecting}
          onClick={() => setSelecting(!isSelecting)}
        >
          {isSelecting ? 'Done' : 'Select'}
        </Button>
      </LeadFilterBar>
      {isBoard ? (
        <LazyBoundary>
          <LeadBoard
            filters={filters}
            counts={(one) => counts.of(one, isMine)}
            allHref={(one) => href(one, { view: undefined })}
          />
        </LazyBoundary>
      ) : (
        <div className="-mx-4 border-t border-gray-200 sm:-mx-6">
          <LeadList
            key={tab}
            tab={tab}
            filters={filters}
            total={filters.stage || filters.work ? undefined : counts.of(tab, isMine)}
            mayExport={rights.includes('exports')}
            onSort={(sort) => change({ sort })}
            isSelecting={isSelecting}
            onSelected={() => setSelecting(false)}
            empty={
              <LazyBoundary>
                <EmptyTab
                  tab={tab}
                  isFiltered={hasFilter(filters, tab)}
                  onClear={() => navigate(hrefs.agent.leads(tab), { replace: true })}
                />
              </LazyBoundary>
            }
          />
        </div>
      )}
    </>
  );
}

function ViewSwitch({ isBoard, list, board }: { isBoard: boolean; list: string; board: string }) {
  const look = (isCurrent: boolean) =>
    cx(
      'flex h-7 items-center gap-1.5 rounded-sm px-2 font-medium [&>svg]:size-4 pointer-coarse:h-10',
      isCurrent ? 'bg-white text-gray-900 ring-1 ring-gray-200' : 'text-gray-600 hover:text-gray-900',
    );
  return (
    <nav aria-label="View" className="flex rounded-md bg-gray-100 p-0.5">
      <Link href={list} className={look(!isBoard)} aria-current={isBoard ? undefined : 'true'}>
        <Bars3Icon aria-hidden />
        List
      </Link>
      <Link href={board} className={look(isBoard)} aria-current={isBoard ? 'true' : undefined}>
        <ViewColumnsIcon aria-hidden />
        Board
      </Link>
    </nav>
  );
}
