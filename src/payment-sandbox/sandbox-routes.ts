import { cardRoutes } from './sandbox-card-routes.ts';
import { limit, page } from './sandbox-route.ts';
import type { SandboxRoute } from './sandbox-route.ts';
import { subscriptionRoutes } from './sandbox-subscription-routes.ts';

export const sandboxRoutes: readonly SandboxRoute[] = [
  ...cardRoutes,
  ...subscriptionRoutes,
  { method: 'GET', path: 'events/:id', handle: ({ store }, _params, id) => store.get('event', id) },
  {
    method: 'GET',
    path: 'events',
    handle: async ({ store }, params) => page(await store.list('event', {}, limit(params)), 'events'),
  },
];
