import { type ReactNode, useEffect } from 'react';
import type { LoadTab } from '#src/generated/graphql/graphql.ts';
import { DataTable } from '#src/views/ui/data-table.tsx';
import { DataTableSkeleton } from '#src/views/ui/data-table-skeleton.tsx';
import { FailedState } from '#src/views/ui/failed-state.tsx';
import { usePhone } from '#src/views/ui/use-wide.ts';
import { BoardShut } from './board-shut.tsx';
import { bidColumns, loadColumns } from './load-columns.tsx';
import { besideMap, bidPhoneColumns, loadPhoneColumns } from './load-phone-columns.tsx';
import type { LoadFilters } from './load-filters.ts';
import type { LoadRow } from './load-names.ts';
import { useLoadList } from './use-load-list.ts';

interface LoadListProps {
  tab: LoadTab;
  filters: LoadFilters;
  href: (load: LoadRow) => string;
  /** Loads posted since this instant are new; null if that is not meaningful. */
  newSince: string | null;
  /** Unread messages from the broker, by load. */
  unread: ReadonlyMap<string, number>;
  /** Called with the rows that the carrier sees. */
  onShown: (rows: readonly LoadRow[]) => void;
  /** Called with the id of the row under the pointer. */
  onPoint?: ((id: string | null) => void) | undefined;
  empty: ReactNode;
  /** Beside the map a row is as wide as on a phone. */
  isNarrow?: boolean;
}

const NAMES: Record<LoadTab, string> = { available: 'Available loads', open: 'Open jobs', completed: 'Completed jobs' };

/** The loads of one tab. Remount it for another tab. */
export function LoadList({
  tab,
  filters,
  href,
  newSince,
  unread,
  onShown,
  onPoint,
  empty,
  isNarrow = false,
}: LoadListProps) {
  const { rows, refused, failed, failure, more, reload } = useLoadList(tab, filters);
  const shown = rows?.map(({ id }) => id).join(' ');
  useEffect(() => {
    if (rows) onShown(rows);
    // The rows are a new array each time; what matters is which loads they are.
    // oxlint-disable-next-line react/exhaustive-deps
  }, [shown]);
  const isPhone = usePhone();
  const [bids, loads] = isPhone || isNarrow ? [bidPhoneColumns, loadPhoneColumns] : [bidColumns, loadColumns];
  const all = (filters.mine ? bids : loads[tab])(
    (load) => newSince !== null && load.postedAt > newSince,
    ({ id }) => unread.get(id) ?? 0,
  );
  const columns = isNarrow && !isPhone ? besideMap(all) : all;

  if (refused !== null) return <BoardShut title="You cannot see loads yet" />;
  if (failed) {
    return (
      <FailedState title="The loads could not be loaded" onRetry={reload}>
        {failure}
      </FailedState>
    );
  }
  if (!rows) return <DataTableSkeleton columns={columns} />;
  if (rows.length === 0 && !more) return empty;
  return (
    <DataTable
      label={NAMES[tab]}
      columns={columns}
      rows={rows}
      rowId={({ id }) => id}
      href={href}
      onPoint={onPoint}
      needsAttention={
        tab === 'open' ? ({ id, award }) => award?.stage === 'awaiting_carrier' || unread.has(id) : undefined
      }
      more={more}
    />
  );
}
