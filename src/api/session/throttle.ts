import { sql } from 'kysely';
import type { Database } from '#src/api/platform/database.ts';
import { problem } from '#src/api/platform/problem.ts';

const windowMinutes = 15;
const knownDays = 30;
const limits = { account: 10, address: 100 };

/** A sign-in under way; to be handed to `succeeded`, or left alone when it failed. */
export type Attempt = { account: string; address: string; known: string };

export type Throttle = ReturnType<typeof createThrottle>;

/**
 * Counts failed sign-ins per account and per address, in the database, so that all nodes count together. Every
 * attempt is written down before it is judged: many at once are counted like one after the other.
 *
 * Nobody is locked out for good: the window slides, refused attempts do not prolong it, and an address from which the
 * account was signed in to before has a count of its own, which a stranger's guesses cannot use up.
 */
export function createThrottle({ kysely }: Database) {
  return {
    /** @throws Problem 429 with Retry-After, the same for accounts that exist and those that do not. */
    async begin(email: string, address: string): Promise<Attempt> {
      const pair = `${email} ${address}`;
      const known = await isKnown(pair);
      const attempt = {
        account: known ? `pair:${pair}` : `account:${email}`,
        address: `address:${address}`,
        known: pair,
      };
      const written = await kysely
        .insertInto('sign_in_attempt')
        .values([{ key: attempt.account }, { key: attempt.address }])
        .returning('id')
        .execute();
      const wait = Math.max(
        await secondsToWait(attempt.account, limits.account),
        await secondsToWait(attempt.address, limits.address),
      );
      if (wait === 0) return attempt;
      const ids = written.map(({ id }) => id);
      await kysely.deleteFrom('sign_in_attempt').where('id', 'in', ids).execute();
      const minutes = Math.ceil(wait / 60);
      throw problem(429, `There were too many attempts. Try again in ${minutes} minute${minutes === 1 ? '' : 's'}.`, {
        retryAfter: wait,
      });
    },

    /** Forgets the failures of an account that has a new password. */
    async forget(email: string): Promise<void> {
      await sql`delete from sign_in_attempt where key = ${`account:${email}`} or starts_with(key, ${`pair:${email} `})`.execute(kysely);
    },

    /** Forgets the account's failures, and remembers that this address is a friend. */
    async succeeded({ account, address, known }: Attempt): Promise<void> {
      await kysely
        .deleteFrom('sign_in_attempt')
        .where('key', 'in', [account, `known:${known}`])
        .execute();
      await kysely
        .insertInto('sign_in_attempt')
        .values({ key: `known:${known}` })
        .execute();
      // Only this one: others of the address may be guesses at other accounts.
      await sql`delete from sign_in_attempt where id = (select max(id) from sign_in_attempt where key = ${address})`.execute(
        kysely,
      );
    },
  };

  async function isKnown(pair: string): Promise<boolean> {
    const found = await kysely
      .selectFrom('sign_in_attempt')
      .select('id')
      .where('key', '=', `known:${pair}`)
      .where('at', '>', sql<string>`now() - make_interval(days => ${knownDays})`)
      .executeTakeFirst();
    return found !== undefined;
  }

  /** 0 when the key is within its limit, else the seconds until its oldest attempt leaves the window. */
  async function secondsToWait(key: string, limit: number): Promise<number> {
    const { rows } = await sql<{ attempts: number; wait: number }>`
      select count(*) as attempts,
             greatest(1, ceil(extract(epoch from min(at) + make_interval(mins => ${windowMinutes}) - now())))::int as wait
        from sign_in_attempt where key = ${key} and at > now() - make_interval(mins => ${windowMinutes})`.execute(
      kysely,
    );
    const [row] = rows;
    return row && row.attempts > limit ? row.wait : 0;
  }
}
