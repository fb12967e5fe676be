import type { Door } from '#src/machines/session/routes.ts';
import type { Platform } from '#src/machines/session/session.user.ts';

/** A query string of the values that are set; empty and missing ones are left out. */
export function query(values: Query = {}): string {
  const set = Object.entries(values).filter(
    ([, value]) => value !== undefined && value !== null && value !== '' && value !== false,
  );
  return set.length ? `?${new URLSearchParams(set.map(([key, value]) => [key, String(value)]))}` : '';
}
export type Query = Record<string, string | number | boolean | null | undefined>;

/** Public paths, in a file of their own because signing in loads nothing of the portals. */
export const doorHrefs = {
  start: () => '/',
  login: (platform: Platform, next?: string) => `/auth/${platform}/login${query({ next })}`,
  /** A platform's pages before sign-in, other than the login page. */
  door: (platform: Platform, door: Exclude<Door, 'login'>) => `/auth/${platform}/${door}`,
  signUp: { 'lead-portal': '/auth/lead-portal/signup', 'load-board': '/auth/load-board/signup' },
  boardVerificationSent: () => '/auth/load-board/signup-email-verification-sent',
  passwordNew: (platform: Platform, token: string) => `/auth/password-new${query({ platform, token })}`,

  privacyPolicy: () => '/privacy-policy',
  termsOfService: () => '/terms-of-service',
} as const;
