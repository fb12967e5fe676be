import { isPlatform, type Platform } from '#src/machines/session/session.user.ts';

/** Specification, section 9. */
const KEY = 'auth:last-used-platform';

/** Storage may be disabled in the browser: then nothing is remembered, and nothing breaks. */
export function readLastPlatform(): Platform | null {
  try {
    const kept = localStorage.getItem(KEY);
    return isPlatform(kept) ? kept : null;
  } catch {
    return null;
  }
}

export function keepLastPlatform(platform: Platform): void {
  try {
    localStorage.setItem(KEY, platform);
  } catch {
    // Only a convenience is lost.
  }
}
