import { createSigner, createVerifier } from 'fast-jwt';
import { secretsOf } from '#src/api/configuration/session-secrets.ts';
import { Type, type Static } from 'typebox';
import { Compile } from 'typebox/compile';

export const accessMinutes = 15;
export const refreshDays = 30;

/** What a refresh token represents: one row of `refresh_token`. */
export type RefreshRow = { id: string; family_id: string; account_id: string; expires_at: string };

const AccessPayload = Type.Object({ sub: Type.String(), sid: Type.String(), exp: Type.Integer() });
const RefreshPayload = Type.Object({
  sub: Type.String(),
  jti: Type.String(),
  role: Type.String(),
  exp: Type.Integer(),
});

/** The most verified tokens that are cached at once. */
const MAXIMUM_VERIFIED = 10_000;

const [isAccess, isRefresh] = [Compile(AccessPayload), Compile(RefreshPayload)];

export type Tokens = ReturnType<typeof createTokens>;

/**
 * Signs and verifies the two kinds of token. HS256 only; each kind has its own `typ` and audience, so that one cannot
 * be used in place of the other.
 */
export function createTokens({ sessionSecret, now }: { sessionSecret: string; now: () => Date }) {
  const keys = secretsOf(sessionSecret);
  const signer = (key: string, kind: 'access' | 'refresh') =>
    createSigner({
      key,
      algorithm: 'HS256',
      aud: kind,
      noTimestamp: true,
      header: { alg: 'HS256', typ: `${kind}+jwt` },
    });
  const verifier = (key: string, kind: 'access' | 'refresh') =>
    // Expiry is checked below, by the injected clock, which tests change.
    createVerifier({ key, algorithms: ['HS256'], allowedAud: kind, checkTyp: `${kind}+jwt`, ignoreExpiration: true });
  const signAccess = signer(keys[0], 'access');
  const signsRefresh = keys.map((key) => signer(key, 'refresh'));
  const verifiersOf = (kind: 'access' | 'refresh') => keys.map((key) => verifier(key, kind));
  const [verifyAccess, verifyRefresh] = [verifiersOf('access'), verifiersOf('refresh')];
  const seconds = (at: number): number => Math.floor(at / 1000);

  function read<Payload extends { exp: number }>(
    verifiers: readonly ((token: string) => unknown)[],
    isPayload: { Check(payload: unknown): payload is Payload },
    token: string,
  ): Payload | null {
    for (const verify of verifiers) {
      try {
        const payload: unknown = verify(token);
        return isPayload.Check(payload) && payload.exp > seconds(now().getTime()) ? payload : null;
      } catch {
        // Signed with another secret, of another kind or algorithm, modified, or not a token at all.
      }
    }
    return null;
  }
  /** A token comes with every call during its 15 minutes; its signature need be verified only once. */
  const verified = new Map<string, Static<typeof AccessPayload>>();

  function readAccess(token: string): Static<typeof AccessPayload> | null {
    const known = verified.get(token);
    if (known) return known.exp > seconds(now().getTime()) ? known : null;
    const payload = read(verifyAccess, isAccess, token);
    if (verified.size >= MAXIMUM_VERIFIED) verified.clear();
    if (payload) verified.set(token, payload);
    return payload;
  }

  const refreshPayload = (row: RefreshRow, role: string) => ({
    sub: row.account_id,
    jti: row.id,
    role,
    exp: seconds(Date.parse(row.expires_at)),
  });

  return {
    /** A bearer token for 15 minutes. It becomes invalid earlier if the family of its refresh token is revoked. */
    access: (row: RefreshRow): string =>
      signAccess({ sub: row.account_id, sid: row.id, exp: seconds(now().getTime()) + accessMinutes * 60 }),

    /**
     * The same row always yields the same token, so a late caller can get the same successor as an earlier one although
     * only hashes are stored. `role` is a hint for clients; the server reads the database.
     */
    refresh: (row: RefreshRow, role: string): string => signsRefresh[0]!(refreshPayload(row, role)),

    /**
     * The token of a row, as `isIt` recognizes it: it may have been signed with a secret that is no longer the newest.
     */
    refreshAgain: (row: RefreshRow, role: string, isIt: (token: string) => boolean): string | undefined =>
      signsRefresh.map((sign): string => sign(refreshPayload(row, role))).find(isIt),

    /** Null unless the token is currently a valid access token. `sid` is the id of the refresh token's row. */
    readAccess,

    /** Null unless the token is currently a valid refresh token. `jti` is the id of its row. */
    readRefresh: (token: string) => read(verifyRefresh, isRefresh, token),
  };
}
