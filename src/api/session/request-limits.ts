import { sql } from 'kysely';
import type { Database } from '#src/api/platform/database.ts';
import { problem } from '#src/api/platform/problem.ts';
import { inTransaction } from '#src/api/platform/write.ts';

/** An hour, within which requests are counted (`tidyHourly` forgets older ones). */
const windowMinutes = 60;
const limits = { perAddress: 20, perMailbox: 5, perAccount: 20, perProvider: 2000, perShopper: 40 };

export type RequestLimits = ReturnType<typeof createRequestLimits>;

/**
 * Counts what causes mail to people who did not ask for it: per caller, who is refused beyond a limit, and per
 * mailbox, which is spared without a word, so that nobody learns whose it is. All nodes count together.
 */
export function createRequestLimits(database: Database) {
  /**
   * Counts one more, if it is within the limit; many at once are counted one after the other.
   * @returns seconds to wait; 0 within the limit
   */
  async function count(key: string, limit: number): Promise<number> {
    return await inTransaction(database, async (tx) => {
      await sql`select pg_advisory_xact_lock(hashtextextended(${key}, 1))`.execute(tx);
      const { rows } = await sql<{ requests: number; wait: number | null }>`
        select count(*) as requests,
               greatest(1, ceil(extract(epoch from min(at) + make_interval(mins => ${windowMinutes}) - now())))::int as wait
          from sign_in_attempt where key = ${key} and at > now() - make_interval(mins => ${windowMinutes})`.execute(tx);
      const [row] = rows;
      if (row && row.requests >= limit) return row.wait ?? 1;
      await tx.insertInto('sign_in_attempt').values({ key }).execute();
      return 0;
    });
  }

  async function admit(key: string, limit: number): Promise<void> {
    const wait = await count(key, limit);
    if (wait === 0) return;
    const minutes = Math.ceil(wait / 60);
    throw problem(429, `There were too many requests. Try again in ${minutes} minute${minutes === 1 ? '' : 's'}.`, { retryAfter: wait });
  }

  return {
    /** One request of a guest from this address. @throws Problem 429 with Retry-After */
    guest: (address: string) => admit(`guest:${address}`, limits.perAddress),

    /** One reservation of shares of leads by a guest from this address. @throws Problem 429 with Retry-After */
    shopper: (address: string) => admit(`shopper:${address}`, limits.perShopper),

    /** One mail that a signed-in person causes. @throws Problem 429 with Retry-After */
    member: (accountId: string) => admit(`member:${accountId}`, limits.perAccount),

    /** One lead that a provider hands in. @throws Problem 429 with Retry-After */
    provider: (source: string) => admit(`provider:${source}`, limits.perProvider),

    /** Whether this mailbox may get one more mail of this kind. */
    mailbox: async (kind: string, email: string): Promise<boolean> => (await count(`mail:${kind}:${email}`, limits.perMailbox)) === 0,
  };
}
