import type { FastifyRequest } from 'fastify';
import type { Api } from '#src/api/http/http.ts';
import { sha256 } from '#src/api/database/ids.ts';
import type { ApiParts } from '#src/api/parts.ts';
import { problem } from '#src/api/http/problem.ts';
import { problems } from '#src/api/http/schemas.ts';
import { inTransaction } from '#src/api/database/write.ts';
import { createRequestLimits } from '#src/api/session/request-limits.ts';
import { takeLead } from './state-lead.intake.ts';
import { IntakeAnswer, IntakeLead } from './state-lead.schemas.ts';

/** Lead providers submit leads with a key that the operator created for them. */
export function intakeRoutes(app: Api, parts: ApiParts): void {
  const limits = createRequestLimits(parts.database);

  app.post(
    '/intake/state-lead',
    {
      schema: {
        summary: 'Hands in a lead; the same external_id again is answered as a duplicate',
        body: IntakeLead,
        response: { 200: IntakeAnswer, 201: IntakeAnswer, ...problems },
      },
    },
    async (request, reply) => {
      const source = await sourceOf(request);
      await limits.provider(source);
      const taken = await inTransaction(parts.database, (tx) => takeLead(tx, parts, source, request.body));
      void reply.code(taken.duplicate ? 200 : 201);
      return taken;
    },
  );

  /** @throws Problem 401 for an unknown or revoked key */
  async function sourceOf(request: FastifyRequest): Promise<string> {
    const key = /^Bearer ([\w-]{20,100})$/.exec(request.headers.authorization ?? '')?.[1];
    const found = key
      ? await parts.database.kysely
          .updateTable('intake_key')
          .set({ last_used_at: parts.now().toISOString() })
          .where('key_hash', '=', sha256(key))
          .where('revoked_at', 'is', null)
          .returning('id')
          .executeTakeFirst()
      : undefined;
    if (!found) throw problem(401, 'The API key is missing, unknown or revoked.');
    return `key:${found.id}`;
  }
}
