import type { ReactNode } from 'react';
import { Wordmark } from './wordmark.tsx';

interface HeroLayoutProps {
  title: string;
  /** Above the title: the platform this page belongs to. */
  above?: ReactNode;
  children: ReactNode;
  below?: ReactNode;
}

/** One small task in the middle of a plain page: signing in, confirming, recovering. */
export function HeroLayout({ title, above, children, below }: HeroLayoutProps) {
  return (
    <div className="flex min-h-dvh min-w-0 flex-col bg-gray-50">
      <header className="px-4 py-4 sm:px-6">
        <Wordmark />
      </header>
      <main className="mx-auto flex w-full max-w-104 flex-1 flex-col px-4 pb-16 sm:pt-[8vh]">
        {above}
        <div className="rounded-lg border border-gray-200 bg-white p-5 sm:p-8">
          <h1 className="mb-6 text-lg font-semibold tracking-tight">{title}</h1>
          {children}
        </div>
        {below && <div className="mt-6 text-center text-gray-600">{below}</div>}
      </main>
    </div>
  );
}
