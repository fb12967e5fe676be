import type { LegalKind } from '#src/machines/legal/legal-text.ts';
import type { LegalVersions } from './legal-text.ts';

/** The texts that come with the product: every version ever shipped. */
export const BUILT_IN: Record<LegalKind, LegalVersions> = {
  'privacy-policy': [
    { version: 4, since: '2026-11-26', load: () => import('./texts/privacy-policy-4.ts') },
    { version: 3, since: '2026-11-23', load: () => import('./texts/privacy-policy-3.ts') },
    { version: 2, since: '2026-11-22', load: () => import('./texts/privacy-policy-2.ts') },
    { version: 1, since: '2026-11-21', load: () => import('./texts/privacy-policy-1.ts') },
  ],
  'terms-of-service': [
    { version: 4, since: '2026-11-26', load: () => import('./texts/terms-of-service-4.ts') },
    { version: 3, since: '2026-11-23', load: () => import('./texts/terms-of-service-3.ts') },
    { version: 2, since: '2026-11-22', load: () => import('./texts/terms-of-service-2.ts') },
    { version: 1, since: '2026-11-21', load: () => import('./texts/terms-of-service-1.ts') },
  ],
};
