import { readFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { beforeAll, expect, test } from 'vitest';
import { call, startApplication } from '#tests/platform/application.ts';
import type { Application } from '#tests/platform/application.ts';
import { atFileEnd } from '#tests/platform/file-end.ts';
import { gestures, newStage, people, reload } from '#tests/paths/api-gestures.ts';
import type { People } from '#tests/paths/api-gestures.ts';

/** What the brokerage's own systems receive about a lead: signed, retried, sent again, and nothing secret. */
let application: Application;
let who: People;
let hookUrl: string;
interface Came {
  headers: Record<string, string | string[] | undefined>;
  body: string;
}
const came: Came[] = [];
/** The status of the next responses; then 204. */
const answers: number[] = [];

beforeAll(async () => {
  application = await startApplication();
  who = await people(application);
  const server = createServer((request, response) => {
    let body = '';
    request.on('data', (chunk: Buffer) => (body += chunk.toString()));
    request.on('end', () => {
      came.push({ headers: request.headers, body });
      response.writeHead(answers.shift() ?? 204).end();
    });
  });
  await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve));
  atFileEnd(async () => void server.close());
  hookUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}/hooks`;
});

const ask = <T = Record<string, unknown>>(method: string, path: string, body?: object, token = who.agent.token) =>
  call<T & { detail: string; errors: { field: string }[] }>(application, method, `agent/webhooks${path}`, {
    token,
    ...(body ? { body } : {}),
  });
interface Webhook {
  id: string;
  version: number;
  url: string;
  events: string[];
  is_enabled: boolean;
}
const list = async () => (await ask<{ webhooks: Webhook[] }>('GET', '')).body.webhooks;
const log = async (id: string) =>
  (
    await ask<{
      deliveries: {
        id: string;
        event: string;
        attempts: number;
        delivered_at: string | null;
        last_error: string | null;
      }[];
    }>('GET', `/${id}/deliveries`)
  ).body.deliveries;
async function made(events: string[]): Promise<{ id: string; secret: string }> {
  const { status, body } = await ask<{ id: string; secret: string }>('POST', '', { url: hookUrl, events });
  expect(status, JSON.stringify(body)).toBe(200);
  return body;
}
async function removed(id: string): Promise<void> {
  expect((await ask('POST', `/${id}/remove`, {})).status).toBe(200);
  came.length = 0;
}
async function next(count = 1): Promise<void> {
  await expect.poll(() => came.length, { timeout: 20_000 }).toBe(count);
}

test('an event of a lead arrives signed, once, and says nothing of people or prices', async () => {
  const { id, secret } = await made(['quote.sent']);
  const stage = await newStage(application, who);
  expect((await gestures['quote.sent'](stage)).status).toBeLessThan(300);
  await next();
  const [{ headers, body }] = came as [Came];
  const { type, lead, actor, sequence } = JSON.parse(body) as Record<string, Record<string, unknown>>;
  expect([type, lead, actor, headers['x-webhook-event']]).toEqual([
    'agent-lead.quote.sent',
    {
      id: stage.lead.id,
      reference: expect.stringMatching(/^L-\d+$/),
      state: 'quote-sent',
      stage: 'waiting',
      is_archived: false,
    },
    { role: 'agent' },
    'agent-lead.quote.sent',
  ]);
  expect(sequence).toBeGreaterThan(1);
  for (const secretText of ['Casey', stage.clientEmail, 'total', 'amount', 'Ann Agent'])
    expect(body).not.toContain(secretText);
  // Verified as docs/api.md describes.
  const guide = await readFile(new URL('../../docs/api.md', import.meta.url), 'utf8');
  const example = /```js\n([\s\S]*?)```/.exec(guide)![1]!;
  const module = `data:text/javascript,${encodeURIComponent(`${example}\nexport { isOurs };`)}`;
  const { isOurs } = (await import(/* @vite-ignore */ module)) as {
    isOurs: (body: string, header: string, secret: string, now: number) => boolean;
  };
  const header = String(headers['x-webhook-signature']);
  const now = Date.now() / 1000;
  expect(isOurs(body, header, secret, now)).toBe(true);
  expect(isOurs(`${body} `, header, secret, now)).toBe(false);
  expect(isOurs(body, header, 'whsec_other', now)).toBe(false);
  expect(isOurs(body, header, secret, now + 3600)).toBe(false);
  await expect.poll(() => log(id)).toMatchObject([{ event: 'quote.sent', attempts: 1, last_error: null }]);
  await removed(id);
});

test('what was refused is tried again; what has arrived can be sent again under its id', async () => {
  const { id } = await made(['lead.archived']);
  answers.push(500, 302);
  const stage = await newStage(application, who);
  expect((await gestures['lead.archived'](stage)).status).toBeLessThan(300);
  await next(3);
  expect(new Set(came.map(({ headers }) => headers['x-webhook-id'])).size).toBe(1);
  await expect.poll(async () => (await log(id))[0]).toMatchObject({ attempts: 3, last_error: null });
  const [delivery] = await log(id);
  expect((await ask('POST', `/deliveries/${delivery!.id}/resend`, {})).status).toBe(200);
  await next(4);
  expect(came[3]!.body).toBe(came[0]!.body);
  await removed(id);
});

test('one that answers 410 is not tried again, and one that is off is told nothing', async () => {
  const { id } = await made(['lead.archived']);
  answers.push(410);
  const stage = await newStage(application, who);
  await gestures['lead.archived'](stage);
  await expect
    .poll(async () => (await log(id))[0])
    .toMatchObject({ attempts: 1, last_error: 'It answered with status 410.' });
  const [webhook] = await list();
  const off = { version: webhook!.version, url: hookUrl, events: ['lead.restored'], is_enabled: false };
  expect((await ask('PUT', `/${id}`, off)).status).toBe(200);
  expect((await ask('PUT', `/${id}`, off)).status).toBe(409);
  await reload(stage);
  expect((await gestures['lead.restored'](stage)).status).toBeLessThan(300);
  expect(await log(id)).toHaveLength(1);
  const [delivery] = await log(id);
  expect((await ask('POST', `/deliveries/${delivery!.id}/resend`, {})).status).toBe(409);
  await removed(id);
});

test('that there is a new lead is told, too, once, as the first event of it', async () => {
  const { id } = await made(['lead.created']);
  const stage = await newStage(application, who);
  await next();
  expect(JSON.parse(came[0]!.body)).toMatchObject({
    type: 'agent-lead.lead.created',
    event: 'lead.created',
    sequence: 1,
    actor: { role: 'agent' },
    lead: { id: stage.lead.id, state: 'new', is_archived: false },
  });
  for (const secretText of ['Casey', stage.clientEmail, 'Ann Agent']) expect(came[0]!.body).not.toContain(secretText);
  await removed(id);
});

test('an edit is written against the version that was seen, and its history outlives the webhook', async () => {
  const { id } = await made(['quote.sent']);
  const [{ version }] = (await list()) as [Webhook];
  const edit = { version, url: `${hookUrl}/other`, events: ['lead.created', 'quote.sent'], is_enabled: true };
  const changed = await ask<{ webhooks: Webhook[] }>('PUT', `/${id}`, edit);
  expect(changed.body.webhooks).toMatchObject([{ id, version: version + 1, url: edit.url, events: edit.events }]);
  expect((await ask('PUT', `/${id}`, { ...edit, url: `${hookUrl}/late` })).status).toBe(409);
  expect((await ask('PUT', `/${id}`, { ...edit, version: version + 1, url: 'ftp://a.example' })).status).toBe(422);
  // A change without effect makes no new version.
  const same = { ...edit, version: version + 1, events: edit.events.toReversed() };
  expect((await ask<{ webhooks: Webhook[] }>('PUT', `/${id}`, same)).body.webhooks[0]!.version).toBe(version + 1);
  await newStage(application, who);
  await next();
  await removed(id);
  const { body } = await ask<{ changes: { webhook_id: string }[] }>('GET', '/history');
  const by = { actor_name: 'Ann Agent' };
  expect(body.changes.filter(({ webhook_id }) => webhook_id === id)).toMatchObject([
    { version: 3, act: 'removed', url: edit.url, changes: [], ...by },
    {
      version: 2,
      act: 'changed',
      changes: [
        { field: 'url', before: hookUrl, after: edit.url },
        { field: 'events', before: 'quote.sent', after: 'lead.created\nquote.sent' },
      ],
      ...by,
    },
    { version: 1, act: 'made', url: hookUrl, changes: [], ...by },
  ]);
  expect((await ask('GET', '/history', undefined, who.agent2.token)).status).toBe(403);
});

test('its secret is shown once, and kept sealed', async () => {
  const { id, secret } = await made(['quote.sent']);
  expect(JSON.stringify(await list())).not.toContain(secret);
  const row = await application.database.kysely
    .selectFrom('webhook')
    .selectAll()
    .where('id', '=', id)
    .executeTakeFirst();
  expect(JSON.stringify(row)).not.toContain(secret);
  await removed(id);
});

test.each([
  [{ url: 'ftp://a.example', events: ['quote.sent'] }, 'url'],
  [{ url: 'https://a.example', events: [] }, 'events'],
  [{ url: 'https://a.example', events: ['lead.sold'] }, 'events'],
])('%j is refused at its field', async (body, field) => {
  const { status, body: answer } = await ask('POST', '', body);
  expect([status, answer.errors[0]!.field.split(/[./]/)[0]]).toEqual([422, field]);
});

test('nobody without the right sees or makes one', async () => {
  expect((await ask('GET', '', undefined, who.agent2.token)).status).toBe(403);
  expect((await ask('POST', '', { url: hookUrl, events: ['quote.sent'] }, who.agent2.token)).status).toBe(403);
});

test('in production nothing of our own network is called', async () => {
  const closed = await startApplication({ environment: { PUBLIC_URL: 'https://leads.example' } });
  const { agent } = await people(closed);
  for (const url of [hookUrl, 'https://127.0.0.1/x', 'https://localhost/x', 'https://[::1]/x'])
    expect([
      url,
      (await call(closed, 'POST', 'agent/webhooks', { token: agent.token, body: { url, events: ['quote.sent'] } }))
        .status,
    ]).toEqual([url, 422]);
});
