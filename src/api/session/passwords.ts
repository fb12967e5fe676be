import { hash, verify } from '@node-rs/argon2';
import { createBounded } from '#src/api/http/bounded.ts';
import { WORK } from '#src/api/http/ceilings.ts';
import { Problem } from '#src/api/http/problem.ts';

/** Each takes 19 MiB and a thread of the pool that file access and other libraries need, too. */
const bounded = createBounded(WORK.passwords);

/** Checked when there is no account, so that an unknown address takes as long as a wrong password. */
const nobodysHash = hash('no account has this password');

/** Argon2id with the parameters that OWASP recommends (19 MiB, 2 passes). The result contains salt and parameters. */
export async function hashPassword(password: string): Promise<string> {
  return await bounded(() => hash(password.normalize('NFKC')));
}

/**
 * Whether the password matches the hash; false, and just as slow, without a valid hash.
 * @throws Problem 503 when too many wait
 */
export async function isPassword(password: string, passwordHash: string | undefined): Promise<boolean> {
  try {
    const known = passwordHash ?? (await nobodysHash);
    const isRight = await bounded(() => verify(known, password.normalize('NFKC')));
    return isRight && passwordHash !== undefined;
  } catch (error) {
    if (error instanceof Problem) throw error;
    // Not a valid hash, such as that of an invited assistant who has not chosen a password yet.
    const known = await nobodysHash;
    await bounded(() => verify(known, password));
    return false;
  }
}
