import { createDecipheriv, createECDH, createPublicKey, hkdfSync, randomBytes, verify } from 'node:crypto';
import { createServer } from 'node:http';
import type { IncomingHttpHeaders } from 'node:http';
import type { AddressInfo } from 'node:net';
import { atFileEnd } from '#tests/platform/file-end.ts';

/** A browser with its push service: what it receives, and how it interprets it. */
export interface FakeDevice {
  keys: { endpoint: string; p256dh: string; auth: string };
  /** What a person would see, with the sender's claims. */
  notes: { note: Record<string, string>; claims: Record<string, unknown>; headers: IncomingHttpHeaders }[];
  /** The status of its responses from now on. */
  answer: number;
}

/** A push service (RFC 8030) that decrypts what it receives, which normally only the browser behind it can. */
export async function startPushService(): Promise<{ device: () => FakeDevice }> {
  const devices = new Map<string, (body: Buffer, headers: IncomingHttpHeaders) => number>();
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      const status = devices.get(request.url!)?.(Buffer.concat(chunks), request.headers) ?? 404;
      response.writeHead(status).end();
    });
  });
  await new Promise<void>((settle) => server.listen(0, '127.0.0.1', settle));
  atFileEnd(async () => void server.close());
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return {
    device() {
      const pair = createECDH('prime256v1');
      const [publicKey, auth] = [pair.generateKeys(), randomBytes(16)];
      const path = `/push/${randomBytes(8).toString('hex')}`;
      const keys = {
        endpoint: origin + path,
        p256dh: publicKey.toString('base64url'),
        auth: auth.toString('base64url'),
      };
      const device: FakeDevice = { keys, notes: [], answer: 201 };
      devices.set(path, (body, headers) => {
        if (device.answer >= 300) return device.answer;
        const note = JSON.parse(opened(body, pair, publicKey, auth)) as Record<string, string>;
        device.notes.push({ note, claims: claimsOf(headers.authorization ?? '', origin), headers });
        return device.answer;
      });
      return device;
    },
  };
}

/** RFC 8291, section 3.4, over the one record of RFC 8188. */
function opened(body: Buffer, pair: ReturnType<typeof createECDH>, publicKey: Buffer, auth: Buffer): string {
  const salt = body.subarray(0, 16);
  const keyLength = body[20]!;
  const sender = body.subarray(21, 21 + keyLength);
  const info = Buffer.concat([Buffer.from('WebPush: info\0'), publicKey, sender]);
  const secret = Buffer.from(hkdfSync('sha256', pair.computeSecret(sender), auth, info, 32));
  const key = Buffer.from(hkdfSync('sha256', secret, salt, 'Content-Encoding: aes128gcm\0', 16));
  const nonce = Buffer.from(hkdfSync('sha256', secret, salt, 'Content-Encoding: nonce\0', 12));
  const sealed = body.subarray(21 + keyLength);
  const decipher = createDecipheriv('aes-128-gcm', key, nonce);
  decipher.setAuthTag(sealed.subarray(-16));
  const plain = Buffer.concat([decipher.update(sealed.subarray(0, -16)), decipher.final()]);
  return plain.subarray(0, plain.lastIndexOf(2)).toString('utf8');
}

/** RFC 8292: a token signed with the key that it names. @throws if it is not, or is for another service */
function claimsOf(authorization: string, origin: string): Record<string, unknown> {
  const { t, k } = /^vapid t=(?<t>[^,]+), ?k=(?<k>.+)$/.exec(authorization)!.groups!;
  const [head, body, signature] = t!.split('.');
  const point = Buffer.from(k!, 'base64url');
  const jwk = {
    kty: 'EC',
    crv: 'P-256',
    x: point.subarray(1, 33).toString('base64url'),
    y: point.subarray(33).toString('base64url'),
  };
  const key = createPublicKey({ key: jwk, format: 'jwk' });
  const signed = Buffer.from(`${head}.${body}`);
  if (!verify('sha256', signed, { key, dsaEncoding: 'ieee-p1363' }, Buffer.from(signature!, 'base64url')))
    throw new Error('The token is not signed by its key.');
  const claims = JSON.parse(Buffer.from(body!, 'base64url').toString('utf8')) as Record<string, unknown>;
  if (claims.aud !== origin) throw new Error('The token is for another push service.');
  return { ...claims, k };
}
