import { XMarkIcon } from '@heroicons/react/24/outline';
import { type ReactNode, type RefObject, useLayoutEffect, useRef } from 'react';
import { Button } from './button.tsx';
import { useShortcut } from './shortcuts.ts';

interface BulkBarProps {
  count: number;
  /** Where the selected rows are. */
  rows: RefObject<HTMLElement | null>;
  onClear: () => void;
  children: ReactNode;
}

/** Actions for the selection. It floats, so that it is always reachable. */
export default function BulkBar({ count, rows, onClear, children }: BulkBarProps) {
  const bar = useRef<HTMLDivElement>(null);
  useFocusBack(rows);
  // By Tab, it comes after all rows.
  useShortcut('b', 'Act on the selected rows', () => bar.current?.querySelector<HTMLElement>('button, a')?.focus());
  return (
    <div
      ref={bar}
      role="region"
      aria-label="Selection"
      className="fixed inset-x-4 bottom-4 z-20 mx-auto flex w-fit flex-wrap items-center gap-2 rounded-lg bg-white py-2 pr-2 pl-4 shadow-float transition duration-150 starting:translate-y-2 starting:opacity-0"
    >
      <span role="status" className="mr-2 font-medium whitespace-nowrap tabular-nums">
        {count} selected
      </span>
      {children}
      <Button variant="ghost" icon={<XMarkIcon className="sm:hidden" aria-hidden />} onClick={onClear}>
        <span className="max-sm:sr-only">Clear</span>
      </Button>
    </div>
  );
}

/**
 * When the bar disappears, and the focus with it, it goes back to the row that had it last; if that row is gone, to the
 * next one that is left, or else to the one before it.
 */
function useFocusBack(rows: RefObject<HTMLElement | null>): void {
  useLayoutEffect(() => {
    /** The keys of the rows on the page, in their order, and the one that had the focus. */
    let before: { keys: readonly string[]; at: number } = { keys: keysOf(rows.current), at: 0 };
    const note = (target: EventTarget | null): void => {
      const key = target instanceof Element && target.closest<HTMLElement>('[data-key]')?.dataset.key;
      if (!key || !rows.current?.contains(target as Element)) return;
      const keys = keysOf(rows.current);
      before = { keys, at: keys.indexOf(key) };
    };
    const linkOf = (key: string) =>
      rows.current?.querySelector<HTMLElement>(`[data-key="${CSS.escape(key)}"] [data-open]`);
    const listen = ({ target }: Event): void => note(target);
    note(document.activeElement);
    document.addEventListener('focusin', listen);
    return () => {
      document.removeEventListener('focusin', listen);
      const { keys, at } = before;
      // A dialog that is closed together with the bar first looks for the button that opened it.
      requestAnimationFrame(() => {
        if (document.activeElement !== document.body) return;
        [...keys.slice(at), ...keys.slice(0, at).toReversed()]
          .map(linkOf)
          .find((link) => link)
          ?.focus({ preventScroll: true });
      });
    };
  }, [rows]);
}

const keysOf = (rows: HTMLElement | null): string[] =>
  [...(rows?.querySelectorAll<HTMLElement>('[data-key]') ?? [])]
    .toSorted((one, other) => indexOf(one) - indexOf(other))
    .map(({ dataset }) => dataset.key!);
const indexOf = (row: HTMLElement): number => Number(row.querySelector<HTMLElement>('[data-row]')?.dataset.row);
