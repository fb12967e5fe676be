import type { ComponentProps, KeyboardEvent } from 'react';
import { cx } from './class-names.ts';
import { useField } from './field.tsx';
import { isSubmitKey } from './submit-key.ts';
import { useCut } from './use-cut.tsx';

/** Presses the submit button of its form, which may stand outside of it. */
function submitByKey(event: KeyboardEvent<HTMLTextAreaElement>): void {
  if (!isSubmitKey(event)) return;
  const button = [...(event.currentTarget.form?.elements ?? [])].find((one) => one.matches('button[type=submit]'));
  if (!button) return;
  event.preventDefault();
  (button as HTMLButtonElement).click();
}

/**
 * Grows with its text; `rows` is the minimum. With `maxLength`, it shows the remaining characters near the end, and says
 * so when a pasted text was cut. Ctrl+Enter or ⌘+Enter submits its form.
 */
export function Textarea({ className, rows = 3, onPaste, onKeyDown, ...rest }: ComponentProps<'textarea'>) {
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
        onKeyDown={(event) => {
          onKeyDown?.(event);
          submitByKey(event);
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
