import { expect as seen } from '@playwright/test';
import type { Page, Request, Route } from '@playwright/test';

/** A document as the code generator writes it: its hash is what travels. */
type Document = { __meta__?: Record<string, unknown> };

export type HeldCalls<Name extends string> = Awaited<ReturnType<typeof holdCalls<Name>>>;

/** Holds what a page of the built product asks by these documents until a case says how it is answered; all else goes through. */
export async function holdCalls<Name extends string>(page: Page, documents: Record<Name, object>) {
  const names = Object.keys(documents) as Name[];
  const hashes = new Map(names.map((name) => [String((documents[name] as Document).__meta__?.hash), name]));
  const held = new Map<Name, Route[]>(names.map((name) => [name, []]));

  const nameOf = (request: Request): Name | undefined => {
    const { extensions } = request.postDataJSON() as { extensions?: { persistedQuery?: { sha256Hash: string } } };
    return hashes.get(extensions?.persistedQuery?.sha256Hash ?? '');
  };
  await page.unrouteAll({ behavior: 'ignoreErrors' });
  await page.route('**/graphql', (route) => {
    const name = nameOf(route.request());
    return name ? void held.get(name)!.push(route) : route.continue();
  });

  const seeHeld = (name: Name) => seen.poll(() => held.get(name)!.length, { message: `${name} is asked`, timeout: 10_000 }).toBe(1);

  return {
    seeHeld,

    /** Lets it through, as it was sent or otherwise filled in, and waits until the page has its answer. */
    async pass(name: Name, change: (variables: Record<string, unknown>) => object = (variables) => variables): Promise<void> {
      await seeHeld(name);
      const route = held.get(name)!.shift()!;
      const request = route.request();
      const body = request.postDataJSON() as { variables: Record<string, unknown> };
      const answered = page.waitForResponse((response) => response.request() === request);
      await route.continue({ postData: JSON.stringify({ ...body, variables: change(body.variables) }) });
      await answered;
    },

    /** As if there were no server. */
    async cutOff(name: Name): Promise<void> {
      await seeHeld(name);
      await held.get(name)!.shift()!.abort();
    },
  };
}
