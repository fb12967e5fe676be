import type { Page, Request, Response } from '@playwright/test';

/** The code generator writes onto a document by what it is called when it travels. */
export const hashOf = (document: object): string => (document as { __meta__: { hash: string } }).__meta__.hash;

/** Whether a page asks by this GraphQL document. */
export const isCallOf = (request: Request, document: object): boolean =>
  request.postData()?.includes(hashOf(document)) === true;

/** The next answer to a GraphQL document. No other answer is read: a page that has navigated since does not have it. */
export const answerTo = (page: Page, document: object): Promise<Response> =>
  page.waitForResponse((response) => isCallOf(response.request(), document));
