import type { FunctionComponent } from 'react';
import {
  matchPath,
  type Parameters,
  type Portal,
  type Route,
  routes,
  type ScreenOf,
} from '#src/machines/session/routes.ts';
import { firstStyles, lazy } from '#src/views/ui/lazy.tsx';

/** Every portal is one lazily loaded module that contains its screens. The session's table decides who may see what. */
export interface PortalProps<P extends Portal> {
  screen: ScreenOf<P>;
  params: Parameters;
}

type Loaders = { [P in Portal]: () => Promise<{ default: FunctionComponent<PortalProps<P>> }> };
type Portals = { [P in Portal]: FunctionComponent<PortalProps<P>> };

export const loaders: Loaders = {
  auth: () => import('./pages/auth/auth.tsx'),
  'agent-portal': () => import('./pages/agent-portal/agent-portal.tsx'),
  'load-board': () => import('./pages/load-board/load-board.tsx'),
  'lead-portal': () => import('./pages/lead-portal/lead-portal.tsx'),
  client: () => import('./pages/client/client.tsx'),
  marketplace: () => import('./pages/marketplace/marketplace.tsx'),
  email: () => import('./pages/email/email.tsx'),
  setup: () => import('./pages/setup/setup.tsx'),
  legal: () => import('./pages/legal/legal.tsx'),
};

export const portals: Portals = {
  auth: lazy(loaders.auth, firstStyles),
  'agent-portal': lazy(loaders['agent-portal'], firstStyles),
  'load-board': lazy(loaders['load-board']),
  'lead-portal': lazy(loaders['lead-portal']),
  client: lazy(loaders.client),
  marketplace: lazy(loaders.marketplace),
  email: lazy(loaders.email),
  setup: lazy(loaders.setup),
  legal: lazy(loaders.legal),
};

/** The portal of a path, so that it can start loading while the session is still being loaded. */
export function portalOf(path: string): Portal | null {
  const found: Route | undefined = routes.find((route) => matchPath(route.path, path));
  return (found?.portal as Portal | undefined) ?? null;
}
