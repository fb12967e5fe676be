import type { Principal } from '#src/api/http/principal.ts';

export type PortalSegment = 'user' | 'agent' | 'carrier';

/** The three portals, as segments of the path, and whose they are. */
export const portals: Record<PortalSegment, readonly Principal['role'][]> = {
  user: ['mover', 'assistant'],
  agent: ['agent'],
  carrier: ['carrier'],
};

/** The portal of a role as a segment of the path. */
export function portalOf(role: Principal['role']): PortalSegment {
  return role === 'mover' || role === 'assistant' ? 'user' : role;
}
