import { createHmac } from 'node:crypto';
import type { ApiParts } from '#src/api/parts.ts';
import { postOutside } from './post-outside.ts';
import { RETRIES } from './webhook.outbox.ts';

export { deliverJob } from './webhook.outbox.ts';

const KEPT = '30 days';

/** `t=<seconds>,v1=<hex>`: HMAC-SHA256 over the seconds, a period, and the body, with the webhook's secret. */
export const signatureOf = (secret: string, body: string, at: Date): string => {
  const seconds = Math.floor(at.getTime() / 1000);
  return `t=${seconds},v1=${createHmac('sha256', secret).update(`${seconds}.${body}`).digest('hex')}`;
};

/** Sends one delivery, unless it already arrived. Throws if another attempt may succeed. */
export async function deliver(parts: ApiParts, id: string, attempt: number): Promise<void> {
  const { kysely } = parts.database;
  const found = await kysely
    .selectFrom('webhook_delivery as delivery')
    .innerJoin('webhook', 'webhook.id', 'delivery.webhook_id')
    .select(['url', 'secret', 'is_enabled', 'body', 'event'])
    .where('delivery.id', '=', id)
    .where('delivered_at', 'is', null)
    .executeTakeFirst();
  // Deliveries of a disabled webhook wait in the log until someone sends them again.
  if (!found?.is_enabled) return;
  const error = await send(parts, { ...found, id });
  const now = parts.now().toISOString();
  const isLast = error !== null && (error.isFinal || attempt > RETRIES);
  await kysely
    .updateTable('webhook_delivery')
    .set(({ eb }) => ({
      attempts: eb('attempts', '+', 1),
      last_attempt_at: now,
      delivered_at: error === null ? now : null,
      failed_at: isLast ? now : null,
      last_error: error?.says ?? null,
    }))
    .where('id', '=', id)
    .execute();
  if (error !== null && !isLast) throw new Error(`A webhook was not told: ${error.says}`);
}

interface Failure {
  says: string;
  /** A retry would not help. */
  isFinal: boolean;
}

async function send(
  parts: ApiParts,
  { id, url, secret: sealed, body, event }: { id: string; url: string; secret: string; body: string; event: string },
): Promise<Failure | null> {
  const secret = parts.settings.opened(sealed);
  if (secret === null)
    return { says: 'SESSION_SECRET is another one than when this webhook was made. Make it anew.', isFinal: true };
  // A redirect is a response like any other.
  const posted = await postOutside(parts, url, {
    headers: {
      'content-type': 'application/json',
      'user-agent': 'lead-platform',
      'x-webhook-id': id,
      'x-webhook-event': `agent-lead.${event}`,
      'x-webhook-signature': signatureOf(secret, body, parts.now()),
    },
    body,
  });
  if ('says' in posted) return posted;
  const { status } = posted;
  if (status >= 200 && status < 300) return null;
  return { says: `It answered with status ${status}.`, isFinal: status === 410 };
}

/** The log covers the last month. */
export async function forgetDeliveries({ database, now }: ApiParts): Promise<void> {
  await database.pool.query(`delete from webhook_delivery where created_at < $1::timestamptz - $2::interval`, [
    now().toISOString(),
    KEPT,
  ]);
}
