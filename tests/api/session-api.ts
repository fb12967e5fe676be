import multipart from '@fastify/multipart';
import type { FastifyInstance, LightMyRequestResponse } from 'fastify';
import { createHttp } from '#src/api/http/http.ts';
import type { Database } from '#src/api/database/database.ts';
import { newId } from '#src/api/database/ids.ts';
import { hashPassword } from '#src/api/session/passwords.ts';
import { registerSession } from '#src/api/session/session-routes.ts';
import type { TokenPair } from '#src/api/session/refresh-tokens.ts';

export const password = 'correct horse battery';
export const sessionSecret = 'a-secret-of-at-least-thirty-two-characters';

/** Only the session part of the REST API, with a clock that tests can move. */
export async function startSessionApi(database: Database) {
  const clock = { offset: 0 };
  const app = createHttp(false);
  await app.register(
    async (scope) => {
      await scope.register(multipart);
      registerSession(scope, {
        database,
        settings: { now: () => ({ requiresTwoFactor: false }) },
        sessionSecret,
        now: () => new Date(Date.now() + clock.offset),
      });
    },
    { prefix: '/api/frontend' },
  );
  await app.ready();
  return { app, clock, ...verbs(app) };
}

function verbs(app: FastifyInstance) {
  return {
    signIn: async (
      portal: string,
      email: string,
      secret: string,
      headers: Record<string, string> = {},
      more: Record<string, string> = {},
    ) =>
      await app.inject({
        method: 'POST',
        url: `/api/frontend/${portal}/token`,
        headers: { 'content-type': 'application/x-www-form-urlencoded', ...headers },
        payload: new URLSearchParams({ username: email, password: secret, ...more }).toString(),
      }),
    refresh: async (portal: string, token: string) =>
      await app.inject({
        method: 'POST',
        url: `/api/frontend/${portal}/token/refresh`,
        payload: { refresh_token: token, token_type: 'bearer' },
      }),
    me: async (portal: string, token: string) =>
      await app.inject({ url: `/api/frontend/${portal}/`, headers: { authorization: `Bearer ${token}` } }),
    signOut: async (token: string) =>
      await app.inject({
        method: 'DELETE',
        url: '/api/frontend/session/',
        headers: { authorization: `Bearer ${token}` },
      }),
  };
}

export const pairOf = (response: LightMyRequestResponse): TokenPair => response.json<TokenPair>();

/** An account with `password`, and its id. */
export async function addAccount(
  { kysely }: Database,
  role: 'mover' | 'assistant' | 'agent' | 'carrier',
  email = `${role}-${newId()}@example.test`,
): Promise<{ id: string; email: string }> {
  const id = newId();
  const password_hash = await hashPassword(password);
  const business_id = role === 'mover' || role === 'assistant' ? newId() : null;
  if (business_id)
    await kysely
      .insertInto('business')
      .values({ id: business_id, name: `The ${role}'s` })
      .execute();
  await kysely
    .insertInto('account')
    .values({
      id,
      role,
      email,
      password_hash,
      name: `The ${role}`,
      business_id,
      email_verified_at: new Date().toISOString(),
    })
    .execute();
  return { id, email };
}
