/** How long the focused element may take to appear again, in milliseconds: its surroundings may still be loading. */
const FOCUS_WITHIN = 10_000;

/**
 * Server-rendered content is replaced as soon as there is real content, not a loading state (src/web/first-paint.ts).
 * Typed text and the focus are carried over.
 */
export function reveal(): void {
  const drawn = document.getElementById('first-paint');
  const root = document.getElementById('root');
  if (!drawn || !root) return;
  onceIn(root, () => {
    if (root.querySelector('[data-splash]')) return false;
    const focused = document.activeElement;
    const fields = drawn.querySelectorAll<HTMLInputElement | HTMLTextAreaElement>('input,textarea');
    // Before any lookup: of two elements with the same id, the first is found.
    drawn.remove();
    root.removeAttribute('hidden');
    fields.forEach(typeAgain);
    if (drawn.contains(focused)) {
      const key = keyOf(focused);
      const stop = onceIn(root, () => {
        if (document.activeElement !== document.body) return true;
        const again = [...root.querySelectorAll<HTMLElement>('a,input,textarea')].find((one) => keyOf(one) === key);
        again?.focus();
        return again !== undefined;
      });
      setTimeout(stop, FOCUS_WITHIN);
    }
    return true;
  });
}

/** Tries immediately, then after each change in the root until it succeeds or is stopped. */
function onceIn(root: HTMLElement, attempt: () => boolean): () => void {
  const observer = new MutationObserver(() => attempt() && observer.disconnect());
  if (!attempt()) observer.observe(root, { childList: true, subtree: true });
  return () => observer.disconnect();
}

/** What identifies a field or a link in both versions. */
const keyOf = (element: Element | null): string | undefined =>
  element?.id || (element as HTMLAnchorElement | null)?.href;

/** Sets the value as a person would: React listens to the event, and tracks values set by scripts separately. */
function typeAgain({ id, value, defaultValue }: HTMLInputElement | HTMLTextAreaElement): void {
  const field = document.getElementById(id);
  if (!field || value === defaultValue) return;
  Object.getOwnPropertyDescriptor(Object.getPrototypeOf(field), 'value')!.set!.call(field, value);
  field.dispatchEvent(new Event('input', { bubbles: true }));
}
