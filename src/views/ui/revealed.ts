/** For how long the link that had the focus may take to appear again, in milliseconds: what it stands in may still load. */
const FOCUS_WITHIN = 10_000;

/**
 * What the server has drawn gives way as soon as there is something to show in its place: not to a sign that something
 * is loading (src/web/first-paint.ts). Who had the focus on one of its links keeps it.
 */
export function reveal(): void {
  const drawn = document.getElementById('first-paint');
  const root = document.getElementById('root');
  if (!drawn || !root) return;
  const attempt = (): boolean => {
    if (root.querySelector('[data-splash]')) return false;
    const focused = document.activeElement;
    const href = focused instanceof HTMLAnchorElement && drawn.contains(focused) ? focused.href : null;
    drawn.remove();
    root.removeAttribute('hidden');
    if (href !== null) focusOnceThere(root, href);
    return true;
  };
  const observer = new MutationObserver(() => attempt() && observer.disconnect());
  if (!attempt()) observer.observe(root, { childList: true, subtree: true });
}

/** Focuses the link to an address as soon as it is there, unless something else was focused meanwhile. */
function focusOnceThere(root: HTMLElement, href: string): void {
  const attempt = (): void => {
    const isElsewhere = document.activeElement !== document.body;
    const link = [...root.querySelectorAll('a')].find((one) => one.href === href);
    if (!isElsewhere && !link) return;
    if (!isElsewhere) link?.focus();
    stop();
  };
  const observer = new MutationObserver(attempt);
  const timer = setTimeout(() => observer.disconnect(), FOCUS_WITHIN);
  const stop = (): void => {
    observer.disconnect();
    clearTimeout(timer);
  };
  observer.observe(root, { childList: true, subtree: true });
  attempt();
}
