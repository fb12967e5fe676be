import type { Page } from '@playwright/test';
import { seen } from '#tests/platform/seen.ts';
import { isCallOf } from '#tests/platform/documents.ts';
import { holdRoutes } from './held-routes.ts';

export type HeldCalls<Name extends string> = Awaited<ReturnType<typeof holdCalls<Name>>>;

/**
 * Holds a page's requests with these GraphQL documents until a case decides on the response; everything else goes
 * through.
 */
export async function holdCalls<Name extends string>(page: Page, documents: Record<Name, object>) {
  const named = Object.entries<object>(documents) as [Name, object][];
  // A signed-in person's page was used by other cases before.
  await page.unrouteAll({ behavior: 'ignoreErrors' });
  const held = await holdRoutes(
    page,
    '**/graphql',
    (request) => named.find(([, document]) => isCallOf(request, document))?.[0] ?? null,
  );

  return {
    seeHeld: (name: Name) =>
      seen.poll(() => held.isHeld(name), { message: `"${name}" is asked`, timeout: 10_000 }).toBe(true),

    /** Lets it through, unchanged or with other values, and waits until the page has its response. */
    async pass(
      name: Name,
      change: (variables: Record<string, unknown>) => object = (variables) => variables,
    ): Promise<void> {
      const route = await held.take(name);
      const request = route.request();
      const body = request.postDataJSON() as { variables: Record<string, unknown> };
      const answered = page.waitForResponse((response) => response.request() === request);
      await route.continue({ postData: JSON.stringify({ ...body, variables: change(body.variables) }) });
      await answered;
    },

    /** As if there were no server. */
    cutOff: async (name: Name): Promise<void> => (await held.take(name)).abort(),
  };
}
