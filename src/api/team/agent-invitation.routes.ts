import { Type } from 'typebox';
import { NewPassword, TokenQuery } from '#src/api/account/account.schemas.ts';
import { inTransaction } from '#src/api/database/write.ts';
import { createClientAddress } from '#src/api/http/client-address.ts';
import type { Api } from '#src/api/http/http.ts';
import { Instant, Name, Strict, problems } from '#src/api/http/schemas.ts';
import type { ApiParts } from '#src/api/parts.ts';
import { createRefreshTokens } from '#src/api/session/refresh-tokens.ts';
import { TokensAnswer } from '#src/api/session/session-schemas.ts';
import { createTokens } from '#src/api/session/tokens.ts';
import { acceptAgentInvitation, decodeAgentInvitation } from './agent-invitation.ts';

const ShortText = Type.String({ maxLength: 254 });

/** What the link of an agent's invitation opens. */
export function agentInvitationRoutes(app: Api, parts: ApiParts): void {
  const refreshTokens = createRefreshTokens(createTokens(parts), parts.now);
  const clientAddress = createClientAddress(parts.sessionSecret);

  app.get(
    '/agent/invitation',
    {
      schema: {
        summary: 'The invitation behind a link; reading it spends nothing',
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
    },
    async (request, reply) => {
      void reply.header('cache-control', 'no-store');
      return decodeAgentInvitation(parts.database.kysely, parts, request.query.token);
    },
  );

  app.post(
    '/agent/invitation',
    {
      schema: {
        summary: 'Accepts an invitation, and signs in',
        querystring: TokenQuery,
        body: Strict({ name: Name(120), password: NewPassword }),
        response: { 201: TokensAnswer, ...problems },
      },
    },
    async (request, reply) => {
      const device = { address: clientAddress(request), userAgent: request.headers['user-agent'] ?? null };
      const { token } = request.query;
      const pair = await inTransaction(parts.database, async (tx) =>
        refreshTokens.issue(tx, await acceptAgentInvitation(tx, parts, { token, ...request.body }), device),
      );
      void reply.code(201).header('cache-control', 'no-store');
      return pair;
    },
  );
}
