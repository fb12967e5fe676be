import type { ComponentProps, ReactNode } from 'react';
import { cx } from './class-names.ts';
import { useField } from './field.tsx';

interface InputProps extends ComponentProps<'input'> {
  /** A unit or symbol inside the border, before the text. */
  before?: ReactNode;
  /** A unit or a small button inside the border, after the text. */
  after?: ReactNode;
}

export function Input({ before, after, className, ...rest }: InputProps) {
  const field = useField();
  if (before === undefined && after === undefined)
    return <input {...field} {...rest} className={cx('control', className)} />;
  return (
    <div className={cx('control', className)}>
      {before !== undefined && <span className="text-gray-500">{before}</span>}
      <input {...field} {...rest} />
      {after !== undefined && <span className="text-gray-500">{after}</span>}
    </div>
  );
}
