import { type ReactNode, useId } from 'react';
import { cx } from './class-names.ts';

export interface Choice<T extends string> {
  value: T;
  label: ReactNode;
  help?: ReactNode;
  disabled?: boolean;
}

interface RadioGroupProps<T extends string> {
  legend: ReactNode;
  choices: readonly Choice<T>[];
  value: T | null;
  onChange: (value: T) => void;
  error?: string | null;
  /** Side by side if there is room. */
  inline?: boolean;
  /** Two per row, aligned with other such groups. */
  paired?: boolean;
}

/** A few choices, all visible. Native radio buttons provide the arrow keys. */
export function RadioGroup<T extends string>({
  legend,
  choices,
  value,
  onChange,
  error,
  inline = false,
  paired = false,
}: RadioGroupProps<T>) {
  const name = useId();
  return (
    <fieldset aria-invalid={error ? true : undefined} aria-describedby={error ? `${name}-error` : undefined}>
      <legend className="mb-2 font-medium text-gray-700">{legend}</legend>
      <div
        className={cx(
          paired ? 'grid gap-3 sm:grid-cols-2' : 'flex gap-x-5 gap-y-2.5',
          !paired && (inline ? 'flex-wrap' : 'flex-col'),
        )}
      >
        {choices.map((choice) => (
          <label key={choice.value} className="flex items-start gap-2">
            <input
              type="radio"
              className="tick mt-0.5"
              name={name}
              value={choice.value}
              checked={choice.value === value}
              disabled={choice.disabled}
              onChange={() => onChange(choice.value)}
            />
            <span className={cx(choice.disabled && 'text-gray-500')}>
              {choice.label}
              {choice.help && <span className="block text-gray-500">{choice.help}</span>}
            </span>
          </label>
        ))}
      </div>
      <p id={`${name}-error`} aria-live="polite" className="text-red-600 not-empty:mt-1.5">
        {error}
      </p>
    </fieldset>
  );
}
