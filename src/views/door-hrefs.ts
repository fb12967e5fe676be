import type { Door } from '#src/machines/session/routes.ts';
import type { Platform } from '#src/machines/session/session.user.ts';

/** A query from what is set; empty and missing values leave no trace in the address. */
export function query(values: Query = {}): string {
  const set = Object.entries(values).filter(
    ([, value]) => value !== undefined && value !== null && value !== '' && value !== false,
  );
  return set.length ? `?${new URLSearchParams(set.map(([key, value]) => [key, String(value)]))}` : '';
}
export type Query = Record<string, string | number | boolean | null | undefined>;

/** The paths that everybody may open, a file of their own because signing in loads nothing of the portals. */
export const doorHrefs = {
  start: () => '/',
  login: (platform: Platform, next?: string) => `/auth/${platform}/login${query({ next })}`,
  /** What stands at the door of each platform besides signing in. */
  door: (platform: Platform, door: Exclude<Door, 'login'>) => `/auth/${platform}/${door}`,
  signUp: { 'lead-portal': '/auth/lead-portal/signup', 'load-board': '/auth/load-board/signup' },
  boardVerificationSent: () => '/auth/load-board/signup-email-verification-sent',
  passwordNew: (platform: Platform, token: string) => `/auth/password-new${query({ platform, token })}`,

  privacyPolicy: () => '/privacy-policy',
  termsOfService: () => '/terms-of-service',
} as const;
