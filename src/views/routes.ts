import {
  matchPath,
  type Parameters,
  type Portal,
  type Route,
  routes,
  type ScreenOf,
} from '#src/machines/session/routes.ts';
import { firstStyles, lazy, type LazyComponent } from '#src/views/ui/lazy.tsx';

/** Every portal is one lazily loaded module that contains its screens. The session's table decides who may see what. */
export interface PortalProps<P extends Portal> {
  screen: ScreenOf<P>;
  params: Parameters;
}

type Portals = { [P in Portal]: LazyComponent<PortalProps<P>> };

export const portals: Portals = {
  auth: lazy(() => import('./pages/auth/auth.tsx'), firstStyles),
  'agent-portal': lazy(() => import('./pages/agent-portal/agent-portal.tsx'), firstStyles),
  'load-board': lazy(() => import('./pages/load-board/load-board.tsx')),
  'lead-portal': lazy(() => import('./pages/lead-portal/lead-portal.tsx')),
  client: lazy(() => import('./pages/client/client.tsx')),
  marketplace: lazy(() => import('./pages/marketplace/marketplace.tsx')),
  email: lazy(() => import('./pages/email/email.tsx')),
  setup: lazy(() => import('./pages/setup/setup.tsx')),
  legal: lazy(() => import('./pages/legal/legal.tsx')),
};

/** The portal of a path, so that it can start loading while the session is still being loaded. */
export function portalOf(path: string): Portal | null {
  const found: Route | undefined = routes.find((route) => matchPath(route.path, path));
  return (found?.portal as Portal | undefined) ?? null;
}
