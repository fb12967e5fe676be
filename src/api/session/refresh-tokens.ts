import { sql } from 'kysely';
import type { Kysely, UpdateQueryBuilder, UpdateResult } from 'kysely';
import { newId, sha256 } from '#src/api/database/ids.ts';
import type { Tables } from '#src/api/database/tables.ts';
import type { Tx } from '#src/api/database/write.ts';
import { refreshDays, type RefreshRow, type Tokens } from './tokens.ts';
import { DAY } from '#src/machines/calendar/durations.ts';

export type Account = { id: string; role: string };
/** Where someone signed in from, as shown in the list of their sessions. */
export type Device = { address: string; userAgent: string | null };
export type TokenPair = { access_token: string; refresh_token: string; token_type: 'bearer' };
export type Rotation = { pair: TokenPair } | { refused: 'unknown' | 'reused' };

/** How long a token that was just replaced still yields its successor: for tabs that refresh at the same time. */
const graceMilliseconds = 10_000;
const userAgentLength = 300;

/** The chain of refresh tokens that begins with a sign-in (a family), by the rules of RFC 9700, section 4.14.2. */
export function createRefreshTokens(tokens: Tokens, now: () => Date) {
  async function add(
    tx: Tx,
    account: Account,
    familyId: string,
    device: { user_agent: string | null; address: string | null },
  ): Promise<{ row: RefreshRow; pair: TokenPair }> {
    const expires = now().getTime() + refreshDays * DAY;
    const row = {
      id: newId(),
      account_id: account.id,
      family_id: familyId,
      expires_at: new Date(expires).toISOString(),
    };
    const pair = pairOf(row, account);
    await tx
      .insertInto('refresh_token')
      .values({ ...row, ...device, token_hash: sha256(pair.refresh_token) })
      .execute();
    return { row, pair };
  }

  function pairOf(row: RefreshRow, account: Account): TokenPair {
    return { access_token: tokens.access(row), refresh_token: tokens.refresh(row, account.role), token_type: 'bearer' };
  }

  /** The locked row of a token with its account, if the account may still refresh at all. */
  async function find(tx: Tx, token: string, roles: readonly string[]) {
    return await tx
      .selectFrom('refresh_token as token')
      .innerJoin('account', 'account.id', 'token.account_id')
      .selectAll('token')
      .select('account.role')
      .where('token.token_hash', '=', sha256(token))
      .where('account.disabled_at', 'is', null)
      .where('account.role', 'in', roles as ('mover' | 'assistant' | 'agent' | 'carrier')[])
      .whereRef('token.created_at', '>=', 'account.sessions_valid_from')
      .forUpdate('token')
      .executeTakeFirst();
  }

  return {
    /** Starts a new family: the result of a sign-in. */
    async issue(tx: Tx, account: Account, { address, userAgent }: Device): Promise<TokenPair> {
      const device = { address, user_agent: userAgent?.slice(0, userAgentLength) ?? null };
      return (await add(tx, account, newId(), device)).pair;
    },

    /**
     * The next token of a family. A token that was replaced yields its successor again for ten seconds, as long as the
     * successor was not used itself; later reuse means that two parties hold the token, and the family is revoked.
     *
     * A refusal is a result rather than a rejection, because the revocation must be committed.
     */
    async rotate(tx: Tx, token: string, roles: readonly string[]): Promise<Rotation> {
      if (!tokens.readRefresh(token)) return { refused: 'unknown' };
      const row = await find(tx, token, roles);
      if (!row || row.revoked_at) return { refused: 'unknown' };
      const account = { id: row.account_id, role: row.role };
      if (!row.replaced_at || !row.successor_id) {
        const next = await add(tx, account, row.family_id, { user_agent: row.user_agent, address: row.address });
        await tx
          .updateTable('refresh_token')
          .set({ successor_id: next.row.id, replaced_at: now().toISOString() })
          .where('id', '=', row.id)
          .execute();
        return { pair: next.pair };
      }
      const successor = await tx
        .selectFrom('refresh_token')
        .selectAll()
        .where('id', '=', row.successor_id)
        .executeTakeFirstOrThrow();
      const age = now().getTime() - Date.parse(row.replaced_at);
      const again = tokens.refreshAgain(successor, account.role, (one) => sha256(one) === successor.token_hash);
      if (age <= graceMilliseconds && !successor.replaced_at && again !== undefined)
        return { pair: { ...pairOf(successor, account), refresh_token: again } };
      await revokeFamily(tx, row.family_id);
      return { refused: 'reused' };
    },
  };
}

/** Ends one session: its refresh tokens and the access tokens issued with them. */
export async function revokeFamily(tx: Tx, familyId: string): Promise<void> {
  await revokeTwice(tx, (query) => query.where('family_id', '=', familyId));
  await tx.deleteFrom('push_device').where('family_id', '=', familyId).execute();
}

/**
 * Ends the sessions of an account, except the one that `exceptFamily` names: after a change of password or email, or
 * when the account is closed. They end at their next request.
 */
export async function endSessions(tx: Tx, accountId: string, exceptFamily?: string | null): Promise<void> {
  await revokeTwice(tx, (query) => {
    const all = query.where('account_id', '=', accountId);
    return exceptFamily ? all.where('family_id', '!=', exceptFamily) : all;
  });
  // A signed-out device gets no more notifications.
  const devices = tx.deleteFrom('push_device').where('account_id', '=', accountId);
  await (exceptFamily ? devices.where('family_id', '!=', exceptFamily) : devices).execute();
}

type Revocation = UpdateQueryBuilder<Tables, 'refresh_token', 'refresh_token', UpdateResult>;

/**
 * The first update waits for running refreshes, whose successors it does not see; the second one revokes those. A later
 * refresh finds its token revoked.
 */
async function revokeTwice(tx: Tx, which: (query: Revocation) => Revocation): Promise<void> {
  for (let time = 0; time < 2; time++) {
    await which(
      tx
        .updateTable('refresh_token')
        .set({ revoked_at: sql`now()` })
        .where('revoked_at', 'is', null),
    ).execute();
  }
}

/** Deletes expired tokens; of a session that continues, the first one stays, because it holds the session's start. */
export async function pruneRefreshTokens(db: Kysely<Tables>): Promise<void> {
  await sql`
    delete from refresh_token token
     where expires_at < now() - interval '1 day'
       and (exists (select from refresh_token earlier where earlier.family_id = token.family_id and earlier.created_at < token.created_at)
         or not exists (select from refresh_token living where living.family_id = token.family_id and living.expires_at >= now() - interval '1 day'))`.execute(
    db,
  );
}
