import type { Page, Request, Response } from '@playwright/test';

/** The code generator stores in each document the hash by which it is sent. */
export const hashOf = (document: object): string => (document as { __meta__: { hash: string } }).__meta__.hash;

/** Whether a request of a page is for this GraphQL document. */
export const isCallOf = (request: Request, document: object): boolean =>
  request.postData()?.includes(hashOf(document)) === true;

/**
 * The next response for a GraphQL document. Other responses are not read: they are gone if the page has navigated
 * since.
 */
export const answerTo = (page: Page, document: object): Promise<Response> =>
  page.waitForResponse((response) => isCallOf(response.request(), document));
