import type { ApiParts } from '#src/api/platform/parts.ts';
import type { Principal } from '#src/api/platform/principal.ts';
import { problem } from '#src/api/platform/problem.ts';
import { inTransaction } from '#src/api/platform/write.ts';
import { isPassword } from './passwords.ts';
import type { createRefreshTokens, TokenPair } from './refresh-tokens.ts';
import type { Throttle } from './throttle.ts';

type SignInParts = Pick<ApiParts, 'database'> & {
  refreshTokens: ReturnType<typeof createRefreshTokens>;
  throttle: Throttle;
};

type Attempt = { email: string; password: string; address: string; roles: readonly Principal['role'][] };

/**
 * Tokens for an e-mail and its password at the portal of `roles`.
 *
 * @throws Problem 401, the same in status, body and duration for an unknown address, a wrong password, a closed
 *   account and the wrong portal; 429 after too many attempts.
 */
export async function signIn(parts: SignInParts, { email, password, address, roles }: Attempt): Promise<TokenPair> {
  const { database, refreshTokens, throttle } = parts;
  const normalized = email.trim().toLowerCase();
  const attempt = await throttle.begin(normalized, address);
  const account = await database.kysely
    .selectFrom('account')
    .select(['id', 'role', 'password_hash', 'disabled_at'])
    .where('email', '=', normalized)
    .executeTakeFirst();
  const isRight = await isPassword(password, account?.password_hash);
  if (!isRight || !account || account.disabled_at || !roles.includes(account.role)) {
    throw problem(401, 'The e-mail or the password is not right.');
  }
  const pair = await inTransaction(database, (tx) => refreshTokens.issue(tx, account));
  await throttle.succeeded(attempt);
  return pair;
}
