import { reload } from './stale-build.ts';
import { MINUTE } from '#src/machines/calendar/durations.ts';

const CHECK_MS = 5 * MINUTE;

/** The scripts of the page that the server has now; null if it cannot be reached. */
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
 * Checks for a newer build every few minutes, and whenever the page becomes visible again, and loads it once nothing is
 * being typed.
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
