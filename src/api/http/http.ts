import Fastify from 'fastify';
import { STATUS_CODES, type IncomingMessage, type ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import type {
  FastifyBaseLogger,
  FastifyError,
  FastifyInstance,
  FastifyReply,
  FastifyRequest,
  RawServerDefault,
} from 'fastify';
import type { TypeBoxTypeProvider } from '@fastify/type-provider-typebox';
import { isUnavailable } from '#src/api/database/database.ts';
import { newId } from '#src/api/database/ids.ts';
import { MailAddressRefused } from '#src/api/mail/mail-address.ts';
import { fieldProblem } from './field-sentences.ts';
import { Problem, problem } from './problem.ts';
import { lazyCompilers } from './schema-compilers.ts';
import { type TrustedProxies, trustOf } from './trusted-proxies.ts';

/** The server as routes see it: types of requests and responses come from their schemas. */
export type Api = FastifyInstance<
  RawServerDefault,
  IncomingMessage,
  ServerResponse,
  FastifyBaseLogger,
  TypeBoxTypeProvider
>;

const NOTHING_HERE = 'There is nothing at this address.';
const BODY_LIMIT = 1024 * 1024;

interface HttpOptions {
  isEager?: boolean;
  /** Whose X-Forwarded-For is trusted: addresses and CIDR ranges, or a number of hops. None by default. */
  trustedProxies?: TrustedProxies;
}

/**
 * The HTTP server of every part. Nothing is coerced or dropped silently: AJV refuses unknown fields and wrong types;
 * only path and query parameters, which arrive as text, are converted to the types of their schema. `isEager`: a schema
 * that cannot be compiled fails `ready()`, not the first request that needs it.
 */
export function createHttp(
  log: FastifyBaseLogger | false,
  { isEager = false, trustedProxies = [] }: HttpOptions = {},
): FastifyInstance {
  const server = newId();
  let requests = 0;
  const app = Fastify({
    ...(log ? { loggerInstance: log } : { logger: false }),
    bodyLimit: BODY_LIMIT,
    genReqId: () => `${server}-${++requests}`,
    trustProxy: trustOf(trustedProxies),
    // Browsers keep idle connections open; they must not delay a shutdown.
    forceCloseConnections: 'idle',
    // A malformed URL gets the same response as an unknown one.
    frameworkErrors: (_error, _request, reply) => void nothingHere(reply as FastifyReply),
    clientErrorHandler: refuseUnread,
    routerOptions: { maxParamLength: 200, ignoreTrailingSlash: true },
    ...(isEager ? {} : { schemaController: { compilersFactory: lazyCompilers() } }),
    ajv: {
      customOptions: {
        coerceTypes: false,
        removeAdditional: false,
        allErrors: false,
        useDefaults: true,
        allowUnionTypes: true,
        verbose: true,
      },
    },
  }).withTypeProvider<TypeBoxTypeProvider>();
  closeUnusedConnections(app);
  app.setErrorHandler((error, request, reply) => {
    const failure = toProblem(error as FastifyError, request);
    // A deliberate refusal, such as too much work at once, is not a bug, so no stack is logged.
    if (error instanceof Problem && failure.status >= 500)
      request.log.warn({ status: failure.status, detail: failure.detail }, 'request refused');
    // A client that disconnects breaks its upload; nothing of ours failed.
    else if (failure.status >= 500 && request.raw.socket.destroyed)
      request.log.info({ err: error }, 'the caller went away');
    else if (failure.status >= 500) request.log.error({ err: error }, 'request failed');
    if (failure.extras.retryAfter) reply.header('retry-after', failure.extras.retryAfter);
    return reply.code(failure.status).type('application/problem+json').send(failure.toBody());
  });
  // A call whose fields are all optional can be made without a body, too.
  app.addHook('preValidation', async (request) => {
    const { body } = (request.routeOptions.schema ?? {}) as { body?: { type?: unknown; required?: string[] } };
    if (request.body === undefined && body?.type === 'object' && !body.required?.length) request.body = {};
  });
  // Defaults that a route may override: no caching, and no content sniffing.
  app.addHook('onSend', async (_request, reply) => {
    if (!reply.hasHeader('x-content-type-options')) reply.header('x-content-type-options', 'nosniff');
    if (!reply.hasHeader('cache-control')) reply.header('cache-control', 'no-store');
  });
  app.setNotFoundHandler((_request, reply) => nothingHere(reply));
  return app as FastifyInstance;
}

const IDLE_CHECK_MS = 50;

/**
 * Of the connections that would delay a shutdown, Node closes only those that are idle when it begins. Browsers also
 * open some in advance, and a response that is being sent by then leaves its connection open for the next request.
 */
function closeUnusedConnections(app: FastifyInstance): void {
  const unused = new Set<Socket>();
  app.server.on('connection', (socket) => {
    unused.add(socket);
    socket.once('close', () => unused.delete(socket));
  });
  for (const event of ['request', 'upgrade'])
    app.server.on(event, ({ socket }: IncomingMessage) => unused.delete(socket));
  app.addHook('preClose', async () => {
    for (const socket of unused) socket.destroy();
    if (!app.server.listening) return;
    const closing = setInterval(() => app.server.closeIdleConnections(), IDLE_CHECK_MS);
    app.server.once('close', () => clearInterval(closing));
  });
}

function nothingHere(reply: FastifyReply): FastifyReply {
  return reply.code(404).type('application/problem+json').send(problem(404, NOTHING_HERE).toBody());
}

/** Requests that the HTTP parser cannot read or that are too long: they never reach a hook. */
function refuseUnread(
  error: Error & { code?: string },
  socket: Socket & { _httpMessage?: { headersSent?: boolean } },
): void {
  // The client is gone, or a response is already being sent.
  if (error.code === 'ECONNRESET' || !socket.writable || socket._httpMessage?.headersSent) return void socket.destroy();
  const [status, sentence] = UNREAD[error.code ?? ''] ?? [400, 'The request could not be read.'];
  const body = JSON.stringify(problem(status, sentence).toBody());
  const headers = [
    'content-type: application/problem+json',
    `content-length: ${Buffer.byteLength(body)}`,
    'cache-control: no-store',
    'x-content-type-options: nosniff',
    'connection: close',
  ];
  socket.end(`HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\n${headers.join('\r\n')}\r\n\r\n${body}`);
}

const UNREAD: Readonly<Record<string, readonly [status: number, sentence: string]>> = {
  HPE_HEADER_OVERFLOW: [431, 'The headers of the request are too long.'],
  HPE_CHUNK_EXTENSIONS_OVERFLOW: [413, 'The request is too large.'],
  ERR_HTTP_REQUEST_TIMEOUT: [408, 'The request took too long to arrive.'],
};

function toProblem(error: FastifyError & { code?: string; constraint?: string }, _request: FastifyRequest): Problem {
  if (error instanceof Problem) return error;
  if (error.validation) return validationProblem(error);
  if (error instanceof MailAddressRefused) return problem(422, error.message);
  const unavailable = isUnavailable(error);
  if (unavailable === 'storage')
    return problem(507, 'The storage is full. Nothing was changed; try again later.', { retryAfter: 30 });
  if (unavailable)
    return problem(503, 'The service is not available right now. Nothing was changed; try again in a moment.', {
      retryAfter: 2,
    });
  const code = error.code ?? '';
  // Values that the schema accepts and PostgreSQL cannot store: NUL in text, a date that does not exist.
  if (/^22(P0|0)/.test(code))
    return problem(422, 'A value of the request cannot be stored. Check dates and special characters.');
  if (error.statusCode === 413) return problem(413, 'The request is too large.');
  if (error.statusCode === 415) return problem(415, 'This kind of content is not accepted here.');
  if (error.statusCode && error.statusCode < 500) return problem(error.statusCode, 'The request could not be read.');
  return problem(500, 'Something went wrong on our end. Nothing was changed.');
}

function validationProblem(error: FastifyError): Problem {
  const where = error.validationContext ?? 'body';
  // An invalid ID in a URL is treated like an unknown one.
  if (where === 'params') return problem(404, NOTHING_HERE);
  const found = error.validation!.slice(0, 20).map((one) => {
    const params = one.params as { additionalProperty?: string; missingProperty?: string };
    return fieldProblem(one, params.additionalProperty ?? params.missingProperty, where);
  });
  const [first] = found;
  return problem(where === 'body' ? 422 : 400, first!.detail, {
    errors: found.map(({ field, message }) => ({ field, message })),
  });
}
