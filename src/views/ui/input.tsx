import type { ComponentProps, ReactNode } from 'react';
import { cx } from './class-names.ts';
import { useField } from './field.tsx';
import { useCut } from './use-cut.ts';

interface InputProps extends ComponentProps<'input'> {
  /** A unit or symbol inside the border, before the text. */
  before?: ReactNode;
  /** A unit or a small button inside the border, after the text. */
  after?: ReactNode;
}

/** With `maxLength`, it says so when a pasted text was cut. */
export function Input({ before, after, className, ...rest }: InputProps) {
  const field = useField();
  const { cue, handlers } = useCut(rest);
  const cut = cue && (
    <span role="status" className="mt-1 block text-xs text-amber-700">
      {cue}
    </span>
  );
  if (before === undefined && after === undefined)
    return (
      <>
        <input {...field} {...rest} {...handlers} className={cx('control', className)} />
        {cut}
      </>
    );
  return (
    <>
      <div className={cx('control', className)}>
        {before !== undefined && <span className="text-gray-500">{before}</span>}
        <input {...field} {...rest} {...handlers} />
        {after !== undefined && <span className="text-gray-500">{after}</span>}
      </div>
      {cut}
    </>
  );
}
