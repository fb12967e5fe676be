import { type ReactNode, useState } from 'react';
import type { AgentLeadTab } from '#src/machines/agent-lead/agent-lead.types.ts';
import { hrefs } from '#src/views/hrefs.ts';
import { DataTable } from '#src/views/ui/data-table.tsx';
import { DataTableSkeleton } from '#src/views/ui/data-table-skeleton.tsx';
import { FailedState } from '#src/views/ui/failed-state.tsx';
import { useShortcut } from '#src/views/ui/shortcuts.ts';
import { useSelection } from '#src/views/ui/use-selection.ts';
import type { LeadRow } from '../lead-lifecycle.ts';
import { TAB_NAMES } from '../lead-names.ts';
import { useMoveDialogs } from '../moves/move-dialogs.tsx';
import type { Bulk } from './bulk-buttons.tsx';
import { columnsOf, useChosenColumns } from './columns-of.tsx';
import { needsAttention } from './needs-attention.ts';
import { type LeadFilters, SORTS, usualSort } from './lead-filters.ts';
import { useTrail } from './lead-trail.ts';
import { leadsOf, useLeadList } from './use-lead-list.ts';
import { lazy, LazyBoundary } from '#src/views/ui/lazy.tsx';

// Rows do not need the lifecycle's menus; they load while the rows do.
const loadMoves = () => import('../moves/lead-moves-button.tsx');
const LeadMovesButton = lazy(() => loadMoves().then((module) => ({ default: module.LeadMovesButton })));
void loadMoves();
const loadFocusedMoves = () => import('../moves/focused-moves.ts');
const BulkEmail = lazy(() => import('../mails/bulk-email.tsx'));
const BulkButtons = lazy(() => import('./bulk-buttons.tsx'));
const BulkDialog = lazy(() => import('./bulk-dialog.tsx'));

const NO_ROWS: readonly LeadRow[] = [];

interface LeadListProps {
  tab: AgentLeadTab;
  filters: LeadFilters;
  total?: number;
  /** The selection may be exported as a file. */
  mayExport: boolean;
  onSort: (sort: LeadFilters['sort']) => void;
  /** On a phone, tapping selects rows until an action was performed. */
  isSelecting: boolean;
  onSelected: () => void;
  /** Shown for an empty list: why it is empty, and what to do. */
  empty: ReactNode;
}

/** The leads of one tab. Remount it for another tab, because a selection belongs to its tab. */
export function LeadList({ tab, filters, total, mayExport, empty, onSort, isSelecting, onSelected }: LeadListProps) {
  const wanted = leadsOf(tab, filters);
  const { rows, after, failed, failure, more, reload } = useLeadList(wanted);
  useTrail({ rows, after, wanted, total });
  const selection = useSelection();
  const { open, dialog } = useMoveDialogs(reload);
  const [bulk, setBulk] = useState<Bulk | null>(null);
  const [isSorted, setSorted] = useState(false);
  useShortcut(
    'm',
    'Move the row to…',
    () => void loadFocusedMoves().then(({ openFocusedMoves }) => openFocusedMoves()),
  );
  const chosenColumns = useChosenColumns(tab, filters);
  const columns = columnsOf(tab, chosenColumns);
  const usual = usualSort(tab);
  const sort = filters.sort && filters.sort !== 'due' ? filters.sort : usual;
  const sorted = Object.entries(SORTS).find(([, ways]) => ways.includes(sort));

  const chosen = rows?.filter(({ id }) => selection.has(id)) ?? [];
  function closeBulk(isDone: boolean) {
    setBulk(null);
    if (isDone) {
      selection.clear();
      onSelected();
    }
    reload();
  }
  function list(): ReactNode {
    if (failed) {
      return (
        <FailedState title="The leads could not be loaded" onRetry={reload}>
          {failure}
        </FailedState>
      );
    }
    if (chosenColumns === null || !(rows || isSorted)) return <DataTableSkeleton columns={columns} selectable />;
    if (rows?.length === 0 && !more) return empty;
    return (
      <DataTable
        label={`${TAB_NAMES[tab]} leads`}
        columns={columns}
        rows={rows ?? NO_ROWS}
        isLoading={!rows}
        rowId={({ id }) => id}
        rowName={({ client }) => client.name}
        href={({ id }) => hrefs.agent.lead(id)}
        needsAttention={needsAttention[tab]}
        rowActions={(lead) => (
          <LazyBoundary>
            <LeadMovesButton lead={lead} onMove={open} />
          </LazyBoundary>
        )}
        sort={sorted ? { column: sorted[0], direction: sorted[1][0] === sort ? 'asc' : 'desc' } : null}
        onSort={({ column, direction }) => {
          setSorted(true);
          const to = SORTS[column]![direction === 'asc' ? 0 : 1];
          onSort(to === usual ? undefined : to);
        }}
        selection={selection}
        isSelecting={isSelecting}
        bulkActions={
          <LazyBoundary>
            <BulkButtons leads={chosen} tab={tab} filters={filters} mayExport={mayExport} onChoose={setBulk} />
          </LazyBoundary>
        }
        total={total}
        more={more}
      />
    );
  }
  // Whatever happens to the list meanwhile, an open dialog shows the result of its leads.
  return (
    <>
      {list()}
      {dialog}
      {bulk && (
        <LazyBoundary>
          {bulk === 'email' ? (
            <BulkEmail leads={chosen} onClose={closeBulk} />
          ) : (
            <BulkDialog action={bulk} leads={chosen} onClose={closeBulk} />
          )}
        </LazyBoundary>
      )}
    </>
  );
}
