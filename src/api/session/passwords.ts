import { hash, verify } from '@node-rs/argon2';

/** Checked when there is no account, so that an unknown address takes as long as a wrong password. */
const nobodysHash = hash('no account has this password');

/** Argon2id with the parameters that OWASP names (19 MiB, 2 passes). The result carries salt and parameters. */
export async function hashPassword(password: string): Promise<string> {
  return await hash(password.normalize('NFKC'));
}

/** Whether the password is that of the hash; false, and as slow, without a hash or with a broken one. */
export async function isPassword(password: string, passwordHash: string | undefined): Promise<boolean> {
  try {
    const isRight = await verify(passwordHash ?? (await nobodysHash), password.normalize('NFKC'));
    return isRight && passwordHash !== undefined;
  } catch {
    // A hash that is none, such as the one of an invited assistant who has not chosen a password yet.
    await verify(await nobodysHash, password);
    return false;
  }
}
