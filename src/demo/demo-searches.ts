import { saveSearch } from '#src/api/load-search/load-search.repository.ts';
import type { Tx } from '#src/api/database/write.ts';
import { DAY } from '#src/machines/calendar/durations.ts';

/** Saved searches of one carrier; alerts for the loads already on the board count as sent. */
export async function saveDemoSearches(tx: Tx, account: { id: string }, now: Date): Promise<void> {
  const { id } = await tx
    .selectFrom('carrier')
    .select('id')
    .where('account_id', '=', account.id)
    .executeTakeFirstOrThrow();
  const at = new Date(now.getTime() - 6 * DAY);
  await saveSearch(
    tx,
    id,
    { name: 'Around the yard', alert: 'at-once', channel: 'both', filter: { radius_miles: 250, weight_max: 10_000 } },
    at,
  );
  await saveSearch(
    tx,
    id,
    {
      name: 'Back from the West',
      alert: 'daily',
      channel: 'mail',
      filter: { origin_state: 'AZ,CA,NV,OR,WA', destination_state: 'OH' },
    },
    at,
  );
  await tx.updateTable('load_search').set({ since: now.toISOString() }).where('carrier_id', '=', id).execute();
}
