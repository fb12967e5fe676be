import { createContext, type ReactNode, use, useId, useMemo } from 'react';
import { cx } from './class-names.ts';

/** What a control inherits from its field, so that pages never wire ids by hand. */
export interface FieldWiring {
  id?: string;
  'aria-describedby'?: string;
  'aria-invalid'?: true;
}

const FieldContext = createContext<FieldWiring>({});

/** Spread it onto the control first, so that the control's own props win. */
export function useField(): FieldWiring {
  return use(FieldContext);
}

interface FieldProps {
  label: ReactNode;
  children: ReactNode;
  help?: ReactNode;
  error?: string | null;
  /** May stay empty. A form with such fields marks the others as required (controls.css). */
  optional?: boolean;
  /** For a control whose id must be known outside, such as for links from the error summary. */
  id?: string;
  /** To the right of the label: a link or a hint. */
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
      {/* Always rendered, so that a screen reader notices when text appears in it. */}
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
