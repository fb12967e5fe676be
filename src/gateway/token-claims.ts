/** What a token says of itself; not verified. Hints that save a round trip, never a reason to allow anything. */
export type TokenClaims = { role?: string; exp?: number };

/** The claims of a JWT, or null for what is none. */
export function claimsOf(token: string | undefined): TokenClaims | null {
  try {
    const claims: unknown = JSON.parse(Buffer.from(token?.split('.')[1] ?? '', 'base64url').toString());
    return typeof claims === 'object' && claims !== null ? claims : null;
  } catch {
    return null;
  }
}

/** The segment of the REST paths of a role's portal; null for a role that nobody knows. */
export function portalOf(role: string | undefined): 'user' | 'agent' | 'carrier' | null {
  if (role === 'mover' || role === 'assistant') return 'user';
  return role === 'agent' || role === 'carrier' ? role : null;
}
