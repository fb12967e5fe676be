import { createCipheriv, createDecipheriv, createSecretKey, hkdfSync, randomBytes } from 'node:crypto';

/** A 256-bit key for one use of a secret (RFC 5869). */
export const sealKey = (secret: string, salt: string, use: string): Buffer =>
  Buffer.from(hkdfSync('sha256', secret, salt, use, 32));

/** Encrypts what the database stores but must not be able to read: AES-256-GCM, with the nonce and the tag in front. */
export function seal(key: Buffer, text: string): Buffer {
  const nonce = randomBytes(12);
  // With a key in bytes, Node takes three times as long.
  const cipher = createCipheriv('aes-256-gcm', createSecretKey(key), nonce);
  const sealed = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()]);
  return Buffer.concat([nonce, cipher.getAuthTag(), sealed]);
}

/** @throws Error if the key or the bytes are not the original ones */
export function unseal(key: Buffer, sealed: Buffer): string {
  const decipher = createDecipheriv('aes-256-gcm', key, sealed.subarray(0, 12));
  decipher.setAuthTag(sealed.subarray(12, 28));
  return decipher.update(sealed.subarray(28), undefined, 'utf8') + decipher.final('utf8');
}

/** A vault for one use of the session's secrets. */
export interface Vault {
  /** Base64. */
  seal(text: string): string;
  /** Null if it was sealed with a secret that is no longer configured. */
  open(sealed: string): string | null;
}

/** `secrets`: the first one seals, all of them open. */
export function vaultOf(secrets: readonly [string, ...string[]], salt: string, use: string): Vault {
  const keys = secrets.map((secret) => sealKey(secret, salt, use));
  return {
    seal: (text) => seal(keys[0]!, text).toString('base64'),
    open(sealed) {
      for (const key of keys) {
        try {
          return unseal(key, Buffer.from(sealed, 'base64'));
        } catch {
          // Sealed with another one of the secrets.
        }
      }
      return null;
    },
  };
}
