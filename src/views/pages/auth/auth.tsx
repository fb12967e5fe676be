import type { Platform } from '#src/machines/session/session.user.ts';
import type { PortalProps } from '#src/views/routes.ts';
import Login from './login.tsx';

/** The doors of the platform. The route table gives sign-in its platform. */
export default function Auth({ params }: PortalProps<'auth'>) {
  return <Login key={params.platform} platform={params.platform as Platform} />;
}
