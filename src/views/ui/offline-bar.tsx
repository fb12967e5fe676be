import { useOffline } from './use-offline.ts';

/** A warning at the top of a page that looks live but is offline. `instead`: a more specific message of the page. */
export function OfflineBar({ instead }: { instead?: string | null | undefined }) {
  const isOffline = useOffline();
  return (
    <p role="status" className="bg-amber-50 px-4 text-center text-amber-900 not-empty:py-1.5">
      {instead ?? (isOffline && 'You’re offline. What you see may be out of date.')}
    </p>
  );
}
