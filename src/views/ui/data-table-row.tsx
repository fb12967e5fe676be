import type { MouseEvent } from 'react';
import { useLocation } from 'wouter';
import { Checkbox } from './checkbox.tsx';
import { cx } from './class-names.ts';
import { ACTIONS_EDGE, type Column, type DataTableProps, GRID } from './data-table.types.ts';
import { PageLink } from './page-link.tsx';
import { ahead } from './shown-page.tsx';

interface RowProps<Row> {
  table: DataTableProps<Row>;
  row: Row;
  index: number;
}

const spots = {
  start: 'cards:col-start-1 cards:row-start-1 cards:font-medium cards:sm:col-span-2',
  end: 'cards:whitespace-nowrap cards:col-start-2 cards:row-start-1 cards:text-right cards:sm:col-start-3',
  line: 'cards:col-span-2 cards:text-gray-600 cards:sm:col-span-1',
  hidden: 'max-sm:cards:hidden cards:text-gray-600',
};

/** A click in a row outside its link and buttons opens it, too; selecting text with the mouse does not. */
function isIdleClick(event: MouseEvent): boolean {
  return !(event.target as Element).closest('a, button, input, label, [popover]') && !getSelection()?.toString();
}

export function DataTableRow<Row>({ table, row, index }: RowProps<Row>) {
  const [, navigate] = useLocation();
  const { columns, rowId, href, selection, rowName, rowActions, needsAttention, isSelecting } = table;
  const id = rowId(row);
  const selected = selection?.has(id) ?? false;
  return (
    // Keyboard users have the link in the first cell.
    // oxlint-disable-next-line jsx-a11y/click-events-have-key-events
    <div
      role="row"
      aria-rowindex={index + 2}
      aria-selected={selection ? selected : undefined}
      data-row={index}
      className={cx(
        GRID,
        'group relative min-h-12 py-1 has-[[data-open]:focus-visible]:outline-2 has-[[data-open]:focus-visible]:-outline-offset-2 has-[[data-open]:focus-visible]:outline-primary-600 border-b border-gray-100 cards:grid cards:grid-cols-[minmax(0,1fr)_auto] cards:gap-x-3 cards:gap-y-0.5 cards:py-3 cards:sm:grid-cols-[repeat(3,minmax(0,1fr))]',
        href && 'cursor-pointer',
        rowActions && ACTIONS_EDGE,
        selection && (isSelecting ? 'cards:pl-14' : 'cards:sm:pl-14'),
        selected ? 'bg-primary-50' : 'bg-white focus-within:bg-gray-50 hover:bg-gray-50',
        needsAttention?.(row) &&
          'before:absolute before:inset-y-1 before:left-0 before:w-0.75 before:rounded-full before:bg-amber-500',
      )}
      onPointerEnter={table.onPoint && (() => table.onPoint?.(id))}
      onPointerLeave={table.onPoint && (() => table.onPoint?.(null))}
      onFocus={table.onPoint && (() => table.onPoint?.(id))}
      onClick={(event) => {
        if (isSelecting) {
          if (isIdleClick(event)) selection?.toggle(id);
        } else if (href && event.detail < 2 && isIdleClick(event)) navigate(href(row), ahead);
      }}
    >
      {selection && (
        <div
          role="cell"
          className={cx('select-none cards:absolute cards:top-3.5 cards:left-6', !isSelecting && 'max-sm:hidden')}
        >
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
        <div
          role="cell"
          key={column.id}
          className={cx('min-w-0 rows:truncate', column.align && 'rows:text-right', spots[spotOf(column, at)])}
        >
          <CardLabel column={column} />
          {at === 0 && href && !isSelecting ? (
            <PageLink href={href(row)} data-open className="block outline-none rows:truncate">
              {column.cell(row)}
            </PageLink>
          ) : (
            column.cell(row)
          )}
        </div>
      ))}
      {rowActions && (
        <div
          role="cell"
          className="absolute inset-y-0.5 right-2 flex items-center gap-1 bg-inherit pl-3 group-focus-within:opacity-100 group-hover:opacity-100 rows:pointer-fine:opacity-0"
        >
          {rowActions(row)}
        </div>
      )}
    </div>
  );
}

function CardLabel({ column }: { column: Column<never> }) {
  const label = column.cardLabel ?? (column.card === 'hidden' && column.header);
  return label && <span className="mr-1 text-xs text-gray-500 rows:hidden">{label}</span>;
}

function spotOf(column: Column<never>, at: number): keyof typeof spots {
  return column.card ?? (at === 0 ? 'start' : 'line');
}
