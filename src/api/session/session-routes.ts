import type { FastifyInstance } from 'fastify';
import type { TypeBoxTypeProvider } from '@fastify/type-provider-typebox';
import { Type } from 'typebox';
import { createClientAddress } from '#src/api/http/client-address.ts';
import { readFields } from '#src/api/http/multipart.ts';
import type { ApiParts } from '#src/api/parts.ts';
import { accounts, needs } from '#src/api/http/principal.ts';
import { problem } from '#src/api/http/problem.ts';
import { problems } from '#src/api/http/schemas.ts';
import { inTransaction } from '#src/api/database/write.ts';
import { attachPrincipal } from './authenticate.ts';
import type { SignInPolicy } from './authenticate.ts';
import { readCurrentUser } from './current-user.ts';
import { acceptForms } from './form-body.ts';
import { portals } from './portals.ts';
import { createRefreshTokens, revokeFamily } from './refresh-tokens.ts';
import { Credentials, CurrentUser, RefreshBody, TokensAnswer } from './session-schemas.ts';
import { signIn } from './sign-in.ts';
import { createThrottle } from './throttle.ts';
import { createTokens } from './tokens.ts';

/**
 * Sign-in, refresh, the current user, and sign-out. Also identifies the caller of every request in `scope`, so it is
 * registered before the other routes.
 */
export function registerSession(
  scope: FastifyInstance,
  parts: Pick<ApiParts, 'database' | 'sessionSecret' | 'now'> & SignInPolicy & { ceilingFactor?: number },
): void {
  const { database, settings, now } = parts;
  const tokens = createTokens(parts);
  const refreshTokens = createRefreshTokens(tokens, now);
  const throttle = createThrottle(database, { factor: parts.ceilingFactor ?? 1 });
  const clientAddress = createClientAddress(parts.sessionSecret);
  attachPrincipal(scope, { tokens, database, settings });

  void scope.register(async (forms) => {
    acceptForms(forms);
    const app = forms.withTypeProvider<TypeBoxTypeProvider>();
    for (const [portal, roles] of Object.entries(portals)) {
      app.post(
        `/${portal}/token`,
        {
          schema: {
            tags: ['session'],
            consumes: ['application/x-www-form-urlencoded', 'multipart/form-data'],
            body: Credentials,
            response: { 200: TokensAnswer, ...problems },
          },
          preValidation: async (request) => {
            if (request.isMultipart()) (request as { body: unknown }).body = await readFields(request, Credentials);
          },
        },
        async (request, reply) => {
          const { username: email, password, code, elsewhere } = request.body;
          const device = { address: clientAddress(request), userAgent: request.headers['user-agent'] ?? null };
          void reply.header('cache-control', 'no-store');
          return await signIn(
            { database, now, sessionSecret: parts.sessionSecret, refreshTokens, throttle },
            { email, password, code, device, roles, elsewhere: elsewhere === 'true' },
          );
        },
      );
    }
  });

  const app = scope.withTypeProvider<TypeBoxTypeProvider>();
  for (const [portal, roles] of Object.entries(portals)) {
    app.post(
      `/${portal}/token/refresh`,
      { schema: { tags: ['session'], body: RefreshBody, response: { 200: TokensAnswer, ...problems } } },
      async (request, reply) => {
        const { refresh_token: token } = request.body;
        const rotation = await inTransaction(database, (tx) => refreshTokens.rotate(tx, token, roles));
        void reply.header('cache-control', 'no-store');
        if ('pair' in rotation) return rotation.pair;
        if (rotation.refused === 'reused') request.log.warn('a refresh token was used again; its session was ended');
        throw problem(401, 'Your session has ended. Please sign in again.');
      },
    );
    app.get(
      `/${portal}/`,
      { schema: { tags: ['session'], response: { 200: CurrentUser, ...problems } }, config: { for: roles } },
      async (request, reply) => {
        const principal = needs(request, ...roles);
        void reply.header('cache-control', 'no-store');
        return await readCurrentUser(database, principal, now());
      },
    );
  }

  app.delete(
    '/session/',
    { schema: { tags: ['session'], response: { 204: Type.Null(), ...problems } }, config: { for: accounts } },
    async (request, reply) => {
      const { familyId } = request;
      if (!familyId) throw problem(401, 'Sign in to continue.');
      await inTransaction(database, (tx) => revokeFamily(tx, familyId));
      return await reply.code(204).send(null);
    },
  );
}
