import { CheckIcon } from '@heroicons/react/24/outline';
import { type KeyboardEvent, type ReactNode, useId, useState } from 'react';
import { cx } from './class-names.ts';

interface ChoiceChipsProps {
  label: string;
  /** `name` is read aloud where the label is an abbreviation. */
  options: readonly { value: string; label: string; name?: string }[];
  chosen: readonly string[];
  onToggle: (value: string) => void;
  /** For the error summary's link. */
  id?: string;
  error?: string | null;
  help?: ReactNode;
  /** At the right of the label. */
  aside?: ReactNode;
}

/** Many small choices, any number of which can be selected. One stop for the Tab key; the arrow keys move within. */
export function ChoiceChips({ label, options, chosen, onToggle, id, error, help, aside }: ChoiceChipsProps) {
  const own = useId();
  const group = id ?? own;
  const [place, setAt] = useState(0);
  const at = Math.min(place, Math.max(0, options.length - 1));

  function walk(event: KeyboardEvent<HTMLDivElement>) {
    const last = options.length - 1;
    const to = { ArrowRight: at + 1, ArrowDown: at + 1, ArrowLeft: at - 1, ArrowUp: at - 1, Home: 0, End: last }[
      event.key
    ];
    if (to === undefined) return;
    event.preventDefault();
    const next = Math.max(0, Math.min(last, to));
    setAt(next);
    event.currentTarget.querySelectorAll('button')[next]?.focus();
  }

  return (
    <div>
      <div className="mb-1.5 flex items-baseline justify-between gap-2">
        <span id={`${group}-label`} className="font-medium text-gray-700">
          {label}
        </span>
        {aside}
      </div>
      {/* The error summary links here; the buttons inside handle the keys. */}
      {/* oxlint-disable-next-line jsx-a11y/interactive-supports-focus */}
      <div
        id={group}
        tabIndex={-1}
        role="toolbar"
        aria-labelledby={`${group}-label`}
        aria-describedby={cx(error && `${group}-error`, help !== undefined && `${group}-help`) || undefined}
        className="flex flex-wrap gap-2 outline-none"
        onKeyDown={walk}
        onFocus={(event) =>
          event.target === event.currentTarget && event.currentTarget.querySelectorAll('button')[at]?.focus()
        }
      >
        {options.map(({ value, label: text, name }, index) => {
          const isChosen = chosen.includes(value);
          return (
            <button
              key={value}
              type="button"
              tabIndex={index === at ? 0 : -1}
              aria-pressed={isChosen}
              title={name}
              className={cx(
                // The check mark is in the padding: the text stays centered, and selecting moves no other chip.
                'relative flex h-7 items-center rounded-full border px-5 pointer-coarse:h-10',
                // Abbreviations are aligned in columns.
                name && 'w-16 justify-center',
                isChosen
                  ? 'border-primary-200 bg-primary-50 text-primary-800'
                  : 'border-gray-300 text-gray-600 hover:border-gray-400 hover:text-gray-900',
              )}
              onClick={() => {
                setAt(index);
                onToggle(value);
              }}
            >
              <CheckIcon className={cx('absolute left-1.5 size-3.5', !isChosen && 'invisible')} aria-hidden />
              {text}
              {name && <span className="sr-only"> {name}</span>}
            </button>
          );
        })}
      </div>
      <p id={`${group}-error`} aria-live="polite" className="text-red-600 not-empty:mt-1.5">
        {error}
      </p>
      {help && (
        <p id={`${group}-help`} className="mt-1.5 text-gray-500">
          {help}
        </p>
      )}
    </div>
  );
}
