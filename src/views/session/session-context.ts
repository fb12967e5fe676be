import { useSelector } from '@xstate/react';
import { createContext, use } from 'react';
import type { ActorRefFrom, SnapshotFrom } from 'xstate';
import type { sessionMachine } from '#src/machines/session/session.machine.ts';
import type { SessionUser } from '#src/machines/session/session.user.ts';

export type SessionActor = ActorRefFrom<typeof sessionMachine>;
export type SessionSnapshot = SnapshotFrom<typeof sessionMachine>;

/** The one session actor. It is started by the browser entry, never by a component. */
export const SessionContext = createContext<SessionActor | null>(null);

export function useSession(): SessionActor {
  const actor = use(SessionContext);
  if (!actor) throw new Error('no session above this component');
  return actor;
}

export function useSessionState<T>(select: (snapshot: SessionSnapshot) => T): T {
  return useSelector(useSession(), select);
}

/** The signed-in person. Only for screens behind sign-in, where there is one. */
export function useUser(): SessionUser {
  const user = useSessionState((snapshot) => snapshot.context.user);
  if (!user) throw new Error('nobody is signed in');
  return user;
}
