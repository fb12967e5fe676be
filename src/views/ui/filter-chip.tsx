import { PlusIcon, XMarkIcon } from '@heroicons/react/24/outline';
import { createContext, use } from 'react';
import { cx } from './class-names.ts';
import { Menu, type MenuEntry } from './menu.tsx';

/** Whether a phone hides the filters that are not set. */
export const FoldedFilters = createContext(false);

interface FilterChipProps {
  name: string;
  /** The current setting; null if it is not set. */
  value: string | null;
  options?: readonly { label: string; onSelect: () => void }[];
  /** Opens a custom editor instead of the menu of options. */
  onOpen?: () => void;
  onClear: () => void;
}

const UNSET =
  'flex h-7 items-center gap-1 rounded-full border border-dashed border-gray-300 pr-2.5 pl-2 text-gray-600 hover:border-gray-400 hover:text-gray-900 pointer-coarse:h-10';

const SET = 'h-full rounded-l-full pr-1 pl-2.5';

/** A placeholder for a filter whose options have not loaded; it cannot be pressed. */
export function FilterChipBone({ name }: { name: string }) {
  return (
    <span className={UNSET} aria-hidden>
      <PlusIcon className="size-3.5" />
      {name}
    </span>
  );
}

/** One filter of a list. When set, it shows its value and can be cleared. */
export function FilterChip({ name, value, options = [], onOpen, onClear }: FilterChipProps) {
  const isFolded = use(FoldedFilters);
  const items: MenuEntry[] = options.map(({ label, onSelect }) => ({ label, onSelect }));
  if (value === null) {
    return (
      <Menu align="start" items={items} className={cx(UNSET, isFolded && 'max-sm:hidden')}>
        <PlusIcon className="size-3.5" aria-hidden />
        {name}
      </Menu>
    );
  }
  const said = (
    <>
      {name}: <span className="font-medium">{value}</span>
    </>
  );
  return (
    <span className="flex h-7 items-center rounded-full border border-primary-200 bg-primary-50 text-primary-800 pointer-coarse:h-10">
      {onOpen ? (
        <button type="button" aria-haspopup="dialog" className={SET} onClick={onOpen}>
          {said}
        </button>
      ) : (
        <Menu align="start" items={items} className={SET}>
          {said}
        </Menu>
      )}
      <button
        type="button"
        aria-label={`Clear ${name.toLowerCase()}`}
        className="grid h-full place-items-center rounded-r-full pr-2 pl-1 hover:text-primary-600"
        onClick={onClear}
      >
        <XMarkIcon className="size-3.5" />
      </button>
    </span>
  );
}
