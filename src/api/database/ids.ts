import { hash, randomBytes, randomUUID } from 'node:crypto';

let lastMillisecond = 0;
let counter = 0;

/** A UUIDv7 (RFC 9562): ids of one process sort in the order of their creation. */
export function newId(now = Date.now()): string {
  counter = now === lastMillisecond ? counter + 1 : 0;
  lastMillisecond = now;
  const time = now.toString(16).padStart(12, '0');
  const count = (counter & 0xfff).toString(16).padStart(3, '0');
  // A random UUID ends with the variant and the random bits that this one needs, which Node fetches for many at once.
  return `${time.slice(0, 8)}-${time.slice(8)}-7${count}-${randomUUID().slice(19)}`;
}

/** A link token: 192 random bits, safe in a URL. Only its hash is stored. */
export const newToken = (): string => randomBytes(24).toString('base64url');

/** A link token of 128 random bits in the form of a UUID, for links whose URL requires one. */
export function newUuidToken(): string {
  const hex = randomBytes(16).toString('hex');
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-${hex.slice(12, 16)}-${hex.slice(16, 20)}-${hex.slice(20)}`;
}

export const sha256 = (content: string | Buffer): string => hash('sha256', content);
