import { ifReachable } from '#src/views/ui/if-reachable.ts';

const KEY = 'stale-build:reloaded-at';

/** Specification, section 9: a build that stays broken must not reload forever. */
const GUARD_MS = 10_000;

const touched = new Set<WeakRef<EventTarget>>();

/** Whether something was typed or selected in a control that is still on the page. */
export function isDirty(): boolean {
  for (const ref of touched) {
    const control = ref.deref();
    if (control instanceof Node && control.isConnected) return true;
    touched.delete(ref);
  }
  return false;
}

/** Loads the new build by reloading the page: never while someone is typing, and at most once in ten seconds. */
export function reload(): void {
  const last = Number(sessionStorage.getItem(KEY) ?? 0);
  // Offline, a reload would leave only the browser's error page.
  if (!navigator.onLine || isDirty() || Date.now() - last < GUARD_MS) return;
  sessionStorage.setItem(KEY, String(Date.now()));
  location.reload();
}

/** After a deployment, an open page may request a chunk that no longer exists. Until it is reloaded, it says so. */
export function reloadOnStaleBuild(): void {
  addEventListener('input', ({ target }) => target && touched.add(new WeakRef(target)), { capture: true });
  addEventListener('vite:preloadError', () => void ifReachable(reload));
}
