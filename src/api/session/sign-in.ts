import type { ApiParts } from '#src/api/parts.ts';
import type { Principal } from '#src/api/http/principal.ts';
import { Problem, problem } from '#src/api/http/problem.ts';
import { inTransaction } from '#src/api/database/write.ts';
import { isPassword } from './passwords.ts';
import type { createRefreshTokens, Device, TokenPair } from './refresh-tokens.ts';
import { checkSecondStep, CODE_REQUIRED } from './two-factor.ts';
import type { Throttle } from './throttle.ts';

type SignInParts = Pick<ApiParts, 'database' | 'now' | 'sessionSecret'> & {
  refreshTokens: ReturnType<typeof createRefreshTokens>;
  throttle: Throttle;
};

type Attempt = {
  email: string;
  password: string;
  code?: string | undefined;
  device: Device;
  roles: readonly Principal['role'][];
  /** People who use the wrong portal's sign-in are signed in to their own. */
  elsewhere: boolean;
};

/**
 * Issues tokens for an email and its password at the portal of `roles`.
 *
 * @throws Problem 401, the same in status, body, and duration for an unknown address, a wrong password, a closed
 * account, a wrong code of the second step, and, unless `elsewhere`, the wrong portal; 403 for the right password of an
 * account whose email was never confirmed, or that requires a code; 429 after too many attempts.
 */
export async function signIn(
  parts: SignInParts,
  { email, password, code, device, roles, elsewhere }: Attempt,
): Promise<TokenPair> {
  const { database, refreshTokens, throttle } = parts;
  const normalized = email.trim().toLowerCase();
  const attempt = await throttle.begin(normalized, device.address);
  const account = await database.kysely
    .selectFrom('account')
    .select(['id', 'role', 'password_hash', 'disabled_at', 'email_verified_at'])
    .where('email', '=', normalized)
    .executeTakeFirst();
  const isRight = await isPassword(password, account?.password_hash);
  const isHere = account !== undefined && roles.includes(account.role);
  if (!isRight || !account || account.disabled_at || !(isHere || elsewhere)) throw wrong();
  // Agents do not sign up; everyone who does must first prove that the mailbox is theirs.
  if (!account.email_verified_at && account.role !== 'agent') {
    throw problem(403, 'Confirm your email first. We can send you the link again.', { state: 'email-unconfirmed' });
  }
  const pair = await inTransaction(database, async (tx) => {
    // The password may have been changed, or the account closed, while it was being checked.
    const still = await tx
      .selectFrom('account')
      .select('id')
      .where('id', '=', account.id)
      .where('password_hash', '=', account.password_hash)
      .where('disabled_at', 'is', null)
      .forNoKeyUpdate()
      .executeTakeFirst();
    if (!still) throw wrong();
    await checkSecondStep(tx, parts, account.id, code);
    await tx
      .updateTable('account')
      .set({ last_signed_in_at: parts.now().toISOString() })
      .where('id', '=', account.id)
      .execute();
    return await refreshTokens.issue(tx, account, device);
  }).catch(async (error: unknown) => {
    // The password was right and no code was guessed: this is half a sign-in, not a failure.
    if (error instanceof Problem && error.extras.state === CODE_REQUIRED) await throttle.undecided(attempt);
    throw error;
  });
  await throttle.succeeded(attempt);
  return pair;
}

const wrong = () => problem(401, 'The email or password isn’t right.');
