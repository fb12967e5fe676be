import type { GatewayContext } from './context.ts';
import { codeOf, errorOfProblem } from './errors.ts';
import type { ByHand } from './schema.ts';
import { portalOf } from './session-tokens.ts';

/** Wrong credentials, an unconfirmed email, invalid credentials, too many attempts: shown to the person. */
const refusals = new Set([401, 403, 422, 429]);

type Credentials = { platform: string; email: string; password: string; code?: string | null };

export const resolvers = {
  Query: {
    session: (_, __, context) => readSession(context),
  },
  Mutation: {
    async signIn(_, { platform, email, password, code }: Credentials, context) {
      const credentials = { username: email, password, ...(code ? { code } : {}), elsewhere: 'true' };
      const form = new URLSearchParams(credentials).toString();
      const headers = { ...context.forwarded, 'content-type': 'application/x-www-form-urlencoded' };
      // Not through this request's REST client: the token of an earlier session must play no part in signing in.
      const { status, body: told } = await context.transport.call({
        method: 'POST',
        path: `/api/frontend/${platform}/token`,
        headers,
        body: form,
      });
      if (status >= 300 && !refusals.has(status)) throw errorOfProblem(status, told);
      if (status >= 300) {
        const { state } = told as { state?: string };
        const { message } = errorOfProblem(status, told);
        return {
          ok: false,
          problem: message,
          unconfirmed: state === 'email-unconfirmed',
          code_required: state === 'code-required' || state === 'code-wrong',
        };
      }
      const { access_token: access, refresh_token: refresh } = told as { access_token: string; refresh_token: string };
      context.tokens.replace({ access, refresh });
      return { ok: true, unconfirmed: false, code_required: false, user: await readSession(context) };
    },

    /** Replaces any previous session in this browser. */
    async acceptAgentInvitation(_, { token, name, password }: Record<'token' | 'name' | 'password', string>, context) {
      const { status, body: told } = await context.transport.call({
        method: 'POST',
        path: `/api/frontend/agent/invitation?token=${encodeURIComponent(token)}`,
        headers: { ...context.forwarded, 'content-type': 'application/json' },
        body: JSON.stringify({ name, password }),
      });
      if (status >= 300) throw errorOfProblem(status, told);
      const { access_token: access, refresh_token: refresh } = told as { access_token: string; refresh_token: string };
      context.tokens.replace({ access, refresh });
      return true;
    },

    async signOut(_, __, { rest, tokens }) {
      try {
        if (tokens.role() !== undefined) await rest.call('DELETE', '/session/');
      } catch (error) {
        // Without a session there is nothing to end.
        if (codeOf(error) !== 'UNAUTHENTICATED') throw error;
      } finally {
        // Whatever the API responds, a person who leaves a shared computer must be signed out.
        tokens.replace(null);
      }
      return true;
    },
  },
} satisfies ByHand;

/**
 * The signed-in person; null when nobody is. Drops the cookies of a session that has ended, and half a pair: a refresh
 * token without its access token is a leftover (specification, section 4).
 */
async function readSession({ rest, tokens, log }: GatewayContext): Promise<unknown> {
  const portal = portalOf(tokens.role());
  if (!portal && tokens.role() !== undefined)
    log.warn({ role: tokens.role() }, 'a session of an unknown role was ended');
  if (!portal || !tokens.isWhole()) {
    tokens.forget();
    return null;
  }
  try {
    return await rest.call('GET', `/${portal}/`);
  } catch (error) {
    if (codeOf(error) !== 'UNAUTHENTICATED') throw error;
    tokens.replace(null);
    return null;
  }
}
