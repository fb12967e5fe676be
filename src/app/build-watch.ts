import { reload } from './stale-build.ts';
import { MINUTE } from '#src/machines/calendar/durations.ts';

const CHECK_MS = 5 * MINUTE;

/** The scripts of the page that a server has now; null when it cannot be asked. */
async function scriptsOnServer(): Promise<readonly string[] | null> {
  try {
    const response = await fetch('/manifest.json', { cache: 'no-store' });
    const { scripts } = (await response.json()) as { scripts?: readonly string[] };
    return scripts ?? null;
  } catch {
    return null;
  }
}

/**
 * Looks every few minutes, and whenever the page comes back into view, whether a newer build is served, and takes it
 * as soon as nothing is being typed.
 */
export function watchBuild(): void {
  const own = [...document.querySelectorAll('script[type=module][src]')].map((script) => script.getAttribute('src'));
  const look = async () => {
    if (document.hidden) return;
    const scripts = await scriptsOnServer();
    if (scripts && scripts.join() !== own.join()) reload();
  };
  setInterval(() => void look(), CHECK_MS);
  document.addEventListener('visibilitychange', () => void look());
}
