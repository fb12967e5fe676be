import multipart from '@fastify/multipart';
import type { FastifyBaseLogger, FastifyInstance } from 'fastify';
import type { Database } from '#src/api/database/database.ts';
import { createHttp } from '#src/api/http/http.ts';
import { registerSession } from '#src/api/session/session-routes.ts';
import { registerGateway, type GatewayOptions } from '#src/gateway/gateway.ts';
import { sessionSecret } from '#tests/api/session-api.ts';

const addressOf = (app: FastifyInstance): string => {
  const address = app.server.address();
  if (address === null || typeof address === 'string') throw new Error('not listening');
  return `http://127.0.0.1:${address.port}`;
};

/** A REST API with the session and whatever else a test adds, on its own port; counts its requests. */
export async function startRest(database: Database, add: (scope: FastifyInstance) => void = () => {}) {
  const clock = { offset: 0 };
  const calls: string[] = [];
  const app = createHttp(false);
  app.addHook('onRequest', async (request) => {
    calls.push(`${request.method} ${request.url}`);
  });
  await app.register(
    async (scope) => {
      await scope.register(multipart);
      registerSession(scope, {
        database,
        settings: { now: () => ({ requiresTwoFactor: false }) },
        sessionSecret,
        now: () => new Date(Date.now() + clock.offset),
      });
      add(scope);
    },
    { prefix: '/api/frontend' },
  );
  await app.listen({ host: '127.0.0.1', port: 0 });
  return { app, clock, calls, url: addressOf(app), close: () => app.close() };
}

/** A gateway in front of `restUrl`, on its own port. */
export async function startGateway(
  restUrl: string,
  options: Partial<GatewayOptions> = {},
  log: FastifyBaseLogger | false = false,
) {
  const app = createHttp(log);
  await registerGateway(app, {
    restUrl,
    publicUrl: () => 'http://localhost:3000',
    sessionSecret,
    allowedDocuments: null,
    mayAsk: async () => {},
    addressOf: ({ socket }) => socket.remoteAddress ?? '',
    ...options,
  });
  await app.listen({ host: '127.0.0.1', port: 0 });
  return { app, url: addressOf(app), close: () => app.close() };
}
