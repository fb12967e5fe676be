import { readFileSync } from 'node:fs';
import type { IncomingHttpHeaders } from 'node:http';
import { join } from 'node:path';
import fastifyStatic from '@fastify/static';
import type { FastifyInstance, FastifyReply } from 'fastify';
import { readTokenCookies } from '#src/gateway/cookies.ts';
import { createForwarding } from '#src/gateway/forwarding.ts';
import { registerBoardApp } from './board-app.ts';
import { createDrawnLinks } from './drawn-link.ts';
import { createFirstPaint } from './first-paint.ts';
import { createPaintFirst } from './paint-first.ts';
import type { Painted } from './paint-first.ts';
import { html, jsonScript } from './html.ts';
import { addressOf, type MapSource, registerTiles } from './map-tiles.ts';
import { createPacked } from './packed.ts';
import { createPlacePages } from './place-pages.ts';
import { createPreloads, laterStyles } from './preloads.ts';
import { sessionAnswer } from './session-answer.ts';
import { createSetupGate } from './setup-gate.ts';
import { isToBeFound, registerPublicFiles, statusOf } from './public-files.ts';

const OWN_PATHS = /^\/(?:api|graphql|files|assets|dev|healthz|readyz|metrics)(?:\/|$|\?)/;
const YEAR = 31_536_000;

interface WebOptions {
  folder: string;
  publicUrl: () => string;
  restUrl: () => string;
  /** The API's session secret; null where it is not known here. */
  sessionSecret: string | null;
  /** Whether cards are entered in Stripe's own frames. */
  hasStripe: boolean;
  /** Streets for the maps; null: maps without streets. */
  map: MapSource | null;
  /** What the sign-in page of a demonstration offers (views/pages/auth/demo-offer.ts); null elsewhere. */
  demo: object | null;
}

/**
 * Pages of agents, except for those invited by the operator's command. Clients' links begin the same way, but there are
 * none before there is an agent.
 */
const AGENTS = /^\/(?:(?:auth\/)?agent-portal(?!\/invitation)(?:[/?]|$)|(?:\?|$))/;

/** Pages where cards are entered, or where the bank verifies the payment. */
const TAKES_CARDS = /^\/(?:subscribe|settings|leads|archive|shop|cart|marketplace|agent-portal\/payment)(?:\/|$|\?)/;

/**
 * Serves the built browser application: hashed assets are cached forever; the page itself is never cached.
 */
export async function registerWeb(app: FastifyInstance, options: WebOptions): Promise<void> {
  const built = readFileSync(join(options.folder, 'index.html'), 'utf8');
  const styled = options.map
    ? built.replace('<html ', () => `<html ${html`data-map-style="${addressOf(options.map!)}"`.text} `)
    : built;
  const page = options.demo
    ? styled.replace(
        '</body>',
        () => `${jsonScript(options.demo, { type: 'application/json', id: 'demo-offer' }).text}</body>`,
      )
    : styled;
  await registerTiles(app, options.map);
  await app.register(fastifyStatic, {
    root: join(options.folder, 'assets'),
    serve: false,
    index: false,
    preCompressed: true,
    setHeaders: (reply) => void reply.header('cache-control', `public, max-age=${YEAR}, immutable`),
  });
  // Not the plugin's own route, which reads the whole folder at each request to compare the case of names.
  app.get<{ Params: { '*': string } }>('/assets/*', (request, reply) => reply.sendFile(request.params['*']));
  // The part of the build's manifest with which an open page detects that it is outdated; the rest would list our
  // sources.
  const scripts = [...page.matchAll(/<script type="module"[^>]* src="([^"]+)"/g)].map(([, src]) => src);
  app.get('/manifest.json', async () => ({ scripts }));
  registerPublicFiles(app, options);
  registerBoardApp(app, options.folder);
  const drawnPages = JSON.parse(readFileSync(join(options.folder, 'drawn-pages.json'), 'utf8')) as Record<
    string,
    string
  >;
  const firstPaint = createFirstPaint({
    page,
    drawnPages,
    publicUrl: options.publicUrl,
    restUrl: options.restUrl,
    forwarded: createForwarding(options.sessionSecret),
  });
  const placePages = createPlacePages({
    page: page.replace('</head>', () => `${laterStyles(options.folder)}</head>`),
    publicUrl: options.publicUrl,
    restUrl: options.restUrl,
    forwarded: createForwarding(options.sessionSecret),
  });
  for (const path of ['/moving-leads', '/moving-leads/:state', '/moving-leads/:state/:city'])
    app.get<{ Params: { state?: string; city?: string } }>(path, async (request, reply) => {
      const { status, page: drawn, retryAfter } = await placePages(request.params, request.ip);
      void reply.code(status).header('cache-control', status === 200 ? 'public, max-age=300' : 'no-store');
      if (retryAfter) void reply.header('retry-after', retryAfter);
      return sendPage(reply, { page: drawn }, options, false);
    });
  const preloads = createPreloads(options.folder, page);
  const paintFirst = createPaintFirst(options.folder);
  const packed = createPacked();
  const drawLink = createDrawnLinks(app, options.folder);
  const isSetUp = createSetupGate(options.restUrl);
  app.get('/*', async (request, reply) => {
    if (OWN_PATHS.test(request.url)) return reply.callNotFound();
    if (AGENTS.test(request.url) && !(await isSetUp())) return reply.redirect('/setup');
    void reply.code(statusOf(request.url));
    if (!isToBeFound(request.url)) void reply.header('x-robots-tag', 'noindex, nofollow');
    // Only real navigation knows who is signed in: the service worker requests a page for everyone without cookies.
    const isVisit = request.headers['sec-fetch-mode'] === 'navigate';
    const isGuest = isVisit && hasNoTokens(request.headers);
    const [first, session] = await Promise.all([
      firstPaint({ url: request.url, address: request.ip, isGuest, drawLink: () => drawLink(request) }),
      isVisit && !isGuest ? sessionAnswer(app, request, reply) : null,
    ]);
    if ('redirect' in first) return reply.redirect(first.redirect, 302);
    const linked = first.page
      .replace('</head>', () => `${preloads(request.url, isGuest)}</head>`)
      .replace('</body>', () => `${session?.text ?? ''}</body>`)
      .replace('<html ', isGuest ? '<html data-guest ' : '<html ');
    const takesCards = options.hasStripe && TAKES_CARDS.test(request.url);
    // The policy is that of the URL that was loaded; the page checks this value for whether it allows entering a card.
    const page = takesCards ? linked.replace('<html ', '<html data-takes-cards ') : linked;
    if (!first.isPainted) return sendPage(reply, { page }, options, takesCards);
    const painted = paintFirst(page);
    if (session || !first.isForEverybody || !acceptsBrotli(request.headers))
      return sendPage(reply, painted, options, takesCards);
    void reply.header('content-encoding', 'br').header('vary', 'accept-encoding');
    return sendPage(reply, { ...painted, page: await packed(painted.page) }, options, takesCards);
  });
}

function hasNoTokens({ cookie }: IncomingHttpHeaders): boolean {
  const { access, refresh } = readTokenCookies(cookie);
  return !access && !refresh;
}

const acceptsBrotli = ({ 'accept-encoding': accepted = '' }: IncomingHttpHeaders): boolean =>
  /\bbr\b/.test(String(accepted));

interface Page extends Partial<Omit<Painted, 'page'>> {
  page: string | Buffer;
}

function sendPage(
  reply: FastifyReply,
  { page, scripts = [], styles = [] }: Page,
  options: WebOptions,
  takesCards: boolean,
): FastifyReply {
  const stripe = takesCards ? ['https://js.stripe.com', 'https://*.js.stripe.com'] : [];
  const asked = [
    options.publicUrl().replace(/^http/, 'ws'),
    ...(takesCards ? ['https://api.stripe.com'] : []),
    ...(options.map && 'origins' in options.map ? options.map.origins : []),
  ];
  const policy = [
    "default-src 'none'",
    ["script-src 'self'", ...scripts, ...stripe].join(' '),
    ...(takesCards ? [['frame-src', ...stripe, 'https://hooks.stripe.com'].join(' ')] : []),
    ["style-src 'self'", ...styles].join(' '),
    "img-src 'self' data: blob:",
    "font-src 'self'",
    ["connect-src 'self'", ...asked].join(' '),
    "manifest-src 'self'",
    "base-uri 'none'",
    "form-action 'self'",
    "frame-ancestors 'none'",
  ].join('; ');
  return reply
    .header('content-security-policy', policy)
    .header('referrer-policy', 'no-referrer')
    .header('permissions-policy', 'camera=(), microphone=(), geolocation=(self)')
    .type('text/html; charset=utf-8')
    .send(page);
}
