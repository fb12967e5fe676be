import { beforeAll, expect, test } from 'vitest';
import { newId } from '#src/api/database/ids.ts';
import { inTransaction } from '#src/api/database/write.ts';
import { portalLinkOf } from '#src/api/link/portal-link.ts';
import { daysText } from '#src/api/reschedule/reschedule.mails.ts';
import { erasePerson } from '#src/api/privacy/person-erase.ts';
import { addDays } from '#src/machines/calendar/days.ts';
import { DAY } from '#src/machines/calendar/durations.ts';
import { gestures, newStage, people, reload } from '#tests/paths/api-gestures.ts';
import type { People, Stage } from '#tests/paths/api-gestures.ts';
import { call, mailTo, startApplication, tokenOf, todayIn } from '#tests/platform/application.ts';
import type { Application } from '#tests/platform/application.ts';

/** The client page by link: one link per lead, what it shows and does, and what it refuses. */
let application: Application;
let who: People;

beforeAll(async () => {
  application = await startApplication();
  who = await people(application);
});

interface Portal {
  status: string;
  is_agreement_changing: boolean;
  estimates: { id: string; is_current: boolean; actions: { event: string; may: boolean }[] }[];
  agreement: { state: string; may_sign: boolean } | null;
  money: { payable: { kind: string; amount: number; is_due: boolean } | null };
  messages: { author: string; author_name: string; text: string }[];
  papers: string[];
  reschedule: { version: number; state: string; answer: string | null; actions: { event: string; may: boolean }[] };
  is_opened: boolean;
  detail: string;
  token: string;
}

const handOut = (stage: Stage, isMailed = false) =>
  call<{ url: string; detail: string }>(application, 'POST', `agent-lead/${stage.lead.id}/portal`, {
    token: stage.agent.token,
    body: { is_mailed: isMailed },
  });
const tokenFor = async (stage: Stage) => (await handOut(stage)).body.url.split('/').at(-1)!;
const read = (token: string) => call<Portal>(application, 'GET', `agent-lead/portal?token=${token}`);
const on = (token: string, path: string, body?: object) =>
  call<Portal>(application, 'POST', `agent-lead/portal/${path}?token=${token}`, body ? { body } : {});
const day = (days: number) => addDays(todayIn(application), days);
const dates = (version: number, more: object = {}) => ({
  version,
  first: day(50),
  last: day(52),
  reason: 'The closing moved by two weeks',
  ...more,
});
const answer = (stage: Stage, body: object) =>
  call<Portal['reschedule'] & { detail: string }>(
    application,
    'POST',
    `agent-lead/${stage.lead.id}/reschedule/answer`,
    {
      token: stage.agent.token,
      body,
    },
  );
const quoted = async () => {
  const stage = await newStage(application, who);
  expect((await gestures['quote.sent'](stage)).status).toBe(200);
  await reload(stage);
  return stage;
};
const linkOf = async (stage: Stage) =>
  ((await reload(stage)) as unknown as { links: { id: string; purpose: string; opened_at: string | null }[] }).links;

test('one link per lead: every mail carries it, agents copy the same, and it says when it was opened', async () => {
  const stage = await quoted();
  const quote = await mailTo(application, stage.clientEmail, /^Your moving quote/);
  const token = tokenOf(quote, '/move/');
  expect(await tokenFor(stage)).toBe(token);
  expect(await linkOf(stage)).toContainEqual(expect.objectContaining({ purpose: 'portal', opened_at: null }));
  const { body } = await read(token);
  expect(body).toMatchObject({
    status: 'Your quote is waiting for your answer.',
    agreement: null,
    papers: [],
    is_opened: false,
    estimates: [{ is_current: true }],
    reschedule: { state: 'quiet', version: 1 },
  });
  // Reading it does not count as opening it.
  expect((await read(token)).body.is_opened).toBe(false);
  expect((await on(token, 'open')).body.is_opened).toBe(true);
  expect(await linkOf(stage)).toContainEqual(
    expect.objectContaining({ purpose: 'portal', opened_at: expect.any(String) }),
  );
  const stored = await application.database.kysely
    .selectFrom('link')
    .selectAll()
    .where('purpose', '=', 'portal')
    .execute();
  expect(JSON.stringify(stored)).not.toContain(token);
  expect((await handOut(stage, true)).status).toBe(201);
  expect((await mailTo(application, stage.clientEmail, /everything on one page/)).links[0]).toContain(`/move/${token}`);
});

test('it leads on to the estimate, the agreement and the payment, whose links end with its own', async () => {
  const stage = await quoted();
  const token = await tokenFor(stage);
  const estimate = await on(token, 'go-on', { to: 'estimate' });
  expect(estimate.status, JSON.stringify(estimate.body)).toBe(200);
  const open = () => call(application, 'GET', `agent-lead/estimates/shared?token=${estimate.body.token}`);
  expect((await open()).status).toBe(200);
  expect((await on(token, 'go-on', { to: 'agreement' })).status).toBe(409);
  expect((await on(token, 'go-on', { to: 'payment' })).status).toBe(409);
  expect((await on(token, 'go-on', { to: 'chat' })).status).toBe(409);
  // An estimate of another lead does not exist.
  const other = await quoted();
  const [theirs] = (await read(await tokenFor(other))).body.estimates;
  expect((await on(token, 'go-on', { to: 'estimate', estimate_id: theirs!.id })).status).toBe(409);
  expect((await gestures['contract.sent'](stage)).status).toBe(200);
  expect((await read(token)).body.agreement).toMatchObject({ state: 'sent', may_sign: true });
  const agreement = await on(token, 'go-on', { to: 'agreement' });
  expect((await call(application, 'GET', `agent-lead/contract/sign?token=${agreement.body.token}`)).status).toBe(200);
  const page = (await linkOf(stage)).find(({ purpose }) => purpose === 'portal')!;
  await call(application, 'DELETE', `agent-lead/${stage.lead.id}/links/${page.id}`, { token: stage.agent.token });
  expect((await open()).status).toBe(410);
  expect([(await read(token)).status, (await on(token, 'ask', { text: 'Hello?' })).status]).toEqual([410, 410]);
  // The next one is another link.
  expect(await tokenFor(stage)).not.toBe(token);
});

test.each(['contract.sent', 'contract.signed'] as const)(
  'while an agreement is changed after %s, its price can be viewed and not accepted, until one of them is sent again',
  async (last) => {
    const stage = await quoted();
    const token = await tokenFor(stage);
    const steps = ['contract.sent', 'contract.signed'] as const;
    for (const event of steps.slice(0, steps.indexOf(last) + 1)) {
      expect((await gestures[event](stage)).status, event).toBe(200);
      await reload(stage);
    }
    const reopen = async () => {
      expect((await gestures['contract.reopened'](stage)).status).toBe(200);
      await reload(stage);
    };
    const seen = { number: 1, total: 340_000 };
    const onEstimate = async (path: string, body: object) => {
      const way = await on(token, 'go-on', { to: 'estimate' });
      return call<Portal>(application, 'POST', `agent-lead/estimates/shared/${path}?token=${way.body.token}`, { body });
    };
    const mayAccept = async () => {
      const { body } = await read(token);
      return body.estimates[0]!.actions.find(({ event }) => event === 'quote.accepted')!.may;
    };
    const CHANGING = 'We are changing your agreement. We will send you the new one to sign.';
    await reopen();
    expect((await read(token)).body).toMatchObject({
      status: CHANGING,
      is_agreement_changing: true,
      agreement: null,
      estimates: [{ is_current: true }],
    });
    const way = await on(token, 'go-on', { to: 'estimate' });
    expect((await call(application, 'GET', `agent-lead/estimates/shared?token=${way.body.token}`)).body).toMatchObject({
      is_agreement_changing: true,
      is_superseded: false,
    });
    expect(await mayAccept()).toBe(false);
    expect(await onEstimate('accept', seen)).toMatchObject({ status: 409, body: { detail: CHANGING } });
    // A follow-up meanwhile puts no price on offer either.
    expect((await gestures['lead.followed-up'](stage)).status).toBe(200);
    await reload(stage);
    expect((await read(token)).body.status).toBe(CHANGING);
    expect((await onEstimate('accept', seen)).status).toBe(409);
    expect((await gestures['quote.sent'](stage)).status).toBe(200);
    await reload(stage);
    expect((await read(token)).body).toMatchObject({
      status: 'Your quote is waiting for your answer.',
      is_agreement_changing: false,
    });
    expect(await mayAccept()).toBe(true);
    expect((await onEstimate('accept', seen)).status).toBe(200);
    await reload(stage);
    // Without a new price, the agreement is sent again.
    await reopen();
    expect((await gestures['contract.sent'](stage)).status).toBe(200);
    expect((await read(token)).body).toMatchObject({
      status: 'Your agreement is waiting for your signature.',
      is_agreement_changing: false,
      agreement: { may_sign: true },
    });
  },
);

test('what the client asks is one conversation with the agent, who is told, and the answer stands on the page', async () => {
  const stage = await quoted();
  const token = await tokenFor(stage);
  const asked = await on(token, 'ask', { text: 'Can the piano go on the same truck?' });
  expect(asked.status, JSON.stringify(asked.body)).toBe(200);
  expect(asked.body.messages).toMatchObject([{ author: 'client', text: 'Can the piano go on the same truck?' }]);
  const notices = await call<{ notices: { title: string; about: string }[] }>(application, 'GET', 'agent/notices', {
    token: stage.agent.token,
  });
  expect(notices.body.notices[0]).toMatchObject({
    title: 'Casey Client has a question',
    about: 'Can the piano go on the same truck?',
  });
  const chats = await call<{ items: { id: string; owner: string }[] }>(
    application,
    'GET',
    `ai-chat/?lead_id=${stage.lead.id}`,
    { token: stage.agent.token },
  );
  expect(chats.body.items).toMatchObject([{ owner: 'handing-over' }]);
  const chat = chats.body.items[0]!.id;
  const say = (path: string, body?: object) =>
    call(application, 'POST', `ai-chat/${chat}/${path}`, { token: stage.agent.token, ...(body ? { body } : {}) });
  expect((await say('take')).status).toBe(200);
  expect((await say('answer', { text: 'Yes, it can.', seen: 1 })).status).toBe(200);
  expect((await read(token)).body.messages).toMatchObject([
    { author: 'client' },
    { author: 'agent', text: 'Yes, it can.' },
  ]);
  const told = await mailTo(application, stage.clientEmail, /answered your question$/);
  expect([told.text.includes('Yes, it can.'), told.links[0]!.includes(`/move/${token}`)]).toEqual([true, true]);
  // The next question goes into the same conversation.
  expect((await on(token, 'ask', { text: 'Thank you!' })).body.messages).toHaveLength(3);
  expect((await on(token, 'go-on', { to: 'chat' })).status).toBe(200);
});

test('what the client asks about the estimate is part of the same conversation, and is answered there', async () => {
  const stage = await quoted();
  const token = await tokenFor(stage);
  expect((await gestures['quote.asked'](stage)).status).toBe(200);
  expect((await read(token)).body.messages).toMatchObject([{ author: 'client', text: 'Is packing included?' }]);
  const chats = await call<{ items: { id: string; owner: string }[] }>(
    application,
    'GET',
    `ai-chat/?lead_id=${stage.lead.id}`,
    { token: stage.agent.token },
  );
  expect(chats.body.items).toMatchObject([{ owner: 'handing-over' }]);
  const say = (path: string, body?: object) =>
    call(application, 'POST', `ai-chat/${chats.body.items[0]!.id}/${path}`, {
      token: stage.agent.token,
      ...(body ? { body } : {}),
    });
  expect((await say('take')).status).toBe(200);
  expect((await say('answer', { text: 'Yes, all of it.', seen: 1 })).status).toBe(200);
  expect((await on(token, 'ask', { text: 'Thank you!' })).body.messages.map(({ text }) => text)).toEqual([
    'Is packing included?',
    'Yes, all of it.',
    'Thank you!',
  ]);
  const told = await mailTo(application, stage.clientEmail, /answered your question$/);
  expect(told.links[0]).toContain(`/move/${token}`);
  // The agent is told of each question once.
  const notices = await call<{ notices: { about: string; lead: { id: string } | null }[] }>(
    application,
    'GET',
    'agent/notices',
    { token: stage.agent.token },
  );
  const own = notices.body.notices.filter(({ lead }) => lead?.id === stage.lead.id);
  expect(own.map(({ about }) => about)).toEqual(['Thank you!', 'Is packing included?']);
});

test('other dates: one request at a time, as it was seen, answered with words, and the client is told', async () => {
  const stage = await quoted();
  const token = await tokenFor(stage);
  const past = await on(token, 'reschedule', dates(1, { first: day(-2) }));
  expect([past.status, past.body.detail]).toEqual([409, 'Choose today or a later day.']);
  const asked = await on(token, 'reschedule', dates(1));
  expect(asked.status, JSON.stringify(asked.body)).toBe(200);
  expect(asked.body.reschedule).toMatchObject({ state: 'asked', version: 2 });
  expect((await on(token, 'reschedule', dates(1))).status).toBe(409);
  const second = await on(token, 'reschedule', dates(2));
  expect([second.status, second.body.detail]).toEqual([
    409,
    'You already asked for other dates. Wait for the answer, or withdraw your request.',
  ]);
  const mail = await mailTo(application, stage.agent.email, { subject: /asks for other dates/, about: stage.lead.id });
  expect(mail.text).toContain('The closing moved by two weeks');
  expect(mail.subject).toContain(`asks for other dates: ${daysText(day(50), day(52))}`);
  expect((await answer(stage, { version: 1, accepts: true })).status).toBe(409);
  expect((await answer(stage, { version: 2, accepts: false })).body.detail).toBe('Please say why.');
  const declined = await answer(stage, { version: 2, accepts: false, words: 'All trucks are taken that week.' });
  expect(declined.body).toMatchObject({ state: 'declined', answer: 'All trucks are taken that week.' });
  const told = await mailTo(application, stage.clientEmail, /^About the dates you asked for/);
  expect(told.text).toContain('All trucks are taken that week.');
  // After an answer the client may ask again, and withdraw the request.
  expect((await on(token, 'reschedule', dates(3))).body.reschedule.state).toBe('asked');
  expect((await on(token, 'reschedule/withdraw', { version: 4 })).body.reschedule.state).toBe('quiet');
  expect((await answer(stage, { version: 5, accepts: true })).status).toBe(409);
  // Agents see all of it along with the lead's other events; the client page shows no names of agents.
  const { body: request } = await call<{ history: { event: string; actor_name: string; payload: object }[] }>(
    application,
    'GET',
    `agent-lead/${stage.lead.id}/reschedule`,
    { token: stage.agent.token },
  );
  const byClient = { actor_name: expect.stringMatching(/\w/) as string };
  expect(request.history).toMatchObject([
    { event: 'days.asked', ...byClient, payload: { first: day(50), reason: 'The closing moved by two weeks' } },
    { event: 'days.declined', payload: { reason: 'All trucks are taken that week.' } },
    { event: 'days.asked', ...byClient },
    { event: 'days.withdrawn', ...byClient },
  ]);
  expect((await read(token)).body.reschedule).toMatchObject({ history: [] });
});

test('foreign, expired and archived: the page is closed, and nothing can be done there', async () => {
  const stage = await quoted();
  const estimate = tokenOf(
    await mailTo(application, stage.clientEmail, /^Your moving quote/),
    '/agent-portal/estimates/',
  );
  expect([(await read(estimate)).status, (await on(estimate, 'ask', { text: 'Hi' })).status]).toEqual([404, 404]);
  const token = await tokenFor(stage);
  const expiring = (at: number) =>
    application.database.kysely
      .updateTable('link')
      .set({ expires_at: new Date(at).toISOString() })
      .where('purpose', '=', 'portal')
      .where('subject_id', '=', stage.lead.id)
      .execute();
  await expiring(Date.now() - DAY);
  expect((await read(token)).status).toBe(410);
  await expiring(Date.now() + DAY);
  await reload(stage);
  expect((await gestures['lead.archived'](stage)).status).toBe(200);
  expect([
    (await read(token)).status,
    (await on(token, 'reschedule', dates(1))).status,
    (await on(token, 'go-on', { to: 'estimate' })).status,
    (await handOut(stage)).status,
  ]).toEqual([410, 410, 410, 409]);
});

test('a move that is done keeps its page and its payments, archived or not; what was paid meanwhile counts once restored', async () => {
  const stage = await quoted();
  const go = async (...events: (keyof typeof gestures)[]) => {
    for (const event of events) {
      const { status, body } = await gestures[event](stage);
      expect(status, `${event}: ${JSON.stringify(body)}`).toBeLessThan(300);
      await reload(stage);
    }
  };
  await go('contract.sent', 'contract.signed', 'carrier.special-awarded', 'carrier.signed');
  await go('contract.closed', 'invoice.sent');
  const token = await tokenFor(stage);
  await go('lead.archived');
  const { status, body } = await read(token);
  expect([status, body.money.payable]).toEqual([200, { kind: 'balance', amount: stage.lead.money!.due, is_due: true }]);
  expect((await handOut(stage)).status).toBe(201);
  const link = await call(application, 'POST', `agent-lead/${stage.lead.id}/payments/link`, {
    token: stage.agent.token,
  });
  expect(link.status).toBe(201);
  const paying = tokenOf(await mailTo(application, stage.clientEmail, /^Pay the (deposit|balance)/), '/payment/');
  expect((await call(application, 'GET', `agent-lead/payment/shared?token=${paying}`)).status).toBe(200);
  const load = await call(application, 'GET', `carrier/agent-lead/${stage.lead.id}/details`, {
    token: stage.carrier.token,
  });
  expect(load.body).toMatchObject({ tab: 'completed' });
  const pay = await call<{ jobs: { lead_id: string }[] }>(application, 'GET', 'carrier/pay?limit=100', {
    token: stage.carrier.token,
  });
  expect(pay.body.jobs.map(({ lead_id }) => lead_id)).toContain(stage.lead.id);
  await application.database.kysely
    .insertInto('payment')
    .values({
      id: newId(),
      lead_id: stage.lead.id,
      direction: 'from-client',
      kind: 'balance',
      amount: stage.lead.money!.due,
      method: 'card',
      paid_on: day(0),
      created_by_name: 'The card provider',
      created_at: new Date().toISOString(),
    })
    .execute();
  await reload(stage);
  await go('lead.restored');
  expect([stage.lead.stage, stage.lead.money!.due]).toEqual(['paid', 0]);
});

test('who is erased has no page anymore, and no words of theirs stay', async () => {
  const stage = await quoted();
  const token = await tokenFor(stage);
  await on(token, 'reschedule', dates(1));
  await on(token, 'ask', { text: 'My daughter Wilhelmina has school until June' });
  await erasePerson(application.parts, stage.clientEmail);
  expect((await read(token)).status).toBe(410);
  const { kysely } = application.database;
  const row = await kysely
    .selectFrom('reschedule')
    .selectAll()
    .where('id', '=', stage.lead.id)
    .executeTakeFirstOrThrow();
  expect(row.reason).toBe('Erased');
  const history = await kysely
    .selectFrom('history')
    .selectAll()
    .where('lifecycle', 'in', ['reschedule', 'chat'])
    .execute();
  expect(JSON.stringify(history)).not.toContain('Wilhelmina');
  // A new link gets a new token.
  const again = await inTransaction(application.database, (tx) =>
    portalLinkOf(tx, application.parts, stage.lead.id, null),
  );
  expect(again.token).not.toBe(token);
});

test('the estimate and receipts of payments are PDFs of their own move alone', async () => {
  const [stage, other] = [await newStage(application, who), await newStage(application, who)];
  for (const event of ['quote.sent', 'contract.sent', 'contract.signed'] as const) {
    expect((await gestures[event](stage)).status).toBeLessThan(300);
    await reload(stage);
  }
  const token = await tokenFor(stage);
  const [estimate] = (await read(token)).body.estimates;
  expect((await gestures['payment.recorded'](stage)).status).toBeLessThan(300);
  const { body } = await call<{ money: { payments: { id: string }[] } }>(
    application,
    'GET',
    `agent-lead/portal?token=${token}`,
  );
  const get = (path: string, by = token) =>
    fetch(`${application.url}/api/frontend/agent-lead/portal/${path}?token=${by}`);
  for (const path of [`estimates/${estimate!.id}`, `receipts/${body.money.payments[0]!.id}`]) {
    const response = await get(path);
    expect([response.status, response.headers.get('content-type')]).toEqual([200, 'application/pdf']);
    expect(
      Buffer.from(await response.arrayBuffer())
        .subarray(0, 5)
        .toString(),
    ).toBe('%PDF-');
    expect((await get(path, await tokenFor(other))).status).toBe(404);
    expect((await get(path, 'no-such-token-there-is-0123')).status).toBe(404);
  }
});

test('the page hears that something of its move changed, and of no other one', async () => {
  const [stage, other] = [await newStage(application, who), await newStage(application, who)];
  const token = await tokenFor(stage);
  const stop = new AbortController();
  const response = await fetch(`${application.url}/api/frontend/live?move=${token}&age_ms=0`, { signal: stop.signal });
  expect(response.status).toBe(200);
  expect((await gestures['quote.sent'](other)).status).toBeLessThan(300);
  expect((await gestures['quote.sent'](stage)).status).toBeLessThan(300);
  let heard = '';
  const decoder = new TextDecoder();
  for await (const bytes of response.body!) {
    heard += decoder.decode(bytes as Uint8Array);
    if (heard.includes('data: ')) break;
  }
  stop.abort();
  const told = [...heard.matchAll(/data: (.*)\n/g)].map(([, data]) => JSON.parse(data!) as object);
  expect(told[0]).toEqual({ noun: 'move', id: stage.lead.id });
  expect(heard).not.toContain(other.lead.id);
  expect((await fetch(`${application.url}/api/frontend/live?move=no-such-token-there-is-0123`)).status).toBe(404);
});
