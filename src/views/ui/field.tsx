import { createContext, type ReactNode, use, useId, useMemo } from 'react';
import { cx } from './class-names.ts';

/** What a control takes from the field around it, so that a page never wires ids by hand. */
export interface FieldWiring {
  id?: string;
  'aria-describedby'?: string;
  'aria-invalid'?: true;
}

const FieldContext = createContext<FieldWiring>({});

/** Spread first onto the control, so that its own props win. */
export function useField(): FieldWiring {
  return use(FieldContext);
}

interface FieldProps {
  label: ReactNode;
  children: ReactNode;
  help?: ReactNode;
  error?: string | null;
  /** May stay empty. A form that has such fields marks the others as required (controls.css). */
  optional?: boolean;
  /** For a control whose id is known outside, as the error summary's links need it. */
  id?: string;
  /** At the right of the label: a link or a hint. */
  aside?: ReactNode;
  className?: string;
}

export function Field({ label, children, help, error, optional, id, aside, className }: FieldProps) {
  const own = useId();
  const control = id ?? own;
  const helpId = `${control}-help`;
  const errorId = `${control}-error`;
  const describedBy = [error && errorId, help && helpId].filter(Boolean).join(' ') || undefined;
  const wiring = useMemo<FieldWiring>(
    () => ({ id: control, 'aria-describedby': describedBy, 'aria-invalid': error ? true : undefined }),
    [control, describedBy, error],
  );
  return (
    <div className={cx('field min-w-0', className)} data-optional={optional || undefined}>
      <div className="mb-1.5 flex items-baseline justify-between gap-2">
        <label htmlFor={control} className="font-medium text-gray-700">
          {label}
        </label>
        {aside}
      </div>
      <FieldContext value={wiring}>{children}</FieldContext>
      {/* Always there, so that a reader notices when words appear in it. */}
      <p id={errorId} aria-live="polite" className="text-red-600 not-empty:mt-1.5">
        {error}
      </p>
      {help && (
        <p id={helpId} className="mt-1.5 text-gray-500">
          {help}
        </p>
      )}
    </div>
  );
}
