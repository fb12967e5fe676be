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

/** At least what 32 random bytes take as base64url. */
const BROWSER = /^[\w-]{43,100}$/;

/**
 * What a sign-up's browser may send in `sign-up-browser`, hashed: a secret of its own choice, by which it is known again
 * when the email is confirmed. Null where it sends none.
 */
export function browserHashOf({ headers }: FastifyRequest): string | null {
  const secret = headers['sign-up-browser'];
  return typeof secret === 'string' && BROWSER.test(secret) ? sha256(secret) : null;
}

export const ConfirmedAnswer = Type.Partial(TokensAnswer, {
  description: 'The tokens of a session where `sign-up-browser` is the one of the sign-up; nothing elsewhere.',
});

/**
 * Confirms an email. Whoever opens the link where they signed up has typed the password there and is signed in. Anywhere
 * else they are not: a stranger may have signed up with this address, and knows the password.
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
