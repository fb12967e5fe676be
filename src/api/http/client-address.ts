import { createHmac, timingSafeEqual } from 'node:crypto';
import { isIP } from 'node:net';
import type { FastifyRequest } from 'fastify';
import { secretsOf } from '#src/api/configuration/session-secrets.ts';

/**
 * Reads the address of the person behind a request. X-Forwarded-For is trusted only from the gateway, which knows the
 * session secret; for anyone else, the address of the connection counts.
 */
export function createClientAddress(sessionSecret: string): (request: FastifyRequest) => string {
  // The gateway computes the same value (src/gateway/forwarding.ts).
  const secrets = secretsOf(sessionSecret).map((secret) => createHmac('sha256', secret).update('forwarding').digest());
  return (request) => {
    const { 'x-forwarded-for': forwarded, 'x-forwarding-secret': claim } = request.headers;
    if (typeof forwarded !== 'string' || typeof claim !== 'string') return request.ip;
    const given = Buffer.from(claim, 'base64url');
    const isGateway = secrets.some((secret) => given.length === secret.length && timingSafeEqual(given, secret));
    return isGateway && forwarded.length <= 60 ? forwarded : request.ip;
  };
}

/**
 * Normalizes an address, without the port that some proxies add, brackets, and zone: IPv4 also where it is mapped into
 * IPv6, IPv6 as its eight groups. Anything that is not an address stays unchanged.
 */
export function plainAddress(text: string): string {
  const [, bracketed, withPort] =
    /^(?:\[([^\]]+)\](?::\d{1,5})?|(\d+\.\d+\.\d+\.\d+):\d{1,5})$/.exec(text.trim()) ?? [];
  const address = (bracketed ?? withPort ?? text.trim()).replace(/%.*$/, '');
  if (isIP(address) !== 6) return address;
  // A trailing IPv4 address is two groups.
  const hex = address.replace(
    /(\d+)\.(\d+)\.(\d+)\.(\d+)$/,
    (_, ...bytes: string[]) =>
      `${(Number(bytes[0]) * 256 + Number(bytes[1])).toString(16)}:${(Number(bytes[2]) * 256 + Number(bytes[3])).toString(16)}`,
  );
  const [head = '', tail] = hex.split('::', 2);
  const [before, after] = [head, tail ?? ''].map((part) => part.split(':').filter(Boolean)) as [string[], string[]];
  const zeros = Array.from({ length: Math.max(0, 8 - before.length - after.length) }, () => '0');
  const groups = [...before, ...zeros, ...after].map((group) => Number.parseInt(group, 16));
  const [high, low] = groups.slice(6) as [number, number];
  if (groups.slice(0, 5).every((group) => group === 0) && groups[5] === 0xffff)
    return [high >> 8, high & 255, low >> 8, low & 255].join('.');
  return groups.map((group) => group.toString(16)).join(':');
}

/** The key by which an address is counted: an IPv6 connection can use a whole /64. */
export function addressKey(address: string): string {
  const plain = plainAddress(address);
  return isIP(plain) === 6 ? plain.split(':').slice(0, 4).join(':') : plain;
}
