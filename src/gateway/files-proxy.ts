import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Dispatcher } from 'undici';
import { tokenCookies } from './cookies.ts';
import { createContext, type GatewayContext, type GatewayParts } from './context.ts';
import { errorOfProblem, unavailable } from './errors.ts';
import { authorizationOf } from './forwarding.ts';
import { isSameOrigin } from './origin.ts';

/** A token must not expire during an upload, whose body cannot be sent a second time. */
const secondsNeeded = 30;

const requestHeaders = ['accept', 'content-type', 'content-length', 'idempotency-key', 'range', 'if-none-match'];
const answerHeaders = [
  'accept-ranges',
  'cache-control',
  'content-disposition',
  'content-length',
  'content-range',
  'content-security-policy',
  'content-type',
  'cross-origin-resource-policy',
  'etag',
  'retry-after',
  'x-content-type-options',
];

type Answer = Dispatcher.ResponseData;

/**
 * Maps `/files/…` to the REST API's `/api/frontend/…` for what GraphQL cannot carry: uploads (multipart, with the
 * header X-Requested-With, from our own pages) and downloads (responses that the API marks as files). Both are streamed
 * through; the bearer token comes from the cookie.
 */
export function registerFilesProxy(app: FastifyInstance, parts: GatewayParts, publicUrl: () => string): void {
  void app.register(async (scope) => {
    // Nothing is parsed here: the body is passed on as the caller's stream.
    scope.removeAllContentTypeParsers();
    scope.addContentTypeParser('*', (_request, payload, done) => done(null, payload));
    scope.setErrorHandler((error, request, reply) => {
      request.log.warn({ err: error }, 'a file was not passed on');
      return refuse(reply, 503, unavailable(error).message);
    });

    scope.route({
      method: ['GET', 'HEAD', 'POST', 'PUT', 'PATCH'],
      url: '/files/*',
      // Passed on unchanged, including ranges.
      compress: false,
      handler: async (request, reply) => {
        const context = createContext(parts, {
          headers: request.headers,
          address: request.ip,
          log: request.log,
          changed: (pair) => void reply.header('set-cookie', tokenCookies(pair, publicUrl().startsWith('https:'))),
        });
        const path = restPath(request.raw.url ?? '');
        if (path === null) return refuse(reply, 404, 'There is nothing at this address.');
        const isRead = request.method === 'GET' || request.method === 'HEAD';
        if (!isRead && !isUploadOfOurs(request, publicUrl())) return refuse(reply, 403, 'This upload is not allowed.');
        const answer = isRead ? await download(request, reply, path, context) : await upload(request, path, context);
        const page = answer.statusCode >= 400 && answer.statusCode < 429 ? pageOf(request, answer.statusCode) : null;
        if (page !== null) {
          await discard(answer);
          return await reply.header('cache-control', 'no-store').redirect(page, 303);
        }
        return await passOn(answer, reply, isRead);
      },
    });
  });
}

/** Passes the path on unchanged; null for a path that could resolve to another place than it appears to. */
function restPath(url: string): string | null {
  const [path = '', query] = url.slice('/files'.length).split('?', 2);
  const isPlain = /^(\/[\w%~.-]+)+\/?$/.test(path) && !/(^|\/)(\.|%2e){1,2}(\/|$)|%2f|%5c|%00/i.test(path);
  return isPlain ? `/api/frontend${path}${query === undefined ? '' : `?${query}`}` : null;
}

/** The pages with the links to files that open without a session, by the start of the file's address. */
const PAGES: readonly [start: string, page: (token: string) => string][] = [
  ['/files/shop-lead/details/', (token) => `/marketplace/details?token=${token}`],
  ['/files/shop-lead/orders/', (token) => `/marketplace/orders?token=${token}`],
  ['/files/agent-lead/portal/', (token) => `/move/${token}`],
];

/** The pages with the links to the other files, which ask for a sign-in first if there is no session. */
const PAGES_OF_SESSION: readonly [address: RegExp, page: (leadId: string) => string][] = [
  [/^\/files\/agent-lead\/([\da-f-]{36})\//, (leadId) => `/agent-portal/lead/${leadId}/files`],
  [/^\/files\/carrier\/agent-lead\/([\da-f-]{36})\//, (leadId) => `/load-board/leads/open?load=${leadId}`],
];

/** For a person whose link opens no file: the page that explains it, and how to get another link. */
function pageOf({ method, headers, raw }: FastifyRequest, status: number): string | null {
  if (method !== 'GET' || !/\btext\/html\b/.test(headers.accept ?? '')) return null;
  const [path = '', query = ''] = (raw.url ?? '').split('?', 2);
  const token = encodeURIComponent(new URLSearchParams(query).get('token') ?? '');
  const page = token && PAGES.find(([start]) => path.startsWith(start))?.[1](token);
  if (page) return page;
  for (const [address, pageOfLead] of PAGES_OF_SESSION) {
    const [, leadId] = address.exec(path) ?? [];
    if (leadId) return pageOfLead(leadId);
  }
  return status === 401 ? '/' : null;
}

function isUploadOfOurs({ headers }: FastifyRequest, publicUrl: string): boolean {
  const isMultipart = /^multipart\/form-data\b/i.test(headers['content-type'] ?? '');
  return isMultipart && headers['x-requested-with'] !== undefined && isSameOrigin(headers, publicUrl);
}

async function download(
  request: FastifyRequest,
  reply: FastifyReply,
  path: string,
  context: GatewayContext,
): Promise<Answer> {
  const abort = new AbortController();
  reply.raw.once('close', () => abort.abort());
  const ask = async (bearer: string | null): Promise<Answer> =>
    await context.transport.stream({
      method: request.method,
      path,
      headers: headersFor(request, context, bearer),
      signal: abort.signal,
    });
  const bearer = await context.tokens.bearer();
  const answer = await ask(bearer);
  if (answer.statusCode !== 401 || bearer === null) return answer;
  const renewed = await context.tokens.renewed(bearer);
  if (renewed === null) return answer;
  await discard(answer);
  return await ask(renewed);
}

async function upload(request: FastifyRequest, path: string, context: GatewayContext): Promise<Answer> {
  const bearer = await context.tokens.bearer(secondsNeeded);
  const headers = headersFor(request, context, bearer);
  // If the caller disconnects, the stream fails, and with it the request to the API, which then discards the file.
  return await context.transport.stream({ method: request.method, path, headers, body: request.raw });
}

function headersFor(request: FastifyRequest, context: GatewayContext, bearer: string | null): Record<string, string> {
  const passed = requestHeaders.flatMap((name) => {
    const value = request.headers[name];
    return typeof value === 'string' ? [[name, value]] : [];
  });
  return {
    ...(Object.fromEntries(passed) as Record<string, string>),
    ...context.forwarded,
    ...authorizationOf(bearer),
  };
}

async function passOn(answer: Answer, reply: FastifyReply, isRead: boolean): Promise<FastifyReply> {
  const isFile = answer.headers['content-disposition'] !== undefined || answer.statusCode === 304;
  if (isRead && answer.statusCode < 400 && !isFile) {
    // A response that is not a file may never end, such as live changes.
    answer.body.on('error', () => {}).destroy();
    return refuse(reply, 404, 'There is no file at this address.');
  }
  void reply.code(answer.statusCode);
  for (const name of answerHeaders) {
    const value = answer.headers[name];
    if (value !== undefined) void reply.header(name, value);
  }
  // A response that anyone may cache must not carry one person's tokens.
  if (reply.hasHeader('set-cookie')) void reply.header('cache-control', 'private, no-store');
  return await reply.send(answer.body);
}

/** An unread stream emits its end as an error, which would be unhandled, too. */
async function discard({ body }: Answer): Promise<void> {
  await body.dump({ limit: 64 * 1024 }).catch(() => {});
}

function refuse(reply: FastifyReply, status: number, detail: string): FastifyReply {
  const { extensions } = errorOfProblem(status, { detail });
  return reply
    .code(status)
    .type('application/problem+json')
    .send({ type: 'about:blank', title: extensions.code, status, detail });
}
