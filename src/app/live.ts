import { EVERYTHING, type Change, type LiveSource } from '#src/views/ui/live-context.ts';
import { CHANGES } from './session-documents.ts';

const isSignedOut = (refusals: unknown): boolean =>
  Array.isArray(refusals) &&
  (refusals as { extensions?: { code?: unknown } }[]).some(({ extensions }) => extensions?.code === 'UNAUTHENTICATED');

/** Longer than changes are kept, and still a GraphQL integer. */
const LONGEST_MS = 1e9;

/**
 * One subscription for the whole page, opened with the first listener and closed with the last. It tells what has
 * changed since it was opened, however long connecting took, so that nothing is missed after a page's first reading.
 * After a lost connection it goes on from the last sequence number it saw. With the secret of a chat's link, or of the page of a move, it hears
 * of that, without anybody being signed in. Whose session has ended learns it here, also where nobody does anything.
 */
export function createLive(chat: string | null = null, onSignedOut: () => void = () => {}): LiveSource {
  const listeners = new Set<(change: Change) => void>();
  let last: number | null = null;
  let close: (() => void) | null = null;

  const tell = (change: Change) => [...listeners].forEach((listener) => listener(change));

  function open(): () => void {
    let stopped = false;
    let unsubscribe: (() => void) | undefined;
    const opened = Date.now();
    // One that was left may end after the next has begun.
    const forget = () => {
      if (!stopped) close = null;
    };
    // Read again at every reconnection.
    const payload = {
      query: CHANGES,
      get variables() {
        return { after: last, ageMs: Math.min(Math.max(Date.now() - opened, 0), LONGEST_MS), chat };
      },
    };
    void import('graphql-ws').then(({ createClient }) => {
      if (stopped) return;
      const url = `${location.protocol === 'https:' ? 'wss' : 'ws'}://${location.host}/graphql`;
      const client = createClient({
        url,
        retryAttempts: Number.POSITIVE_INFINITY,
        shouldRetry: () => true,
      });
      // Leaving ends the subscription and, with it, the socket. Disposing of the client would close the socket alone: a
      // subscription that still waits for its connection would then be sent on the closing socket.
      unsubscribe = client.subscribe<{ changes: Change }>(payload, {
        next({ data }) {
          if (!data) return;
          last = data.changes.sequence;
          tell(data.changes);
        },
        // Without live updates everything still works, a reload later; the next listener tries again. What became of a
        // chat whose link is refused is read once more: it says why.
        error(refusals) {
          forget();
          if (!stopped && isSignedOut(refusals)) onSignedOut();
          if (!stopped && chat !== null) tell({ sequence: last ?? 0, noun: EVERYTHING, id: '' });
        },
        complete: forget,
      });
    });
    return () => {
      stopped = true;
      unsubscribe?.();
    };
  }

  return (listener) => {
    listeners.add(listener);
    close ??= open();
    return () => {
      listeners.delete(listener);
      if (listeners.size > 0) return;
      close?.();
      close = null;
    };
  };
}
