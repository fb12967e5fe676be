import { createContext, use, useEffect, useEffectEvent } from 'react';
import type { MenuEntry } from './menu.tsx';

export interface Shortcut {
  /** A key as the browser names it, such as 'n' or '/'; the prefix 'mod+' means with Ctrl or Command. */
  keys: string;
  label: string;
}

/** The page's subject, and what can be done with it. */
export interface Here {
  name: string;
  items: readonly MenuEntry[];
}

/** The shortcuts of what is currently on the screen; listed in the frame's help. */
export interface ShortcutList {
  add: (shortcut: Shortcut) => () => void;
  /** Adds it to the command palette until the returned function is called. */
  offer: (here: Here) => () => void;
  /** What is in the palette now. */
  here: () => Here | null;
}

export const ShortcutContext = createContext<ShortcutList | null>(null);

const TEXT = /^(?:email|number|password|search|tel|text|url|date)$/;

/** While someone types in a field, keys belong to it. */
export function isTyping(event: KeyboardEvent): boolean {
  const target = event.target instanceof Element ? event.target : null;
  const field = target?.closest('input, textarea, select, [contenteditable=true]');
  return field instanceof HTMLInputElement ? TEXT.test(field.type) : field !== null && field !== undefined;
}

export function matches(event: KeyboardEvent, keys: string): boolean {
  const mod = keys.startsWith('mod+');
  return (
    event.key.toLowerCase() === keys.replace('mod+', '') && (event.ctrlKey || event.metaKey) === mod && !event.altKey
  );
}

/** A screen-wide key while this component is shown. With 'mod+' it also works while typing. */
export function useShortcut(keys: string, label: string, run: () => void): void {
  const list = use(ShortcutContext);
  const act = useEffectEvent((event: KeyboardEvent) => {
    // No shortcuts behind a dialog.
    if (
      !matches(event, keys) ||
      (!keys.startsWith('mod+') && (isTyping(event) || document.querySelector('[role=dialog]')))
    )
      return;
    event.preventDefault();
    run();
  });
  useEffect(() => {
    const remove = list?.add({ keys, label });
    const listen = (event: KeyboardEvent) => act(event);
    addEventListener('keydown', listen);
    return () => {
      removeEventListener('keydown', listen);
      remove?.();
    };
  }, [list, keys, label]);
}

/** Adds commands for the page's subject to the command palette while this component is shown. */
export function useCommands(name: string, items: readonly MenuEntry[]): void {
  const list = use(ShortcutContext);
  useEffect(() => list?.offer({ name, items }));
}
