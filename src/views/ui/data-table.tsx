import { type CSSProperties, useCallback, useMemo, useRef } from 'react';
import { Button } from './button.tsx';
import { DataTableHeader } from './data-table-header.tsx';
import { DataTableRow } from './data-table-row.tsx';
import { DataTableSkeleton } from './data-table-skeleton.tsx';
import { type DataTableProps, ESTIMATED_HEIGHT, neededWidth, tracks } from './data-table.types.ts';
import { lazy, LazyBoundary } from './lazy.tsx';
import { NearEnd } from './near-end.tsx';
import { useFits } from './use-fits.ts';
import { useRowKeys } from './use-row-keys.ts';
import { useWindowRows } from './use-window-rows.ts';

const BulkBar = lazy(() => import('./bulk-bar.tsx'));

/**
 * A long list: only the rows in view are rendered, the page itself scrolls, and reaching the end loads more. If the
 * columns do not fit, on a phone, a tablet, or at 200% zoom, each row becomes a card, so that nothing is cut off.
 */
export function DataTable<Row>(props: DataTableProps<Row>) {
  const { label, columns, rows, rowId, rowActions, selection, bulkActions, more, total } = props;
  const root = useRef<HTMLDivElement>(null);
  const fits = useFits(root, neededWidth(columns, selection !== undefined, rowActions !== undefined));
  const layout = fits ? 'rows' : 'cards';
  const keys = useMemo(() => rows.map(rowId), [rows, rowId]);
  const keyOf = useCallback((index: number) => keys[index]!, [keys]);
  const list = useWindowRows({
    root,
    count: rows.length,
    keyOf,
    layout,
    estimate: ESTIMATED_HEIGHT[layout],
    covered: { top: 100, bottom: 80 },
  });
  useRowKeys({
    count: rows.length,
    root: () => root.current,
    scrollTo: list.scrollTo,
    onSelect: selection && ((index) => selection.toggle(rowId(rows[index]!))),
  });

  return (
    <>
      <div
        role="table"
        data-layout={layout}
        aria-label={label}
        aria-rowcount={(total ?? (more ? -2 : rows.length)) + 1}
        style={{ '--tracks': tracks(columns, selection !== undefined) } as CSSProperties}
      >
        <DataTableHeader {...props} />
        <div ref={root} role="rowgroup" className="relative" style={{ height: list.height }}>
          {list.shown.map(({ index, top }) => (
            <div
              key={keys[index]}
              ref={list.measure}
              data-key={keys[index]}
              role="presentation"
              className="absolute inset-x-0 top-0"
              style={{ transform: `translateY(${top}px)` }}
            >
              <DataTableRow table={props} row={rows[index]!} index={index} />
            </div>
          ))}
        </div>
      </div>
      {props.isLoading && (
        <DataTableSkeleton columns={columns} selectable={selection !== undefined} hasHeader={false} />
      )}
      {more && !more.busy && !more.failed && <NearEnd key={rows.length} onNear={more.load} />}
      <div role="status" className="grid min-h-12 place-items-center text-gray-500">
        {more?.busy && 'Loading more…'}
        {more?.failed && <Button onClick={more.load}>Couldn’t load more. Try again</Button>}
      </div>
      {selection && selection.ids.size > 0 && (
        <LazyBoundary>
          <BulkBar count={selection.ids.size} rows={root} onClear={selection.clear}>
            {bulkActions}
          </BulkBar>
        </LazyBoundary>
      )}
    </>
  );
}
