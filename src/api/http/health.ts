import type { FastifyInstance } from 'fastify';
import { createHash, timingSafeEqual } from 'node:crypto';
import { Registry, Histogram, collectDefaultMetrics } from 'prom-client';
import type { Database } from '#src/api/database/database.ts';
import { registerProductMetrics } from './product-metrics.ts';

/**
 * /healthz: the process is alive. /readyz: it can do its work. /metrics: Prometheus, by route and status, no personal
 * data; for callers with the token, or for everyone where it is public.
 */
export function registerHealth(
  app: FastifyInstance,
  database: Database | null,
  metrics: { token: string | null; isPublic: boolean; dataDir?: string },
): void {
  const registry = new Registry();
  collectDefaultMetrics({ register: registry });
  if (database && metrics.dataDir !== undefined) registerProductMetrics(registry, database, metrics.dataDir);
  const duration = new Histogram({
    name: 'http_request_duration_seconds',
    help: 'Time to answer, by method, route and status',
    labelNames: ['method', 'route', 'status'],
    buckets: [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5],
    registers: [registry],
  });
  app.addHook('onResponse', async (request, reply) => {
    duration.observe(
      { method: request.method, route: request.routeOptions.url ?? 'none', status: reply.statusCode },
      reply.elapsedTime / 1000,
    );
  });
  app.get('/healthz', { schema: { hide: true } }, async () => ({ status: 'alive' }));
  app.get('/readyz', { schema: { hide: true } }, async (_request, reply) => {
    if (!database) return { status: 'ready' };
    try {
      await database.pool.query('select 1');
      return { status: 'ready' };
    } catch {
      return reply.code(503).header('retry-after', 2).send({ status: 'the database does not answer' });
    }
  });
  app.get('/metrics', { schema: { hide: true } }, async (request, reply) => {
    if (metrics.token === null ? !metrics.isPublic : !isBearer(request.headers.authorization, metrics.token))
      return reply.callNotFound();
    return reply.type(registry.contentType).send(await registry.metrics());
  });
}

/** Compares digests, so that timing and length do not reveal how close a guess is. */
export function isBearer(header: string | undefined, token: string): boolean {
  const digest = (text: string): Buffer => createHash('sha256').update(text).digest();
  return timingSafeEqual(digest(header ?? ''), digest(`Bearer ${token}`));
}
