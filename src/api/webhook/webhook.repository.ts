import { sql } from 'kysely';
import type { Kysely } from 'kysely';
import { newId, newToken } from '#src/api/database/ids.ts';
import type { Tables } from '#src/api/database/tables.ts';
import type { Tx } from '#src/api/database/write.ts';
import { notFound, problem } from '#src/api/http/problem.ts';
import type { ApiParts } from '#src/api/parts.ts';
import { tellOfSettings } from '#src/api/settings/settings.repository.ts';
import { wrongAddress } from './webhook-address.ts';
import { allowsPrivate } from './webhook.delivery.ts';
import { RETRIES, deliverJob } from './webhook.outbox.ts';

export interface WebhookFields {
  url: string;
  events: string[];
  is_enabled: boolean;
}

const MOST = 20;

/** All of them, with how much of the last month has not arrived. */
export async function listWebhooks(db: Kysely<Tables>) {
  const { rows } = await sql<
    WebhookFields & {
      id: string;
      version: number;
      created_at: string;
      made_by: string;
      waiting: number;
      failed: number;
    }
  >`select webhook.id, url, events, is_enabled, version, webhook.created_at, made_by,
            count(delivery.id) filter (where delivered_at is null and failed_at is null)::int as waiting,
            count(delivery.id) filter (where failed_at is not null)::int as failed
       from webhook left join webhook_delivery delivery on delivery.webhook_id = webhook.id
      group by webhook.id order by webhook.created_at, webhook.id limit ${MOST}`.execute(db);
  return rows;
}

function mustBeAddress(parts: ApiParts, url: string): void {
  const message = wrongAddress(url, { allowsPrivate: allowsPrivate(parts) });
  if (message !== null) throw problem(422, message, { errors: [{ field: 'url', message }] });
}

/** @returns its secret, which is shown this once. @throws Problem 422 */
export async function makeWebhook(
  tx: Tx,
  parts: ApiParts,
  { url, events }: Omit<WebhookFields, 'is_enabled'>,
  by: { name: string },
): Promise<{ id: string; secret: string }> {
  mustBeAddress(parts, url);
  await sql`select pg_advisory_xact_lock(hashtext('webhook'))`.execute(tx);
  if ((await listWebhooks(tx)).length >= MOST) throw problem(422, `There can be ${MOST} webhooks at the most.`);
  const id = newId();
  const secret = `whsec_${newToken()}`;
  const created_at = parts.now().toISOString();
  await tx
    .insertInto('webhook')
    .values({
      id,
      url,
      events: [...new Set(events)],
      secret: parts.settings.sealed(secret),
      created_at,
      made_by: by.name,
    })
    .execute();
  await tellOfSettings(tx);
  return { id, secret };
}

/** @throws Problem 404; 409 where somebody else changed it; 422 */
export async function changeWebhook(
  tx: Tx,
  parts: ApiParts,
  { id, version, ...fields }: { id: string; version: number } & WebhookFields,
): Promise<void> {
  const row = await tx.selectFrom('webhook').select('version').where('id', '=', id).forUpdate().executeTakeFirst();
  if (!row) throw notFound('webhook');
  if (row.version !== version) throw problem(409, 'Someone else changed this webhook meanwhile. Look again.');
  mustBeAddress(parts, fields.url);
  const events = [...new Set(fields.events)];
  await tx
    .updateTable('webhook')
    .set({ ...fields, events, version: version + 1 })
    .where('id', '=', id)
    .execute();
  await tellOfSettings(tx);
}

/** With its log. @throws Problem 404 */
export async function removeWebhook(tx: Tx, id: string): Promise<void> {
  const gone = await tx.deleteFrom('webhook').where('id', '=', id).returning('id').executeTakeFirst();
  if (!gone) throw notFound('webhook');
  await tellOfSettings(tx);
}

/** The newest ones. @throws Problem 404 */
export async function listDeliveries(db: Kysely<Tables>, webhookId: string) {
  const there = await db.selectFrom('webhook').select('id').where('id', '=', webhookId).executeTakeFirst();
  if (!there) throw notFound('webhook');
  return db
    .selectFrom('webhook_delivery')
    .select(['id', 'event', 'created_at', 'attempts', 'last_attempt_at', 'delivered_at', 'failed_at', 'last_error'])
    .where('webhook_id', '=', webhookId)
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .limit(50)
    .execute();
}

/** Sends it once more, also where it has arrived: the same id tells the other side. @throws Problem 404; 409 where it is off */
export async function sendAgain(tx: Tx, parts: Pick<ApiParts, 'jobs'>, id: string): Promise<void> {
  const found = await tx
    .selectFrom('webhook_delivery as delivery')
    .innerJoin('webhook', 'webhook.id', 'delivery.webhook_id')
    .select('is_enabled')
    .where('delivery.id', '=', id)
    .executeTakeFirst();
  if (!found) throw notFound('delivery');
  if (!found.is_enabled) throw problem(409, 'This webhook is off. Switch it on first.');
  await tx.updateTable('webhook_delivery').set({ delivered_at: null, failed_at: null }).where('id', '=', id).execute();
  await parts.jobs.enqueue(tx, deliverJob, { id }, { retryLimit: RETRIES });
}
