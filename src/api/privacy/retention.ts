import { sql } from 'kysely';
import { inTransaction } from '#src/api/database/write.ts';
import type { Tx } from '#src/api/database/write.ts';
import type { ApiParts } from '#src/api/parts.ts';
import { DAY } from '#src/machines/calendar/durations.ts';
import { blackOutChats, blackOutPurchases, blackOutRequests } from './black-out.ts';
import type { EraseParts } from './black-out.ts';
import { KEPT } from '#src/api/configuration/retention-periods.ts';
import type { Kept } from '#src/api/configuration/retention-periods.ts';

type Parts = Pick<ApiParts, 'database' | 'jobs' | 'log' | 'now' | 'retention'>;

/** Records per transaction: locks are held for a few milliseconds. */
export const BATCH = 100;

/** Erases a batch of what is older than `before`. @returns how many records it was */
type Step = (tx: Tx, parts: EraseParts, before: string) => Promise<number>;

/** Rows that are deleted completely. */
const deleted =
  (table: 'mail' | 'notice' | 'agent_lead_refusal' | 'idempotency', column: string): Step =>
  async (tx, _parts, before) => {
    const name = sql.table(table);
    const gone = await sql`delete from ${name} where ctid = any(array(
      select ctid from ${name} where ${sql.ref(column)} < ${before} limit ${BATCH} for update skip locked))`.execute(
      tx,
    );
    return Number(gone.numAffectedRows ?? 0n);
  };

const blackedOut =
  (
    table: 'state_lead' | 'purchase' | 'chat',
    moment: string,
    blackOut: (tx: Tx, parts: EraseParts, ids: readonly string[]) => Promise<void>,
  ): Step =>
  async (tx, parts, before) => {
    const { rows } = await sql<{ id: string }>`select id from ${sql.table(table)}
      where blacked_out_at is null and ${sql.raw(moment)} < ${before} limit ${BATCH} for update skip locked`.execute(
      tx,
    );
    await blackOut(
      tx,
      parts,
      rows.map(({ id }) => id),
    );
    return rows.length;
  };

/**
 * What happens to each kind when its retention period ends. Signed agreements, invoices, and history events are not
 * listed: they stay.
 */
const STEPS: Record<Kept, Step> = {
  requests: blackedOut('state_lead', 'received_at', blackOutRequests),
  purchases: blackedOut('purchase', 'reserved_at', blackOutPurchases),
  chats: blackedOut('chat', 'coalesce(last_message_at, created_at)', blackOutChats),
  mails: deleted('mail', 'created_at'),
  notices: deleted('notice', 'read_at'),
  refusals: deleted('agent_lead_refusal', 'last_at'),
  keys: deleted('idempotency', 'created_at'),
};

/**
 * The nightly job. It works batch by batch, so that it doesn't block people who work at night, and a process that stops
 * needn't wait for all of it.
 */
export async function keepRetention(parts: Parts, { signal }: { signal?: AbortSignal } = {}): Promise<void> {
  const { database, log, now, retention } = parts;
  const removed: Partial<Record<Kept, number>> = {};
  for (const what of KEPT) {
    const before = new Date(now().getTime() - retention[what] * DAY).toISOString();
    for (;;) {
      const batch = await inTransaction(database, async (tx) => {
        const count = await STEPS[what](tx, parts, before);
        if (count > 0)
          await sql`insert into retention_tally (what, removed) values (${what}, ${count})
            on conflict (what) do update set removed = retention_tally.removed + excluded.removed`.execute(tx);
        return count;
      });
      removed[what] = (removed[what] ?? 0) + batch;
      if (batch < BATCH) break;
      signal?.throwIfAborted();
    }
  }
  log.info({ removed }, 'What was kept for long enough is gone.');
}
