import { newId } from '#src/api/database/ids.ts';
import type { Tx } from '#src/api/database/write.ts';
import type { ApiParts } from '#src/api/parts.ts';

export const deliverJob = 'webhook.deliver';
/** About five hours in total, with increasing delays. */
export const RETRIES = 70;

/**
 * The part of a lead's history that webhooks receive. Nothing that was written or agreed there: no names, no prices, no
 * margin.
 */
export interface LeadNews {
  event: string;
  at: string;
  /** The number of the lead's event, starting at 1. */
  sequence: number;
  actor: { role: string };
  lead: { id: string; reference: string; state: string; stage: string | null; is_archived: boolean };
}

/** Records, in the transaction of the event, what to send to each webhook that subscribes to it. */
export async function tellWebhooks(tx: Tx, parts: Pick<ApiParts, 'settings' | 'jobs'>, news: LeadNews): Promise<void> {
  for (const { id: webhookId, events } of parts.settings.now().webhooks) {
    if (!events.includes(news.event)) continue;
    const id = newId();
    const there = await tx.selectFrom('webhook').select('id').where('id', '=', webhookId).forShare().executeTakeFirst();
    // Removed by another node a moment ago.
    if (!there) continue;
    await tx
      .insertInto('webhook_delivery')
      .values({
        id,
        webhook_id: webhookId,
        event: news.event,
        body: JSON.stringify({ id, type: `agent-lead.${news.event}`, ...news }),
        created_at: news.at,
      })
      .execute();
    await parts.jobs.enqueue(tx, deliverJob, { id }, { retryLimit: RETRIES });
  }
}
