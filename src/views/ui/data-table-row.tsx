import type { MouseEvent } from 'react';
import { Link, useLocation } from 'wouter';
import { Checkbox } from './checkbox.tsx';
import { cx } from './class-names.ts';
import { type Column, type DataTableProps, GRID } from './data-table.types.ts';

interface RowProps<Row> {
  table: DataTableProps<Row>;
  row: Row;
  index: number;
}

const spots = {
  start: 'max-sm:col-start-1 max-sm:row-start-1 max-sm:font-medium',
  end: 'max-sm:col-start-2 max-sm:row-start-1 max-sm:text-right',
  line: 'max-sm:col-span-2 max-sm:text-gray-600',
  hidden: 'max-sm:hidden',
};

/** A click beside the link and the buttons of a row opens it as well; marking text with the mouse does not. */
function isIdleClick(event: MouseEvent): boolean {
  return !(event.target as Element).closest('a, button, input, label, [popover]') && !getSelection()?.toString();
}

export function DataTableRow<Row>({ table, row, index }: RowProps<Row>) {
  const [, navigate] = useLocation();
  const { columns, rowId, href, selection, rowName, rowActions, needsAttention } = table;
  const id = rowId(row);
  const selected = selection?.has(id) ?? false;
  return (
    // The keyboard has the link in the first cell.
    // oxlint-disable-next-line jsx-a11y/click-events-have-key-events
    <div
      role="row"
      aria-rowindex={index + 2}
      aria-selected={selection ? selected : undefined}
      data-row={index}
      className={cx(
        GRID,
        'group relative min-h-12 has-[[data-open]:focus-visible]:outline-2 has-[[data-open]:focus-visible]:-outline-offset-2 has-[[data-open]:focus-visible]:outline-primary-600 border-b border-gray-100 max-sm:grid max-sm:grid-cols-[1fr_auto] max-sm:gap-x-3 max-sm:gap-y-0.5 max-sm:py-3',
        href && 'cursor-pointer',
        // On a phone the actions have an edge of their own: nothing hovers there.
        rowActions && 'pr-16',
        selected ? 'bg-primary-50' : 'bg-white focus-within:bg-gray-50 hover:bg-gray-50',
        needsAttention?.(row) && 'before:absolute before:inset-y-1 before:left-0 before:w-0.75 before:rounded-full before:bg-amber-500',
      )}
      onClick={(event) => {
        if (href && isIdleClick(event)) navigate(href(row));
      }}
    >
      {selection && (
        <div role="cell" className="select-none max-sm:hidden">
          <Checkbox
            label={`Select ${rowName?.(row) ?? 'row'}`}
            labelHidden
            checked={selected}
            onChange={(event) => {
              const shift = (event.nativeEvent as globalThis.MouseEvent).shiftKey;
              selection.toggle(id, shift ? { all: table.rows.map(rowId) } : undefined);
            }}
          />
        </div>
      )}
      {columns.map((column, at) => (
        <div role="cell" key={column.id} className={cx('min-w-0 truncate', column.align && 'sm:text-right', spots[spotOf(column, at)])}>
          {at === 0 && href ? (
            <Link href={href(row)} data-open className="block truncate outline-none">
              {column.cell(row)}
            </Link>
          ) : (
            column.cell(row)
          )}
        </div>
      ))}
      {rowActions && (
        <div
          role="cell"
          className="absolute inset-y-0.5 right-2 flex items-center gap-1 bg-inherit pl-3 group-focus-within:opacity-100 group-hover:opacity-100 sm:opacity-0"
        >
          {rowActions(row)}
        </div>
      )}
    </div>
  );
}

function spotOf(column: Column<never>, at: number): keyof typeof spots {
  return column.card ?? (at === 0 ? 'start' : 'line');
}
