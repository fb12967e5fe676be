import type { ReactNode } from 'react';
import { cx } from './class-names.ts';

export type Tone = 'green' | 'blue' | 'amber' | 'red' | 'gray';

const dots: Record<Tone, string> = {
  green: 'bg-primary-500',
  blue: 'bg-blue-500',
  amber: 'bg-amber-500',
  red: 'bg-red-500',
  gray: 'bg-gray-400',
};

const fills: Record<Tone, string> = {
  green: 'bg-primary-50 text-primary-700 ring-primary-200',
  blue: 'bg-blue-50 text-blue-600 ring-blue-200',
  amber: 'bg-amber-50 text-amber-700 ring-amber-200',
  red: 'bg-red-50 text-red-700 ring-red-200',
  gray: 'bg-gray-50 text-gray-600 ring-gray-200',
};

/** A state in a list: a colored dot and a word. The word carries the meaning. */
export function StateDot({ tone, children }: { tone: Tone; children: ReactNode }) {
  return (
    <span className="inline-flex min-w-0 items-center gap-1.5 whitespace-nowrap">
      <span className={cx('size-2 shrink-0 rounded-full', dots[tone])} aria-hidden />
      <span className="truncate">{children}</span>
    </span>
  );
}

/** A highlighted word, in a header or beside a name. */
export function Badge({ tone = 'gray', children }: { tone?: Tone; children: ReactNode }) {
  return (
    <span
      className={cx(
        'inline-flex h-5 items-center rounded-sm px-1.5 text-xs font-medium whitespace-nowrap ring-1 ring-inset',
        fills[tone],
      )}
    >
      {children}
    </span>
  );
}
