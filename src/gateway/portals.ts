import { unauthenticated } from './errors.ts';
import type { SessionTokens } from './session-tokens.ts';
import { portalOf } from './token-claims.ts';

const segments = { 'agent-portal': 'agent', 'lead-portal': 'user', 'load-board': 'carrier' } as const;

/** The segment of the REST paths of a platform that a visitor has chosen; enums arrive in REST's spelling. */
export function portalOfPlatform(platform: unknown): 'user' | 'agent' | 'carrier' {
  return segments[platform as keyof typeof segments];
}

/** The segment of the signed-in person's own portal. @throws GraphQLError UNAUTHENTICATED */
export function ownPortal(tokens: SessionTokens): 'user' | 'agent' | 'carrier' {
  const portal = portalOf(tokens.role());
  if (!portal) throw unauthenticated();
  return portal;
}
