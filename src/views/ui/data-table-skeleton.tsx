import { type CSSProperties, useRef } from 'react';
import { cx } from './class-names.ts';
import { type Column, GRID, neededWidth, tracks } from './data-table.types.ts';
import { Bone, Loading } from './skeleton.tsx';
import { useFits } from './use-fits.ts';

interface SkeletonProps {
  columns: readonly Column<never>[];
  selectable?: boolean;
  rows?: number;
  hasHeader?: boolean;
}

/** The placeholder of a list, laid out like its rows. */
export function DataTableSkeleton({ columns, selectable = false, rows = 12, hasHeader = true }: SkeletonProps) {
  const root = useRef<HTMLDivElement>(null);
  const fits = useFits(root, neededWidth(columns, selectable, false));
  return (
    <Loading label="Loading the list…">
      <div
        ref={root}
        aria-hidden
        data-layout={fits ? 'rows' : 'cards'}
        style={{ '--tracks': tracks(columns, selectable) } as CSSProperties}
      >
        {hasHeader && (
          <div className={cx(GRID, 'h-9 border-b border-gray-200 text-xs font-medium text-gray-500 cards:hidden')}>
            {selectable && <span />}
            {columns.map(({ id, header, align }) => (
              <span key={id} className={cx('truncate', align && 'text-right')}>
                {header}
              </span>
            ))}
          </div>
        )}
        {Array.from({ length: rows }, (_, row) => (
          <div key={row} className={cx(GRID, 'min-h-12 border-b border-gray-100 cards:space-y-2 cards:py-3.5')}>
            {selectable && <Bone className="size-4 cards:hidden" />}
            {columns.map(({ id, align }, at) => (
              <Bone
                key={id}
                className={cx('h-3.5', align && 'rows:ml-auto', at > 1 && 'cards:hidden')}
                style={{ width: `${45 + ((row * 7 + at * 13) % 40)}%` }}
              />
            ))}
          </div>
        ))}
      </div>
    </Loading>
  );
}
