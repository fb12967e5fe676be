import { createHmac, timingSafeEqual } from 'node:crypto';
import { isIP } from 'node:net';
import type { FastifyRequest } from 'fastify';
import { secretsOf } from '#src/api/configuration/session-secrets.ts';

/**
 * Reads the address of the person behind a request. The gateway, which knows the session secret, says it in
 * X-Forwarded-For; from anybody else that header is a claim, and the address of the connection counts.
 */
export function createClientAddress(sessionSecret: string): (request: FastifyRequest) => string {
  // The gateway makes the same value (src/gateway/forwarding.ts).
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
 * One address in one spelling, without the port that some proxies add, brackets and zone: an IPv4 address also where it
 * comes mapped into IPv6, an IPv6 address as its eight groups. What is no address stays as it is.
 */
export function plainAddress(text: string): string {
  const [, bracketed, withPort] =
    /^(?:\[([^\]]+)\](?::\d{1,5})?|(\d+\.\d+\.\d+\.\d+):\d{1,5})$/.exec(text.trim()) ?? [];
  const address = (bracketed ?? withPort ?? text.trim()).replace(/%.*$/, '');
  if (isIP(address) !== 6) return address;
  // An IPv4 address at the end is two groups.
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

/** By what an address is counted: an IPv6 connection has a whole /64 to take addresses from. */
export function addressKey(address: string): string {
  const plain = plainAddress(address);
  return isIP(plain) === 6 ? plain.split(':').slice(0, 4).join(':') : plain;
}
