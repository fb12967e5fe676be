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
  /** Where the REST API is; a function where the address is known only after listening. */
  restUrl: string | (() => string);
  /** The REST API in this process, to be called without a socket; left out where it is elsewhere. */
  local?: LocalCalls | null;
  /** Who watches the calls of the REST API; left out where nobody does. */
  watched?: WatchedCalls | null;
  /** The origin under which people see us. Cookies are Secure when it is https. */
  publicUrl: () => string;
  /** The same as the API's, so that it believes whom we speak for; null where it is not known here. */
  sessionSecret: string | null;
  /** The person's address behind an upgrade to a web socket. */
  addressOf: (request: IncomingMessage) => string;
  /** Counts an operation. @throws 429 in the form of a problem, with `extras.retryAfter`, beyond the ceiling */
  mayAsk: (who: { address: string; session: string | null }) => Promise<void>;
  /** The only documents that are run; null while developing, for any document and introspection. */
  allowedDocuments: AllowedDocuments | null;
}

/** Made once in a process; it does not change. */
let schema: GraphQLSchema | undefined;

/**
 * The backend for the browser: GraphQL at /graphql (queries and mutations by POST, subscriptions by web socket) and
 * files at /files/, with the session in cookies that pages cannot read. It has no rights of its own: everything is
 * asked of the REST API with the caller's token.
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
  // Registered here, because the GraphQL plugin would keep its own to itself.
  const verifyClient = createUpgradeJudge(app, parts, options);
  await app.register(websocket, { options: { maxPayload: 64 * 1024, verifyClient } });
  giveCookiesOnUpgrade(app, publicUrl);
  closeSilentSockets(app);
  await app.register(mercurius, {
    schema: (schema ??= createSchema(schemaFiles(), byHand)),
    path: '/graphql',
    jit: 1,
    graphiql: false,
    // JSON, which no form can send, or an upgrade, whose origin is judged; no page can set this header.
    csrfPrevention: { requiredHeaders: ['sec-websocket-key'] },
    allowBatchedQueries: false,
    queryDepth: depthLimit,
    validationRules: limitRules(isProduction),
    graphql: {
      parseOptions: { maxTokens: tokenLimit },
      // Its types do not know `hideSuggestions` yet; it hands the options on to graphql-js, which does.
      validateOptions: { maxErrors: 5, hideSuggestions: isProduction } as { maxErrors: number },
    },
    persistedQueryProvider: documentProvider(allowedDocuments),
    additionalRouteOptions: {
      preHandler: async (request: FastifyRequest, reply: FastifyReply) => {
        if (!isSameOrigin(request.headers, publicUrl())) throw errorOfProblem(403, { detail: 'Not from this site.' });
        // An upgrade is no operation yet.
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
