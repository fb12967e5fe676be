import type { IncomingMessage } from 'node:http';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { GraphQLError, GraphQLSchema } from 'graphql';
import websocket from '@fastify/websocket';
import mercurius from 'mercurius';
import { byHand } from './by-hand.ts';
import { createContext, type GatewayParts, type Socket } from './context.ts';
import { browserCookie, readTokenCookies, tokenCookies } from './cookies.ts';
import { createSubscriptionJudge, documentProvider, type AllowedDocuments } from './documents.ts';
import { formatErrors } from './errors.ts';
import { errorOfProblem } from './errors.ts';
import { registerFilesProxy } from './files-proxy.ts';
import { createForwarding } from './forwarding.ts';
import { depthLimit, limitRules, tokenLimit } from './limits.ts';
import { isSameOrigin } from './origin.ts';
import { createRefresh } from './refresh.ts';
import { createSchema, schemaFiles } from './schema.ts';
import { createTransport, type LocalCalls, type WatchedCalls } from './transport.ts';
import { createUpgradeJudge, closeSilentSockets, giveCookiesOnUpgrade, tokensOfUpgrade } from './upgrade.ts';

export interface GatewayOptions {
  /** Address of the REST API; a function where it is known only after listening. */
  restUrl: string | (() => string);
  /** Calls the REST API in this process without a socket; absent where the API runs elsewhere. */
  local?: LocalCalls | null;
  /** Traces the calls of the REST API; absent without tracing. */
  watched?: WatchedCalls | null;
  /** The public origin. Cookies are Secure when it is https. */
  publicUrl: () => string;
  /**
   * The API's session secret, so that the API trusts the gateway's forwarding headers; null where it is not known here.
   */
  sessionSecret: string | null;
  /** The person's address behind a web socket upgrade. */
  addressOf: (request: IncomingMessage) => string;
  /** Counts an operation. @throws 429 as a problem, with `extras.retryAfter`, beyond the ceiling */
  mayAsk: (who: { address: string; session: string | null }) => Promise<void>;
  /** The only documents that may run; null in development, which allows any document and introspection. */
  allowedDocuments: AllowedDocuments | null;
}

/** Created once per process; it never changes. */
let schema: GraphQLSchema | undefined;

/**
 * The browser's backend: GraphQL at /graphql (queries and mutations by POST, subscriptions by web socket) and files at
 * /files/, with the session in cookies that scripts cannot read. It has no rights of its own: it calls the REST API
 * with the caller's token.
 */
export async function registerGateway(app: FastifyInstance, options: GatewayOptions): Promise<void> {
  const { publicUrl, allowedDocuments } = options;
  const isProduction = allowedDocuments !== null;
  const transport = createTransport(options.restUrl, options.local, options.watched);
  const parts: GatewayParts = {
    transport,
    refresh: createRefresh(transport, app.log),
    forwarding: createForwarding(options.sessionSecret),
  };
  const ask = (who: Parameters<GatewayOptions['mayAsk']>[0]): Promise<void> =>
    options.mayAsk(who).catch(({ status, detail, extras }: { status: number; detail: string; extras: object }) => {
      throw errorOfProblem(status, { detail, ...extras });
    });
  // Registered here, because the GraphQL plugin would encapsulate its own.
  const verifyClient = createUpgradeJudge(app, parts, options);
  await app.register(websocket, { options: { maxPayload: 64 * 1024, verifyClient } });
  giveCookiesOnUpgrade(app, publicUrl);
  closeSilentSockets(app);
  await app.register(mercurius, {
    schema: (schema ??= createSchema(schemaFiles(), byHand, false)),
    path: '/graphql',
    jit: 1,
    graphiql: false,
    // Requests must be JSON, which no form can send, or an upgrade, whose origin is checked; no page can set this
    // header.
    csrfPrevention: { requiredHeaders: ['sec-websocket-key'] },
    allowBatchedQueries: false,
    queryDepth: depthLimit,
    validationRules: limitRules(isProduction),
    graphql: {
      parseOptions: { maxTokens: tokenLimit },
      // The plugin's types lack `hideSuggestions`, but it passes the options on to graphql-js, which supports it.
      validateOptions: { maxErrors: 5, hideSuggestions: isProduction } as { maxErrors: number },
    },
    persistedQueryProvider: documentProvider(allowedDocuments),
    additionalRouteOptions: {
      preHandler: async (request: FastifyRequest, reply: FastifyReply) => {
        if (!isSameOrigin(request.headers, publicUrl())) throw errorOfProblem(403, { detail: 'Not from this site.' });
        // An upgrade is not an operation yet.
        if (request.ws) return;
        await ask({ address: request.ip, session: readTokenCookies(request.headers.cookie).access ?? null }).catch(
          (refused: GraphQLError) => {
            void reply.header('retry-after', String(refused.extensions.retryAfter));
            throw refused;
          },
        );
      },
    },
    context: (request, reply) => {
      return createContext(parts, {
        headers: request.headers,
        address: request.ip,
        log: request.log,
        changed: (pair) => void reply.header('set-cookie', tokenCookies(pair, publicUrl().startsWith('https:'))),
        keepBrowser: (secret) =>
          void reply.header('set-cookie', browserCookie(secret, publicUrl().startsWith('https:'))),
      });
    },
    errorFormatter: (execution, context) => formatErrors(execution, context.app.log, isProduction),
    subscription: {
      keepAlive: 30_000,
      context: (socket: unknown, request: FastifyRequest) =>
        createContext(parts, {
          headers: request.headers,
          address: request.ip,
          log: request.log,
          socket: socket as Socket,
          brought: tokensOfUpgrade(request.raw),
          // Too late for cookies: a session that ends now ends the subscription.
          changed: () => {},
        }),
    },
  });

  const judge = createSubscriptionJudge(allowedDocuments);
  app.graphql.addHook('preSubscriptionExecution', async (graphql, document, context) => {
    await ask({ address: context.forwarded['x-forwarded-for'] ?? '', session: null });
    return judge(graphql, document);
  });
  registerFilesProxy(app, parts, publicUrl);
  app.addHook('onClose', async () => await transport.close());
}
