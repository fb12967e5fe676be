import type { Page, Request, Route } from '@playwright/test';

export type HeldRoutes = Awaited<ReturnType<typeof holdRoutes>>;

const PATIENCE_MS = 10_000;

/**
 * Holds the requests of a page that get a name here, until a test takes the newest of that name and decides on the
 * response.
 */
export async function holdRoutes(page: Page, pattern: string, nameOf: (request: Request) => string | null) {
  const held = new Map<string, Route>();
  const waiting = new Map<string, () => void>();
  await page.route(pattern, (route) => {
    const name = nameOf(route.request());
    if (name === null) return route.fallback();
    held.set(name, route);
    waiting.get(name)?.();
  });
  page.on('requestfailed', (request) => {
    for (const [name, route] of held) if (route.request() === request) held.delete(name);
  });

  /** Resolves as soon as it is requested. */
  async function come(name: string): Promise<Route> {
    if (!held.has(name)) {
      const { promise, resolve, reject } = Promise.withResolvers<void>();
      waiting.set(name, resolve);
      const timer = setTimeout(() => reject(new Error(`The page did not ask for "${name}".`)), PATIENCE_MS);
      await promise.finally(() => {
        clearTimeout(timer);
        waiting.delete(name);
      });
    }
    return held.get(name)!;
  }

  return {
    isHeld: (name: string): boolean => held.has(name),
    come,

    async take(name: string): Promise<Route> {
      const route = await come(name);
      held.delete(name);
      return route;
    },
  };
}
