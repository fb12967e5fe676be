/** For how long what had the focus may take to appear again, in milliseconds: what it stands in may still load. */
const FOCUS_WITHIN = 10_000;

/**
 * What the server has drawn gives way as soon as there is something to show in its place: not to a sign that something
 * is loading (src/web/first-paint.ts). What was typed stays typed, and what had the focus keeps it.
 */
export function reveal(): void {
  const drawn = document.getElementById('first-paint');
  const root = document.getElementById('root');
  if (!drawn || !root) return;
  onceIn(root, () => {
    if (root.querySelector('[data-splash]')) return false;
    const focused = document.activeElement;
    const fields = drawn.querySelectorAll('input');
    // Before anything is looked for: of two elements with the same id, the first one is found.
    drawn.remove();
    root.removeAttribute('hidden');
    fields.forEach(typeAgain);
    if (drawn.contains(focused)) {
      const key = keyOf(focused);
      const stop = onceIn(root, () => {
        if (document.activeElement !== document.body) return true;
        const again = [...root.querySelectorAll<HTMLElement>('a,input')].find((one) => keyOf(one) === key);
        again?.focus();
        return again !== undefined;
      });
      setTimeout(stop, FOCUS_WITHIN);
    }
    return true;
  });
}

/** Tries at once, then after each change in the root until it succeeds or is stopped. */
function onceIn(root: HTMLElement, attempt: () => boolean): () => void {
  const observer = new MutationObserver(() => attempt() && observer.disconnect());
  if (!attempt()) observer.observe(root, { childList: true, subtree: true });
  return () => observer.disconnect();
}

/** What a field or a link has in both. */
const keyOf = (element: Element | null): string | undefined =>
  element?.id || (element as HTMLAnchorElement | null)?.href;

/** The value is set as a person would: React listens to the event, and keeps its own note of what is set from a script. */
function typeAgain({ id, value, defaultValue }: HTMLInputElement): void {
  const field = document.getElementById(id);
  if (!field || value === defaultValue) return;
  Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')!.set!.call(field, value);
  field.dispatchEvent(new Event('input', { bubbles: true }));
}
