import { ArrowDownIcon, ArrowUpIcon } from '@heroicons/react/24/outline';
import { Checkbox } from './checkbox.tsx';
import { cx } from './class-names.ts';
import { ACTIONS_EDGE, type DataTableProps, GRID } from './data-table.types.ts';

type HeaderProps<Row> = Pick<
  DataTableProps<Row>,
  'columns' | 'rows' | 'rowId' | 'rowActions' | 'selection' | 'sort' | 'onSort'
>;

const directions = { asc: 'ascending', desc: 'descending' } as const;

/** Sticks below the frame's top bar. Cards need no header. */
export function DataTableHeader<Row>({ columns, rows, rowId, rowActions, selection, sort, onSort }: HeaderProps<Row>) {
  const all = rows.map(rowId);
  const chosen = all.filter((id) => selection?.has(id)).length;
  return (
    <div role="rowgroup" className="sticky top-(--bar,0px) z-10 border-b border-gray-200 bg-white cards:sr-only">
      <div role="row" aria-rowindex={1} className={cx(GRID, 'h-9 text-xs text-gray-500', rowActions && ACTIONS_EDGE)}>
        {selection && (
          <div role="columnheader">
            <Checkbox
              label="Select all"
              labelHidden
              checked={chosen > 0 && chosen === all.length}
              mixed={chosen > 0 && chosen < all.length}
              onChange={() => selection.toggleAll(all)}
            />
          </div>
        )}
        {columns.map(({ id, header, align, sortable }) => {
          const direction = sort?.column === id ? sort.direction : null;
          const Arrow = direction === 'desc' ? ArrowDownIcon : ArrowUpIcon;
          return (
            <div
              key={id}
              role="columnheader"
              aria-sort={direction ? directions[direction] : undefined}
              className={cx('flex min-w-0', align && 'justify-end')}
            >
              {sortable && onSort ? (
                <button
                  type="button"
                  className={cx(
                    'group inline-flex items-center gap-1 rounded-sm font-medium hover:text-gray-900',
                    align && 'flex-row-reverse',
                    direction && 'text-gray-900',
                  )}
                  onClick={() => onSort({ column: id, direction: direction === 'asc' ? 'desc' : 'asc' })}
                >
                  {header}
                  <Arrow
                    aria-hidden
                    className={cx(
                      'size-3',
                      !direction && 'opacity-0 group-hover:opacity-60 group-focus-visible:opacity-60',
                    )}
                  />
                </button>
              ) : (
                <span className="truncate font-medium">{header}</span>
              )}
            </div>
          );
        })}
      </div>
    </div>
  );
}
