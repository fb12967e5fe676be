import { EnvelopeIcon } from '@heroicons/react/24/outline';
import type { ReactNode } from 'react';
import { HeroLayout } from '#src/views/ui/hero-layout.tsx';
import { useTitle } from '#src/views/ui/use-title.ts';

interface SentPageProps {
  /** What was sent, and what to do with it. */
  children: ReactNode;
  resend: ReactNode;
  below: ReactNode;
}

/** Shown after an email was requested: the next step is in the inbox. */
export function SentPage({ children, resend, below }: SentPageProps) {
  useTitle('Check your inbox');
  return (
    <HeroLayout
      title="Check your inbox"
      below={<div className="flex flex-wrap justify-center gap-x-5 gap-y-2">{below}</div>}
    >
      <div className="-mt-3 space-y-3 text-gray-700 wrap-anywhere">
        {children}
        <p className="flex gap-2 text-gray-600">
          <EnvelopeIcon className="mt-0.5 size-4 shrink-0" aria-hidden />
          It can take a few minutes. Check your spam folder, too.
        </p>
      </div>
      {resend && <div className="mt-6">{resend}</div>}
    </HeroLayout>
  );
}
