import type { ReactNode } from 'react';
import { cx } from './class-names.ts';

/** Two lines of a cell: the main one, and a secondary one. A card shows both in one line. */
export function CardLines({
  first,
  second,
  isTitle = false,
}: {
  first: ReactNode;
  second?: ReactNode;
  isTitle?: boolean;
}) {
  return (
    <>
      <span className={cx('rows:block rows:truncate', isTitle && 'block')}>{first}</span>
      {second && !isTitle && (
        <span aria-hidden className="rows:hidden">
          {' · '}
        </span>
      )}
      {second && (
        <span
          className={cx('text-gray-500 rows:block rows:truncate rows:text-xs', isTitle && 'block text-xs font-normal')}
        >
          {second}
        </span>
      )}
    </>
  );
}
