import { Type } from 'typebox';
import { AGENT_LEAD_NEWS } from '#src/machines/agent-lead/agent-lead.moves.ts';
import { write } from '#src/api/database/write.ts';
import type { Api } from '#src/api/http/http.ts';
import { needsRight } from '#src/api/http/principal.ts';
import { Count, Instant, Named, Nullable, OneOf, Strict, Uuid, Version, problems } from '#src/api/http/schemas.ts';
import type { ApiParts } from '#src/api/parts.ts';
import { SettingsChange } from '#src/api/settings/settings.schemas.ts';
import {
  changeWebhook,
  historyOfWebhooks,
  listDeliveries,
  listWebhooks,
  makeWebhook,
  removeWebhook,
  sendAgain,
  WEBHOOK_ACTS,
} from './webhook.repository.ts';

const Fields = {
  url: Type.String({ minLength: 1, maxLength: 500 }),
  events: Type.Array(OneOf(AGENT_LEAD_NEWS), { minItems: 1, maxItems: AGENT_LEAD_NEWS.length }),
};
const Webhooks = Type.Object({
  webhooks: Type.Array(
    Named('Webhook', {
      id: Uuid,
      url: Fields.url,
      events: Type.Array(Type.String({ maxLength: 60 }), { maxItems: 100 }),
      is_enabled: Type.Boolean(),
      version: Count,
      created_at: Instant,
      made_by: Type.String({ maxLength: 200 }),
      waiting: Count,
      failed: Count,
    }),
    { maxItems: 20 },
  ),
});
const Deliveries = Type.Object({
  deliveries: Type.Array(
    Named('WebhookDelivery', {
      id: Uuid,
      event: Type.String({ maxLength: 60 }),
      created_at: Instant,
      attempts: Count,
      last_attempt_at: Nullable(Instant),
      delivered_at: Nullable(Instant),
      failed_at: Nullable(Instant),
      last_error: Nullable(Type.String({ maxLength: 500 })),
    }),
    { maxItems: 50 },
  ),
});
const History = Type.Object({
  changes: Type.Array(
    Named('WebhookVersion', {
      webhook_id: Uuid,
      version: Count,
      act: OneOf(WEBHOOK_ACTS),
      url: Fields.url,
      at: Instant,
      actor_name: Type.String({ maxLength: 200 }),
      changes: Type.Array(SettingsChange, { maxItems: 3 }),
    }),
    { maxItems: 50 },
  ),
});
const answer = { 200: Webhooks, ...problems };
const ById = Strict({ id: Uuid });

/** Webhooks, managed with the right `settings`. */
export function webhookRoutes(app: Api, parts: ApiParts): void {
  const { database } = parts;

  app.get(
    '/agent/webhooks',
    { schema: { summary: 'Who is told of what happens to leads', response: answer } },
    async () => ({
      webhooks: await listWebhooks(database.kysely),
    }),
  );

  app.get(
    '/agent/webhooks/history',
    {
      schema: {
        summary: 'Who made, changed and removed webhooks, newest first',
        response: { 200: History, ...problems },
      },
    },
    async () => ({ changes: await historyOfWebhooks(database.kysely) }),
  );

  app.post(
    '/agent/webhooks',
    {
      schema: {
        summary: 'A new webhook; its secret is in this answer and never again',
        body: Strict(Fields),
        response: {
          200: Named('NewWebhook', { id: Uuid, secret: Type.String({ maxLength: 100 }) }),
          ...problems,
        },
      },
    },
    async (request, reply) => {
      const by = needsRight(request, 'settings');
      const made = await write(database, request, reply, by.accountId, (tx) =>
        makeWebhook(tx, parts, request.body, by),
      );
      await parts.settings.refresh();
      return made;
    },
  );

  app.put(
    '/agent/webhooks/:id',
    {
      schema: {
        summary: 'Another address, other events; on or off',
        params: ById,
        body: Strict({ version: Version, ...Fields, is_enabled: Type.Boolean() }),
        response: answer,
      },
    },
    async (request, reply) => {
      const by = needsRight(request, 'settings');
      const webhooks = await write(database, request, reply, by.accountId, async (tx) => {
        await changeWebhook(tx, parts, { id: request.params.id, ...request.body }, by);
        return { webhooks: await listWebhooks(tx) };
      });
      await parts.settings.refresh();
      return webhooks;
    },
  );

  app.post(
    '/agent/webhooks/:id/remove',
    {
      schema: {
        summary: 'It is told nothing more, and its log goes',
        params: ById,
        body: Strict({}),
        response: answer,
      },
    },
    async (request, reply) => {
      const by = needsRight(request, 'settings');
      const webhooks = await write(database, request, reply, by.accountId, async (tx) => {
        await removeWebhook(tx, parts, request.params.id, by);
        return { webhooks: await listWebhooks(tx) };
      });
      await parts.settings.refresh();
      return webhooks;
    },
  );

  app.get(
    '/agent/webhooks/:id/deliveries',
    {
      schema: {
        summary: 'What it was told in the last month, newest first',
        params: ById,
        response: { 200: Deliveries, ...problems },
      },
    },
    async (request) => ({ deliveries: await listDeliveries(database.kysely, request.params.id) }),
  );

  app.post(
    '/agent/webhooks/deliveries/:id/resend',
    {
      schema: {
        summary: 'Sends a delivery once more, with the id that it had',
        params: ById,
        body: Strict({}),
        response: { 200: Strict({}), ...problems },
      },
    },
    async (request, reply) => {
      const { accountId } = needsRight(request, 'settings');
      return write(database, request, reply, accountId, async (tx) => {
        await sendAgain(tx, parts, request.params.id);
        return {};
      });
    },
  );
}
