import { sql } from 'kysely';
import type { Kysely } from 'kysely';
import { newId, newToken } from '#src/api/database/ids.ts';
import type { Tables } from '#src/api/database/tables.ts';
import type { Tx } from '#src/api/database/write.ts';
import { notFound, problem } from '#src/api/http/problem.ts';
import type { ApiParts } from '#src/api/parts.ts';
import { tellOfSettings } from '#src/api/settings/settings.repository.ts';
import type { FieldChange } from '#src/api/settings/settings.repository.ts';
import { wrongAddress } from './webhook-address.ts';
import { allowsPrivate } from './post-outside.ts';
import { RETRIES, deliverJob } from './webhook.outbox.ts';

export interface WebhookFields {
  url: string;
  events: string[];
  is_enabled: boolean;
}

const MOST = 20;

export const WEBHOOK_ACTS = ['made', 'changed', 'removed'] as const;
type WebhookAct = (typeof WEBHOOK_ACTS)[number];

/** Who makes a change. */
interface Manager {
  accountId: string;
  name: string;
}

/** All webhooks, with the number of deliveries of the last month that have not arrived. */
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

/** @returns its secret, which is shown only once. @throws Problem 422 */
export async function makeWebhook(
  tx: Tx,
  parts: ApiParts,
  { url, events }: Omit<WebhookFields, 'is_enabled'>,
  by: Manager,
): Promise<{ id: string; secret: string }> {
  mustBeAddress(parts, url);
  await sql`select pg_advisory_xact_lock(hashtext('webhook'))`.execute(tx);
  if ((await listWebhooks(tx)).length >= MOST) throw problem(422, `There can be at most ${MOST} webhooks.`);
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
  await remember(tx, parts, { id, version: 1, act: 'made', url }, by);
  await tellOfSettings(tx);
  return { id, secret };
}

/** @throws Problem 404; 409 if someone else changed it; 422 */
export async function changeWebhook(
  tx: Tx,
  parts: ApiParts,
  { id, version, ...given }: { id: string; version: number } & WebhookFields,
  by: Manager,
): Promise<void> {
  const row = await tx
    .selectFrom('webhook')
    .select(['version', 'url', 'events', 'is_enabled'])
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst();
  if (!row) throw notFound('webhook');
  if (row.version !== version) throw problem(409, 'Someone else changed this webhook meanwhile. Look again.');
  mustBeAddress(parts, given.url);
  const fields = { ...given, events: [...new Set(given.events)] };
  const changes = changesOf(row, fields);
  if (changes.length === 0) return;
  await tx
    .updateTable('webhook')
    .set({ ...fields, version: version + 1 })
    .where('id', '=', id)
    .execute();
  await remember(tx, parts, { id, version: version + 1, act: 'changed', url: fields.url, changes }, by);
  await tellOfSettings(tx);
}

/** Deletes its log as well. @throws Problem 404 */
export async function removeWebhook(tx: Tx, parts: Pick<ApiParts, 'now'>, id: string, by: Manager): Promise<void> {
  const gone = await tx.deleteFrom('webhook').where('id', '=', id).returning(['url', 'version']).executeTakeFirst();
  if (!gone) throw notFound('webhook');
  await remember(tx, parts, { id, version: gone.version + 1, act: 'removed', url: gone.url }, by);
  await tellOfSettings(tx);
}

function changesOf(before: WebhookFields, after: WebhookFields): FieldChange[] {
  const asText = (value: string | boolean | string[]) => (Array.isArray(value) ? value.join('\n') : String(value));
  return (['url', 'events', 'is_enabled'] as const).flatMap((field) => {
    // The order of the events does not matter.
    const [was, is] = [before, after].map((of) => asText(field === 'events' ? [...of.events].sort() : of[field]));
    return was === is ? [] : [{ field, before: was!, after: is! }];
  });
}

async function remember(
  tx: Tx,
  { now }: Pick<ApiParts, 'now'>,
  change: { id: string; version: number; act: WebhookAct; url: string; changes?: FieldChange[] },
  by: Manager,
): Promise<void> {
  const { id, version, act, url, changes = [] } = change;
  await tx
    .insertInto('webhook_change')
    .values({
      webhook_id: id,
      version,
      act,
      url,
      at: now().toISOString(),
      actor_id: by.accountId,
      actor_name: by.name,
      changes: JSON.stringify(changes),
    })
    .execute();
}

/** The newest changes, including those of removed webhooks. */
export const historyOfWebhooks = (db: Kysely<Tables>) =>
  db
    .selectFrom('webhook_change')
    .select(['webhook_id', 'version', 'act', 'url', 'at', 'actor_name', 'changes'])
    .orderBy('at', 'desc')
    .orderBy('webhook_id')
    .orderBy('version', 'desc')
    .limit(50)
    .execute();

/** The newest deliveries. @throws Problem 404 */
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

/**
 * Sends it again, even if it has arrived: the receiver recognizes the same id. @throws Problem 404; 409 if it is
 * disabled
 */
export async function sendAgain(tx: Tx, parts: Pick<ApiParts, 'jobs'>, id: string): Promise<void> {
  const found = await tx
    .selectFrom('webhook_delivery as delivery')
    .innerJoin('webhook', 'webhook.id', 'delivery.webhook_id')
    .select('is_enabled')
    .where('delivery.id', '=', id)
    .executeTakeFirst();
  if (!found) throw notFound('delivery');
  if (!found.is_enabled) throw problem(409, 'This webhook is off. Turn it on first.');
  await tx.updateTable('webhook_delivery').set({ delivered_at: null, failed_at: null }).where('id', '=', id).execute();
  await parts.jobs.enqueue(tx, deliverJob, { id }, { retryLimit: RETRIES });
}
