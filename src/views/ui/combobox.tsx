import { type KeyboardEvent, useEffect, useEffectEvent, useId, useRef, useState } from 'react';
import { useField } from './field.tsx';
import { optionId, OptionList } from './option-list.tsx';
import { follow } from './placement.ts';
import { type Search, useSearchResults } from './use-search-results.ts';

export interface ComboboxOption {
  id: string;
  label: string;
  /** A muted second line. */
  hint?: string;
}

interface ComboboxProps<T extends ComboboxOption> {
  value: T | null;
  onChange: (option: T | null) => void;
  /** Returns the options for a text, possibly as a promise. For a fixed list see `searchIn`. */
  search: Search<T>;
  placeholder?: string;
  /** Shown when nothing matches. */
  emptyText?: string;
  /** Shown until enough is typed to search. */
  hint?: string;
  disabled?: boolean;
}

/**
 * Type to search, arrows to move, Enter to select, Escape to close. Follows the ARIA combobox pattern with a listbox.
 */
export function Combobox<T extends ComboboxOption>({
  value,
  onChange,
  search,
  placeholder,
  emptyText = 'Nothing found.',
  hint = emptyText,
  disabled,
}: ComboboxProps<T>) {
  const field = useField();
  const listId = useId();
  const input = useRef<HTMLInputElement>(null);
  const list = useRef<HTMLDivElement>(null);
  const [text, setText] = useState<string | null>(null);
  const [active, setActive] = useState(0);
  const open = text !== null;
  const found = useSearchResults(search, text);
  const { options, of } = found;

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
      // Enter must not select an option of an earlier search.
      if (of === text && options[active]) take(options[active]);
    } else if (event.key === 'Escape' && open) {
      // Keeps the surrounding dialog open.
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
        aria-activedescendant={open && options[active] ? optionId(listId, active) : undefined}
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
      <OptionList
        box={list}
        id={listId}
        label={placeholder ?? 'Options'}
        found={found}
        active={active}
        onActive={setActive}
        onTake={take}
        emptyText={(text ?? '').trim().length < 2 ? hint : emptyText}
      />
    </>
  );
}
