import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { access } from '#src/machines/session/access.ts';
import { type Answer, DEAD, type FirstAnswers, type Question } from '#src/views/ui/first-answers.ts';
import { callGateway } from './gateway-call.ts';

/** What `npm run build` makes of src/drawn-pages.tsx. */
interface Drawing {
  drawPage: (
    url: string,
    isPhone: boolean,
    ask: (question: Question) => Promise<Answer | null>,
  ) => Promise<Drawn | { redirect: string } | null>;
}

export interface Drawn {
  markup: string;
  /** What is rendered in it, for the application to begin with. */
  answers: FirstAnswers;
}

/**
 * Renders, with the application's own views, what a guest sees of a page that depends on its URL: mostly a link in an
 * email, opened on a phone. It calls the gateway on behalf of the guest, as the page itself would.
 *
 * @param folder of the built application
 * @returns a function from a request to the page; null: the application has to render it by itself
 */
export function createDrawnLinks(
  app: FastifyInstance,
  folder: string,
): (request: FastifyRequest) => Promise<Drawn | { redirect: string } | null> {
  let drawing: Promise<Drawing> | null = null;
  return async (request) => {
    // Where a guest is redirected depends on the browser, and may come with an explanation.
    const seen = access({ kind: 'guest', lastPlatform: null }, request.url);
    if (!('show' in seen) || (seen.show !== 'not-found' && seen.show.screen === 'marketplace')) return null;
    try {
      // Loaded when somebody opens the first link: a start needs none of it.
      drawing ??= import(pathToFileURL(join(folder, 'drawing/drawn-pages.js')).href) as Promise<Drawing>;
      const { drawPage } = await drawing;
      return await drawPage(request.url, isPhone(request), (question) => ask(app, request, question));
    } catch (err) {
      request.log.warn({ err }, 'a page was left to the application to render');
      return null;
    }
  };
}

/** A refusal of the link is a response like any other; anything else is left to the page, which says what to do. */
async function ask(
  app: FastifyInstance,
  request: FastifyRequest,
  { sha256Hash, variables }: Question,
): Promise<Answer | null> {
  const response = await callGateway(app, request, {
    variables,
    extensions: { persistedQuery: { version: 1, sha256Hash } },
  });
  if (!response) return null;
  const { body } = response;
  const [error] = (body.errors ?? []) as { extensions?: { status?: number } }[];
  return error && !DEAD.includes(error.extensions?.status ?? 0) ? null : body;
}

/** Browsers say so, by a header of their own or in their name. */
const isPhone = ({ headers }: FastifyRequest): boolean =>
  headers['sec-ch-ua-mobile'] === '?1' || /\bMobi/.test(headers['user-agent'] ?? '');
