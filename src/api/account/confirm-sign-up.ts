import type { FastifyReply, FastifyRequest } from 'fastify';
import { Type } from 'typebox';
import { sha256 } from '#src/api/database/ids.ts';
import { inTransaction } from '#src/api/database/write.ts';
import { createClientAddress } from '#src/api/http/client-address.ts';
import type { Principal } from '#src/api/http/principal.ts';
import type { ApiParts } from '#src/api/parts.ts';
import { createRefreshTokens } from '#src/api/session/refresh-tokens.ts';
import { TokensAnswer } from '#src/api/session/session-schemas.ts';
import { createTokens } from '#src/api/session/tokens.ts';
import { confirmEmail } from './sign-up.ts';

/** The minimum length of 32 random bytes as base64url. */
const BROWSER = /^[\w-]{43,100}$/;

/**
 * The hash of what a sign-up's browser may send in `sign-up-browser`: a secret of its own choice, which identifies it
 * when the email is confirmed. Null if it sends none.
 */
export function browserHashOf({ headers }: FastifyRequest): string | null {
  const secret = headers['sign-up-browser'];
  return typeof secret === 'string' && BROWSER.test(secret) ? sha256(secret) : null;
}

export const ConfirmedAnswer = Type.Partial(TokensAnswer, {
  description: 'The tokens of a session where `sign-up-browser` is the one of the sign-up; nothing elsewhere.',
});

/**
 * Confirms an email. In the browser of the sign-up, the person has typed the password and is signed in. In any other
 * they are not: a stranger may have signed up with this address, and would know the password.
 */
export function createConfirmation(parts: ApiParts) {
  const refreshTokens = createRefreshTokens(createTokens(parts), parts.now);
  const clientAddress = createClientAddress(parts.sessionSecret);

  return async (request: FastifyRequest, reply: FastifyReply, token: string, roles: readonly Principal['role'][]) => {
    const device = { address: clientAddress(request), userAgent: request.headers['user-agent'] ?? null };
    void reply.header('cache-control', 'no-store');
    return inTransaction(parts.database, async (tx) => {
      const { browserHash, ...account } = await confirmEmail(tx, parts, token, roles);
      const isSameBrowser = browserHash !== null && browserHash === browserHashOf(request);
      return isSameBrowser ? refreshTokens.issue(tx, account, device) : {};
    });
  };
}
