import { type ReactNode, useEffect } from 'react';
import { LinkButton } from './button.tsx';
import { ifReachable } from './if-reachable.ts';
import { useRevealed } from './use-revealed.ts';
import { useTitle } from './use-title.ts';
import { Wordmark } from './wordmark.tsx';

interface PageErrorProps {
  /** The HTTP status; omitted if the server was not involved. */
  status?: number;
  title: string;
  children: ReactNode;
  action: ReactNode;
}

/** A full-page error with one way to continue. */
export function PageError({ status, title, children, action }: PageErrorProps) {
  useTitle(title);
  useRevealed();
  return (
    <div className="flex min-h-dvh flex-col bg-white">
      <header className="px-4 py-4 sm:px-6">
        <Wordmark />
      </header>
      <main className="mx-auto w-full max-w-104 flex-1 px-4 pt-[16vh] pb-16">
        <p className="font-medium text-gray-500 tabular-nums">{status}</p>
        <h1 className="mt-1 text-xl font-semibold tracking-tight">{title}</h1>
        <p className="mt-3 mb-6 text-base text-gray-600">{children}</p>
        {action}
      </main>
    </div>
  );
}

function Again({ onClick, label = 'Try again' }: { onClick: () => void; label?: string | undefined }) {
  return (
    <button type="button" className="btn" onClick={onClick}>
      {label}
    </button>
  );
}

export function PageNotFound({ title = 'Page not found' }: { title?: string }) {
  return (
    <PageError status={404} title={title} action={<LinkButton href="/">Go to the home page</LinkButton>}>
      There’s nothing at this address. It may have moved, or the link may be incomplete.
    </PageError>
  );
}

export const unreachableTitle = () => (navigator.onLine ? 'This page could not be loaded' : 'You are offline');
/** A failed import is not requested again, so the page is. */
export const reload = () => void ifReachable(() => location.reload());

/** Part of the application could not be loaded. */
export function PageUnreachable() {
  useEffect(() => {
    addEventListener('online', reload);
    return () => removeEventListener('online', reload);
  }, []);
  return (
    <PageError title={unreachableTitle()} action={<Again onClick={reload} />}>
      Check your connection, then try again. What you saved before is safe.
    </PageError>
  );
}

export function InternalServerError({ onRetry, retryLabel }: { onRetry: () => void; retryLabel?: string }) {
  return (
    <PageError status={500} title="Internal Server Error" action={<Again onClick={onRetry} label={retryLabel} />}>
      This page could not be shown. What you saved before is safe.
    </PageError>
  );
}
