import type { Platform } from '#src/machines/session/session.user.ts';
import type { Principal } from '#src/api/http/principal.ts';

export type PortalSegment = 'user' | 'agent' | 'carrier';

/** The three portals, as segments of the path, and whose they are. */
export const portals: Record<PortalSegment, readonly Principal['role'][]> = {
  user: ['mover', 'assistant'],
  agent: ['agent'],
  carrier: ['carrier'],
};

const platforms = {
  mover: 'lead-portal',
  assistant: 'lead-portal',
  agent: 'agent-portal',
  carrier: 'load-board',
} as const;

/** The portal of a role by the name that people see in addresses. */
export function platformOf(role: Principal['role']): Platform {
  return platforms[role];
}

/** The portal of a role as a segment of the path. */
export function portalOf(role: Principal['role']): PortalSegment {
  return role === 'mover' || role === 'assistant' ? 'user' : role;
}
