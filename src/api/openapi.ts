import swagger from '@fastify/swagger';
import type { FastifyContextConfig, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { API_PREFIX, registerApi } from './api.ts';
import { withComponents } from './contract-components.ts';
import { createHttp } from './http/http.ts';
import { formSchema } from './http/multipart.ts';
import type { ApiParts } from './parts.ts';

/**
 * Publishes the contract of the API at `openapi.json`, if it is public. Must be registered before the routes that it
 * describes.
 */
export async function registerContract(app: FastifyInstance, { isPublic }: { isPublic: boolean }): Promise<void> {
  await app.register(swagger, {
    openapi: {
      openapi: '3.1.0',
      info: {
        title: 'Lead platform',
        version: '1.0.0',
        description:
          'Money is integer US cents; dates are YYYY-MM-DD; instants UTC ISO 8601. Failures are RFC 9457 problems.',
      },
      components: { securitySchemes: { bearer: { type: 'http', scheme: 'bearer' } } },
      security: [{ bearer: [] }],
    },
    // Forms are parsed by the handler, not by Fastify, so their schema is in the configuration of the route.
    transform: ({ schema, url, route }) => {
      const { form, json } = (route.config ?? {}) as FastifyContextConfig;
      if (!form) return { schema, url };
      const content = {
        ...(json ? { 'application/json': { schema: json } } : {}),
        'multipart/form-data': { schema: formSchema(form) },
      };
      return { schema: { ...schema, body: { content } }, url };
    },
  });
  if (!isPublic) return;
  app.get(`${API_PREFIX}/openapi.json`, { schema: { hide: true } }, async () => contractOf(app));
  registerDocs(app);
}

/**
 * The same as interactive documentation, at `/api/docs`: by a server of its own, which is loaded when somebody opens it.
 */
function registerDocs(app: FastifyInstance): void {
  let opened: Promise<FastifyInstance> | undefined;
  app.get(DOCS, { schema: { hide: true } }, answer);
  app.get(`${DOCS}/*`, { schema: { hide: true } }, answer);
  app.addHook('onClose', async () => (await opened)?.close());

  async function answer(request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
    const docs = await (opened ??= openDocs(app));
    const { statusCode, headers, rawPayload } = await docs.inject({ method: 'GET', url: request.url });
    return reply.code(statusCode).headers(headers).send(rawPayload);
  }
}

const DOCS = '/api/docs';

async function openDocs(app: FastifyInstance): Promise<FastifyInstance> {
  const { default: swaggerUi } = await import('@fastify/swagger-ui');
  const docs = createHttp(app.log);
  // The pages are made of the contract of `app`; this only has to be there.
  await docs.register(swagger);
  await docs.register(swaggerUi, {
    routePrefix: DOCS,
    theme: { title: 'REST API', favicon: [] },
    // Hides the bar in which any URL can be entered.
    uiConfig: {
      layout: 'BaseLayout',
      docExpansion: 'none',
      defaultModelsExpandDepth: 0,
      filter: true,
      tryItOutEnabled: true,
    },
    staticCSP: DOCS_POLICY,
    transformSpecification: () => contractOf(app),
    transformSpecificationClone: false,
  });
  await docs.ready();
  return docs;
}

/** Like that of the product's own pages: nothing from other origins, nothing inline. */
const DOCS_POLICY = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "img-src 'self' data:",
  "font-src 'self'",
  "connect-src 'self'",
  "base-uri 'none'",
  "form-action 'self'",
  "frame-ancestors 'none'",
].join('; ');

/** The contract of the routes, with each named schema defined once. */
function contractOf(app: FastifyInstance): object {
  const document = app.swagger();
  const { paths, schemas } = withComponents(document.paths ?? {});
  const components = 'components' in document ? document.components : {};
  return { ...document, paths, components: { ...components, schemas } };
}

/** The contract without a running system, for the check of the gateway's schema and for tests. */
export async function openApiDocument(): Promise<object> {
  const app = createHttp(false, { isEager: true });
  await registerContract(app, { isPublic: false });
  const none = new Proxy({}, { get: (_, name) => (name === 'kysely' ? none : undefined) });
  const parts = new Proxy({} as ApiParts, {
    get: (_, name) =>
      name === 'sessionSecret'
        ? 'x'.repeat(32)
        : name === 'ceilingFactor'
          ? 1
          : name === 'now'
            ? () => new Date()
            : none,
  });
  await registerApi(app, parts);
  await app.ready();
  const document = contractOf(app);
  await app.close();
  return document;
}
