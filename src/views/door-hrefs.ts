import type { Door } from '#src/machines/session/routes.ts';
import type { Platform } from '#src/machines/session/session.user.ts';

/** The paths that the sign-in page links to, in a file of their own because it loads nothing of the portals. */
export const doorHrefs = {
  /** A platform's pages before sign-in, other than the login page. */
  door: (platform: Platform, door: Exclude<Door, 'login'>) => `/auth/${platform}/${door}`,
  signUp: { 'lead-portal': '/auth/lead-portal/signup', 'load-board': '/auth/load-board/signup' },
} as const;
