import swagger from '@fastify/swagger';
import type { FastifyInstance } from 'fastify';
import { API_PREFIX, registerApi } from './api.ts';
import { createHttp } from './platform/http.ts';
import type { ApiParts } from './platform/parts.ts';

/** Publishes the contract of the API at `openapi.json`. Registered before the routes that it describes. */
export async function registerContract(app: FastifyInstance): Promise<void> {
  await app.register(swagger, {
    openapi: {
      openapi: '3.1.0',
      info: { title: 'Lead platform', version: '1.0.0', description: 'Money is integer US cents; dates are YYYY-MM-DD; instants UTC ISO 8601. Failures are RFC 9457 problems.' },
      components: { securitySchemes: { bearer: { type: 'http', scheme: 'bearer' } } },
      security: [{ bearer: [] }],
    },
  });
  app.get(`${API_PREFIX}/openapi.json`, { schema: { hide: true } }, async () => app.swagger());
}

/** The contract without a running system: for the generated types of the gateway. */
export async function openApiDocument(): Promise<object> {
  const app = createHttp(false, { isEager: true });
  await registerContract(app);
  const none = new Proxy({}, { get: (_, name) => (name === 'kysely' ? none : undefined) });
  const parts = new Proxy({} as ApiParts, { get: (_, name) => (name === 'sessionSecret' ? 'x'.repeat(32) : name === 'now' ? () => new Date() : none) });
  await registerApi(app, parts);
  await app.ready();
  const document = app.swagger();
  await app.close();
  return document;
}
