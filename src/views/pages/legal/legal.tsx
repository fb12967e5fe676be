import type { ScreenOf } from '#src/machines/session/routes.ts';
import type { PortalProps } from '#src/views/routes.ts';
import { LegalPage } from './legal-page.tsx';
import type { LegalVersion } from './legal-text.ts';

interface Document {
  title: string;
  /** The newest first. A version that was in effect once stays for ever. */
  versions: readonly [LegalVersion, ...LegalVersion[]];
}

/** Every legal text with all its versions; a screen without one does not compile. */
const documents: Record<ScreenOf<'legal'>, Document> = {
  'privacy-policy': {
    title: 'Privacy policy',
    versions: [
      { version: 2, since: '2026-11-22', load: () => import('./texts/privacy-policy-2.ts') },
      { version: 1, since: '2026-11-21', load: () => import('./texts/privacy-policy-1.ts') },
    ],
  },
  'terms-of-service': {
    title: 'Terms of service',
    versions: [
      { version: 2, since: '2026-11-22', load: () => import('./texts/terms-of-service-2.ts') },
      { version: 1, since: '2026-11-21', load: () => import('./texts/terms-of-service-1.ts') },
    ],
  },
};

export default function Legal({ screen }: PortalProps<'legal'>) {
  return <LegalPage key={screen} {...documents[screen]} />;
}
