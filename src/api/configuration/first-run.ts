import type { Tx } from '#src/api/database/write.ts';

/**
 * Whether this run of a job is the first one that commits: a job may run again after a crash, but its effect must not.
 * Stored in the transaction of the effect, in the table that is pruned after two days or more (`KEEP_KEYS_DAYS`),
 * longer than jobs retry.
 */
export async function isFirstRun(tx: Tx, job: string, jobId: string): Promise<boolean> {
  const first = await tx
    .insertInto('idempotency')
    .values({ scope: `job:${job}`, key: jobId, fingerprint: '' })
    .onConflict((conflict) => conflict.doNothing())
    .returning('key')
    .executeTakeFirst();
  return first !== undefined;
}
