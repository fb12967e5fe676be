import { type ComponentProps, type ReactNode, useId } from 'react';
import { cx } from './class-names.ts';

interface CheckboxProps extends Omit<ComponentProps<'input'>, 'type'> {
  label: ReactNode;
  help?: ReactNode;
  error?: string | null;
  /** Indeterminate: part of what it stands for is selected. */
  mixed?: boolean;
}

/**
 * The label is part of the click target. Hide its text with `labelHidden` only if a column header has the same text.
 */
export function Checkbox({
  label,
  help,
  error,
  mixed = false,
  labelHidden = false,
  className,
  ...rest
}: CheckboxProps & { labelHidden?: boolean }) {
  const id = useId();
  return (
    <div className={className}>
      <label className="flex items-start gap-2">
        <input
          type="checkbox"
          data-given
          {...rest}
          ref={(node) => {
            if (node) node.indeterminate = mixed;
          }}
          className="tick mt-0.5"
          aria-invalid={error ? true : undefined}
          aria-describedby={error || help ? id : undefined}
        />
        <span className={cx(labelHidden && 'sr-only', rest.disabled && 'text-gray-500')}>{label}</span>
      </label>
      {(error || help) && (
        <p id={id} className={cx('mt-0.5 ml-6', error ? 'text-red-600' : 'text-gray-500')}>
          {error ?? help}
        </p>
      )}
    </div>
  );
}
