import { sql } from 'kysely';
import { beforeAll, describe, expect, test } from 'vitest';
import { inTransaction } from '#src/api/database/write.ts';
import { hearOfMail } from '#src/api/mailing/mail-stop.ts';
import { keepRetention } from '#src/api/privacy/retention.ts';
import { DAY } from '#src/machines/calendar/durations.ts';
import { NOTICE_KINDS } from '#src/machines/notice/notice.ts';
import { gestures, newLead, newStage, people, reload } from '#tests/paths/api-gestures.ts';
import type { LeadBody, People, Stage } from '#tests/paths/api-gestures.ts';
import { call, mailTo, signedIn, startApplication, tokenOf, todayIn } from '#tests/platform/application.ts';
import type { Account, Application } from '#tests/platform/application.ts';

interface Notice {
  id: string;
  kind: string;
  title: string;
  about: string | null;
  lead: { id: string };
  read_at: string | null;
}
interface NoticePage {
  notices: Notice[];
  page: { end: string | null; has_next: boolean };
  unread: number;
}

let application: Application;
let who: People;

beforeAll(async () => {
  application = await startApplication();
  who = await people(application);
});

const list = async ({ token }: Account, query = '') =>
  (await call<NoticePage>(application, 'GET', `agent/notices?limit=100${query}`, { token })).body;
/** Someone's notices about one lead, oldest first. */
const toldOf = async (account: Account, stage: Stage): Promise<[string, string][]> =>
  (await list(account)).notices
    .filter(({ lead }) => lead.id === stage.lead.id)
    .toReversed()
    .map(({ kind, title }) => [kind, title]);
async function go(stage: Stage, ...events: (keyof typeof gestures)[]): Promise<void> {
  for (const event of events) {
    await reload(stage);
    expect((await gestures[event](stage)).status, event).toBeLessThan(300);
  }
}
const turn = (account: Account, kind: string, channel: string, is_on: boolean) =>
  call<{ settings: { kind: string; portal: boolean; mail: boolean }[] }>(
    application,
    'PATCH',
    'agent/notice-settings',
    {
      token: account.token,
      body: { kind, channel, is_on },
    },
  );
const note = (stage: Stage, body: object, by: Account = stage.agent, headers: Record<string, string> = {}) =>
  call<{ detail: string; errors?: { field: string }[] }>(application, 'POST', `agent-lead/${stage.lead.id}/notes`, {
    token: by.token,
    body: { kind: 'note', ...body },
    headers,
  });
async function ask(stage: Stage, question: string): Promise<void> {
  const token = tokenOf(await mailTo(application, stage.clientEmail, /^Your moving quote/), '/estimates/');
  const path = `agent-lead/estimates/shared/ask?token=${token}`;
  expect((await call(application, 'POST', path, { body: { question } })).status).toBe(200);
}
const leave = ({ id }: Account) =>
  application.database.kysely
    .updateTable('account')
    .set({ disabled_at: new Date().toISOString() })
    .where('id', '=', id)
    .execute();
const mailsTo = async ({ email }: Account): Promise<{ subject: string }[]> =>
  (await fetch(`${application.url}/dev/mailbox/messages.json?to=${encodeURIComponent(email)}`)).json() as Promise<
    { subject: string }[]
  >;

describe('the agent of a lead', () => {
  test('is told of what the client and the carrier do, and not of its own deeds', async () => {
    const stage = await newStage(application, who);
    await go(stage, 'quote.sent');
    await ask(stage, 'Is packing included?');
    await go(
      stage,
      'contract.sent',
      'contract.signed',
      'load.posted',
      'bid.placed',
      'carrier.awarded',
      'carrier.signed',
    );
    expect(await toldOf(stage.agent, stage)).toEqual([
      ['question', 'Casey Client has a question'],
      ['signed', 'Casey Client signed the agreement'],
      ['bid', 'Blue Ridge Movers bid $2,600.00'],
      ['bid', 'Swift Vans LLC bid $2,500.00'],
      ['carrier-signed', 'Swift Vans LLC signed the job agreement'],
    ]);
    expect(await toldOf(stage.agent2, stage)).toEqual([]);
    const question = (await list(stage.agent)).notices.find(({ kind }) => kind === 'question');
    expect(question).toMatchObject({ about: 'Is packing included?', read_at: null, lead: { id: stage.lead.id } });
  });

  test('is told of the steps of the job by whoever says them, and of a carrier that is lost by a colleague', async () => {
    const stage = await newStage(application, who);
    await go(stage, 'quote.sent', 'contract.sent', 'contract.signed', 'load.posted', 'bid.placed', 'carrier.awarded');
    await go(stage, 'carrier.signed');
    const job = await application.database.kysely
      .selectFrom('carrier_job')
      .select(['id', 'version'])
      .where('lead_id', '=', stage.lead.id)
      .executeTakeFirstOrThrow();
    const step = (name: string, version: number, by: Account) =>
      call(application, 'POST', `agent-lead/job/${job.id}/step`, { token: by.token, body: { step: name, version } });
    expect((await step('on-the-way', job.version, stage.agent2)).status).toBe(200);
    expect((await step('picked-up', job.version + 1, stage.agent2)).status).toBe(200);
    expect((await step('delivered', job.version + 2, stage.agent)).status).toBe(200);
    await reload(stage);
    await gestures['carrier.dropped']({ ...stage, agent: stage.agent2 });
    expect((await toldOf(stage.agent, stage)).slice(-2)).toEqual([
      ['job-step', 'Bob Agent marked the load picked up'],
      ['carrier-lost', 'Bob Agent took Swift Vans LLC off the job'],
    ]);
  });

  test('is told of money that a colleague books, once however often it is sent', async () => {
    const stage = await newStage(application, who);
    await go(stage, 'quote.sent', 'contract.sent', 'contract.signed');
    const { money } = await reload(stage);
    const key = { 'idempotency-key': crypto.randomUUID() };
    const today = todayIn(application);
    for (let sent = 0; sent < 2; sent += 1)
      expect(
        (
          await call(application, 'POST', `agent-lead/${stage.lead.id}/invoice/payment`, {
            token: stage.agent2.token,
            body: { version: stage.lead.version, amount: 10_000, due: money!.due, paid_on: today, method: 'Check' },
            headers: key,
          })
        ).status,
      ).toBeLessThan(300);
    expect((await toldOf(stage.agent, stage)).at(-1)).toEqual(['payment', 'Bob Agent recorded a payment of $100.00']);
    expect((await toldOf(stage.agent, stage)).filter(([kind]) => kind === 'payment')).toHaveLength(1);
    const about = `/agent-portal/lead/${stage.lead.id}/info`;
    await mailTo(application, stage.agent.email, { subject: /^Bob Agent recorded a payment/, about });
  });

  test('is told that a lead is given to it, by creation or by an edit; giving it to oneself is no news', async () => {
    const created = await call<LeadBody>(application, 'POST', 'agent-lead/', {
      token: who.agent.token,
      body: { ...newLead(`given-${Date.now()}@mail.example`), assigned_agent_id: who.agent2.id },
    });
    const stage = { ...(await newStage(application, who)), lead: created.body };
    const assign = async (id: string, by: Account) => {
      const { version } = await reload(stage);
      const { status } = await call(application, 'PATCH', `agent-lead/${stage.lead.id}`, {
        token: by.token,
        body: { version, assigned_agent_id: id },
      });
      expect(status).toBe(200);
    };
    await assign(who.agent.id, who.agent);
    await assign(who.agent2.id, who.agent);
    expect(await toldOf(who.agent2, stage)).toEqual([['assigned', 'Ann Agent assigned this lead to you']]);
    expect(await toldOf(who.agent, stage)).toEqual([]);
  });

  test('is told once of leads that one person gives to it together, and anew once that was read', async () => {
    const { token } = who.agent2;
    const assigned = async () =>
      (await list(who.agent2)).notices.filter(({ kind, read_at }) => kind === 'assigned' && read_at === null);
    const readAll = async () => {
      const { notices } = await list(who.agent2);
      await call(application, 'POST', 'agent/notices/read', { token, body: { through: notices[0]!.id } });
    };
    await readAll();
    const give = async () => {
      const stage = await newStage(application, who);
      await call(application, 'PATCH', `agent-lead/${stage.lead.id}`, {
        token: who.agent.token,
        body: { version: stage.lead.version, assigned_agent_id: who.agent2.id },
      });
    };
    for (let given = 0; given < 3; given += 1) await give();
    expect((await assigned()).map(({ title }) => title)).toEqual(['Ann Agent assigned 3 leads to you']);
    expect((await list(who.agent2)).unread).toBe(1);
    await readAll();
    await give();
    expect((await assigned()).map(({ title }) => title)).toEqual(['Ann Agent assigned this lead to you']);
  });

  test('gets one mail of leads that are given to it at once', { timeout: 90_000 }, async () => {
    const eve = await signedIn(application, 'agent', 'Eve Agent');
    await call(application, 'PATCH', 'agent/notice-settings', {
      token: eve.token,
      body: { kind: 'assigned', channel: 'mail', is_on: true },
    });
    const given = await Promise.all([
      newStage(application, who),
      newStage(application, who),
      newStage(application, who),
    ]);
    for (const { lead } of given)
      await call(application, 'PATCH', `agent-lead/${lead.id}`, {
        token: who.agent.token,
        body: { version: lead.version, assigned_agent_id: eve.id },
      });
    const subjects = async () => {
      const { rows } = await sql<{ subject: string }>`
        select subject from mail join account on account.email = mail.recipient
         where account.id = ${eve.id}::uuid and kind = 'news'`.execute(application.database.kysely);
      return rows.map(({ subject }) => subject);
    };
    await expect.poll(subjects, { timeout: 60_000 }).toEqual(['Ann Agent assigned 3 leads to you']);
  });

  test('is told of money that goes back, and by whom', async () => {
    const stage = await newStage(application, who);
    await go(stage, 'quote.sent', 'contract.sent', 'contract.signed');
    await call(application, 'PATCH', `agent-lead/${stage.lead.id}`, {
      token: who.agent.token,
      body: { assigned_agent_id: who.agent.id },
    });
    const today = todayIn(application);
    for (const [path, body] of [
      ['invoice/payment', { amount: 10_000, method: 'check' }],
      ['payments/refund', { amount: 4_000, method: 'check', reason: 'Paid twice' }],
    ] as const) {
      const { status } = await call(application, 'POST', `agent-lead/${stage.lead.id}/${path}`, {
        token: who.agent2.token,
        body: { paid_on: today, ...body },
      });
      expect(status).toBe(200);
    }
    const money = (await list(who.agent)).notices.filter(
      ({ kind, lead }) => kind === 'payment' && lead.id === stage.lead.id,
    );
    expect(money.map(({ title, about }) => [title, about])).toEqual([
      ['Bob Agent refunded $40.00', 'Paid twice'],
      ['Bob Agent recorded a payment of $100.00', null],
    ]);
  });

  test('is told where mail to its client bounces for good, and of no other lead', async () => {
    const stage = await newStage(application, who);
    const other = await newStage(application, who);
    const bounce = (permanent: boolean) =>
      inTransaction(application.database, (tx) =>
        hearOfMail(tx, application.parts, {
          email: stage.clientEmail.toUpperCase(),
          type: 'bounce',
          permanent,
          at: new Date().toISOString(),
          detail: 'No such mailbox',
        }),
      );
    await bounce(false);
    expect(await toldOf(stage.agent, stage)).toEqual([]);
    await bounce(true);
    await bounce(true);
    expect(await toldOf(stage.agent, stage)).toEqual([['mail-bounced', 'Email to Casey Client bounced']]);
    expect(await toldOf(stage.agent, other)).toEqual([]);
  });

  test('who has left is told nothing: a question of a client goes to the office', async () => {
    const leaver = await signedIn(application, 'agent', 'Lea Leaver');
    const stage = await newStage(application, { ...who, agent: leaver });
    await go(stage, 'quote.sent');
    await leave(leaver);
    const question = `Who answers now? ${crypto.randomUUID()}`;
    await ask(stage, question);
    const { text } = await mailTo(application, application.parts.brokerage.email, {
      subject: /^Casey Client has a question/,
      about: stage.lead.id,
    });
    expect(text).toContain(question);
    expect(text).not.toContain('/agent-portal/settings');
    const notices = await application.database.kysely
      .selectFrom('notice')
      .select('id')
      .where('account_id', '=', leaver.id)
      .execute();
    expect(notices).toEqual([]);
  });
});

describe('a mention', () => {
  test('keeps who is named, and tells them once, not the writer', async () => {
    const stage = await newStage(application, who);
    const text = 'Ask @Bob Agent about the piano';
    const key = { 'idempotency-key': crypto.randomUUID() };
    for (let sent = 0; sent < 2; sent += 1)
      expect((await note(stage, { text, mentions: [who.agent2.id] }, stage.agent, key)).status).toBe(201);
    expect(await toldOf(who.agent2, stage)).toEqual([['mention', 'Ann Agent mentioned you in a note']]);
    const [written] = await notesOf(stage);
    expect(written).toMatchObject({ text, mentions: [{ id: who.agent2.id, name: 'Bob Agent' }] });
    const edit = await call(application, 'PATCH', `agent-lead/${stage.lead.id}/notes/${written!.id}`, {
      token: who.agent.token,
      body: { version: written!.version, text: `${text}, and @Ann Agent`, mentions: [who.agent2.id, who.agent.id] },
    });
    expect(edit.status).toBe(200);
    expect(await toldOf(who.agent2, stage)).toHaveLength(1);
    expect(await toldOf(who.agent, stage)).toEqual([]);
    const mail = await mailTo(application, who.agent2.email, {
      subject: /^Ann Agent mentioned you in a note/,
      about: stage.lead.id,
    });
    expect(mail.text).toContain(text);
    expect(mail.links).toContain(`${application.url}/agent-portal/settings#notifications`);
  });

  test('follows the name that the person has today', async () => {
    const renamed = await signedIn(application, 'agent', 'Mia Maiden');
    const stage = await newStage(application, who);
    await note(stage, { text: '@Mia Maiden, and again @Mia Maiden.', mentions: [renamed.id] });
    await application.database.kysely
      .updateTable('account')
      .set({ name: 'Mia Married' })
      .where('id', '=', renamed.id)
      .execute();
    expect(await notesOf(stage)).toMatchObject([
      { text: '@Mia Married, and again @Mia Married.', mentions: [{ id: renamed.id, name: 'Mia Married' }] },
    ]);
  });

  test('whoever does not stand in the text is not named', async () => {
    const stage = await newStage(application, who);
    await note(stage, { text: 'Nobody at all', mentions: [who.agent2.id] });
    expect(await notesOf(stage)).toMatchObject([{ text: 'Nobody at all', mentions: [] }]);
    expect(await toldOf(who.agent2, stage)).toEqual([]);
  });

  test('is refused of a carrier, of an agent who has left, and of nobody', async () => {
    const stage = await newStage(application, who);
    const left = await signedIn(application, 'agent', 'Otto Out');
    await leave(left);
    for (const id of [who.carrier.id, left.id, crypto.randomUUID()]) {
      const { status, body } = await note(stage, { text: 'Hello @Otto Out', mentions: [id] });
      expect([status, body.errors?.[0]?.field]).toEqual([422, 'mentions']);
    }
    expect(await notesOf(stage)).toEqual([]);
  });
});

interface Note {
  id: string;
  version: number;
  text: string;
  mentions: { id: string; name: string }[];
}
const notesOf = async (stage: Stage) =>
  (await call<Note[]>(application, 'GET', `agent-lead/${stage.lead.id}/notes`, { token: stage.agent.token })).body;

describe('settings', () => {
  test('each kind is on in the portal; mail is for what waits or was signed or paid', async () => {
    const agent = await signedIn(application, 'agent', 'Dee Fault');
    const { body } = await call<{ settings: { kind: string; portal: boolean; mail: boolean }[] }>(
      application,
      'GET',
      'agent/notice-settings',
      { token: agent.token },
    );
    expect(body.settings.map(({ kind, portal }) => [kind, portal])).toEqual(NOTICE_KINDS.map((kind) => [kind, true]));
    expect(body.settings.filter(({ mail }) => mail).map(({ kind }) => kind)).toEqual([
      'quote-accepted',
      'question',
      'declined',
      'signed',
      'payment',
      'carrier-message',
      'mention',
    ]);
  });

  test('a kind is told in the portal, by mail, by both or not at all', async () => {
    const agent = await signedIn(application, 'agent', 'Sam Settings');
    const stage = await newStage(application, who);
    const mention = async (text: string) => note(stage, { text: `${text} @Sam Settings`, mentions: [agent.id] });
    expect((await turn(agent, 'mention', 'portal', false)).body.settings).toContainEqual({
      kind: 'mention',
      portal: false,
      mail: true,
    });
    await mention('By mail');
    expect((await mailTo(application, agent.email, /mentioned you/)).text).toContain('By mail');
    await turn(agent, 'mention', 'mail', false);
    await mention('Not at all');
    await turn(agent, 'mention', 'portal', true);
    await mention('In the portal');
    expect((await list(agent)).notices.map(({ about }) => about)).toEqual(['In the portal @Sam Settings']);
    await turn(agent, 'mention', 'mail', true);
    await mention('Both');
    await mailTo(application, agent.email, /mentioned you/, 1);
    expect(await mailsTo(agent)).toHaveLength(2);
    expect((await list(agent)).unread).toBe(2);
    expect((await turn(agent, 'mention', 'pigeon', true)).status).toBe(422);
    expect((await turn(agent, 'everything', 'mail', true)).status).toBe(422);
  });
});

describe('reading', () => {
  test('one by one and all up to what was seen; a colleague’s are not there; pages go on', async () => {
    const agent = await signedIn(application, 'agent', 'Rea Reader');
    const stage = await newStage(application, who);
    for (const text of ['One', 'Two', 'Three', 'Four'])
      await note(stage, { text: `${text} @Rea Reader`, mentions: [agent.id] });
    const first = await call<NoticePage>(application, 'GET', 'agent/notices?limit=3', { token: agent.token });
    const [four, three] = first.body.notices;
    expect(first.body.notices.map(({ about }) => about)).toEqual(
      ['Four', 'Three', 'Two'].map((at) => `${at} @Rea Reader`),
    );
    expect(first.body).toMatchObject({ unread: 4, page: { has_next: true } });
    const rest = await list(agent, `&after=${first.body.page.end}`);
    expect([rest.notices.map(({ about }) => about), rest.page.has_next]).toEqual([['One @Rea Reader'], false]);

    const read = (id: string, by = agent) =>
      call<Notice>(application, 'POST', `agent/notices/${id}/read`, { token: by.token, body: {} });
    const { body } = await read(four!.id);
    expect(body.read_at).not.toBeNull();
    expect((await read(four!.id)).body.read_at).toBe(body.read_at);
    expect((await read(four!.id, who.agent)).status).toBe(404);
    const readAll = (through: string, by = agent) =>
      call<{ unread: number }>(application, 'POST', 'agent/notices/read', { token: by.token, body: { through } });
    expect((await readAll(three!.id, who.agent)).status).toBe(404);
    await note(stage, { text: 'Five @Rea Reader', mentions: [agent.id] });
    expect((await readAll(three!.id)).body).toEqual({ unread: 1 });
    expect((await list(agent)).notices.map(({ read_at }) => read_at === null)).toEqual([
      true,
      false,
      false,
      false,
      false,
    ]);
    expect((await call(application, 'GET', 'agent/notices?after=nowhere', { token: agent.token })).status).toBe(400);
  });

  test('what was read long ago is gone; what was not, stays', async () => {
    const agent = await signedIn(application, 'agent', 'Olga Old');
    const stage = await newStage(application, who);
    for (const text of ['Read', 'Unread']) await note(stage, { text: `${text} @Olga Old`, mentions: [agent.id] });
    const { notices } = await list(agent);
    await call(application, 'POST', `agent/notices/${notices[1]!.id}/read`, { token: agent.token, body: {} });
    const days = application.parts.retention.notices;
    await keepRetention({ ...application.parts, now: () => new Date(Date.now() + (days - 1) * DAY) });
    expect((await list(agent)).notices).toHaveLength(2);
    await keepRetention({ ...application.parts, now: () => new Date(Date.now() + (days + 1) * DAY) });
    expect((await list(agent)).notices.map(({ about }) => about)).toEqual(['Unread @Olga Old']);
  });
});
