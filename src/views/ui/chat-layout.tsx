import { type ReactNode, useSyncExternalStore } from 'react';

interface ChatLayoutProps {
  header: ReactNode;
  /** Below the header, as wide as the page. */
  bar?: ReactNode;
  /** What was said, the newest last; it scrolls itself. */
  children: ReactNode;
  /** Where one writes; it keeps to the bottom. */
  composer?: ReactNode;
  /** Beside the conversation, where there is room: given only then. It scrolls itself, too. */
  aside?: ReactNode;
}

/** A conversation, mostly on a phone: the page itself never scrolls, what was said does. */
export function ChatLayout({ header, bar, children, composer, aside }: ChatLayoutProps) {
  const height = useVisibleHeight();
  return (
    <div className="flex h-dvh flex-col bg-gray-50 text-base" style={{ height }}>
      <header className="border-b border-gray-200 bg-white">
        <div className="flex min-h-14 w-full items-center justify-between gap-4 px-4">{header}</div>
      </header>
      {bar}
      <div className="flex min-h-0 flex-1">
        <main
          className={aside ? 'flex min-w-0 flex-1 flex-col border-r border-gray-200' : 'flex min-w-0 flex-1 flex-col'}
        >
          {children}
          {composer && (
            <div className="border-t border-gray-200 bg-white pb-[env(safe-area-inset-bottom)]">
              <div className="mx-auto w-full max-w-3xl px-4 py-3">{composer}</div>
            </div>
          )}
        </main>
        {aside}
      </div>
    </div>
  );
}

/** Of the window without what an open keyboard covers, which no unit of CSS knows. Undefined where nobody can say. */
function useVisibleHeight(): number | undefined {
  return useSyncExternalStore(
    onResize,
    () => {
      const seen = window.visualViewport;
      // Zoomed in, less of the page is seen, but not because something covers it.
      return seen ? Math.round(seen.height * seen.scale) : undefined;
    },
    () => undefined,
  );
}

function onResize(changed: () => void): () => void {
  const seen = window.visualViewport;
  const resized = () => {
    changed();
    // Some phones have scrolled the page from under the keyboard; now that it fits, it belongs back.
    window.scrollTo(0, 0);
  };
  seen?.addEventListener('resize', resized);
  return () => seen?.removeEventListener('resize', resized);
}
