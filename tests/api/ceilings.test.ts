import Fastify from 'fastify';
import { setTimeout as sleep } from 'node:timers/promises';
import { beforeAll, describe, expect, test, vi } from 'vitest';
import { callsWithCeiling, ceilingOf } from '#src/api/http/call-ceilings.ts';
import { keepCeilings } from '#src/api/http/keep-ceilings.ts';
import type { Callers } from '#src/api/http/principal.ts';
import { BUDGETS, CEILINGS, OPEN_AT_ONCE } from '#src/api/http/ceilings.ts';
import { newId, newToken, sha256 } from '#src/api/database/ids.ts';
import { gestures, newStage, people } from '#tests/paths/api-gestures.ts';
import { call, mailTo, signedIn, startApplication, tokenOf } from '#tests/platform/application.ts';
import type { Account, Application } from '#tests/platform/application.ts';
import { readOperations } from './contract-operations.ts';
import { buyerOf } from './shop-buyer.ts';
import { shopRow } from './shop-rows.ts';
import { inDays } from './carrier-api.ts';

/** How often anyone may do something: the table against the contract, and each kind of ceiling in effect. */
let application: Application;
let agent: Account;
let other: Account;
let mover: Account;

beforeAll(async () => {
  application = await startApplication({ environment: { CEILING_FACTOR: '1' } });
  agent = await signedIn(application, 'agent', 'Ann Agent');
  other = await signedIn(application, 'agent', 'Bob Agent');
  mover = await signedIn(application, 'mover', 'Mona Mover');
});

const times = <T>(count: number, act: (index: number) => Promise<T>): Promise<T[]> =>
  Promise.all(Array.from({ length: count }, (_, index) => act(index)));
const statuses = (answers: readonly { status: number }[]) =>
  answers.map(({ status }) => status).toSorted((a, b) => a - b);
const count = (answers: readonly { status: number }[], status: number) =>
  answers.filter((one) => one.status === status).length;

describe('the table', () => {
  test('names no call twice, and none that there is not', async () => {
    const operations = await readOperations();
    expect(operations.length).toBeGreaterThan(200);
    const named = callsWithCeiling();
    expect(new Set(named).size).toBe(named.length);
    const known = new Set([...operations.map(({ method, path }) => `${method} ${path}`), 'POST payments/webhook']);
    expect(named.filter((one) => !known.has(one))).toEqual([]);
  });

  test('may leave out what people who are signed in read and write, and nothing that anyone may call', async () => {
    const started = (callers: Callers) => {
      const scope = Fastify();
      keepCeilings(scope, { prefix: '', factor: 1, sessionSecret: 'x'.repeat(32) });
      scope.get('/nothing/like/it', { config: { for: callers } }, () => 'here');
      return scope.ready();
    };
    await started(['agent']);
    await expect(started('anyone')).rejects.toThrow('GET nothing/like/it is for anyone and has no ceiling');
    expect([ceilingOf('GET nothing', ['mover']), ceilingOf('PUT nothing', 'team'), ceilingOf('GET nothing')]).toEqual([
      'read',
      'write',
      undefined,
    ]);
  });

  test('holds what anybody may call without signing in to an address, too', async () => {
    const links = Object.entries(CEILINGS).filter(([, rates]) => !rates.some(({ by }) => by !== 'link'));
    expect(links).toEqual([]);
  });
});

describe('requests', () => {
  test('guests of one address are told to wait, in words and in seconds; who is signed in goes on', async () => {
    const rate = CEILINGS.search[0]!;
    const answers = await times(rate.times + 20, () => call(application, 'GET', 'places?query=columbus'));
    expect(count(answers, 200)).toBe(rate.times);
    const refused = answers.find(({ status }) => status === 429)!;
    expect(refused.body).toMatchObject({
      status: 429,
      detail: expect.stringMatching(/^Too many requests\. Try again in \d+ seconds?\.$/) as string,
    });
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0);
    expect((await call(application, 'GET', 'places?query=columbus', { token: agent.token })).status).toBe(200);
  });

  test('operations of GraphQL are counted at the gateway, before they are read', async () => {
    const [session] = CEILINGS.operation;
    const ask = (cookie?: string) =>
      fetch(`${application.url}/graphql`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', ...(cookie ? { cookie } : {}) },
        body: '{"query":"{ nothing }"}',
      });
    const answers = [];
    for (let hundred = 0; hundred < session!.times / 100; hundred += 1)
      answers.push(...(await times(100, () => ask())));
    expect([count(answers, 400), count(answers, 429)]).toEqual([session!.times, 0]);
    const refused = await ask();
    expect([refused.status, Number(refused.headers.get('retry-after')) > 0]).toEqual([429, true]);
    expect(await refused.json()).toMatchObject({
      data: null,
      errors: [
        {
          extensions: {
            code: 'TOO_MANY',
            status: 429,
            detail: expect.stringMatching(/^Too many requests\. Try again in \d+ seconds?\.$/) as string,
          },
        },
      ],
    });
    // Another session from the same address continues.
    expect((await ask('access-token=of-somebody-else')).status).toBe(400);
  });

  test('each person has a count of their own', async () => {
    const rate = CEILINGS.signing[0]!;
    const sign = (token: string) => call(application, 'POST', 'carrier/agreement/sign', { token, body: {} });
    expect(count(await times(rate.times + 5, () => sign(other.token)), 429)).toBe(5);
    expect((await sign(agent.token)).status).not.toBe(429);
  });

  test('uploads that are refused count like those that are taken', async () => {
    const rate = CEILINGS.linkUpload[0]!;
    const { link } = await openChat();
    const answers = await times(rate.times + 5, () => send(link, ''));
    expect([count(answers, 422), count(answers, 429)]).toEqual([rate.times, 5]);
  });

  test('papers that are drawn when a link asks for them: the thirteenth in a minute waits, and is told for how long', async () => {
    const [rate] = CEILINGS.linkDocument;
    const who = await people(application);
    const drawn = async () => {
      const stage = await newStage(application, who);
      expect((await gestures['quote.sent'](stage)).status).toBe(200);
      const token = tokenOf(await mailTo(application, stage.clientEmail, /^Your moving quote/), '/move/');
      const { body } = await call<{ estimates: { id: string }[] }>(
        application,
        'GET',
        `agent-lead/portal?token=${token}`,
      );
      return `agent-lead/portal/estimates/${body.estimates[0]!.id}?token=${token}`;
    };
    const [paper, other] = [await drawn(), await drawn()];
    const ask = (path: string) => fetch(`${application.url}/api/frontend/${path}`);
    for (let index = 0; index < rate!.times; index += 1) {
      const answer = await ask(paper);
      expect([answer.status, answer.headers.get('content-type')]).toEqual([200, 'application/pdf']);
      await answer.arrayBuffer();
    }
    const refused = await ask(paper);
    expect([refused.status, Number(refused.headers.get('retry-after')) > 0]).toEqual([429, true]);
    expect(await refused.json()).toMatchObject({
      detail: expect.stringMatching(/^Too many requests\. Try again in \d+ seconds?\.$/) as string,
    });
    // The page itself still opens, as does what another household was sent.
    expect((await ask(paper.replace(/\/estimates\/[^?]+/, ''))).status).toBe(200);
    expect((await ask(other)).status).toBe(200);
  });
});

const linkOf = (url: string) => url.slice(url.lastIndexOf('/') + 1);
async function openChat(): Promise<{ link: string; id: string }> {
  const { body } = await call<{ chat: { id: string }; url: string }>(application, 'POST', 'ai-chat/', {
    token: agent.token,
    body: {},
  });
  return { link: linkOf(body.url), id: body.chat.id };
}
async function send(link: string, text: string): Promise<{ status: number }> {
  const form = new FormData();
  form.set('message', text);
  return fetch(`${application.url}/api/frontend/ai-chat/client/${link}`, { method: 'POST', body: form });
}

test('typing is a sign that is over: it keeps no row, has its ceiling, and says nothing in a closed chat', async () => {
  const { link, id } = await openChat();
  const rows = () =>
    application.database.kysely
      .selectFrom('live_event')
      .select(({ fn }) => fn.countAll<number>().as('count'))
      .executeTakeFirstOrThrow();
  const before = await rows();
  const heard: string[] = [];
  const stop = new AbortController();
  void (async () => {
    for await (const { noun, id: about } of application.parts.live.subscribe({
      audiences: ['agents'],
      signal: stop.signal,
    }))
      if (about === id && noun !== 'chat') heard.push(noun);
  })();
  await sleep(100);
  const rate = CEILINGS.linkTyping[0]!;
  const answers = await times(rate.times + 10, () => call(application, 'POST', `ai-chat/client/${link}/typing`));
  expect([count(answers, 204), count(answers, 429)]).toEqual([rate.times, 10]);
  await vi.waitFor(() => expect(heard.length).toBe(rate.times));
  stop.abort();
  expect(heard.every((noun) => noun === 'chat-typing')).toBe(true);
  expect(await rows()).toEqual(before);
  const closed = await openChat();
  await call(application, 'POST', `ai-chat/${closed.id}/close`, { token: agent.token });
  expect((await call(application, 'POST', `ai-chat/client/${closed.link}/typing`)).status).toBe(409);
  expect((await call(application, 'POST', `ai-chat/${closed.id}/typing`, { token: agent.token })).status).toBe(409);
});

describe('what costs others something', () => {
  test('emails that agents write to one household: many a day, no more', async () => {
    const { body: lead } = await call<{ id: string }>(application, 'POST', 'agent-lead/', {
      token: agent.token,
      body: {
        client: { name: 'Mia Mailed', email: 'mia@client.test', zone: 'America/New_York' },
        stops: [
          { role: 'pick-up', city: 'Columbus', state: 'OH', zip: '43215' },
          { role: 'drop-off', city: 'Austin', state: 'TX', zip: '78701' },
        ],
      },
    });
    const answers = await times(BUDGETS.householdMails.times + 2, () =>
      call(application, 'POST', `agent-lead/${lead.id}/mails`, {
        token: agent.token,
        body: { subject: 'Your move', text: 'We would like to know more.' },
      }),
    );
    expect([count(answers, 201), count(answers, 429)]).toEqual([BUDGETS.householdMails.times, 2]);
    expect(answers.find(({ status }) => status === 429)!.body).toMatchObject({
      detail: expect.stringMatching(/^This client has had too many emails today\./),
    });
  });

  test('quotes to one household: several a day of one business, no more', async () => {
    const key = `lk_${newToken()}`;
    await application.database.kysely
      .insertInto('intake_key')
      .values({ id: newId(), name: 'Hub', key_hash: sha256(key) })
      .execute();
    const lead = async (email: string, index: number) =>
      (
        await call<{ id: string }>(application, 'POST', 'intake/state-lead', {
          headers: { authorization: `Bearer ${key}` },
          body: {
            external_id: `c-${email}-${index}`,
            client: { name: 'Casey Client', email, phone: '+16145551000' },
            origin: { zip: '43215' },
            destination: { city: 'Chicago', state: 'IL' },
            move_date: null,
            size: 'studio',
          },
        })
      ).body.id;
    const quote = (id: string) =>
      call(application, 'POST', `quote/${id}/`, {
        token: mover.token,
        body: { amount: 240_000, message: 'Buy!', valid_until: inDays(300) },
      });
    const id = await lead('casey@client.test', 0);
    const answers = [];
    for (let index = 0; index < 8; index += 1) answers.push(await quote(id));
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200, 200, 429, 429, 429]);
    expect(answers.at(-1)).toMatchObject({
      body: { detail: 'This client has had several quotes of yours today. Try again in 24 hours.' },
    });
    // A household is identified by its mailbox, whichever request it came with; another mailbox is another household.
    expect((await quote(await lead('Casey@Client.test', 1))).status).toBe(429);
    expect((await quote(await lead('nora@client.test', 2))).status).toBe(200);
  });

  test('one guest cannot empty the shop: open reservations and held shares end, also all at once', async () => {
    const leads = await times(40, () => shopRow(application));
    const buyer = buyerOf(application);
    const answers = await times(8, (index) => buyer.reserve(leads.slice(index * 5, index * 5 + 5)));
    expect(count(answers, 201)).toBe(OPEN_AT_ONCE.reservationsOfEmail);
    expect(answers.find(({ status }) => status === 429)?.body.detail).toBe(
      'You hold as many leads as you can at once. Pay for them or let them go, then reserve others.',
    );
    // Another mailbox at the same address gets what is left of the address's limit.
    const more = await times(6, (index) =>
      buyerOf(application, `more-${index}@buyer.example`).reserve(leads.slice(index * 5, index * 5 + 5)),
    );
    expect(count(more, 201)).toBe(OPEN_AT_ONCE.reservationsOfAddress - OPEN_AT_ONCE.reservationsOfEmail);
    // What a stranger at another address reserves in its name does not block a mailbox.
    await application.database.kysely
      .updateTable('purchase')
      .set({ reserved_from: 'a stranger' })
      .where('email', '=', buyer.email)
      .execute();
    expect((await buyer.reserve(leads.slice(35, 36))).status).toBe(201);
    for (const [table, column] of [
      ['purchase_item', 'held_until'],
      ['purchase', 'reserved_until'],
    ])
      await application.database.pool.query(
        `update ${table} set ${column} = now() - interval '1 second' where ${column} is not null`,
      );
    expect((await buyerOf(application).reserve(leads.slice(0, 5))).status).toBe(201);
  });
});

describe('streams', () => {
  test('one person has so many at once, however fast they are asked for', async () => {
    const stop = new AbortController();
    const answers = await times(OPEN_AT_ONCE.streamsOfPerson + 20, () =>
      fetch(`${application.url}/api/frontend/live`, {
        headers: { authorization: `Bearer ${other.token}` },
        signal: stop.signal,
      }),
    );
    expect([count(answers, 200), count(answers, 429)]).toEqual([OPEN_AT_ONCE.streamsOfPerson, 20]);
    expect(
      (
        await fetch(`${application.url}/api/frontend/live`, {
          headers: { authorization: `Bearer ${agent.token}` },
          signal: stop.signal,
        })
      ).status,
    ).toBe(200);
    stop.abort();
    await vi.waitFor(async () => {
      const again = new AbortController();
      const { status } = await fetch(`${application.url}/api/frontend/live`, {
        headers: { authorization: `Bearer ${other.token}` },
        signal: again.signal,
      });
      again.abort();
      expect(status).toBe(200);
    });
  });

  test('a stream that is refused leaves nothing open', async () => {
    const answers = await times(OPEN_AT_ONCE.streamsOfLink * 3, () =>
      fetch(`${application.url}/api/frontend/live?chat=${'0'.repeat(8)}-0000-0000-0000-${'0'.repeat(12)}`),
    );
    expect(new Set(statuses(answers))).not.toContain(200);
    await sleep(50);
    expect(
      (await fetch(`${application.url}/api/frontend/live?chat=${'0'.repeat(8)}-0000-0000-0000-${'0'.repeat(12)}`))
        .status,
    ).toBe(404);
  });

  test('as a file it is none, and the answer comes at once', async () => {
    const { link } = await openChat();
    const answer = await fetch(`${application.url}/files/live?chat=${link}`, { signal: AbortSignal.timeout(3000) });
    expect(answer.status).toBe(404);
  });
});
