import { seen } from '#tests/platform/seen.ts';
import type { Page, Route } from '@playwright/test';

export type HeldRequests = Awaited<ReturnType<typeof holdRequests>>;

interface Sent {
  query?: string;
  variables: object;
}

/** Holds what a page asks by these GraphQL documents until a test says how it is answered: every state in between can be looked at. */
export async function holdRequests(page: Page, url: string, documents: readonly string[]) {
  /** The latest request of each document that waits for its answer. */
  const held = new Map<string, Route>();
  await page.route('**/graphql', (route) => {
    const { query } = route.request().postDataJSON() as Sent;
    return query !== undefined && documents.includes(query) ? void held.set(query, route) : route.continue();
  });
  page.on('requestfailed', (request) => {
    for (const [query, route] of held) if (route.request() === request) held.delete(query);
  });

  /** Takes the request that waits; a later one replaces an earlier that was given up. */
  async function waiting(document: string): Promise<Route> {
    await seen.poll(() => held.has(document)).toBe(true);
    const route = held.get(document)!;
    held.delete(document);
    return route;
  }

  return {
    isHeld: (document: string): boolean => held.has(document),
    isAnythingHeld: (): boolean => held.size > 0,

    /** Lets it through, with the cookies of now, and changes on the way what is given. */
    async pass(document: string, change: { variables?: object; body?: (text: string) => string } = {}): Promise<void> {
      const route = await waiting(document);
      const { query, variables } = route.request().postDataJSON() as Sent;
      const headers = { 'x-requested-with': 'lead-platform', origin: new URL(url).origin };
      const response = await page.request.post(route.request().url(), {
        headers,
        data: { query, variables: { ...variables, ...change.variables } },
      });
      const text = await response.text();
      await route.fulfill({ response, body: change.body ? change.body(text) : text });
    },

    /** As if there were no server. */
    cutOff: async (document: string): Promise<void> => (await waiting(document)).abort(),
  };
}
