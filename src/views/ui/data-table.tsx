import { useWindowVirtualizer } from '@tanstack/react-virtual';
import { type CSSProperties, useLayoutEffect, useRef, useState } from 'react';
import { BulkBar } from './bulk-bar.tsx';
import { Button } from './button.tsx';
import { DataTableHeader } from './data-table-header.tsx';
import { DataTableRow } from './data-table-row.tsx';
import { type DataTableProps, ROW_HEIGHT, tracks } from './data-table.types.ts';
import { NearEnd } from './near-end.tsx';
import { useRowKeys } from './use-row-keys.ts';

/** A long list: only the rows in sight are drawn, the page itself scrolls, the end loads what follows. */
export function DataTable<Row>(props: DataTableProps<Row>) {
  const { label, columns, rows, rowId, selection, bulkActions, more, total } = props;
  const root = useRef<HTMLDivElement>(null);
  const [scrollMargin, setScrollMargin] = useState(0);
  useLayoutEffect(() => setScrollMargin((root.current?.getBoundingClientRect().top ?? 0) + scrollY), []);

  // The rule is about the React compiler, which this build does not use.
  // oxlint-disable-next-line react/incompatible-library
  const list = useWindowVirtualizer({
    count: rows.length,
    estimateSize: () => ROW_HEIGHT,
    getItemKey: (index) => rowId(rows[index]!),
    overscan: 12,
    scrollMargin,
    scrollPaddingStart: 100,
    scrollPaddingEnd: 80,
  });
  useRowKeys({
    count: rows.length,
    root: () => root.current,
    scrollTo: (index) => list.scrollToIndex(index),
    onSelect: selection && ((index) => selection.toggle(rowId(rows[index]!))),
  });

  const shown = list.getVirtualItems();
  return (
    <>
      <div
        role="table"
        className="overflow-x-clip"
        aria-label={label}
        aria-rowcount={(total ?? (more ? -2 : rows.length)) + 1}
        style={{ '--tracks': tracks(columns, selection !== undefined) } as CSSProperties}
      >
        <DataTableHeader {...props} />
        <div ref={root} role="rowgroup" className="relative" style={{ height: list.getTotalSize() }}>
          {shown.map(({ key, index, start }) => (
            <div
              key={key}
              ref={list.measureElement}
              data-index={index}
              role="presentation"
              className="absolute inset-x-0 top-0"
              style={{ transform: `translateY(${start - list.options.scrollMargin}px)` }}
            >
              <DataTableRow table={props} row={rows[index]!} index={index} />
            </div>
          ))}
        </div>
      </div>
      {more && !more.busy && !more.failed && <NearEnd key={rows.length} onNear={more.load} />}
      <div role="status" className="grid min-h-12 place-items-center text-gray-500">
        {more?.busy && 'Loading more…'}
        {more?.failed && <Button onClick={more.load}>Loading stopped. Try again</Button>}
      </div>
      {selection && (
        <BulkBar count={selection.ids.size} onClear={selection.clear}>
          {bulkActions}
        </BulkBar>
      )}
    </>
  );
}
