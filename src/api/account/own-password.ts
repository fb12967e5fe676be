import type { FastifyRequest } from 'fastify';
import { createClientAddress } from '#src/api/http/client-address.ts';
import type { ApiParts } from '#src/api/parts.ts';
import type { Principal } from '#src/api/http/principal.ts';
import { isPassword } from '#src/api/session/passwords.ts';
import { createThrottle } from '#src/api/session/throttle.ts';
import { wrong } from './account.schemas.ts';

/**
 * Requires the password of a signed-in person once more, before actions that a stolen session must not allow. Wrong
 * passwords count like failed sign-ins of the account.
 */
export function createOwnPassword(parts: ApiParts) {
  const throttle = createThrottle(parts.database, { factor: parts.ceilingFactor });
  const clientAddress = createClientAddress(parts.sessionSecret);

  /**
   * @returns the account's row, with the hash that the password was checked against
   * @throws Problem 422 for a wrong one, 429 after too many
   */
  return async (request: FastifyRequest, { accountId }: Principal, password: string) => {
    const account = await parts.database.kysely
      .selectFrom('account')
      .selectAll()
      .where('id', '=', accountId)
      .executeTakeFirstOrThrow();
    const attempt = await throttle.begin(account.email, clientAddress(request));
    if (!(await isPassword(password, account.password_hash)))
      throw wrong('password', 'That’s not your current password.');
    await throttle.succeeded(attempt);
    return account;
  };
}
