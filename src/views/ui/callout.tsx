import { ExclamationCircleIcon } from '@heroicons/react/24/outline';
import type { ComponentProps, ReactNode } from 'react';
import { cx } from './class-names.ts';

const looks = {
  red: ['border-red-200 bg-red-50', 'text-red-600'],
  amber: ['border-amber-200 bg-amber-50', 'text-amber-700'],
  blue: ['border-blue-200 bg-blue-50', ''],
  green: ['border-primary-200 bg-primary-50', ''],
} as const;

interface CalloutProps extends Omit<ComponentProps<'div'>, 'title'> {
  color: keyof typeof looks;
  title: ReactNode;
  /** At the end: a button or a link that helps. */
  action?: ReactNode;
}

/** One thing that the person should know about this page or form. A red one is announced immediately. */
export function Callout({ color, title, action, children, className, ...rest }: CalloutProps) {
  const [box, icon] = looks[color];
  return (
    <div
      role={color === 'red' ? 'alert' : undefined}
      {...rest}
      className={cx('flex flex-wrap gap-2 rounded-md border px-3 py-2.5', box, className)}
    >
      {icon && <ExclamationCircleIcon className={cx('mt-0.5 size-4 shrink-0', icon)} aria-hidden />}
      <div className="min-w-0 flex-1 basis-48">
        <p className="font-medium">{title}</p>
        {children && <div className="mt-0.5 text-gray-700">{children}</div>}
      </div>
      {action}
    </div>
  );
}
