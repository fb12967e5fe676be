import { createECDH } from 'node:crypto';
import type { createReader } from './configuration-reader.ts';
import { loadOrCreateFile } from './secrets.ts';

/** Identifies the deployment to push services (RFC 8292), both in base64url: 65 and 32 bytes of P-256. */
export interface VapidKeys {
  readonly publicKey: string;
  readonly privateKey: string;
}

/** Null if the two are not a pair. */
export function vapidPair(publicKey: string, privateKey: string): VapidKeys | null {
  try {
    const pair = createECDH('prime256v1');
    pair.setPrivateKey(Buffer.from(privateKey, 'base64url'));
    const isPair = pair.getPublicKey().equals(Buffer.from(publicKey, 'base64url'));
    return isPair ? { publicKey, privateKey } : null;
  } catch {
    return null;
  }
}

/** Both variables, or neither. */
export function readVapid(read: ReturnType<typeof createReader>): VapidKeys | null {
  const publicKey = read.text('VAPID_PUBLIC_KEY');
  const privateKey = read.text('VAPID_PRIVATE_KEY');
  if (publicKey === null && privateKey === null) return null;
  const pair = vapidPair(publicKey ?? '', privateKey ?? '');
  if (pair === null)
    read.complain('VAPID_PUBLIC_KEY and VAPID_PRIVATE_KEY must be a pair of P-256 in base64url, of 65 and 32 bytes.');
  return pair;
}

/** The keys kept in `dataDir`, generated on first use. */
export async function loadOrCreateVapid(dataDir: string): Promise<VapidKeys> {
  const made = await loadOrCreateFile(dataDir, 'vapid', async () => {
    const pair = createECDH('prime256v1');
    pair.generateKeys();
    // A private key may begin with zeros, which Node omits.
    const privateKey = Buffer.from(pair.getPrivateKey('hex').padStart(64, '0'), 'hex').toString('base64url');
    return Buffer.from(JSON.stringify({ publicKey: pair.getPublicKey('base64url'), privateKey }));
  });
  return JSON.parse(made.toString('utf8')) as VapidKeys;
}
