import type { Platform } from '#src/machines/session/session.user.ts';
import type { PortalProps } from '#src/views/routes.ts';
import { loadDoors } from './load-doors.ts';
import Login from './login.tsx';
import { lazy } from '#src/views/ui/lazy.tsx';

const Doors = lazy(loadDoors);

/** The login, which most people come for, and all other pages before sign-in. */
export default function Auth({ screen, params }: PortalProps<'auth'>) {
  return screen === 'login' ? (
    <Login key={params.platform} platform={params.platform as Platform} />
  ) : (
    <Doors screen={screen} params={params} />
  );
}
