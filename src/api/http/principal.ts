import type { FastifyRequest } from 'fastify';
import type { AgentRight } from '#src/machines/account/agent-rights.ts';
import type { Authority } from '#src/machines/carrier/compliance.lifecycle.ts';
import { boardGaps } from '#src/machines/carrier/compliance.ts';
import { problem } from './problem.ts';

/** The caller of a request. The role comes from the database, never from a token. */
export interface Principal {
  accountId: string;
  role: 'mover' | 'assistant' | 'agent' | 'carrier';
  name: string;
  carrierId: string | null;
  /** For a carrier: the agreement that the load board requires. */
  hasAgreement: boolean;
  authority: Authority;
  /** For an agent: rights beyond those of every agent. */
  rights: AgentRight[];
  /** The brokerage requires two-factor sign-in, and this agent has not set it up. */
  lacksTwoFactor: boolean;
}

/** Who may make a call at all: anyone, people with certain roles, or agents with a right. */
export type Callers = 'anyone' | AgentRight | readonly Principal['role'][];

export const agents: Callers = ['agent'];
export const carriers: Callers = ['carrier'];
export const movers: Callers = ['mover', 'assistant'];
export const accounts: Callers = ['mover', 'assistant', 'agent', 'carrier'];

declare module 'fastify' {
  interface FastifyRequest {
    principal: Principal | null;
  }
  interface FastifyContextConfig {
    /** Checked before anything of the request is read. Further requirements are checked by the handler. */
    for?: Callers;
  }
}

/** @throws Problem 401, 403 if the caller is none of these */
export function judgeCaller(request: FastifyRequest): void {
  const { for: callers = 'anyone' } = request.routeOptions.config;
  if (callers === 'anyone') return;
  if (typeof callers === 'string') needsRight(request, callers);
  else needs(request, ...callers);
}

/**
 * The signed-in person, with one of these roles.
 * @throws Problem 401 nobody is signed in; 403 another role
 */
export function needs(request: FastifyRequest, ...roles: Principal['role'][]): Principal {
  const { principal } = request;
  if (!principal) throw problem(401, 'Sign in to continue.');
  if (!roles.includes(principal.role)) throw problem(403, 'Your account can’t do this.');
  return principal;
}

/** The signed-in carrier, with its carrier id. */
export function needsCarrier(request: FastifyRequest): Principal & { carrierId: string } {
  const principal = needs(request, 'carrier');
  if (!principal.carrierId) throw problem(403, 'Your account has no carrier profile.');
  return { ...principal, carrierId: principal.carrierId };
}

/**
 * The signed-in carrier, if it has access to the load board.
 * @throws Problem 401; 403 naming what is missing
 */
export function needsBoard(request: FastifyRequest): Principal & { carrierId: string } {
  const carrier = needsCarrier(request);
  const gaps = boardGaps(carrier);
  if (gaps.length > 0)
    throw problem(403, `The load board is not open to you yet: ${gaps.join(', and ')}.`, { unmet: gaps });
  return carrier;
}

/** Why someone without the right is refused. */
const WITHOUT: Record<AgentRight, string> = {
  team: 'Your account can’t manage the team. Ask an agent who can.',
  settings: 'Your account can’t change the brokerage’s settings. Ask an agent who can.',
  workflow: 'Your account can’t see the workflow. Ask an agent who manages the team to let you in.',
  exports: 'Your account can’t export data. Ask an agent who can.',
  reports: 'Your account can’t see reports. Ask an agent who can.',
  imports: 'Your account can’t import leads. Ask an agent who can.',
};

/** Rights so powerful that a brokerage may require a second step. */
const GUARDED: readonly AgentRight[] = ['team', 'settings'];

/** The signed-in agent with this right. @throws Problem 401; 403 with who can help */
export function needsRight(request: FastifyRequest, right: AgentRight): Principal {
  const principal = needs(request, 'agent');
  if (!principal.rights.includes(right)) throw withoutRight(right);
  if (principal.lacksTwoFactor && GUARDED.includes(right))
    throw problem(403, 'Your brokerage asks for two-factor sign-in here. Set it up in your settings first.', {
      state: 'two-factor-required',
    });
  return principal;
}

export const withoutRight = (right: AgentRight) => problem(403, WITHOUT[right]);
