import type { ReactNode } from 'react';
import { Link } from 'wouter';
import { hrefs } from '#src/views/hrefs.ts';
import { LegalLinks } from './legal-links.tsx';
import { OfflineBar } from './offline-bar.tsx';
import { Wordmark } from './wordmark.tsx';

interface DefaultLayoutProps {
  /** Where the brand leads to. */
  home?: string;
  /** To the right of the header: links to other pages. */
  aside?: ReactNode;
  /** Sticks to the bottom of the window. */
  bar?: ReactNode;
  children: ReactNode;
}

/** A stand-alone page of the product: the brand above, the terms below. */
export function DefaultLayout({ home = hrefs.start(), aside, bar, children }: DefaultLayoutProps) {
  return (
    <div className="flex min-h-dvh flex-col bg-white">
      <header className="border-b border-gray-200">
        <div className="mx-auto flex min-h-14 w-full max-w-page items-center justify-between gap-4 px-4 sm:px-6">
          <Link href={home} className="rounded-sm">
            <Wordmark />
          </Link>
          {aside}
        </div>
      </header>
      <OfflineBar />
      <main className="mx-auto w-full max-w-page flex-1 px-4 py-6 sm:px-6">{children}</main>
      <footer className="px-4 py-6">
        <LegalLinks />
      </footer>
      {bar}
    </div>
  );
}
