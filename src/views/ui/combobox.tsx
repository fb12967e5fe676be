import { type KeyboardEvent, useEffect, useEffectEvent, useId, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
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
  /** The error for a text that is no option. */
  unmatched?: string;
  disabled?: boolean;
}

/** Case, commas, and spaces do not matter. */
const folded = (text: string): string =>
  text
    .toLowerCase()
    .replaceAll(/[\s,]+/g, ' ')
    .trim();

/**
 * Type to search, arrows to move, Enter to select, Escape to close. Follows the ARIA combobox pattern with a listbox.
 * A text that was typed in full is selected when the focus leaves or the form is submitted; any other text stays with an
 * error, and holds the form back until it is corrected or removed.
 */
export function Combobox<T extends ComboboxOption>({
  value,
  onChange,
  search,
  placeholder,
  emptyText = 'Nothing found.',
  hint = emptyText,
  unmatched = 'Choose one from the list.',
  disabled,
}: ComboboxProps<T>) {
  const field = useField();
  const listId = useId();
  const input = useRef<HTMLInputElement>(null);
  const list = useRef<HTMLDivElement>(null);
  /** What was typed and is not selected yet. */
  const [text, setText] = useState<string | null>(null);
  const [open, setOpen] = useState(false);
  const [isUnmatched, setUnmatched] = useState(false);
  const [active, setActive] = useState(0);
  const settling = useRef<Promise<boolean> | null>(null);
  const found = useSearchResults(search, open ? text : null);
  const { options, of } = found;
  const ownError = isUnmatched && !field['aria-invalid'] ? unmatched : null;
  const errorId = `${listId}-error`;

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
    setOpen(true);
    setUnmatched(false);
    setActive(0);
  }
  function forget() {
    setText(null);
    setOpen(false);
    setUnmatched(false);
  }
  function take(option: T | null) {
    onChange(option);
    forget();
  }

  /** Selects the option that was typed in full; false if there is none. */
  async function settle(typed: string): Promise<boolean> {
    let known: readonly T[] = [];
    try {
      known = of === typed && found.status === 'found' ? options : await search(typed, new AbortController().signal);
    } catch {
      // Without an answer nothing can be selected.
    }
    // Someone has continued to type.
    if (input.current?.value !== typed) return false;
    const [match, another] = known.filter(({ label }) => folded(label) === folded(typed));
    const isMatched = match !== undefined && another === undefined;
    flushSync(() => {
      if (isMatched) take(match);
      else setUnmatched(true);
    });
    return isMatched;
  }
  function settleOnce(typed: string): Promise<boolean> {
    settling.current ??= settle(typed).finally(() => {
      settling.current = null;
    });
    return settling.current;
  }
  function leave() {
    if (text === null || text.trim() === '') return forget();
    setOpen(false);
    const run = () => void settleOnce(text);
    // An error would move the button away that is being pressed.
    if (document.querySelector(':active')) document.addEventListener('mouseup', () => setTimeout(run), { once: true });
    else run();
  }
  const hold = useEffectEvent((event: SubmitEvent) => {
    const form = event.currentTarget as HTMLFormElement;
    if (text === null || text.trim() === '') return;
    event.preventDefault();
    event.stopPropagation();
    setOpen(false);
    void settleOnce(text).then((isSettled) => {
      if (isSettled) form.requestSubmit();
      else input.current?.focus();
    });
  });
  useEffect(() => {
    const form = input.current?.form;
    const listener = (event: SubmitEvent) => hold(event);
    form?.addEventListener('submit', listener);
    return () => form?.removeEventListener('submit', listener);
  }, []);

  function keys(event: KeyboardEvent) {
    if (event.key === 'ArrowDown' || event.key === 'ArrowUp') {
      event.preventDefault();
      if (!open) return start(text ?? '');
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
      forget();
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
        {...(ownError && {
          'aria-invalid': true,
          'aria-describedby': [errorId, field['aria-describedby']].filter(Boolean).join(' '),
        })}
        aria-activedescendant={open && options[active] ? optionId(listId, active) : undefined}
        placeholder={placeholder}
        disabled={disabled}
        value={text ?? value?.label ?? ''}
        onChange={(event) => {
          start(event.currentTarget.value);
          if (event.currentTarget.value === '' && value) onChange(null);
        }}
        onFocus={(event) => event.currentTarget.select()}
        onClick={() => !open && start(text ?? '')}
        onBlur={leave}
        onKeyDown={keys}
      />
      <p id={errorId} aria-live="polite" className="text-red-600 not-empty:mt-1.5">
        {ownError}
      </p>
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
