import { CalendarIcon } from '@heroicons/react/24/outline';
import { type ComponentProps, useRef, useState } from 'react';
import { readDate, showDate } from './dates.ts';
import { useField } from './field.tsx';
import { useMisread } from './use-misread.ts';

interface DateInputProps extends Omit<ComponentProps<'input'>, 'value' | 'onChange' | 'type' | 'min' | 'max'> {
  /** YYYY-MM-DD, or null. */
  value: string | null;
  onChange: (date: string | null) => void;
  min?: string;
  max?: string;
}

/** A date typed in any common format, pasted, or picked from the browser's calendar. */
export function DateInput({ value, onChange, min, max, onBlur, className, ...rest }: DateInputProps) {
  const field = useField();
  const picker = useRef<HTMLInputElement>(null);
  const [draft, setDraft] = useState<string | null>(null);
  const written = value === null ? '' : showDate(value);
  const read = (text: string) => readDate(text, undefined, { min, max });
  const misread = draft !== null && draft.trim() !== '' && read(draft) === null;
  const input = useRef<HTMLInputElement>(null);
  useMisread(input, misread);
  return (
    <>
      <div className={`control relative ${className ?? ''}`}>
        <input
          ref={input}
          data-misread={misread || undefined}
          placeholder="e.g. Dec 4"
          autoComplete="off"
          {...field}
          {...rest}
          type="text"
          aria-invalid={misread || field['aria-invalid']}
          value={draft ?? written}
          onChange={(event) => {
            setDraft(event.currentTarget.value);
            // Text left as shown, without its year, keeps the original value: touching the field changes nothing.
            onChange(value !== null && event.currentTarget.value === written ? value : read(event.currentTarget.value));
          }}
          onBlur={(event) => {
            // Unreadable text stays for the person to correct; a readable date is formatted.
            if (!misread) setDraft(null);
            onBlur?.(event);
          }}
        />
        <input
          ref={picker}
          type="date"
          tabIndex={-1}
          aria-hidden
          className="pointer-events-none absolute inset-x-0 bottom-0 h-0 opacity-0"
          value={value ?? ''}
          min={min}
          max={max}
          disabled={rest.disabled}
          onChange={(event) => {
            setDraft(null);
            onChange(event.currentTarget.value || null);
          }}
        />
        <button
          type="button"
          aria-label="Open calendar"
          className="-mr-1 rounded-sm p-1 text-gray-500 hover:text-gray-900"
          disabled={rest.disabled}
          onClick={() => picker.current?.showPicker()}
        >
          <CalendarIcon className="size-4" />
        </button>
      </div>
      <p role="status" className="text-red-600 not-empty:mt-1.5">
        {misread && 'Write a date like Dec 4 or 12/4.'}
      </p>
    </>
  );
}
