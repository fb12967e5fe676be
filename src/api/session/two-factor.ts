import { randomInt } from 'node:crypto';
import type { Kysely } from 'kysely';
import { Secret, TOTP } from 'otpauth';
import { encodeQR } from 'qr';
import { secretsOf } from '#src/api/configuration/session-secrets.ts';
import { newId, sha256 } from '#src/api/database/ids.ts';
import { vaultOf } from '#src/api/database/sealed.ts';
import type { Tables } from '#src/api/database/tables.ts';
import type { Tx } from '#src/api/database/write.ts';
import { problem } from '#src/api/http/problem.ts';

/** Dependencies of the second step. */
export interface TwoFactorParts {
  sessionSecret: string;
  now: () => Date;
}

const PERIOD_SECONDS = 30;
/** A clock may be off by half a minute (RFC 6238, section 5.2). */
const WINDOW = 1;
export const RECOVERY_CODES = 10;
/** No letters or digits that are easily confused. */
const LETTERS = 'ABCDEFGHJKMNPQRSTVWXYZ23456789';

/** Time-based codes (RFC 6238), as every authenticator app computes them: SHA-1, six digits, 30 seconds. */
const totpOf = (secret: string, label = '', issuer = '') =>
  new TOTP({ issuer, label, algorithm: 'SHA1', digits: 6, period: PERIOD_SECONDS, secret: Secret.fromBase32(secret) });

/** Secrets are encrypted, so that a stolen database does not reveal anyone's second step. */
const vault = ({ sessionSecret }: TwoFactorParts) => vaultOf(secretsOf(sessionSecret), '', 'two-factor secret');

/** What an authenticator app scans or takes as text. */
export interface Enrollment {
  secret: string;
  uri: string;
  qr_svg: string;
}

/**
 * Creates a new secret, which is not active until one of its codes is entered.
 * @throws Problem 409 if one is already active
 */
export async function beginTwoFactor(
  tx: Tx,
  parts: TwoFactorParts,
  { id, email }: { id: string; email: string },
  issuer: string,
): Promise<Enrollment> {
  const secret = new Secret({ size: 20 }).base32;
  const values = { secret: vault(parts).seal(secret), created_at: parts.now().toISOString(), last_step: 0 };
  const written = await tx
    .insertInto('two_factor')
    .values({ account_id: id, ...values })
    .onConflict((conflict) =>
      conflict.column('account_id').doUpdateSet(values).where('two_factor.confirmed_at', 'is', null),
    )
    .returning('account_id')
    .executeTakeFirst();
  if (!written) throw problem(409, 'Two-factor sign-in is on already. Turn it off first.');
  const uri = totpOf(secret, email, issuer).toString();
  return { secret, uri, qr_svg: encodeQR(uri, 'svg') };
}

/**
 * Activates the second step: from now on signing in requires a code.
 * @returns recovery codes, of which only hashes are kept
 * @throws Problem 409 if setup was not begun; 422 for a wrong code
 */
export async function confirmTwoFactor(
  tx: Tx,
  parts: TwoFactorParts,
  accountId: string,
  code: string,
): Promise<string[]> {
  const row = await tx
    .selectFrom('two_factor')
    .selectAll()
    .where('account_id', '=', accountId)
    .where('confirmed_at', 'is', null)
    .forUpdate()
    .executeTakeFirst();
  if (!row) throw problem(409, 'Begin again: scan the picture first.');
  const step = stepOf(parts, row.secret, code);
  if (step === null)
    throw problem(422, 'This code is not right. Enter the one that the app shows now.', {
      errors: [{ field: 'code', message: 'This code is not right. Enter the one that the app shows now.' }],
    });
  await tx
    .updateTable('two_factor')
    .set({ confirmed_at: parts.now().toISOString(), last_step: step })
    .where('account_id', '=', accountId)
    .execute();
  return writeRecoveryCodes(tx, accountId);
}

/**
 * Replaces all recovery codes, used or not.
 * @throws Problem 409 if two-factor sign-in is off
 */
export async function renewRecoveryCodes(tx: Tx, accountId: string): Promise<string[]> {
  const row = await tx
    .selectFrom('two_factor')
    .select('account_id')
    .where('account_id', '=', accountId)
    .where('confirmed_at', 'is not', null)
    .forUpdate()
    .executeTakeFirst();
  if (!row) throw problem(409, 'Two-factor sign-in is off.');
  await tx.deleteFrom('recovery_code').where('account_id', '=', accountId).execute();
  return writeRecoveryCodes(tx, accountId);
}

async function writeRecoveryCodes(tx: Tx, accountId: string): Promise<string[]> {
  const codes = Array.from({ length: RECOVERY_CODES }, newRecoveryCode);
  await tx
    .insertInto('recovery_code')
    .values(codes.map((one) => ({ id: newId(), account_id: accountId, code_hash: hashOf(one) })))
    .execute();
  return codes;
}

/** Whether signing in requires a code. */
export async function hasTwoFactor(kysely: Kysely<Tables>, accountId: string): Promise<boolean> {
  const row = await kysely
    .selectFrom('two_factor')
    .select('account_id')
    .where('account_id', '=', accountId)
    .where('confirmed_at', 'is not', null)
    .executeTakeFirst();
  return row !== undefined;
}

/** @returns whether it was on */
export async function switchOffTwoFactor(tx: Tx, accountId: string): Promise<boolean> {
  const gone = await tx
    .deleteFrom('two_factor')
    .where('account_id', '=', accountId)
    .returning('confirmed_at')
    .executeTakeFirst();
  return Boolean(gone?.confirmed_at);
}

/**
 * The second step of a sign-in whose password was right.
 * @throws Problem 403 if a code is required and none was given; 401 for a wrong or already used one
 */
export async function checkSecondStep(
  tx: Tx,
  parts: TwoFactorParts,
  accountId: string,
  code: string | undefined,
): Promise<void> {
  const row = await tx
    .selectFrom('two_factor')
    .select('secret')
    .where('account_id', '=', accountId)
    .where('confirmed_at', 'is not', null)
    .forUpdate()
    .executeTakeFirst();
  if (!row) return;
  if (code === undefined)
    throw problem(403, 'Enter the code that your authenticator app shows.', { state: CODE_REQUIRED });
  const step = stepOf(parts, row.secret, code);
  const taken =
    step !== null
      ? await tx
          .updateTable('two_factor')
          .set({ last_step: step })
          .where('account_id', '=', accountId)
          .where('last_step', '<', step)
          .returning('account_id')
          .executeTakeFirst()
      : await tx
          .updateTable('recovery_code')
          .set({ used_at: parts.now().toISOString() })
          .where('account_id', '=', accountId)
          .where('code_hash', '=', hashOf(code))
          .where('used_at', 'is', null)
          .returning('account_id')
          .executeTakeFirst();
  if (!taken)
    throw problem(401, 'This code is not right, or was used before. Wait for the next one.', { state: CODE_WRONG });
}

export const CODE_REQUIRED = 'code-required';
export const CODE_WRONG = 'code-wrong';

/** The 30-second step that a code belongs to, counted from the epoch; null for a code that is not valid now. */
function stepOf(parts: TwoFactorParts, sealed: string, code: string): number | null {
  const secret = vault(parts).open(sealed);
  const digits = code.replaceAll(/\s/g, '');
  if (secret === null || !/^\d{6}$/.test(digits)) return null;
  const timestamp = parts.now().getTime();
  const delta = totpOf(secret).validate({ token: digits, timestamp, window: WINDOW });
  return delta === null ? null : Math.floor(timestamp / 1000 / PERIOD_SECONDS) + delta;
}

/** More than 48 bits: too many to guess within the sign-in limits. */
function newRecoveryCode(): string {
  const letters = Array.from({ length: 10 }, () => LETTERS[randomInt(LETTERS.length)]).join('');
  return `${letters.slice(0, 5)}-${letters.slice(5)}`;
}

const hashOf = (code: string): string => sha256(code.toUpperCase().replaceAll(/[^A-Z0-9]/g, ''));
