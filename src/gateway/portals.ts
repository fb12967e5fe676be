import { unauthenticated } from './errors.ts';
import type { SessionTokens } from './session-tokens.ts';
import { portalOf } from './token-claims.ts';

/** The segment of the REST paths of the signed-in person's own portal. @throws GraphQLError UNAUTHENTICATED */
export function ownPortal(tokens: SessionTokens): 'user' | 'agent' | 'carrier' {
  const portal = portalOf(tokens.role());
  if (!portal) throw unauthenticated();
  return portal;
}
