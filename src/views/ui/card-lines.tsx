import type { ReactNode } from 'react';
import { cx } from './class-names.ts';

/** Two lines of a cell: what matters, and what helps. A card on a phone has them in one line. */
export function CardLines({ first, second, isTitle = false }: { first: ReactNode; second?: ReactNode; isTitle?: boolean }) {
  return (
    <>
      <span className={cx('truncate sm:block', isTitle && 'block')}>{first}</span>
      {second && !isTitle && (
        <span aria-hidden className="sm:hidden">
          {' · '}
        </span>
      )}
      {second && <span className={cx('truncate text-gray-500 sm:block sm:text-xs', isTitle && 'block text-xs font-normal')}>{second}</span>}
    </>
  );
}
