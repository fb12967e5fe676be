import type { RefObject } from 'react';
import { cx } from './class-names.ts';
import type { useSearchResults } from './use-search-results.ts';

export interface Option {
  id: string;
  label: string;
  /** A muted second line. */
  hint?: string | null;
}

interface OptionListProps<T extends Option> {
  id: string;
  label: string;
  found: Pick<ReturnType<typeof useSearchResults<T>>, 'options' | 'status'>;
  active: number;
  onActive: (index: number) => void;
  onTake: (option: T) => void;
  /** Shown when nothing matches. */
  emptyText: string;
  box: RefObject<HTMLDivElement | null>;
}

/** The id by which a field refers to an option as the active one. */
export const optionId = (list: string, index: number): string => `${list}-${index}`;

/** Suggestions for a field, floating next to it. The focus stays in the field, which handles the keys. */
export function OptionList<T extends Option>({
  id,
  label,
  found: { options, status },
  active,
  onActive,
  onTake,
  emptyText,
  box,
}: OptionListProps<T>) {
  return (
    <div ref={box} popover="manual" className="fixed overflow-y-auto rounded-lg bg-white p-1 shadow-float">
      <div id={id} role="listbox" aria-label={label}>
        {options.map((option, index) => (
          // Screen readers learn of it as the active option.
          // oxlint-disable-next-line jsx-a11y/click-events-have-key-events
          <div
            key={option.id}
            tabIndex={-1}
            id={optionId(id, index)}
            role="option"
            aria-selected={index === active}
            className={cx(
              'cursor-pointer rounded-md px-2 py-1.5 pointer-coarse:py-2.5',
              index === active && 'bg-gray-100',
            )}
            onMouseMove={() => onActive(index)}
            // Prevents the field from losing the focus.
            onMouseDown={(event) => event.preventDefault()}
            onClick={() => onTake(option)}
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
  );
}
