import type { ComponentProps, ReactNode } from 'react';
import { cx } from './class-names.ts';
import { useField } from './field.tsx';
import { useCut } from './use-cut.tsx';

interface InputProps extends Omit<ComponentProps<'input'>, 'onPaste'> {
  /** A unit or symbol inside the border, before the text. */
  before?: ReactNode;
  /** A unit or a small button inside the border, after the text. */
  after?: ReactNode;
}

/** With `maxLength`, it says so when a pasted text was cut. */
export function Input({ before, after, className, ...rest }: InputProps) {
  const { cue, onPaste } = useCut(rest);
  const props = { ...useField(), ...rest, onPaste };
  const control = cx('control', className);
  return (
    <>
      {before !== undefined || after !== undefined ? (
        <div className={control}>
          {unit(before)}
          <input {...props} />
          {unit(after)}
        </div>
      ) : (
        <input {...props} className={control} />
      )}
      {cue}
    </>
  );
}

const unit = (node: ReactNode) => node && <span className="text-gray-500">{node}</span>;
