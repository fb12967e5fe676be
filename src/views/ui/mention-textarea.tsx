import {
  type ComponentProps,
  type KeyboardEvent,
  useEffect,
  useEffectEvent,
  useId,
  useImperativeHandle,
  useLayoutEffect,
  useRef,
  useState,
} from 'react';
import { type Option, optionId, OptionList } from './option-list.tsx';
import { follow } from './placement.ts';
import { Textarea } from './textarea.tsx';
import { type Search, useSearchResults } from './use-search-results.ts';

/** A person mentioned in a text, and the name used for them. */
export interface Mention {
  id: string;
  name: string;
}

/** An @ at the start of a word, and at most two words after it, up to the caret. */
const BEGUN = /(?:^|[\s(])@((?:[\p{L}\p{N}'’.-]+ ?){0,2})$/u;

/** Where the name being typed starts, and what of it has been typed. */
function begunAt(text: string, caret: number): { start: number; query: string } | null {
  const query = BEGUN.exec(text.slice(0, caret))?.[1];
  return query === undefined ? null : { start: caret - query.length - 1, query };
}

/** Of the chosen people, those whose mention is still in the text: "@Ann Agent". */
export const mentionedIn = (text: string, mentions: readonly Mention[]): Mention[] =>
  mentions.filter(({ name }) => text.includes(`@${name}`));

interface MentionTextareaProps extends Omit<ComponentProps<'textarea'>, 'value' | 'onChange'> {
  value: string;
  mentions: readonly Mention[];
  onChange: (text: string, mentions: Mention[]) => void;
  search: Search<Option>;
}

/**
 * A textarea with mentions: @ opens the list of people, arrows move, Enter or Tab selects, Escape closes. For screen
 * readers it remains a multi-line field that announces the active option; a combobox would be single-line.
 */
export function MentionTextarea({ value, mentions, onChange, search, ref, ...rest }: MentionTextareaProps) {
  const listId = useId();
  const area = useRef<HTMLTextAreaElement>(null);
  // Only when it appears: a `ref` that takes the focus would take it with each change around.
  useImperativeHandle(ref, () => area.current!, []);
  const box = useRef<HTMLDivElement>(null);
  const caret = useRef<number | null>(null);
  const [begun, setBegun] = useState<ReturnType<typeof begunAt>>(null);
  const [active, setActive] = useState(0);
  const found = useSearchResults(search, begun?.query ?? null);
  const { options, of, status } = found;
  // Typing on after a name that matches nobody is not a mention.
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
  // Puts the caret behind the inserted name once it is rendered.
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
  /** While the search lags behind fast typing, earlier results remain valid as long as they match. */
  const isMeant = ({ label }: Option): boolean =>
    of === begun?.query || label.toLowerCase().includes(begun?.query.toLowerCase() ?? '');
  function keys(event: KeyboardEvent) {
    if (!isOpen) return;
    if (event.key === 'Escape') {
      // Keeps the surrounding dialog open.
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
        ref={area}
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
