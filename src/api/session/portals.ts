import type { Principal } from '#src/api/http/principal.ts';

export type PortalSegment = 'user' | 'agent' | 'carrier';

/** The three portals, as path segments, with the roles that use them. */
export const portals: Record<PortalSegment, readonly Principal['role'][]> = {
  user: ['mover', 'assistant'],
  agent: ['agent'],
  carrier: ['carrier'],
};

/** The path segment of a role's portal. */
export function portalOf(role: Principal['role']): PortalSegment {
  return role === 'mover' || role === 'assistant' ? 'user' : role;
}
