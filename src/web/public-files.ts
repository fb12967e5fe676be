import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { FastifyInstance, FastifyReply } from 'fastify';
import { slugOf } from '#src/machines/place/slug.ts';
import { US_STATES } from '#src/machines/place/us-states.ts';
import { hrefs } from '#src/views/hrefs.ts';
import { matchPath } from '#src/machines/session/routes.ts';
import { access } from '#src/machines/session/access.ts';
import { DAY } from '#src/machines/calendar/durations.ts';
import { root } from '#src/root.ts';

/**
 * Pages that a stranger may reach from a search. All others are private: behind a sign-in, or behind a link in a mail.
 */
export const PUBLIC_PAGES = [
  '/marketplace',
  '/email/marketplace-subscribe',
  '/auth/lead-portal/signup',
  '/auth/load-board/signup',
  '/privacy-policy',
  '/terms-of-service',
] as const;

/**
 * What crawlers have no reason to read. Pages are not listed, because they declare themselves that they must not be
 * indexed.
 */
const NOT_FOR_ROBOTS = ['/api/', '/graphql', '/files/', '/dev/'];

const PATIENCE_MS = 2000;
/** RFC 9116 recommends less than a year; the text is generated per request, so it never expires. */
const CONTACT_DAYS = 180;

interface PublicFiles {
  publicUrl: () => string;
  /** Address of the REST API. */
  restUrl: () => string;
  now?: () => Date;
}

/** Files that programs expect at fixed URLs: robots.txt, a site map, the contact for security issues, an icon. */
export function registerPublicFiles(
  app: FastifyInstance,
  { publicUrl, restUrl, now = () => new Date() }: PublicFiles,
): void {
  const icon = readFileSync(join(root, 'src/views/ui/mark.svg'));
  const send = (reply: FastifyReply, type: string, body: string | Buffer) =>
    reply.header('cache-control', 'public, max-age=3600').type(type).send(body);

  app.get('/robots.txt', async (_request, reply) =>
    send(
      reply,
      'text/plain; charset=utf-8',
      lines(
        'User-agent: *',
        ...NOT_FOR_ROBOTS.map((path) => `Disallow: ${path}`),
        '',
        `Sitemap: ${publicUrl()}/sitemap.xml`,
      ),
    ),
  );

  app.get('/sitemap.xml', async (_request, reply) =>
    send(
      reply,
      'application/xml; charset=utf-8',
      lines(
        '<?xml version="1.0" encoding="UTF-8"?>',
        '<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">',
        ...[...PUBLIC_PAGES, hrefs.market.places(), ...(await placesForSale(restUrl()))].map(
          (path) => `  <url><loc>${escapeXml(publicUrl() + path)}</loc></url>`,
        ),
        '</urlset>',
      ),
    ),
  );

  app.get('/.well-known/security.txt', async (_request, reply) => {
    const contact = await contactOf(restUrl());
    if (contact === '') return reply.code(503).type('text/plain; charset=utf-8').send('Nobody can be named now.\n');
    return send(
      reply,
      'text/plain; charset=utf-8',
      lines(
        `Contact: mailto:${contact}`,
        `Expires: ${new Date(Math.floor((now().getTime() + CONTACT_DAYS * DAY) / DAY) * DAY).toISOString()}`,
        'Preferred-Languages: en',
        `Canonical: ${publicUrl()}/.well-known/security.txt`,
      ),
    );
  });

  // The page names its icon itself; other clients request it here.
  app.get('/favicon.ico', async (_request, reply) => send(reply, 'image/svg+xml', icon));
}

/** The contact for security issues: the brokerage; empty if it has not set one, or the API cannot be reached. */
async function contactOf(restUrl: string): Promise<string> {
  try {
    const answer = await fetch(`${restUrl}/api/frontend/brokerage`, { signal: AbortSignal.timeout(PATIENCE_MS) });
    return ((await answer.json()) as { email: string }).email;
  } catch {
    return '';
  }
}

/**
 * The shop and the page of each state that has something for sale, and of its cities; none if the API cannot be
 * reached.
 */
async function placesForSale(restUrl: string): Promise<string[]> {
  try {
    const answer = await fetch(
      `${restUrl}/api/frontend/shop-lead/states-cities?states=${Object.keys(US_STATES).join(',')}`,
      { signal: AbortSignal.timeout(PATIENCE_MS) },
    );
    const { states } = (await answer.json()) as {
      states: { state: string; name: string; cities: { city: string }[] }[];
    };
    return [
      ...states.map(({ state }) => hrefs.market.leads({ states: state })),
      ...states.flatMap(({ name, cities }) => [
        hrefs.market.places(slugOf(name)),
        ...cities.map(({ city }) => hrefs.market.places(slugOf(name), slugOf(city))),
      ]),
    ];
  } catch {
    return [];
  }
}

/**
 * 404 where the application will show that nothing exists, so that programs notice it, too. @param url path and query
 */
export function statusOf(url: string): 200 | 404 {
  const seen = access({ kind: 'guest', lastPlatform: null }, url);
  return 'show' in seen && seen.show === 'not-found' ? 404 : 200;
}

/** Whether a search engine may show the page. With a token it is private, whichever page it is. */
export function isToBeFound(url: string): boolean {
  const [path = '', query = ''] = url.split('?', 2);
  return PUBLIC_PAGES.some((page) => matchPath(page, path)) && !new URLSearchParams(query).has('token');
}

const lines = (...all: string[]): string => `${all.join('\n')}\n`;
const escapeXml = (text: string): string => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;');
