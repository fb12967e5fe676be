import { createHash, randomBytes } from 'node:crypto';

let lastMillisecond = 0;
let counter = 0;

/** A UUIDv7 (RFC 9562): ids of one process sort in the order of their creation. */
export function newId(now = Date.now()): string {
  counter = now === lastMillisecond ? counter + 1 : 0;
  lastMillisecond = now;
  const bytes = randomBytes(16);
  bytes.writeUIntBE(now, 0, 6);
  bytes[6] = 0x70 | ((counter >> 8) & 0x0f);
  bytes[7] = counter & 0xff;
  bytes[8] = 0x80 | (bytes[8]! & 0x3f);
  const hex = bytes.toString('hex');
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-${hex.slice(12, 16)}-${hex.slice(16, 20)}-${hex.slice(20)}`;
}

/** A link token: 192 random bits, safe in a URL. Only its hash is stored. */
export const newToken = (): string => randomBytes(24).toString('base64url');

/** A link token of 128 random bits in the form of a UUID, for links whose URL requires one. */
export function newUuidToken(): string {
  const hex = randomBytes(16).toString('hex');
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-${hex.slice(12, 16)}-${hex.slice(16, 20)}-${hex.slice(20)}`;
}

export const sha256 = (content: string | Buffer): string => createHash('sha256').update(content).digest('hex');
