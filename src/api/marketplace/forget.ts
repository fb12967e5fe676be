import type { ApiParts } from '#src/api/parts.ts';
import { DAY } from '#src/machines/calendar/durations.ts';

const DAYS = 7;

/**
 * Deletes unpaid reservations after a week, including the data of those who made them. Paid purchases stay, and so do
 * those for which credit was reserved, because the ledger refers to them.
 */
export async function forgetUnpaid({ database, now }: Pick<ApiParts, 'database' | 'now'>): Promise<void> {
  const before = new Date(now().getTime() - DAYS * DAY).toISOString();
  await database.kysely
    .deleteFrom('purchase')
    .where('state', '=', 'expired')
    .where('paid_at', 'is', null)
    .where('credit', '=', 0)
    .where('reserved_until', '<', before)
    .execute();
}
