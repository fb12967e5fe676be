import { seen } from '#tests/platform/seen.ts';
import type { Page, Route } from '@playwright/test';

export type HeldRequests = Awaited<ReturnType<typeof holdRequests>>;

interface Sent {
  query?: string;
  variables: object;
}

/**
 * Holds a page's requests with these GraphQL documents until a test decides on the response, so that every state in
 * between can be checked.
 */
export async function holdRequests(page: Page, url: string, documents: readonly string[]) {
  /** The latest pending request of each document. */
  const held = new Map<string, Route>();
  await page.route('**/graphql', (route) => {
    const { query } = route.request().postDataJSON() as Sent;
    return query !== undefined && documents.includes(query) ? void held.set(query, route) : route.continue();
  });
  page.on('requestfailed', (request) => {
    for (const [query, route] of held) if (route.request() === request) held.delete(query);
  });

  /** Takes the pending request; a later one replaces an earlier one that was given up. */
  async function waiting(document: string): Promise<Route> {
    await seen.poll(() => held.has(document)).toBe(true);
    const route = held.get(document)!;
    held.delete(document);
    return route;
  }

  return {
    isHeld: (document: string): boolean => held.has(document),
    isAnythingHeld: (): boolean => held.size > 0,

    /** Lets it through with the current cookies, applying the given changes. */
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
