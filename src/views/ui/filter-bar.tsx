import { ArrowsUpDownIcon, FunnelIcon } from '@heroicons/react/24/outline';
import { type ReactNode, useState } from 'react';
import { Button } from './button.tsx';
import { FoldedFilters } from './filter-chip.tsx';
import { Menu } from './menu.tsx';

interface FilterBarProps {
  /** Before the filters: a search field. */
  search?: ReactNode;
  /** The filters, each as a FilterChip. */
  children: ReactNode;
  /** Clears all filters; null if none is set. */
  onClear: (() => void) | null;
  /** At the end of the bar: a SortMenu, buttons. */
  end?: ReactNode;
}

/** The filters above a list. A phone shows those that are set, and the others on demand, to leave room for rows. */
export function FilterBar({ search, children, onClear, end }: FilterBarProps) {
  const [isOpen, setOpen] = useState(false);
  return (
    <div className="flex flex-wrap items-center gap-1.5 py-3">
      {search}
      <Button
        size="sm"
        variant="ghost"
        className="sm:hidden"
        icon={<FunnelIcon aria-hidden />}
        aria-expanded={isOpen}
        onClick={() => setOpen(!isOpen)}
      >
        Filters
      </Button>
      <FoldedFilters value={!isOpen}>{children}</FoldedFilters>
      {onClear && (
        <button
          type="button"
          className="h-7 rounded-full px-2 text-gray-600 hover:text-gray-900 pointer-coarse:h-10"
          onClick={onClear}
        >
          Clear all
        </button>
      )}
      {end}
    </div>
  );
}

interface SortMenuProps<T extends string> {
  value: T;
  /** Every sort order, with its name. */
  names: Record<T, string>;
  /** The sort orders offered; all by default. */
  offered?: readonly T[];
  onChange: (value: T) => void;
}

/** The sort order of a list, at the end of its bar. */
export function SortMenu<T extends string>({ value, names, offered, onChange }: SortMenuProps<T>) {
  return (
    <Menu
      className="btn btn-sm btn-ghost ml-auto"
      items={(offered ?? (Object.keys(names) as T[])).map((one) => ({
        label: names[one],
        onSelect: () => onChange(one),
      }))}
    >
      <ArrowsUpDownIcon aria-hidden />
      {names[value]}
    </Menu>
  );
}
