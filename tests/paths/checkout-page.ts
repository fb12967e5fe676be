import type { Page } from '@playwright/test';
import {
  CheckoutStateDocument,
  CheckPurchaseDocument,
  PayPurchaseDocument,
  ReleasePurchaseDocument,
  ReserveLeadsDocument,
} from '#src/generated/graphql/graphql.ts';
import { hashOf } from '#tests/platform/documents.ts';
import { holdRoutes } from './held-routes.ts';

/**
 * What the screen of a purchase requests: the field of the response, and the hash by which the gateway knows the
 * document.
 */
const ASKED = {
  purchase: CheckoutStateDocument,
  reserveLeads: ReserveLeadsDocument,
  payPurchase: PayPurchaseDocument,
  checkPurchase: CheckPurchaseDocument,
  releasePurchase: ReleasePurchaseDocument,
};
export type Asked = keyof typeof ASKED;

const HASHES = Object.entries(ASKED).map(([name, document]) => [hashOf(document), name] as const);

interface Body {
  variables: Record<string, unknown>;
}
export interface GatewayAnswer {
  data: Record<string, unknown> | null;
  errors?: { message: string; extensions?: { detail?: string } }[];
}

declare global {
  var tellHeard: () => void;
}

/**
 * Holds the requests of a purchase's screen until a case answers them; when a call here resolves, the page has
 * processed the response.
 */
export async function heldCheckout(page: Page, url: string) {
  let hear = () => {};
  await page.exposeFunction('tellHeard', () => hear());
  await page.addInitScript(
    (hashes: readonly string[]) => {
      const ask = globalThis.fetch.bind(globalThis);
      globalThis.fetch = async (input, init) => {
        if (!hashes.some((hash) => String(init?.body).includes(hash))) return ask(input, init);
        try {
          const response = await ask(input, init);
          const answer: unknown = await response.json();
          return Object.assign(response, { json: async () => answer });
        } finally {
          // After everything that the response triggers at once. To a canceled request there is none.
          if (!init?.signal?.aborted) setTimeout(() => tellHeard());
        }
      };
    },
    HASHES.map(([hash]) => hash),
  );
  const held = await holdRoutes(
    page,
    '**/graphql',
    (request) => HASHES.find(([hash]) => request.postData()?.includes(hash))?.[1] ?? null,
  );

  async function heard(answer: () => Promise<void>): Promise<void> {
    const { promise, resolve } = Promise.withResolvers<void>();
    hear = resolve;
    await answer();
    await promise;
  }
  const send = async (data: object): Promise<GatewayAnswer> => {
    const response = await page.request.post(`${url}/graphql`, {
      headers: { 'x-requested-with': 'lead-platform', origin: new URL(url).origin },
      data,
    });
    return (await response.json()) as GatewayAnswer;
  };

  return {
    isAsked: (name: Asked) => held.isHeld(name),
    /** Resolves as soon as the screen has sent the request. */
    asked: (name: Asked) => held.come(name),

    answer: async (name: Asked, answer: GatewayAnswer): Promise<void> => {
      const route = await held.take(name);
      await heard(() => route.fulfill({ json: answer }));
    },

    /** Lets the server answer, possibly with other variables. @returns its response */
    pass: async (name: Asked, variables: object = {}): Promise<GatewayAnswer> => {
      const route = await held.take(name);
      const body = route.request().postDataJSON() as Body;
      const answer = await send({ ...body, variables: { ...body.variables, ...variables } });
      await heard(() => route.fulfill({ json: answer }));
      return answer;
    },

    /** As if there were no server. */
    cutOff: async (name: Asked): Promise<void> => {
      const route = await held.take(name);
      await heard(() => route.abort());
    },

    /** As another screen would request it now. */
    ask: (name: Asked, token: string): Promise<GatewayAnswer> =>
      send({ variables: { token }, extensions: { persistedQuery: { version: 1, sha256Hash: hashOf(ASKED[name]) } } }),
  };
}

export type HeldCheckout = Awaited<ReturnType<typeof heldCheckout>>;
