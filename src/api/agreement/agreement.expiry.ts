import { publish } from '#src/api/live/live.ts';
import type { ApiParts } from '#src/api/parts.ts';
import { inTransaction } from '#src/api/database/write.ts';
import { expireAgreements } from './agreement.repository.ts';

/** Expires agreements whose last day has passed, a few per transaction, and notifies the people who work with them. */
export async function expireLateAgreements({ database, now }: Pick<ApiParts, 'database' | 'now'>): Promise<void> {
  for (let left = true; left;) {
    left = await inTransaction(database, async (tx) => {
      const rows = await expireAgreements(tx, now());
      for (const row of rows) {
        if (row.lead_id) await publish(tx, { noun: 'agent-lead', id: row.lead_id, audience: 'agents' });
        if (row.lead_id && row.carrier_id)
          await publish(tx, { noun: 'load', id: row.lead_id, audience: `carrier:${row.carrier_id}` });
      }
      return rows.length > 0;
    });
  }
}
