import type { ReactNode } from 'react';
import { cx } from './class-names.ts';

interface FigureProps {
  name: string;
  value: string;
  /** An undesirable value: shown in red. */
  isBad?: boolean;
  /** What the number refers to, in small print. */
  children?: ReactNode;
}

/** One number with its name, inside a `<dl>`. */
export function Figure({ name, value, isBad = false, children }: FigureProps) {
  return (
    <div className="min-w-0 rounded-lg border border-gray-200 px-4 py-2.5">
      <dt className="text-gray-600">{name}</dt>
      <dd className={cx('text-lg font-semibold tabular-nums wrap-anywhere', isBad && 'text-red-600')}>{value}</dd>
      {children && <dd className="text-xs text-gray-500">{children}</dd>}
    </div>
  );
}
