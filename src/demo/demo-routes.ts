import type { FastifyInstance } from 'fastify';
import type { ApiParts } from '#src/api/parts.ts';
import { isDemoFilling } from './demo.ts';

/** For the sign-in page, which offers the accounts of a demo once there is something to see. */
export async function demoRoutes(app: FastifyInstance, parts: Pick<ApiParts, 'jobs'>): Promise<void> {
  app.get('/dev/demo.json', { schema: { hide: true } as object }, async () => ({
    is_filling: await isDemoFilling(parts),
  }));
}
