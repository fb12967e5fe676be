import { use, useEffect, useEffectEvent } from 'react';
import { isTyping, type Shortcut, ShortcutContext } from './shortcuts.ts';

interface RowKeys {
  count: number;
  root: () => HTMLElement | null;
  scrollTo: (index: number) => void;
  onSelect?: (index: number) => void;
}

const WALK: readonly Shortcut[] = [
  { keys: 'j', label: 'Next row' },
  { keys: 'k', label: 'Previous row' },
  { keys: 'enter', label: 'Open the row' },
];
const SELECT: Shortcut = { keys: 'x', label: 'Select the row' };

/** j and k move the focus from row link to row link, so that Enter opens and screen readers follow; x selects. */
export function useRowKeys({ count, root, scrollTo, onSelect }: RowKeys): void {
  const help = use(ShortcutContext);
  const maySelect = onSelect !== undefined;
  const key = useEffectEvent((event: KeyboardEvent) => {
    if (isTyping(event) || event.ctrlKey || event.metaKey || event.altKey || document.querySelector('[role=dialog]'))
      return;
    const at = Number(document.activeElement?.closest<HTMLElement>('[data-row]')?.dataset.row ?? -1);
    if (event.key === 'x' && at >= 0) return onSelect?.(at);
    const step = { j: 1, k: -1 }[event.key];
    if (step === undefined || count === 0) return;
    const to = Math.max(0, Math.min(count - 1, at + step));
    const focus = () => {
      const row = root()?.querySelector(`[data-row="${to}"]`);
      row?.querySelector<HTMLElement>('[data-open], a, button')?.focus({ preventScroll: true });
      return row;
    };
    scrollTo(to);
    // A row that was not rendered yet appears after the list has scrolled.
    if (!focus()) requestAnimationFrame(() => requestAnimationFrame(focus));
  });
  useEffect(() => {
    const removals = [...WALK, ...(maySelect ? [SELECT] : [])].map((shortcut) => help?.add(shortcut));
    return () => removals.forEach((remove) => remove?.());
  }, [help, maySelect]);
  useEffect(() => {
    const listen = (event: KeyboardEvent) => key(event);
    addEventListener('keydown', listen);
    return () => removeEventListener('keydown', listen);
  }, []);
}
