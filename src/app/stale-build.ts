const KEY = 'stale-build:reloaded-at';

/** Specification, section 9: a build that stays broken must not reload for ever. */
const GUARD_MS = 10_000;

/** After a deployment an open page may ask for a chunk that is gone: it takes the new build by loading itself again. */
export function reloadOnStaleBuild(): void {
  addEventListener('vite:preloadError', (event) => {
    const last = Number(sessionStorage.getItem(KEY) ?? 0);
    if (Date.now() - last < GUARD_MS) return;
    event.preventDefault();
    sessionStorage.setItem(KEY, String(Date.now()));
    location.reload();
  });
}
