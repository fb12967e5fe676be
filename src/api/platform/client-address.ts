import { createHmac, timingSafeEqual } from 'node:crypto';
import type { FastifyRequest } from 'fastify';

/**
 * Reads the address of the person behind a request. The gateway, which knows the session secret, says it in
 * X-Forwarded-For; from anybody else that header is a claim, and the address of the connection counts.
 */
export function createClientAddress(sessionSecret: string): (request: FastifyRequest) => string {
  // The gateway makes the same value (src/gateway/forwarding.ts).
  const secret = createHmac('sha256', sessionSecret).update('forwarding').digest();
  return (request) => {
    const { 'x-forwarded-for': forwarded, 'x-forwarding-secret': claim } = request.headers;
    if (typeof forwarded !== 'string' || typeof claim !== 'string') return request.ip;
    const given = Buffer.from(claim, 'base64url');
    const isGateway = given.length === secret.length && timingSafeEqual(given, secret);
    return isGateway && forwarded.length <= 45 ? forwarded : request.ip;
  };
}
