import { Type } from 'typebox';
import type { FastifyRequest } from 'fastify';
import type { Api } from '#src/api/http/http.ts';
import type { ApiParts } from '#src/api/parts.ts';
import { needs } from '#src/api/http/principal.ts';
import { Email, Instant, Name, Nullable, OneOf, Strict, Uuid, problems } from '#src/api/http/schemas.ts';
import { inTransaction, write } from '#src/api/database/write.ts';
import { createRequestLimits } from '#src/api/session/request-limits.ts';
import { NewPassword, Nothing, TokenQuery, checkNames, normalized } from './account.schemas.ts';
import {
  ASSISTANTS,
  inviteAssistant,
  listAssistants,
  removeAssistant,
  resendInvitation,
} from './assistant.repository.ts';
import type { Mover } from './assistant.repository.ts';
import { acceptInvitation, decodeInvitation } from './invitation.ts';

const ShortText = Type.String({ maxLength: 254 });

const Assistant = Type.Object({
  id: Uuid,
  name: ShortText,
  email: ShortText,
  state: OneOf(['invited', 'active', 'expired']),
  invited_at: Instant,
  expires_at: Nullable(Instant),
  joined_at: Nullable(Instant),
});

/** The assistants of a mover's business: inviting, listing, and removing them. */
export function assistantRoutes(app: Api, parts: ApiParts): void {
  const { kysely } = parts.database;
  const limits = createRequestLimits(parts.database);

  async function moverOf(request: FastifyRequest): Promise<Mover> {
    const { accountId, name } = needs(request, 'mover');
    const { business_id } = await kysely
      .selectFrom('account')
      .select('business_id')
      .where('id', '=', accountId)
      .executeTakeFirstOrThrow();
    return { accountId, name, businessId: business_id! };
  }

  app.get(
    '/user/assistants',
    { schema: { response: { 200: Type.Array(Assistant, { maxItems: ASSISTANTS }), ...problems } } },
    async (request) => listAssistants(kysely, (await moverOf(request)).businessId, parts.now()),
  );

  app.post(
    '/user/invite',
    {
      schema: {
        summary: 'Invites an assistant; the answer is the same for an address that has an account',
        body: Strict({ email: Email, name: Name(120) }),
        response: { 201: Assistant, ...problems },
      },
    },
    async (request, reply) => {
      const mover = await moverOf(request);
      const given = { email: normalized(request.body.email), name: request.body.name };
      checkNames({ name: given.name });
      await limits.member(mover.accountId);
      const mayMail = await limits.mailbox('invitation', given.email);
      void reply.code(201);
      return write(parts.database, request, reply, mover.accountId, (tx) =>
        inviteAssistant(tx, parts, mover, given, mayMail),
      );
    },
  );

  app.post(
    '/user/invite/:id/resend',
    { schema: { params: Strict({ id: Uuid }), response: { 200: Assistant, ...problems } } },
    async (request, reply) => {
      const mover = await moverOf(request);
      await limits.member(mover.accountId);
      return write(parts.database, request, reply, mover.accountId, (tx) =>
        resendInvitation(tx, parts, mover, request.params.id),
      );
    },
  );

  app.delete(
    '/user/delete',
    {
      schema: {
        summary: 'Ends an assistant’s access at once, or takes an invitation back',
        querystring: Strict({ id: Uuid }),
        response: { 204: Type.Null(), ...problems },
      },
    },
    async (request, reply) => {
      const mover = await moverOf(request);
      await write(parts.database, request, reply, mover.accountId, async (tx) => {
        await removeAssistant(tx, parts, mover, request.query.id);
        return null;
      });
      return reply.code(204).send(null);
    },
  );

  app.get(
    '/user/invite-decode',
    {
      schema: {
        querystring: TokenQuery,
        response: {
          200: Type.Object({
            email: ShortText,
            name: ShortText,
            business_name: ShortText,
            invited_by: ShortText,
            expires_at: Instant,
          }),
          ...problems,
        },
      },
      config: { for: 'anyone' },
    },
    async (request, reply) => {
      void reply.header('cache-control', 'no-store');
      return decodeInvitation(kysely, request.query.token, parts.now());
    },
  );

  app.post(
    '/user/signup-assistant',
    {
      schema: {
        summary: 'Accepts an invitation',
        querystring: TokenQuery,
        body: Strict({ password: NewPassword }),
        response: { 201: Nothing, ...problems },
      },
      config: { for: 'anyone' },
    },
    async (request, reply) => {
      await inTransaction(parts.database, (tx) =>
        acceptInvitation(tx, parts, request.query.token, request.body.password),
      );
      void reply.code(201);
      return {};
    },
  );
}
