import { createSigner, createVerifier } from 'fast-jwt';
import { secretsOf } from '#src/api/configuration/session-secrets.ts';
import { Type, type Static } from 'typebox';
import { Compile } from 'typebox/compile';

export const accessMinutes = 15;
export const refreshDays = 30;

/** What a refresh token stands for; one row of `refresh_token`. */
export type RefreshRow = { id: string; family_id: string; account_id: string; expires_at: string };

const AccessPayload = Type.Object({ sub: Type.String(), sid: Type.String(), exp: Type.Integer() });
const RefreshPayload = Type.Object({
  sub: Type.String(),
  jti: Type.String(),
  role: Type.String(),
  exp: Type.Integer(),
});

/** Of verified tokens, so many are known at once. */
const MAXIMUM_VERIFIED = 10_000;

const [isAccess, isRefresh] = [Compile(AccessPayload), Compile(RefreshPayload)];

export type Tokens = ReturnType<typeof createTokens>;

/**
 * Signs and reads the two kinds of token. HS256 and nothing else; each kind has its own `typ` and audience, so that
 * one is worthless in the place of the other.
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
    // The expiry is judged below, by the clock of the parts, which tests move.
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
        // Of another secret or kind, with another algorithm, edited, or no token at all.
      }
    }
    return null;
  }
  /** A token comes with every call of its quarter of an hour; its signature stays what it is. */
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
    /** A bearer token for 15 minutes. It dies earlier when the family of its refresh token does. */
    access: (row: RefreshRow): string =>
      signAccess({ sub: row.account_id, sid: row.id, exp: seconds(now().getTime()) + accessMinutes * 60 }),

    /**
     * The same row always makes the same token: this is how a late caller gets the successor that an earlier one got
     * although only hashes are stored. `role` is a hint for clients; the server reads the database.
     */
    refresh: (row: RefreshRow, role: string): string => signsRefresh[0]!(refreshPayload(row, role)),

    /** The token of a row as `isIt` knows it: it may have been signed with a secret that is not the newest any more. */
    refreshAgain: (row: RefreshRow, role: string, isIt: (token: string) => boolean): string | undefined =>
      signsRefresh.map((sign): string => sign(refreshPayload(row, role))).find(isIt),

    /** Null for a token that is not a valid access token now. `sid` is the id of the refresh token's row. */
    readAccess,

    /** Null for a token that is not a valid refresh token now. `jti` is the id of its row. */
    readRefresh: (token: string) => read(verifyRefresh, isRefresh, token),
  };
}
