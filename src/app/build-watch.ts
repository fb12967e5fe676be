import { reload } from './stale-build.ts';

const CHECK_MS = 5 * 60_000;

/** The entry of the build that a server has now, by Vite's manifest; null when it cannot be asked. */
async function entryOnServer(): Promise<string | null> {
  try {
    const response = await fetch('/manifest.json', { cache: 'no-store' });
    const manifest = (await response.json()) as Record<string, { file?: string } | undefined>;
    return manifest['index.html']?.file ?? null;
  } catch {
    return null;
  }
}

/**
 * Looks every few minutes, and whenever the page comes back into view, whether a newer build is served, and takes it
 * as soon as nothing is being typed.
 */
export function watchBuild(): void {
  const own = document.querySelector<HTMLScriptElement>('script[type=module][src]')?.src;
  if (!own) return;
  const look = async () => {
    if (document.hidden) return;
    const entry = await entryOnServer();
    if (entry && !own.endsWith(`/${entry}`)) reload();
  };
  setInterval(() => void look(), CHECK_MS);
  document.addEventListener('visibilitychange', () => void look());
}
