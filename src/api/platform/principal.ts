import type { FastifyRequest } from 'fastify';
import { problem } from './problem.ts';

/** Who a request comes from. The role is the one in the database, never the one in a token. */
export interface Principal {
  accountId: string;
  role: 'mover' | 'assistant' | 'agent' | 'carrier';
  name: string;
  carrierId: string | null;
}

declare module 'fastify' {
  interface FastifyRequest {
    principal: Principal | null;
  }
}

/**
 * The signed-in person of one of these roles.
 * @throws Problem 401 nobody is signed in; 403 somebody else.
 */
export function needs(request: FastifyRequest, ...roles: Principal['role'][]): Principal {
  const { principal } = request;
  if (!principal) throw problem(401, 'Sign in to go on.');
  if (!roles.includes(principal.role)) throw problem(403, 'Your account may not do this.');
  return principal;
}

/** The signed-in carrier, with its carrier id. */
export function needsCarrier(request: FastifyRequest): Principal & { carrierId: string } {
  const principal = needs(request, 'carrier');
  if (!principal.carrierId) throw problem(403, 'Your account has no carrier profile.');
  return { ...principal, carrierId: principal.carrierId };
}
