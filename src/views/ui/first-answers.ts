import type { TypedDocumentNode } from '@graphql-typed-document-node/core';

/** A query as the gateway knows it: by its hash. */
export interface Question {
  sha256Hash: string;
  variables: unknown;
}

/** The gateway's response. */
export interface Answer<Data = unknown> {
  data?: Data | null;
  errors?: unknown[];
}

/** Responses by the JSON text of their question. */
export type FirstAnswers = Readonly<Record<string, Answer>>;

/** Statuses that refuse a link: it is wrong, expired, or was revoked; or it has already done its work. */
export const DEAD = [400, 404, 410, 422];

/** The id of the element with the responses that the server included in the page. */
export const FIRST_ANSWERS = 'first-answers';

/**
 * How to find a response that is known before anything is requested. In a browser, those are the responses included in
 * the page, as long as what the server rendered of them is shown; when the server renders, those that it has by then.
 */
export const firstAnswers = {
  of(question: Question): Answer | null {
    const served = globalThis.document?.getElementById(FIRST_ANSWERS)?.textContent;
    return (JSON.parse(served ?? '{}') as FirstAnswers)[JSON.stringify(question)] ?? null;
  },
};

/** What is already known when a page is rendered for the first time; null: it has to be requested. */
export function firstAnswer<Data, Variables>(
  document: TypedDocumentNode<Data, Variables>,
  variables: Variables,
): Answer<Data> | null {
  const sha256Hash = (document as { __meta__?: { hash?: string } }).__meta__?.hash ?? '';
  return firstAnswers.of({ sha256Hash, variables }) as Answer<Data> | null;
}
