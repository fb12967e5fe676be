import type { TokenPair } from './cookies.ts';
import { unauthenticated } from './errors.ts';

/** Exchanges a refresh token; null when the API refuses it, a rejection when it cannot be asked. */
export type Refresh = (refreshToken: string) => Promise<TokenPair | null>;

export type SessionTokens = ReturnType<typeof createSessionTokens>;

/**
 * The tokens of one request. They are renewed when the API asks for it, or ahead of time when the access token is
 * about to end; `changed` hears of it and sets the cookies.
 */
export function createSessionTokens(
  brought: Partial<TokenPair>,
  refresh: Refresh,
  changed: (pair: TokenPair | null) => void,
) {
  let { access, refresh: refreshToken } = brought;
  /** Of the access token, read once. */
  let read: { token: string | undefined; ends: number } | null = null;

  function endOfAccess(): number {
    if (!read || read.token !== access) read = { token: access, ends: (claimsOf(access)?.exp ?? 0) * 1000 };
    return read.ends;
  }

  function replace(pair: TokenPair | null): void {
    access = pair?.access;
    refreshToken = pair?.refresh;
    changed(pair);
  }

  async function renew(): Promise<string | null> {
    const before = refreshToken;
    const pair = before === undefined ? null : await refresh(before);
    // Another call of this request may have renewed it while this one waited.
    if (refreshToken === before && (before !== undefined || access !== undefined)) replace(pair);
    return access ?? null;
  }

  return {
    replace,

    /** Of the refresh token's payload: where to ask, not what to allow. */
    role: (): string | undefined => claimsOf(refreshToken)?.role,

    /** Whether both tokens are there, whatever they are worth. */
    isWhole: (): boolean => access !== undefined && refreshToken !== undefined,

    /** Drops what was brought; a caller who brought nothing is told nothing. */
    forget(): void {
      if (access !== undefined || refreshToken !== undefined) replace(null);
    },

    /** When the access token ends, in milliseconds of the epoch; 0 without one. */
    endsAt: endOfAccess,

    /** The access token, renewed first if fewer than `secondsLeft` are left of it; null when nobody is signed in. */
    async bearer(secondsLeft = 0): Promise<string | null> {
      const isFresh = access !== undefined && endOfAccess() > Date.now() + secondsLeft * 1000;
      return isFresh || refreshToken === undefined ? (access ?? null) : await renew();
    },

    /** Another access token than `refused`, after a 401; null, with the cookies dropped, when there is none. */
    async renewed(refused: string | null): Promise<string | null> {
      return access !== undefined && access !== refused ? access : await renew();
    },
  };
}

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

/** The segment of the REST paths of the signed-in person's own portal. @throws GraphQLError UNAUTHENTICATED */
export function ownPortal(tokens: SessionTokens): 'user' | 'agent' | 'carrier' {
  const portal = portalOf(tokens.role());
  if (!portal) throw unauthenticated();
  return portal;
}
