import type { Resolvers, SessionUser } from '#src/generated/resolvers.ts';
import type { GatewayContext } from './context.ts';
import { codeOf, errorOfProblem } from './errors.ts';
import { portalOfPlatform } from './portals.ts';
import { answer } from './rest-client.ts';
import { portalOf } from './token-claims.ts';
import type { FromRest } from './wire.ts';

/** Wrong credentials, an unconfirmed e-mail, impossible credentials, too many attempts: an answer to the person. */
const refusals = new Set([401, 403, 422, 429]);

export const resolvers: Resolvers = {
  Query: {
    session: (_, __, context) => readSession(context),
  },
  Mutation: {
    async signIn(_, { platform, email, password }, context) {
      const body = new URLSearchParams({ username: email, password }).toString();
      const headers = { ...context.forwarded, 'content-type': 'application/x-www-form-urlencoded' };
      // Not through the client of this request: an older session's token has no part in signing in.
      const { status, text } = await context.transport.call({
        method: 'POST',
        path: `/api/frontend/${portalOfPlatform(platform)}/token`,
        headers,
        body,
      });
      const told: unknown = JSON.parse(text);
      if (status >= 300 && !refusals.has(status)) throw errorOfProblem(status, told);
      if (status >= 300)
        return { ok: false, problem: errorOfProblem(status, told).message, unconfirmed: status === 403 };
      const { access_token: access, refresh_token: refresh } = told as { access_token: string; refresh_token: string };
      context.tokens.replace({ access, refresh });
      return { ok: true, unconfirmed: false, user: await readSession(context) };
    },

    async signOut(_, __, { rest, tokens }) {
      try {
        if (tokens.role() !== undefined) await answer(rest.DELETE('/api/frontend/session/'));
      } catch (error) {
        // Without a session there is nothing to end.
        if (codeOf(error) !== 'UNAUTHENTICATED') throw error;
      } finally {
        // Whatever the API says: who leaves a shared computer is out.
        tokens.replace(null);
      }
      return true;
    },
  },
};

/**
 * The signed-in person; null when nobody is. A session that has ended drops the cookies, and so does half a pair: a
 * refresh token without its access token was left behind by something (specification, section 4).
 */
async function readSession({ rest, tokens, log }: GatewayContext): Promise<FromRest<SessionUser> | null> {
  const portal = portalOf(tokens.role());
  if (!portal && tokens.role() !== undefined)
    log.warn({ role: tokens.role() }, 'a session of an unknown role was ended');
  if (!portal || !tokens.isWhole()) {
    tokens.forget();
    return null;
  }
  try {
    return await answer(rest.GET(`/api/frontend/${portal}/`));
  } catch (error) {
    if (codeOf(error) !== 'UNAUTHENTICATED') throw error;
    tokens.replace(null);
    return null;
  }
}
