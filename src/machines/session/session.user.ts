/** The signed-in person, as the session query and the sign-in mutation answer it. */
export interface SessionUser {
  id: string;
  role: PortalRole;
  name: string;
  email: string;
  avatarUrl: string | null;
  carrierId: string | null;
  /** What must be finished before the portal opens; null when nothing is left. */
  gate: Gate | null;
}

export type PortalRole = 'mover' | 'assistant' | 'agent' | 'carrier';
export type Gate = 'subscribe' | 'top_cities' | 'signup_complete';

export const platforms = ['agent-portal', 'lead-portal', 'load-board'] as const;
export type Platform = (typeof platforms)[number];

export function isPlatform(text: unknown): text is Platform {
  return (platforms as readonly unknown[]).includes(text);
}

export interface Credentials {
  platform: Platform;
  email: string;
  password: string;
}

/** A refused sign-in is an answer, not a failure of the call. */
export type SignInAnswer = { ok: true; user: SessionUser } | { ok: false; problem: string };
