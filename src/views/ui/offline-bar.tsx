import { useOffline } from './use-offline.ts';

/** A warning at the top of a page that looks live but is offline; it stays while the page scrolls. `instead`: a more specific message of the page. */
export function OfflineBar({ instead }: { instead?: string | null | undefined }) {
  const isOffline = useOffline();
  return (
    <p
      role="status"
      className="sticky top-(--top,0px) z-20 bg-amber-50 px-4 text-center text-amber-900 not-empty:py-1.5"
    >
      {instead ?? (isOffline && 'You’re offline. What you see may be out of date.')}
    </p>
  );
}
