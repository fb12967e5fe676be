import type { Page } from '@playwright/test';
import { seen } from '#tests/platform/seen.ts';
import { isCallOf } from '#tests/platform/documents.ts';
import { holdRoutes } from './held-routes.ts';

export type HeldCalls<Name extends string> = Awaited<ReturnType<typeof holdCalls<Name>>>;

/** Holds what a page asks by these GraphQL documents until a case says how it is answered; all else goes through. */
export async function holdCalls<Name extends string>(page: Page, documents: Record<Name, object>) {
  const named = Object.entries<object>(documents) as [Name, object][];
  // The page of a person who is signed in has served other cases.
  await page.unrouteAll({ behavior: 'ignoreErrors' });
  const held = await holdRoutes(
    page,
    '**/graphql',
    (request) => named.find(([, document]) => isCallOf(request, document))?.[0] ?? null,
  );

  return {
    seeHeld: (name: Name) =>
      seen.poll(() => held.isHeld(name), { message: `"${name}" is asked`, timeout: 10_000 }).toBe(true),

    /** Lets it through, as it was sent or otherwise filled in, and waits until the page has its answer. */
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
