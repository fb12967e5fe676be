import { type ReactNode, useSyncExternalStore } from 'react';

interface ChatLayoutProps {
  header: ReactNode;
  /** Below the header, with the full width of the page. */
  bar?: ReactNode;
  /** The messages, newest last; they scroll on their own. */
  children: ReactNode;
  /** The message input; stays at the bottom. */
  composer?: ReactNode;
  /** Beside the conversation; pass it only if there is room. It also scrolls on its own. */
  aside?: ReactNode;
}

/** A conversation, mostly on a phone: the messages scroll, never the page. */
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

/**
 * The height of the window without the on-screen keyboard, which no CSS unit provides. Undefined if it cannot be
 * determined.
 */
function useVisibleHeight(): number | undefined {
  return useSyncExternalStore(
    onResize,
    () => {
      const seen = window.visualViewport;
      // When zoomed in, less of the page is visible, but nothing covers it.
      return seen ? Math.round(seen.height * seen.scale) : undefined;
    },
    () => undefined,
  );
}

function onResize(changed: () => void): () => void {
  const seen = window.visualViewport;
  const resized = () => {
    changed();
    // Some phones scroll the page when the keyboard opens; now that it fits, scroll it back.
    window.scrollTo(0, 0);
  };
  seen?.addEventListener('resize', resized);
  return () => seen?.removeEventListener('resize', resized);
}
