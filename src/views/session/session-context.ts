import { createContext, use, useState, useSyncExternalStore } from 'react';
import type { ActorRefFrom, SnapshotFrom } from 'xstate';
import type { sessionMachine } from '#src/machines/session/session.machine.ts';
import type { SessionUser } from '#src/machines/session/session.user.ts';

export type SessionActor = ActorRefFrom<typeof sessionMachine>;
export type SessionSnapshot = SnapshotFrom<typeof sessionMachine>;

/** The one session actor, started by the browser entry and never by a component. */
export const SessionContext = createContext<SessionActor | null>(null);

export function useSession(): SessionActor {
  const actor = use(SessionContext);
  if (!actor) throw new Error('no session above this component');
  return actor;
}

/**
 * One part of the session's state. Uses React's own store hook, because signing in should not load XState's React
 * bindings; so `select` returns a value or a part of the snapshot, never a new object.
 */
export function useSessionState<T>(select: (snapshot: SessionSnapshot) => T): T {
  const session = useSession();
  const [subscribe] = useState(() => (listener: () => void) => {
    const { unsubscribe } = session.subscribe(listener);
    return unsubscribe;
  });
  const selected = () => select(session.getSnapshot());
  return useSyncExternalStore(subscribe, selected, selected);
}

/** The signed-in person. Only for screens after sign-in, where there always is one. */
export function useUser(): SessionUser {
  const user = useSessionState((snapshot) => snapshot.context.user);
  if (!user) throw new Error('nobody is signed in');
  return user;
}
