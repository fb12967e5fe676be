import { type ReactNode, useEffect, useEffectEvent, useMemo, useRef, useState } from 'react';
import { type Here, isTyping, type Shortcut, ShortcutContext, type ShortcutList, useShortcut } from './shortcuts.ts';
import { lazy, LazyBoundary } from './lazy.tsx';

const ShortcutHelp = lazy(() => import('./shortcut-help.tsx'));

/** Collects the shortcuts of a portal, and shows them when `?` is pressed. */
export function ShortcutScope({ children }: { children: ReactNode }) {
  const [shortcuts, setShortcuts] = useState<readonly Shortcut[]>([]);
  const [open, setOpen] = useState<boolean | null>(null);
  const offered = useRef<Here>(null);
  const list = useMemo<ShortcutList>(
    () => ({
      add(shortcut) {
        setShortcuts((all) => [...all, shortcut]);
        return () => setShortcuts((all) => all.filter((one) => one !== shortcut));
      },
      offer(here) {
        offered.current = here;
        return () => {
          if (offered.current === here) offered.current = null;
        };
      },
      here: () => offered.current,
    }),
    [],
  );
  // That of the newest notification, which by keyboard is a whole page away.
  useShortcut('z', 'Undo', () => [...document.querySelectorAll<HTMLElement>('[aria-keyshortcuts=z]')].at(-1)?.click());
  const key = useEffectEvent((event: KeyboardEvent) => {
    if (event.key === '?' && !isTyping(event)) setOpen(true);
  });
  useEffect(() => {
    const listen = (event: KeyboardEvent) => key(event);
    addEventListener('keydown', listen);
    return () => removeEventListener('keydown', listen);
  }, []);
  return (
    <ShortcutContext value={list}>
      {children}
      {open !== null && (
        <LazyBoundary>
          <ShortcutHelp open={open} onClose={() => setOpen(false)} shortcuts={shortcuts} />
        </LazyBoundary>
      )}
    </ShortcutContext>
  );
}
