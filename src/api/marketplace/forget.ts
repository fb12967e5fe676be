import type { ApiParts } from '#src/api/parts.ts';
import { DAY } from '#src/machines/calendar/durations.ts';

const DAYS = 7;

/**
 * Reservations that nobody paid for are forgotten after a week, and with them who made them. Whatever was paid stays, and
 * so does what credit was set aside for: the ledger tells of it.
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
