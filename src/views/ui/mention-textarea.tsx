import {
  type ComponentProps,
  type KeyboardEvent,
  useEffect,
  useEffectEvent,
  useId,
  useLayoutEffect,
  useRef,
  useState,
} from 'react';
import { type Option, optionId, OptionList } from './option-list.tsx';
import { follow } from './placement.ts';
import { Textarea } from './textarea.tsx';
import { type Search, useSearchResults } from './use-search-results.ts';

/** Somebody who is named in a text, and how. */
export interface Mention {
  id: string;
  name: string;
}

/** An @ at the beginning of a word, and at most two words behind it, up to where one writes. */
const BEGUN = /(?:^|[\s(])@((?:[\p{L}\p{N}'’.-]+ ?){0,2})$/u;

/** Where the name begins that is being written, and what of it is there. */
function begunAt(text: string, caret: number): { start: number; query: string } | null {
  const query = BEGUN.exec(text.slice(0, caret))?.[1];
  return query === undefined ? null : { start: caret - query.length - 1, query };
}

/** Of those who were chosen, who still stands in the text: "@Ann Agent". */
export const mentionedIn = (text: string, mentions: readonly Mention[]): Mention[] =>
  mentions.filter(({ name }) => text.includes(`@${name}`));

interface MentionTextareaProps extends Omit<ComponentProps<'textarea'>, 'value' | 'onChange'> {
  value: string;
  mentions: readonly Mention[];
  onChange: (text: string, mentions: Mention[]) => void;
  search: Search<Option>;
}

/**
 * A text in which one can name people: an @ opens the list of them, arrows walk, Enter or Tab takes, Escape leaves. It stays a
 * field of several lines to a screen reader, which hears the option that is active; a combobox has one line only.
 */
export function MentionTextarea({ value, mentions, onChange, search, ref, ...rest }: MentionTextareaProps) {
  const listId = useId();
  const area = useRef<HTMLTextAreaElement>(null);
  const box = useRef<HTMLDivElement>(null);
  const caret = useRef<number | null>(null);
  const [begun, setBegun] = useState<ReturnType<typeof begunAt>>(null);
  const [active, setActive] = useState(0);
  const found = useSearchResults(search, begun?.query ?? null);
  const { options, of, status } = found;
  // Whoever goes on after a name that nobody has, means none.
  const isOpen = begun !== null && !(status === 'found' && options.length === 0 && begun.query.includes(' '));
  const chosen = isOpen ? options[active] : undefined;

  const float = useEffectEvent(() => {
    if (!area.current || !box.current) return;
    box.current.style.width = `${Math.min(320, area.current.getBoundingClientRect().width)}px`;
    box.current.showPopover();
    return follow(area.current, box.current);
  });
  useEffect(() => {
    if (isOpen) return float();
    box.current?.hidePopover();
  }, [isOpen, options]);
  useEffect(() => {
    box.current?.querySelector('[aria-selected=true]')?.scrollIntoView({ block: 'nearest' });
  }, [active]);
  // Behind the name that was put in, once it stands there.
  useLayoutEffect(() => {
    if (caret.current === null) return;
    area.current?.setSelectionRange(caret.current, caret.current);
    caret.current = null;
  }, [value]);

  function look(text: string, at: number) {
    setBegun(begunAt(text, at));
    setActive(0);
  }
  function take({ id, label: name }: Option) {
    if (!begun) return;
    const before = `${value.slice(0, begun.start)}@${name} `;
    const after = value.slice(begun.start + 1 + begun.query.length);
    caret.current = before.length;
    const text = before + after.replace(/^ /, '');
    onChange(text, [...mentionedIn(text, mentions).filter((one) => one.id !== id), { id, name }]);
    setBegun(null);
  }
  /** Whoever types fast is ahead of the search: what was found before is meant as long as it fits. */
  const isMeant = ({ label }: Option): boolean =>
    of === begun?.query || label.toLowerCase().includes(begun?.query.toLowerCase() ?? '');
  function keys(event: KeyboardEvent) {
    if (!isOpen) return;
    if (event.key === 'Escape') {
      // The dialog around it stays open.
      event.stopPropagation();
      setBegun(null);
    } else if ((event.key === 'ArrowDown' || event.key === 'ArrowUp') && options.length > 0) {
      const step = event.key === 'ArrowDown' ? 1 : -1;
      setActive((active + step + options.length) % options.length);
    } else if ((event.key === 'Enter' || event.key === 'Tab') && chosen && isMeant(chosen)) take(chosen);
    else return;
    event.preventDefault();
  }

  return (
    <>
      <Textarea
        {...rest}
        ref={(node) => {
          area.current = node;
          if (typeof ref === 'function') ref(node);
        }}
        value={value}
        aria-autocomplete="list"
        aria-haspopup="listbox"
        aria-controls={isOpen ? listId : undefined}
        aria-activedescendant={chosen ? optionId(listId, active) : undefined}
        onChange={({ currentTarget: { value: text, selectionStart } }) => {
          onChange(text, mentionedIn(text, mentions));
          look(text, selectionStart);
        }}
        onClick={({ currentTarget: { value: text, selectionStart } }) => look(text, selectionStart)}
        onBlur={() => setBegun(null)}
        onKeyDown={keys}
      />
      <OptionList
        box={box}
        id={listId}
        label="Colleagues"
        found={found}
        active={active}
        onActive={setActive}
        onTake={take}
        emptyText="No colleague found."
      />
    </>
  );
}
