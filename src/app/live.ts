import { EVERYTHING, type Change, type LiveSource } from '#src/views/ui/live-context.ts';
import { CHANGES } from './session-documents.ts';

const isSignedOut = (refusals: unknown): boolean =>
  Array.isArray(refusals) &&
  (refusals as { extensions?: { code?: unknown } }[]).some(({ extensions }) => extensions?.code === 'UNAUTHENTICATED');

/** Longer than changes are kept, but still a valid GraphQL integer. */
const LONGEST_MS = 1e9;

/**
 * One subscription for the whole page, opened with the first listener and closed with the last. It reports every change
 * since it was opened, however long connecting took, so nothing is missed after the page's first load. After a lost
 * connection it resumes from the last sequence number. With the secret of a chat link or a client page, it receives
 * those changes without a session. A session that has ended is also detected here, even when the person is idle.
 *
 * @param since called when it is opened: from when on it reports changes, in whole milliseconds since 1970
 */
export function createLive(
  chat: string | null = null,
  onSignedOut: () => void = () => {},
  since = Date.now,
): LiveSource {
  const listeners = new Set<(change: Change) => void>();
  let last: number | null = null;
  let close: (() => void) | null = null;

  const tell = (change: Change) => [...listeners].forEach((listener) => listener(change));

  function open(): () => void {
    let stopped = false;
    let unsubscribe: (() => void) | undefined;
    const opened = since();
    // The previous subscription may end after the next one has started.
    const forget = () => {
      if (!stopped) close = null;
    };
    // Read again on every reconnection.
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
      // Unsubscribing ends the subscription and, with it, the socket. Disposing of the client would close only the
      // socket, and a subscription still waiting for its connection would then be sent on the closing socket.
      unsubscribe = client.subscribe<{ changes: Change }>(payload, {
        next({ data }) {
          if (!data) return;
          last = data.changes.sequence;
          tell(data.changes);
        },
        // Without live updates everything still works after a reload; the next listener tries again. If a chat link is
        // refused, the chat is loaded once more, because its response explains why.
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
