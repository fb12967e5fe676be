import type { Page, Request, Route } from '@playwright/test';

export type HeldRoutes = Awaited<ReturnType<typeof holdRoutes>>;

const PATIENCE_MS = 10_000;

/** Holds the requests of a page that get a name here, until a test takes the newest of that name and says how it is answered. */
export async function holdRoutes(page: Page, pattern: string, nameOf: (request: Request) => string | null) {
  const held = new Map<string, Route>();
  const waiting = new Map<string, (route: Route) => void>();
  await page.route(pattern, (route) => {
    const name = nameOf(route.request());
    if (name === null) return route.fallback();
    const take = waiting.get(name);
    waiting.delete(name);
    if (take) take(route);
    else held.set(name, route);
  });
  page.on('requestfailed', (request) => {
    for (const [name, route] of held) if (route.request() === request) held.delete(name);
  });

  return {
    isHeld: (name: string): boolean => held.has(name),

    /** As soon as it is asked. */
    async take(name: string): Promise<Route> {
      const route = held.get(name);
      held.delete(name);
      if (route) return route;
      const { promise, resolve, reject } = Promise.withResolvers<Route>();
      waiting.set(name, resolve);
      const timer = setTimeout(() => reject(new Error(`The page did not ask for "${name}".`)), PATIENCE_MS);
      return promise.finally(() => {
        clearTimeout(timer);
        waiting.delete(name);
      });
    },
  };
}
