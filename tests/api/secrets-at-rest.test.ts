import { sql } from 'kysely';
import { beforeAll, expect, test } from 'vitest';
import { gestures, newStage, reload } from '#tests/paths/api-gestures.ts';
import type { Stage } from '#tests/paths/api-gestures.ts';
import { call, mailTo, PASSWORD, signedIn, startApplication, tokenOf } from '#tests/platform/application.ts';
import type { Account, Application } from '#tests/platform/application.ts';
import { soon } from '#tests/platform/soon.ts';
import { buyerOf } from './shop-buyer.ts';
import { shopRow } from './shop-rows.ts';
import { inDays } from './carrier-api.ts';

/** A stolen database contains no token that opens anything. */
let application: Application;
let agent: Account;
let mover: Account;
let stage: Stage;

beforeAll(async () => {
  application = await startApplication();
  agent = await signedIn(application, 'agent', 'Ann Agent');
  mover = await signedIn(application, 'mover', 'Mona Mover');
  const [agent2, carrier, carrier2] = [
    await signedIn(application, 'agent', 'Bob Agent'),
    await signedIn(application, 'carrier', 'Swift Vans LLC'),
    await signedIn(application, 'carrier', 'Blue Ridge Movers'),
  ];
  stage = await newStage(application, { agent, agent2, carrier, carrier2 });
  await reload(stage);
  await gestures['quote.sent'](stage);
  await reload(stage);
});

/** Searches every table of our schemas as text. */
async function tablesWith(secret: string): Promise<string[]> {
  const { kysely } = application.database;
  const { rows: tables } = await sql<{
    name: string;
  }>`select format('%I.%I', table_schema, table_name) as name from information_schema.tables where table_type = 'BASE TABLE' and table_schema not in ('pg_catalog', 'information_schema')`.execute(
    kysely,
  );
  expect(tables.length).toBeGreaterThan(30);
  const hex = Buffer.from(secret).toString('hex');
  const found: string[] = [];
  for (const { name } of tables) {
    const { rows } = await sql<{
      found: boolean;
    }>`select exists (select from ${sql.raw(name)} as it where position(${secret} in it::text) > 0 or position(${hex} in it::text) > 0) as found`.execute(
      kysely,
    );
    if (rows[0]!.found) found.push(name);
  }
  return found;
}

let keys = 0;
const post = async <T>(path: string, body: object, token?: string, method = 'POST') => {
  const headers = { 'idempotency-key': `at-rest-${String((keys += 1)).padStart(8, '0')}` };
  const options = { ...(token ? { token } : {}), body, headers };
  const first = await call<T>(application, method, path, options);
  expect(first.status, `${path}: ${JSON.stringify(first.body)}`).toBeLessThan(300);
  return { body: first.body, again: () => call<T>(application, method, path, options) };
};
const lastPart = (url: string) => new URL(url).searchParams.get('token') ?? url.split('/').at(-1)!;

test('the search finds what is there', async () => {
  expect(await tablesWith(agent.email)).toContain('public.account');
});

test.each<[string, () => Promise<string>]>([
  [
    'the link of a lead',
    async () => lastPart((await post<{ url: string }>(`agent-lead/${stage.lead.id}/share`, {}, agent.token)).body.url),
  ],
  [
    'the link of an estimate',
    async () =>
      lastPart(
        (await post<{ url: string }>(`agent-lead/estimates/${stage.lead.estimates[0]!.id}/share`, {}, agent.token)).body
          .url,
      ),
  ],
  [
    'the link of a chat',
    async () => lastPart((await post<{ url: string }>('ai-chat/', { name: 'Casey Client' }, agent.token)).body.url),
  ],
  [
    'the new link of a chat',
    async () => {
      const { body } = await post<{ chat: { id: string } }>('ai-chat/', { name: 'Kim Client' }, agent.token);
      return lastPart((await post<{ url: string }>(`ai-chat/${body.chat.id}/link`, {}, agent.token)).body.url);
    },
  ],
  [
    'the access token of a sign-in',
    async () =>
      (
        await call<{ access_token: string }>(application, 'POST', 'user/token', {
          body: new URLSearchParams({ username: mover.email, password: PASSWORD }),
        })
      ).body.access_token,
  ],
  [
    'the refresh token of a sign-in',
    async () =>
      (
        await call<{ refresh_token: string }>(application, 'POST', 'user/token', {
          body: new URLSearchParams({ username: mover.email, password: PASSWORD }),
        })
      ).body.refresh_token,
  ],
  [
    'the renewed refresh token',
    async () => {
      const { body } = await call<{ refresh_token: string }>(application, 'POST', 'user/token', {
        body: new URLSearchParams({ username: mover.email, password: PASSWORD }),
      });
      return (
        await post<{ refresh_token: string }>('user/token/refresh', {
          refresh_token: body.refresh_token,
          token_type: 'bearer',
        })
      ).body.refresh_token;
    },
  ],
  [
    'an invitation',
    async () => {
      const email = 'invited@mail.example';
      await post('user/invite', { email, name: 'Ina Vited' }, mover.token);
      const mail = await mailTo(application, email, /./);
      return lastPart(mail.links.find((link) => link.length > 60)!);
    },
  ],
  [
    'a password reset',
    async () => {
      await post('user/password/reset/confirm/', { email: mover.email });
      return tokenOf(await mailTo(application, mover.email, /password/i), 'password');
    },
  ],
  [
    'the quote of a mover',
    async () => {
      const id = await shopRow(application, { client: { email: 'quoted@client.example' } });
      await application.database.kysely
        .insertInto('state_lead_work')
        .values({
          business_id: mover.businessId!,
          lead_id: id,
          received_at: new Date().toISOString(),
          model_version: 1,
        })
        .execute();
      await post(`quote/${id}/`, { amount: 100_000, message: null, valid_until: inDays(300) }, mover.token);
      return tokenOf(await mailTo(application, 'quoted@client.example', /quote/), '/quote/');
    },
  ],
  [
    'the contract to sign',
    async () => {
      await gestures['contract.sent'](stage);
      const { client_email } = await application.database.kysely
        .selectFrom('agent_lead')
        .select('client_email')
        .where('id', '=', stage.lead.id)
        .executeTakeFirstOrThrow();
      return tokenOf(await mailTo(application, client_email!, /agreement|contract/i), 'agreement');
    },
  ],
  [
    'a reservation in the shop',
    async () => {
      const id = await shopRow(application);
      const prices = await buyerOf(application).pricesOf([id]);
      return (
        await post<{ token: string }>('shop-lead/purchase', { leads_ids: [id], prices, email: 'buyer@mail.example' })
      ).body.token;
    },
  ],
  [
    'the contacts that were bought',
    async () => (await buyerOf(application).buy([await shopRow(application)])).details_token!,
  ],
])('%s is in no table', async (_, issue) => {
  const secret = await issue();
  expect(secret.length).toBeGreaterThanOrEqual(32);
  // A mail stays in its queue until it is sent, and is then emptied.
  await soon(async () => expect(await tablesWith(secret)).toEqual([]));
});

test('the same key still gets the same answer, and only with that key', async () => {
  const { body, again } = await post<{ url: string }>(`agent-lead/${stage.lead.id}/share`, {}, agent.token);
  const repeated = await again();
  expect([repeated.headers.get('idempotency-replayed'), repeated.body]).toEqual(['true', body]);
  const key = `at-rest-${String(keys).padStart(8, '0')}`;
  expect(await tablesWith(key)).toEqual([]);
});
