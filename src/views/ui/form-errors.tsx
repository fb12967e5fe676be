import { useEffect, useRef } from 'react';

interface FormErrorsProps {
  /** From the id of a field to its error message, in the order of the form. Shows nothing if empty. */
  errors: Readonly<Record<string, string>>;
  /** Counts submissions, so that the focus moves here after each failed one, and not while typing. */
  attempt: number;
}

/** At the top of a form: what is still wrong, with a link to each field. */
export function FormErrors({ errors, attempt }: FormErrorsProps) {
  const box = useRef<HTMLDivElement>(null);
  const rows = Object.entries(errors);
  useEffect(() => {
    if (attempt > 0) box.current?.focus();
  }, [attempt]);
  if (attempt === 0 || rows.length === 0) return null;
  return (
    <div
      ref={box}
      tabIndex={-1}
      role="alert"
      className="rounded-md border border-red-200 outline-red-600 bg-red-50 px-3 py-2.5"
    >
      <p className="font-medium">{rows.length === 1 ? 'Fix 1 field' : `Fix ${rows.length} fields`}</p>
      <ul className="mt-1">
        {rows.map(([id, sentence]) => (
          <li key={id}>
            <a
              href={`#${id}`}
              className="link block w-fit py-0.5 text-red-700 decoration-red-200"
              onClick={(event) => {
                event.preventDefault();
                document.getElementById(id)?.focus();
              }}
            >
              {sentence}
            </a>
          </li>
        ))}
      </ul>
    </div>
  );
}
