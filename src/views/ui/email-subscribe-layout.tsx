import type { ReactNode } from 'react';
import { HeroLayout } from './hero-layout.tsx';
import { LegalLinks } from './legal-links.tsx';

/** One question about emails, in the middle of a plain page. */
export function EmailSubscribeLayout({ title, children }: { title: string; children: ReactNode }) {
  return (
    <HeroLayout title={title} below={<LegalLinks />}>
      {children}
    </HeroLayout>
  );
}
