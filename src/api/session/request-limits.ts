import { sql } from 'kysely';
import type { Database } from '#src/api/database/database.ts';
import { problem } from '#src/api/http/problem.ts';
import { BUDGETS } from '#src/api/http/ceilings.ts';
import { addressKey } from '#src/api/http/client-address.ts';
import { sha256 } from '#src/api/database/ids.ts';
import { inTransaction } from '#src/api/database/write.ts';
import type { Tx } from '#src/api/database/write.ts';

type Budget = { readonly times: number; readonly seconds: number };

export type RequestLimits = ReturnType<typeof createRequestLimits>;

/**
 * Limits what causes mail to people who did not ask for it: per caller, who is refused beyond a limit, and per mailbox,
 * where mail is silently dropped, so that nobody learns whose it is. All nodes count together.
 */
export function createRequestLimits(database: Database, factor = 1) {
  const scaled = ({ times, seconds }: Budget): Budget => ({ times: times * factor, seconds });

  /**
   * Counts one more, if it is within the limit; concurrent requests are counted one by one.
   * @returns seconds to wait; 0 within the limit
   */
  async function countIn(tx: Tx, key: string, { times, seconds }: Budget): Promise<number> {
    await sql`select pg_advisory_xact_lock(hashtextextended(${key}, 1))`.execute(tx);
    const { rows } = await sql<{ requests: number; wait: number | null }>`
        select count(*) as requests,
               greatest(1, ceil(extract(epoch from min(at) + make_interval(secs => ${seconds}) - now())))::int as wait
          from sign_in_attempt where key = ${key} and at > now() - make_interval(secs => ${seconds})`.execute(tx);
    const [row] = rows;
    if (row && row.requests >= times) return row.wait ?? 1;
    await tx.insertInto('sign_in_attempt').values({ key }).execute();
    return 0;
  }
  const count = (key: string, budget: Budget) => inTransaction(database, (tx) => countIn(tx, key, budget));

  async function admit(key: string, budget: Budget): Promise<void> {
    refuseFor(await count(key, budget), 'Too many requests.');
  }

  async function admitMail(tx: Tx, key: string, budget: Budget, sentence: string): Promise<void> {
    refuseFor(await countIn(tx, key, budget), sentence);
  }

  return {
    /** One request of a guest from this address. @throws Problem 429 with Retry-After */
    guest: (address: string) => admit(`guest:${addressKey(address)}`, BUDGETS.guestMails),

    /** One reservation of shares of leads by a guest from this address. @throws Problem 429 with Retry-After */
    shopper: (address: string) => admit(`shopper:${addressKey(address)}`, scaled(BUDGETS.reservations)),

    /** One mail that a signed-in person causes. @throws Problem 429 with Retry-After */
    member: (accountId: string) => admit(`member:${accountId}`, BUDGETS.memberMails),

    /** One lead that a provider submits. @throws Problem 429 with Retry-After */
    provider: (source: string) => admit(`provider:${source}`, BUDGETS.providerLeads),

    /**
     * One quote that a member sends to a household, counted in the transaction that sends it.
     * @throws Problem 429 with Retry-After
     */
    async quote(
      tx: Tx,
      { accountId, businessId, email }: { accountId: string; businessId: string; email: string },
    ): Promise<void> {
      const household = sha256(email.trim().toLowerCase());
      await admitMail(tx, `quotes:${accountId}`, scaled(BUDGETS.memberQuotes), 'You have sent too many quotes today.');
      await admitMail(
        tx,
        `quotes:${businessId}:${household}`,
        BUDGETS.businessQuotes,
        'This client has had several quotes of yours today.',
      );
      await admitMail(
        tx,
        `quotes:to:${household}`,
        scaled(BUDGETS.householdQuotes),
        'This client has had too many quotes today.',
      );
    },

    /** One email from an agent to a household, counted in the transaction that sends it. @throws Problem 429 */
    letter: (tx: Tx, email: string): Promise<void> =>
      admitMail(
        tx,
        `letters:${sha256(email.trim().toLowerCase())}`,
        scaled(BUDGETS.householdMails),
        'This client has had too many emails today.',
      ),

    /** Whether this mailbox may get one more mail of this kind; with `tx`, counted in the transaction that sends it. */
    mailbox: async (kind: string, email: string, tx?: Tx): Promise<boolean> => {
      const key = `mail:${kind}:${email}`;
      return (await (tx ? countIn(tx, key, BUDGETS.mailbox) : count(key, BUDGETS.mailbox))) === 0;
    },
  };
}

function refuseFor(wait: number, sentence: string): void {
  if (wait === 0) return;
  const [amount, unit] = wait > 2 * 3600 ? [Math.ceil(wait / 3600), 'hour'] : [Math.ceil(wait / 60), 'minute'];
  throw problem(429, `${sentence} Try again in ${amount} ${unit}${amount === 1 ? '' : 's'}.`, { retryAfter: wait });
}
