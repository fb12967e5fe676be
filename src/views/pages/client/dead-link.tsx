import { LinkIcon } from '@heroicons/react/24/outline';
import type { ReactNode } from 'react';
import { useBrokerage } from '#src/views/brokerage/use-brokerage.ts';
import { LegalLayout } from '#src/views/ui/legal-layout.tsx';
import { CallLink } from '#src/views/ui/call-link.tsx';
import { useTitle } from '#src/views/ui/use-title.ts';

interface DeadLinkProps {
  noun: string;
  /** The server's message, if it has a more specific one. */
  detail: string | null;
  again?: ReactNode;
  /** Whom to contact, if that is not the brokerage. */
  talk?: ReactNode;
}

/** The page of a link that no longer works: possible reasons, and what to do next. */
export function DeadLink({ noun, detail, again, talk }: DeadLinkProps) {
  useTitle('This link no longer works');
  const { brokerage } = useBrokerage();
  return (
    <LegalLayout brokerage={brokerage}>
      <div className="rounded-lg border border-gray-200 bg-white p-5 sm:p-8">
        <span className="mb-4 grid size-9 place-items-center rounded-lg border border-gray-200 text-gray-500">
          <LinkIcon className="size-5" aria-hidden />
        </span>
        <h1 className="text-lg font-semibold tracking-tight">This link no longer works</h1>
        <p className="mt-2 text-gray-600">
          {detail ??
            `There is no ${noun} at this address. Part of the link may be missing. Open the link in our email instead.`}
        </p>
        {again && <div className="mt-6">{again}</div>}
        <p className="mt-6 border-t border-gray-200 pt-3 text-gray-600">
          {talk ??
            (brokerage ? (
              <>
                Prefer to talk? Call {brokerage.name} at <CallLink phone={brokerage.phone} />, or just reply to the
                email that brought you here.
              </>
            ) : (
              'Prefer to talk? Our phone number is in the email that brought you here, or just reply to it.'
            ))}
        </p>
      </div>
    </LegalLayout>
  );
}
