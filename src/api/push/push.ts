import { Type } from 'typebox';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Kysely } from 'kysely';
import { newId } from '#src/api/database/ids.ts';
import type { Tables } from '#src/api/database/tables.ts';
import { write } from '#src/api/database/write.ts';
import type { Tx } from '#src/api/database/write.ts';
import type { Api } from '#src/api/http/http.ts';
import { carriers, needsCarrier } from '#src/api/http/principal.ts';
import { problem } from '#src/api/http/problem.ts';
import { Strict, problems } from '#src/api/http/schemas.ts';
import type { ApiParts } from '#src/api/parts.ts';
import { wrongAddress } from '#src/api/webhook/webhook-address.ts';
import { allowsPrivate } from '#src/api/webhook/post-outside.ts';
import { job } from '../noun.ts';
import type { Noun } from '../noun.ts';
import { deliverPush } from './push.delivery.ts';
import { pushJob } from './push.outbox.ts';
import type { PushTask } from './push.outbox.ts';

/** Phones, tablets, and computers of one carrier; a new one replaces the oldest. */
const MOST_DEVICES = 10;

const CarrierPush = Type.Object({
  public_key: Type.String({ maxLength: 100, description: 'The key with which a browser subscribes, base64url' }),
  is_on: Type.Boolean({ description: 'Whether this session’s device is told' }),
  messages: Type.Boolean(),
  bids: Type.Boolean(),
});
const answer = { 200: CarrierPush, ...problems };
const Base64 = (least: number, most: number) =>
  Type.String({ pattern: '^[A-Za-z0-9_-]+={0,2}$', minLength: least, maxLength: most });
const DeviceBody = Strict({
  endpoint: Type.String({ minLength: 10, maxLength: 1000 }),
  p256dh: Base64(87, 88),
  auth: Base64(22, 24),
});
const SwitchBody = Strict({ messages: Type.Optional(Type.Boolean()), bids: Type.Optional(Type.Boolean()) });

function pushRoutes(app: Api, parts: ApiParts): void {
  const { kysely } = parts.database;
  const read = async (db: Kysely<Tables>, accountId: string, familyId: string | null) => {
    const device = await db.selectFrom('push_device').select('id').where('family_id', '=', familyId).executeTakeFirst();
    const setting = await db
      .selectFrom('push_setting')
      .selectAll()
      .where('account_id', '=', accountId)
      .executeTakeFirst();
    const { messages = true, bids = true } = setting ?? {};
    return { public_key: parts.vapid.publicKey, is_on: device !== undefined, messages, bids };
  };
  const writing = (
    request: FastifyRequest,
    reply: FastifyReply,
    change: (tx: Tx, accountId: string, familyId: string) => Promise<void>,
  ) => {
    const { accountId } = needsCarrier(request);
    const { familyId } = request;
    if (!familyId) throw problem(401, 'Sign in to continue.');
    return write(parts.database, request, reply, accountId, async (tx) => {
      await change(tx, accountId, familyId);
      return read(tx, accountId, familyId);
    });
  };

  app.get(
    '/carrier/push',
    { schema: { summary: 'Whether this device is told of news, and of which', response: answer } },
    async (request) => read(kysely, needsCarrier(request).accountId, request.familyId),
  );
  app.patch(
    '/carrier/push',
    { schema: { summary: 'Turns news of one kind on or off, on all devices', body: SwitchBody, response: answer } },
    async (request, reply) =>
      writing(request, reply, async (tx, account_id) => {
        await tx
          .insertInto('push_setting')
          .values({ account_id, messages: true, bids: true, ...request.body })
          .onConflict((conflict) => conflict.column('account_id').doUpdateSet({ account_id, ...request.body }))
          .execute();
      }),
  );
  app.post(
    '/carrier/push/device',
    { schema: { summary: 'This session’s device is told from now on', body: DeviceBody, response: answer } },
    async (request, reply) =>
      writing(request, reply, async (tx, accountId, familyId) => {
        const { endpoint } = request.body;
        const message = wrongAddress(endpoint, { allowsPrivate: allowsPrivate(parts) });
        if (message !== null) throw problem(422, message, { errors: [{ field: 'endpoint', message }] });
        await addDevice(tx, { ...request.body, account_id: accountId, family_id: familyId }, parts.now());
      }),
  );
  app.post(
    '/carrier/push/device/remove',
    { schema: { summary: 'This session’s device is told no more', body: Strict({}), response: answer } },
    async (request, reply) =>
      writing(request, reply, async (tx, _, familyId) => {
        await tx.deleteFrom('push_device').where('family_id', '=', familyId).execute();
      }),
  );
}

interface Device {
  account_id: string;
  family_id: string;
  endpoint: string;
  p256dh: string;
  auth: string;
}

/** A session has one device, and a device belongs to whoever signed in on it last. */
async function addDevice(tx: Tx, device: Device, now: Date): Promise<void> {
  await tx
    .deleteFrom('push_device')
    .where(({ eb, or }) => or([eb('family_id', '=', device.family_id), eb('endpoint', '=', device.endpoint)]))
    .execute();
  const others = await tx
    .selectFrom('push_device')
    .select('id')
    .where('account_id', '=', device.account_id)
    .orderBy('created_at', 'desc')
    .orderBy('id')
    .forUpdate()
    .execute();
  const tooMany = others.slice(MOST_DEVICES - 1).map(({ id }) => id);
  if (tooMany.length > 0) await tx.deleteFrom('push_device').where('id', 'in', tooMany).execute();
  await tx
    .insertInto('push_device')
    .values({ id: newId(now.getTime()), ...device, created_at: now.toISOString() })
    .execute();
}

/** Notifies carriers on their phones while the portal is not open (W3C Push API). */
export const push: Noun = {
  calls: [{ for: carriers, add: pushRoutes }],
  jobs: [job<PushTask>(pushJob, deliverPush, { concurrency: 4 })],
};
