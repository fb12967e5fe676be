import type { ComponentProps } from 'react';
import { cx } from './class-names.ts';
import { useField } from './field.tsx';

export interface Option<T extends string = string> {
  value: T;
  label: string;
  disabled?: boolean;
}

interface SelectProps<T extends string> extends Omit<ComponentProps<'select'>, 'children'> {
  options: readonly Option<T>[];
  /** Shown while nothing is selected. */
  placeholder?: string;
}

/** The native select: best on a phone, and familiar. For long or searched lists see Combobox. */
export function Select<T extends string>({ options, placeholder, className, ...rest }: SelectProps<T>) {
  const field = useField();
  return (
    <select
      {...field}
      {...rest}
      data-given={placeholder === undefined || undefined}
      className={cx('control', className)}
    >
      {placeholder !== undefined && <option value="">{placeholder}</option>}
      {options.map(({ value, label, disabled }) => (
        <option key={value} value={value} disabled={disabled}>
          {label}
        </option>
      ))}
    </select>
  );
}
