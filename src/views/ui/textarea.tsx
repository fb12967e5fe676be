import type { ComponentProps } from 'react';
import { cx } from './class-names.ts';
import { useField } from './field.tsx';
import { useCut } from './use-cut.tsx';

/**
 * Grows with its text; `rows` is the minimum. With `maxLength`, it shows the remaining characters near the end, and says
 * so when a pasted text was cut.
 */
export function Textarea({ className, rows = 3, onPaste, ...rest }: ComponentProps<'textarea'>) {
  const field = useField();
  const cut = useCut(rest);
  const used = typeof rest.value === 'string' ? rest.value.length : 0;
  const left = rest.maxLength === undefined ? null : rest.maxLength - used;
  const style = { minHeight: `${rows * 20 + 16}px` };
  return (
    <>
      <textarea
        {...field}
        rows={rows}
        style={style}
        {...rest}
        onPaste={(event) => {
          onPaste?.(event);
          cut.onPaste(event);
        }}
        className={cx('control', className)}
      />
      {cut.cue ||
        (left !== null && left < 100 && (
          <p className="mt-1 text-right text-xs text-gray-500 tabular-nums">{left} characters left</p>
        ))}
    </>
  );
}
