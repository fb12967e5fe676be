import { sql } from 'kysely';
import { Type } from 'typebox';
import type { FastifyRequest } from 'fastify';
import type { Api } from '#src/api/http/http.ts';
import type { ApiParts } from '#src/api/parts.ts';
import { needs } from '#src/api/http/principal.ts';
import { notFound } from '#src/api/http/problem.ts';
import { Instant, Nullable, Strict, Uuid, problems } from '#src/api/http/schemas.ts';
import { inTransaction } from '#src/api/database/write.ts';
import { endSessions, revokeFamily } from './refresh-tokens.ts';
import { roles } from './session-schemas.ts';

const SESSIONS = 200;
const ShortText = Type.String({ maxLength: 300 });
const Session = Type.Object({
  id: Uuid,
  is_current: Type.Boolean(),
  user_agent: Nullable(ShortText),
  address: Nullable(ShortText),
  signed_in_at: Instant,
  last_seen_at: Instant,
});

/** Where a person is signed in, and how to end those sessions remotely. */
export function sessionListRoutes(app: Api, parts: ApiParts): void {
  const { database, now } = parts;
  const own = (request: FastifyRequest) => needs(request, ...roles).accountId;
  const gone = { 204: Type.Null(), ...problems };

  app.get(
    '/account/sessions',
    { schema: { tags: ['session'], response: { 200: Type.Array(Session, { maxItems: SESSIONS }), ...problems } } },
    async (request, reply) => {
      const accountId = own(request);
      void reply.header('cache-control', 'no-store');
      // For each family, the token that has not been replaced, and when its first one was issued.
      const { rows } = await sql<{
        id: string;
        user_agent: string | null;
        address: string | null;
        signed_in_at: string;
        last_seen_at: string;
      }>`
      select token.family_id as id, token.user_agent, token.address, token.created_at as last_seen_at,
             (select min(created_at) from refresh_token first where first.family_id = token.family_id) as signed_in_at
        from refresh_token token
        join account on account.id = token.account_id
       where token.account_id = ${accountId} and token.replaced_at is null and token.revoked_at is null
         and token.expires_at > ${now().toISOString()} and token.created_at >= account.sessions_valid_from
       order by token.family_id = ${request.familyId} desc, token.created_at desc
       limit ${SESSIONS}`.execute(database.kysely);
      return rows.map((row) => ({ ...row, is_current: row.id === request.familyId }));
    },
  );

  app.delete(
    '/account/sessions/:id',
    { schema: { tags: ['session'], summary: 'Ends one session', params: Strict({ id: Uuid }), response: gone } },
    async (request, reply) => {
      const accountId = own(request);
      const { id } = request.params;
      await inTransaction(database, async (tx) => {
        const found = await tx
          .selectFrom('refresh_token')
          .select('id')
          .where('family_id', '=', id)
          .where('account_id', '=', accountId)
          .executeTakeFirst();
        if (!found) throw notFound('session');
        await revokeFamily(tx, id);
      });
      return reply.code(204).send(null);
    },
  );

  app.delete(
    '/account/sessions',
    { schema: { tags: ['session'], summary: 'Ends all sessions, this one too', response: gone } },
    async (request, reply) => {
      const accountId = own(request);
      await inTransaction(database, (tx) => endSessions(tx, accountId));
      return reply.code(204).send(null);
    },
  );
}
