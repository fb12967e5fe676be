import type { AgentRight } from '../account/agent-rights.ts';

/** The signed-in person, as returned by the session query and the sign-in mutation. */
export interface SessionUser {
  id: string;
  role: PortalRole;
  name: string;
  email: string;
  avatarUrl: string | null;
  carrierId: string | null;
  /** The gates to pass before the portal opens, in order; determined by the onboarding lifecycle. */
  gates: readonly Gate[];
  /** For a mover's business; null for everyone else. */
  subscription: 'inactive' | 'trialing' | 'active' | null;
  /** For an agent: what the portal shows beyond what every agent sees. */
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
  /** The code of the second step, if required. */
  code?: string;
}

/**
 * A refused sign-in is a response, not a failure of the call. `unconfirmed`: everything is right, but the email address
 * was never confirmed. `codeRequired`: everything is right, but the second step's code is missing.
 */
export type SignInAnswer =
  | { ok: true; user: SessionUser }
  | { ok: false; problem: string; unconfirmed?: boolean; codeRequired?: boolean };
