import type { ReactNode } from 'react';
import { type Brand, BrandLogo } from './brand-logo.tsx';
import { CallLink } from './call-link.tsx';
import { LegalLinks } from './legal-links.tsx';
import { OfflineBar } from './offline-bar.tsx';
import { Wordmark } from './wordmark.tsx';

interface LegalLayoutProps {
  /**
   * Whose page this is: the brokerage, and how to reach it; null until it is loaded. If omitted, it is the platform's.
   */
  brokerage?: (Brand & { phone?: string | null; email?: string | null }) | null;
  children: ReactNode;
  /** Sticks to the bottom of the window: the next action. */
  bar?: ReactNode;
}

/** Pixels. */
const LOGO_BOX = { width: 200, height: 40 };

/** Pages that clients open by a link, mostly on a phone: one column, larger text, no navigation. */
export function LegalLayout({ brokerage, children, bar }: LegalLayoutProps) {
  return (
    <div className="flex min-h-dvh flex-col bg-gray-50 text-base">
      <header className="border-b border-gray-200 bg-white">
        <div className="mx-auto flex min-h-14 w-full max-w-3xl flex-wrap items-center justify-between gap-x-4 px-4 py-2">
          {brokerage === undefined ? (
            <Wordmark />
          ) : (
            <p className="font-semibold">
              {brokerage?.logo ? (
                <BrandLogo logo={brokerage.logo} name={brokerage.name} box={LOGO_BOX} />
              ) : (
                (brokerage?.name ?? '\u00a0')
              )}
            </p>
          )}
          {brokerage?.phone && (
            <span className="text-sm">
              <CallLink phone={brokerage.phone} />
            </span>
          )}
        </div>
      </header>
      <OfflineBar />
      <main className="mx-auto w-full max-w-3xl flex-1 px-4 py-6 sm:py-10">{children}</main>
      {bar ? (
        <footer className="sticky bottom-0 border-t border-gray-200 bg-white pb-[env(safe-area-inset-bottom)]">
          <div className="mx-auto flex w-full max-w-3xl flex-wrap items-center justify-end gap-3 px-4 py-3">{bar}</div>
        </footer>
      ) : (
        <footer className="px-4 pb-6">
          <LegalLinks />
        </footer>
      )}
    </div>
  );
}
