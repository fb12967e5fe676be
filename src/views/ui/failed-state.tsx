import { ExclamationTriangleIcon } from '@heroicons/react/24/outline';
import { type ReactNode, useEffect, useEffectEvent } from 'react';
import { Button } from './button.tsx';

interface FailedStateProps {
  title: string;
  children?: ReactNode;
  onRetry: () => void;
}

/** A part of a page that could not be loaded, with a button to try again; once back online, it does so by itself. */
export function FailedState({ title, children, onRetry }: FailedStateProps) {
  const retry = useEffectEvent(onRetry);
  // Retries automatically when back online.
  useEffect(() => {
    const again = () => retry();
    addEventListener('online', again);
    return () => removeEventListener('online', again);
  }, []);
  return (
    <div role="alert" className="mx-auto flex max-w-sm flex-col items-center px-4 py-10 text-center">
      <ExclamationTriangleIcon className="size-5 text-amber-700" aria-hidden />
      <p className="mt-3 font-medium">{title}</p>
      {children && <p className="mt-1 text-gray-600">{children}</p>}
      <Button className="mt-4" onClick={onRetry}>
        Try again
      </Button>
    </div>
  );
}
