import { showCount } from '#src/machines/amount/amounts.ts';
import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from 'kysely';
import { OPEN_AT_ONCE } from '#src/api/http/ceilings.ts';
import { addressKey } from '#src/api/http/client-address.ts';
import type { Database } from '#src/api/database/database.ts';
import { createOpenCounter } from '#src/api/http/open-counter.ts';
import { problem } from '#src/api/http/problem.ts';

const windowMinutes = 15;
const knownDays = 30;
/**
 * Wrong guesses within the window: from one address at one account, and from one address at all accounts. After
 * `account` of them from anywhere, an address unknown to the account gets only `freshAddress` more, each of them
 * delayed.
 */
const limits = { pair: 10, address: 100, account: 10, freshAddress: 3 };
const delayMs = { first: 500, longest: 5_000 };

/** A sign-in in progress; passed to `succeeded`, or left alone if it failed. */
export type Attempt = { account: string; pair: string; address: string; known: string; written: number[] };

export type Throttle = ReturnType<typeof createThrottle>;

/**
 * Counts failed sign-ins per account and per address, in the database, across all nodes. Every attempt is recorded
 * before it is checked, so that concurrent attempts are counted one by one.
 *
 * Nobody can lock out others: wrong guesses block only the address that made them, not addresses that have signed in
 * before. `factor` allows for many people behind one address. If an account is guessed at from many addresses, every
 * address unknown to it waits some seconds for each try; see docs/decisions/guessing-slows-the-guesser.md.
 */
export function createThrottle(
  { kysely }: Database,
  { factor = 1, wait = sleep as (ms: number) => Promise<unknown> } = {},
) {
  const delayed = createOpenCounter('There were too many attempts. Try again in a minute.');
  return {
    /** @throws Problem 429 with Retry-After, the same whether the account exists or not. */
    async begin(email: string, from: string): Promise<Attempt> {
      const address = addressKey(from);
      const known = `${email} ${address}`;
      const keys = { account: `account:${email}`, pair: `pair:${known}`, address: `address:${address}`, known };
      const isFriend = await isKnown(known);
      const rows = await kysely
        .insertInto('sign_in_attempt')
        // A known address's typos are not counted with guesses from elsewhere, nor with those of others behind its
        // address.
        .values([{ key: keys.pair }, ...(isFriend ? [] : [{ key: keys.address }, { key: keys.account }])])
        .returning('id')
        .execute();
      const attempt: Attempt = { ...keys, written: rows.map(({ id }) => id) };
      const guesses = isFriend ? 0 : (await attemptsOf(attempt.account)).attempts;
      const isGuessedAt = guesses > limits.account;
      const [pair, all] = await Promise.all([attemptsOf(attempt.pair), attemptsOf(attempt.address)]);
      const seconds = Math.max(
        pair.attempts > (isGuessedAt && pair.attempts < guesses ? limits.freshAddress : limits.pair) ? pair.wait : 0,
        !isFriend && all.attempts > limits.address * factor ? all.wait : 0,
      );
      if (seconds > 0) {
        await kysely.deleteFrom('sign_in_attempt').where('id', 'in', attempt.written).execute();
        const minutes = Math.ceil(seconds / 60);
        throw problem(429, `There were too many attempts. Try again in ${showCount(minutes, 'minute')}.`, {
          retryAfter: seconds,
        });
      }
      if (isGuessedAt) await holdBack(address, guesses - limits.account);
      return attempt;
    },

    /** Deletes the failures of an account that has a new password. */
    async forget(email: string): Promise<void> {
      await sql`delete from sign_in_attempt where key = ${`account:${email}`} or starts_with(key, ${`pair:${email} `})`.execute(
        kysely,
      );
    },

    /** Neither a failure nor a success: removes the attempt. */
    async undecided({ written }: Attempt): Promise<void> {
      await kysely.deleteFrom('sign_in_attempt').where('id', 'in', written).execute();
    },

    /** Deletes this address's failures at the account, and records it as known. Guesses from elsewhere stay. */
    async succeeded({ pair, known, written }: Attempt): Promise<void> {
      await kysely
        .deleteFrom('sign_in_attempt')
        .where('key', 'in', [pair, `known:${known}`])
        .execute();
      await kysely
        .insertInto('sign_in_attempt')
        .values({ key: `known:${known}` })
        .execute();
      // Only this attempt: others from the address may be guesses at other accounts, and others at the account may be
      // someone else's guesses.
      await kysely.deleteFrom('sign_in_attempt').where('id', 'in', written).execute();
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

  /** The number of attempts within the window, and in how many seconds the oldest leaves it. */
  async function attemptsOf(key: string): Promise<{ attempts: number; wait: number }> {
    const { rows } = await sql<{ attempts: number; wait: number | null }>`
      select count(*) as attempts,
             greatest(1, ceil(extract(epoch from min(at) + make_interval(mins => ${windowMinutes}) - now())))::int as wait
        from sign_in_attempt where key = ${key} and at > now() - make_interval(mins => ${windowMinutes})`.execute(
      kysely,
    );
    return { attempts: rows[0]?.attempts ?? 0, wait: rows[0]?.wait ?? 1 };
  }

  /** Delays longer after more guesses; one address cannot fill the process with waiting attempts. */
  async function holdBack(address: string, more: number): Promise<void> {
    const go = delayed([[address, OPEN_AT_ONCE.delayedOfAddress]]);
    try {
      await wait(Math.min(delayMs.first * 2 ** Math.min(more - 1, 10), delayMs.longest));
    } finally {
      go();
    }
  }
}
