import { createContext, use, useEffect, useEffectEvent } from 'react';
import type { MenuEntry } from './menu.tsx';

export interface Shortcut {
  /** One key as the browser names it, such as 'n' or '/'; with 'mod+' before it, Ctrl or Command is held. */
  keys: string;
  label: string;
}

/** What can be done with the one thing that a page is about, and what that is. */
export interface Here {
  name: string;
  items: readonly MenuEntry[];
}

/** The shortcuts of what is on the screen right now; the help of the frame lists them. */
export interface ShortcutList {
  add: (shortcut: Shortcut) => () => void;
  /** Offers it to the command palette until the answer is called. */
  offer: (here: Here) => () => void;
  /** What is offered now. */
  here: () => Here | null;
}

export const ShortcutContext = createContext<ShortcutList | null>(null);

const TEXT = /^(?:email|number|password|search|tel|text|url|date)$/;

/** Keys belong to the field while one is written in. */
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

/** A key for the whole screen while this component is shown. With 'mod+' it also works while typing. */
export function useShortcut(keys: string, label: string, run: () => void): void {
  const list = use(ShortcutContext);
  const act = useEffectEvent((event: KeyboardEvent) => {
    // Behind a dialog nothing is pressed.
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

/** Offers what can be done with the thing at hand to the command palette, while this component is shown. */
export function useCommands(name: string, items: readonly MenuEntry[]): void {
  const list = use(ShortcutContext);
  useEffect(() => list?.offer({ name, items }));
}
