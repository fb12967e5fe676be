import { MagnifyingGlassIcon } from '@heroicons/react/24/outline';
import { useShortcut } from './shortcuts.ts';

const isMac = /Mac|iPhone|iPad/.test(navigator.userAgent);

/** Looks like the search field that it opens. */
export function SearchButton({ placeholder = 'Search', onOpen }: { placeholder?: string; onOpen: () => void }) {
  useShortcut('mod+k', 'Search', onOpen);
  return (
    <button
      type="button"
      className="flex h-8 w-full max-w-80 items-center gap-2 rounded-md bg-gray-100 px-2.5 text-gray-500 hover:bg-gray-200 hover:text-gray-700 pointer-coarse:h-10"
      aria-keyshortcuts={isMac ? 'Meta+K' : 'Control+K'}
      onClick={onOpen}
    >
      <MagnifyingGlassIcon className="size-4 shrink-0" aria-hidden />
      <span className="min-w-0 flex-1 truncate text-left">{placeholder}</span>
      <kbd className="font-sans text-xs max-sm:hidden">{isMac ? '⌘K' : 'Ctrl K'}</kbd>
    </button>
  );
}
