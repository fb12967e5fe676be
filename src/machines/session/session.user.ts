import type { AgentRight } from '../account/agent-rights.ts';

/** The signed-in person, as the session query and the sign-in mutation answer it. */
export interface SessionUser {
  id: string;
  role: PortalRole;
  name: string;
  email: string;
  avatarUrl: string | null;
  carrierId: string | null;
  /** What must be finished before the portal opens, first things first; the lifecycle of onboarding says what. */
  gates: readonly Gate[];
  /** Of a mover's business; null for everybody else. */
  subscription: 'inactive' | 'trialing' | 'active' | null;
  /** Of an agent: what the portal shows over and above what every agent sees. */
  rights: readonly AgentRight[];
}

export const portalRoles = ['mover', 'assistant', 'agent', 'carrier'] as const;
export type PortalRole = (typeof portalRoles)[number];
export type Gate = 'top_cities' | 'subscribe' | 'signup_complete';

export const platforms = ['agent-portal', 'lead-portal', 'load-board'] as const;
export type Platform = (typeof platforms)[number];

const homes = { mover: 'lead-portal', assistant: 'lead-portal', agent: 'agent-portal', carrier: 'load-board' } as const;

export const platformOfRole = (role: PortalRole): Platform => homes[role];

export function isPlatform(text: unknown): text is Platform {
  return (platforms as readonly unknown[]).includes(text);
}

export interface Credentials {
  platform: Platform;
  email: string;
  password: string;
  /** Of the second step, where one is asked for. */
  code?: string;
}

/**
 * A refused sign-in is an answer, not a failure of the call. `unconfirmed`: all is right but for the email address,
 * whose link was never opened. `codeRequired`: all is right but for the code of the second step.
 */
export type SignInAnswer =
  | { ok: true; user: SessionUser }
  | { ok: false; problem: string; unconfirmed?: boolean; codeRequired?: boolean };
