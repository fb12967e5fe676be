import { type KeyboardEvent, useEffect, useEffectEvent, useId, useRef, useState } from 'react';
import { cx } from './class-names.ts';
import { useField } from './field.tsx';
import { follow } from './placement.ts';
import { type Search, useSearchResults } from './use-search-results.ts';

export interface ComboboxOption {
  id: string;
  label: string;
  /** A quiet second line. */
  hint?: string;
}

interface ComboboxProps<T extends ComboboxOption> {
  value: T | null;
  onChange: (option: T | null) => void;
  /** Answers the options for a text; may be a promise. For a fixed list see `searchIn`. */
  search: Search<T>;
  placeholder?: string;
  /** When nothing matches. */
  emptyText?: string;
  disabled?: boolean;
}

/** Type to find, arrows to walk, Enter to take, Escape to leave. After the ARIA combobox pattern with a listbox. */
export function Combobox<T extends ComboboxOption>({
  value,
  onChange,
  search,
  placeholder,
  emptyText = 'Nothing found.',
  disabled,
}: ComboboxProps<T>) {
  const field = useField();
  const listId = useId();
  const input = useRef<HTMLInputElement>(null);
  const list = useRef<HTMLDivElement>(null);
  const [text, setText] = useState<string | null>(null);
  const [active, setActive] = useState(0);
  const open = text !== null;
  const { options, of, status } = useSearchResults(search, text);

  const float = useEffectEvent(() => {
    if (!input.current || !list.current) return;
    input.current.scrollIntoView({ block: 'nearest' });
    list.current.style.width = `${input.current.getBoundingClientRect().width}px`;
    list.current.showPopover();
    return follow(input.current, list.current);
  });
  useEffect(() => {
    if (open) return float();
    list.current?.hidePopover();
  }, [open, options]);
  useEffect(() => {
    list.current?.querySelector('[aria-selected=true]')?.scrollIntoView({ block: 'nearest' });
  }, [active]);

  function start(next: string) {
    setText(next);
    setActive(0);
  }
  function take(option: T | null) {
    onChange(option);
    setText(null);
  }
  function keys(event: KeyboardEvent) {
    if (event.key === 'ArrowDown' || event.key === 'ArrowUp') {
      event.preventDefault();
      if (!open) return start('');
      const step = event.key === 'ArrowDown' ? 1 : -1;
      setActive((active + step + options.length) % Math.max(1, options.length));
    } else if (event.key === 'Enter' && open) {
      event.preventDefault();
      // Options of what was typed before are not what Enter means.
      if (of === text && options[active]) take(options[active]);
    } else if (event.key === 'Escape' && open) {
      // The dialog around it stays open.
      event.stopPropagation();
      event.preventDefault();
      setText(null);
    }
  }

  return (
    <>
      <input
        autoComplete="off"
        {...field}
        ref={input}
        className="control scroll-m-3"
        role="combobox"
        aria-expanded={open}
        aria-controls={listId}
        aria-autocomplete="list"
        aria-activedescendant={open && options[active] ? `${listId}-${active}` : undefined}
        placeholder={placeholder}
        disabled={disabled}
        value={text ?? value?.label ?? ''}
        onChange={(event) => {
          start(event.currentTarget.value);
          if (event.currentTarget.value === '' && value) onChange(null);
        }}
        onFocus={(event) => event.currentTarget.select()}
        onClick={() => !open && start('')}
        onBlur={() => setText(null)}
        onKeyDown={keys}
      />
      <div ref={list} popover="manual" className="fixed overflow-y-auto rounded-lg bg-white p-1 shadow-float">
        <div id={listId} role="listbox" aria-label={placeholder ?? 'Options'}>
          {options.map((option, index) => (
            // The focus stays in the field, which has the keys; the option is named to the reader as the active one.
            // oxlint-disable-next-line jsx-a11y/click-events-have-key-events
            <div
              key={option.id}
              tabIndex={-1}
              id={`${listId}-${index}`}
              role="option"
              aria-selected={index === active}
              className={cx(
                'cursor-pointer rounded-md px-2 py-1.5 pointer-coarse:py-2.5',
                index === active && 'bg-gray-100',
              )}
              onMouseMove={() => setActive(index)}
              // Before the field loses the focus.
              onMouseDown={(event) => event.preventDefault()}
              onClick={() => take(option)}
            >
              {option.label}
              {option.hint && <span className="block text-xs text-gray-500">{option.hint}</span>}
            </div>
          ))}
        </div>
        <p role="status" className="px-2 text-gray-500 not-empty:py-1.5">
          {status === 'searching' && options.length === 0 && 'Searching…'}
          {status === 'failed' && 'Search failed. Type again to retry.'}
          {status === 'found' && options.length === 0 && emptyText}
        </p>
      </div>
    </>
  );
}
