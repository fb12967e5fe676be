import type { TokenPair } from './cookies.ts';
import { unauthenticated } from './errors.ts';

/** Exchanges a refresh token; null when the API refuses it, a rejection when the API cannot be reached. */
export type Refresh = (refreshToken: string) => Promise<TokenPair | null>;

export type SessionTokens = ReturnType<typeof createSessionTokens>;

/**
 * The tokens of one request. They are renewed when the API requires it, or ahead of time when the access token is about
 * to expire; `changed` is then called to set the cookies.
 */
export function createSessionTokens(
  brought: Partial<TokenPair>,
  refresh: Refresh,
  changed: (pair: TokenPair | null) => void,
) {
  let { access, refresh: refreshToken } = brought;
  /** Cached expiry of the access token. */
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
    // Another call of this request may have renewed it in the meantime.
    if (refreshToken === before && (before !== undefined || access !== undefined)) replace(pair);
    return access ?? null;
  }

  return {
    replace,

    /** From the refresh token's payload: decides where to call, not what to allow. */
    role: (): string | undefined => claimsOf(refreshToken)?.role,

    /** Whether both tokens are present, valid or not. */
    isWhole: (): boolean => access !== undefined && refreshToken !== undefined,

    /** Drops the tokens; does nothing for a caller who sent none. */
    forget(): void {
      if (access !== undefined || refreshToken !== undefined) replace(null);
    },

    /** When the access token expires, in milliseconds since the epoch; 0 without one. */
    endsAt: endOfAccess,

    /** The access token, renewed first if it expires in fewer than `secondsLeft`; null when nobody is signed in. */
    async bearer(secondsLeft = 0): Promise<string | null> {
      const isFresh = access !== undefined && endOfAccess() > Date.now() + secondsLeft * 1000;
      return isFresh || refreshToken === undefined ? (access ?? null) : await renew();
    },

    /** A different access token than `refused`, after a 401; null, with the cookies dropped, when there is none. */
    async renewed(refused: string | null): Promise<string | null> {
      return access !== undefined && access !== refused ? access : await renew();
    },
  };
}

/** Unverified claims of a token. They only save a round trip and never grant anything. */
export type TokenClaims = { role?: string; exp?: number };

/** The claims of a JWT; null for anything else. */
export function claimsOf(token: string | undefined): TokenClaims | null {
  try {
    const claims: unknown = JSON.parse(Buffer.from(token?.split('.')[1] ?? '', 'base64url').toString());
    return typeof claims === 'object' && claims !== null ? claims : null;
  } catch {
    return null;
  }
}

/** The segment of the REST paths of a role's portal; null for an unknown role. */
export function portalOf(role: string | undefined): 'user' | 'agent' | 'carrier' | null {
  if (role === 'mover' || role === 'assistant') return 'user';
  return role === 'agent' || role === 'carrier' ? role : null;
}

/** The segment of the REST paths of the signed-in person's portal. @throws GraphQLError UNAUTHENTICATED */
export function ownPortal(tokens: SessionTokens): 'user' | 'agent' | 'carrier' {
  const portal = portalOf(tokens.role());
  if (!portal) throw unauthenticated();
  return portal;
}
