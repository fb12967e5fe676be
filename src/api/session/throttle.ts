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
 * Wrong guesses within the window: of one address at one account, and of one address at all accounts. When an account
 * has had `account` of them from anywhere, an address that it does not know gets only `freshAddress` more, each of
 * them late.
 */
const limits = { pair: 10, address: 100, account: 10, freshAddress: 3 };
const delayMs = { first: 500, longest: 5_000 };

/** A sign-in under way; to be handed to `succeeded`, or left alone when it failed. */
export type Attempt = { account: string; pair: string; address: string; known: string; written: number[] };

export type Throttle = ReturnType<typeof createThrottle>;

/**
 * Counts failed sign-ins per account and per address, in the database, so that all nodes count together. Every
 * attempt is written down before it is judged: many at once are counted like one after the other.
 *
 * Nobody is locked out by others: wrong guesses refuse only the address that made them, and not those who have signed
 * in from it before. `factor` is for many people behind one address. An account that is guessed at
 * from many addresses makes every address that it does not know wait some seconds for each try; see
 * docs/decisions/guessing-slows-the-guesser.md.
 */
export function createThrottle(
  { kysely }: Database,
  { factor = 1, wait = sleep as (ms: number) => Promise<unknown> } = {},
) {
  const delayed = createOpenCounter('There were too many attempts. Try again in a minute.');
  return {
    /** @throws Problem 429 with Retry-After, the same for accounts that exist and those that do not. */
    async begin(email: string, from: string): Promise<Attempt> {
      const address = addressKey(from);
      const known = `${email} ${address}`;
      const keys = { account: `account:${email}`, pair: `pair:${known}`, address: `address:${address}`, known };
      const isFriend = await isKnown(known);
      const rows = await kysely
        .insertInto('sign_in_attempt')
        // A friend's slips say nothing of guesses from elsewhere, nor of those of others behind its address.
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

    /** Forgets the failures of an account that has a new password. */
    async forget(email: string): Promise<void> {
      await sql`delete from sign_in_attempt where key = ${`account:${email}`} or starts_with(key, ${`pair:${email} `})`.execute(
        kysely,
      );
    },

    /** Neither a failure nor a success: as if it had not been. */
    async undecided({ written }: Attempt): Promise<void> {
      await kysely.deleteFrom('sign_in_attempt').where('id', 'in', written).execute();
    },

    /** Forgets this address's failures at the account, and remembers that it is a friend. Guesses from elsewhere stay. */
    async succeeded({ pair, known, written }: Attempt): Promise<void> {
      await kysely
        .deleteFrom('sign_in_attempt')
        .where('key', 'in', [pair, `known:${known}`])
        .execute();
      await kysely
        .insertInto('sign_in_attempt')
        .values({ key: `known:${known}` })
        .execute();
      // Only this one: others of the address may be guesses at other accounts, and others of the account another's guesses.
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

  /** How many attempts there were within the window, and in how many seconds the oldest leaves it. */
  async function attemptsOf(key: string): Promise<{ attempts: number; wait: number }> {
    const { rows } = await sql<{ attempts: number; wait: number | null }>`
      select count(*) as attempts,
             greatest(1, ceil(extract(epoch from min(at) + make_interval(mins => ${windowMinutes}) - now())))::int as wait
        from sign_in_attempt where key = ${key} and at > now() - make_interval(mins => ${windowMinutes})`.execute(
      kysely,
    );
    return { attempts: rows[0]?.attempts ?? 0, wait: rows[0]?.wait ?? 1 };
  }

  /** The longer the more guesses there were; one address cannot fill the process with tries that wait. */
  async function holdBack(address: string, more: number): Promise<void> {
    const go = delayed([[address, OPEN_AT_ONCE.delayedOfAddress]]);
    try {
      await wait(Math.min(delayMs.first * 2 ** Math.min(more - 1, 10), delayMs.longest));
    } finally {
      go();
    }
  }
}
