import { beforeAll, describe, expect, test } from 'vitest';
import { inTransaction } from '#src/api/database/write.ts';
import { newId } from '#src/api/database/ids.ts';
import { mailUnread } from '#src/api/job-message/job-message.mail.ts';
import { gestures, newStage, people, reload } from '#tests/paths/api-gestures.ts';
import type { People, Stage } from '#tests/paths/api-gestures.ts';
import { call, mailTo, startApplication } from '#tests/platform/application.ts';
import type { Account, Application } from '#tests/platform/application.ts';
import { pdfText } from '#tests/platform/sample-pdf.ts';
import { newCarrier } from './carrier-api.ts';

/** Messages between the carrier of a job and its broker: who may write, and who is notified. */
let application: Application;
let who: People;

beforeAll(async () => {
  application = await startApplication();
  who = await people(application);
});

interface Thread {
  job_id: string;
  closed_because: string | null;
  unread: number;
  messages: {
    id: string;
    side: string;
    text: string | null;
    about: string | null;
    file: { name: string; url: string } | null;
    read_at: string | null;
  }[];
  detail: string;
}

async function go(stage: Stage, ...events: (keyof typeof gestures)[]): Promise<void> {
  for (const event of events) {
    await reload(stage);
    const { status, body } = await gestures[event](stage);
    expect(status, `${event}: ${JSON.stringify(body)}`).toBeLessThan(300);
  }
  await reload(stage);
}
async function signed(): Promise<Stage & { jobId: string; reference: string }> {
  const stage = await newStage(application, who);
  await go(stage, 'quote.sent', 'contract.sent', 'contract.marked-signed', 'carrier.special-awarded', 'carrier.signed');
  const { id, reference } = await application.database.kysely
    .selectFrom('carrier_job')
    .innerJoin('agent_lead', 'agent_lead.id', 'lead_id')
    .select(['carrier_job.id', 'reference'])
    .where('lead_id', '=', stage.lead.id)
    .executeTakeFirstOrThrow();
  return { ...stage, jobId: id, reference };
}
type Signed = Awaited<ReturnType<typeof signed>>;

const ofCarrier = ({ lead }: Stage) => `carrier/agent-lead/${lead.id}/job/messages`;
const ofAgent = ({ jobId }: Signed) => `agent-lead/job/${jobId}/messages`;
const say = (path: string, { token }: Account, body: object, key = newId()) =>
  call<Thread>(application, 'POST', path, { token, body, headers: { 'idempotency-key': key } });
const read = (path: string, { token }: Account) => call<Thread>(application, 'GET', path, { token });
const notices = async (stage: Stage) =>
  (
    await call<{ notices: { kind: string; title: string; about: string; lead: { id: string } }[] }>(
      application,
      'GET',
      'agent/notices?limit=100',
      { token: who.agent.token },
    )
  ).body.notices.filter(({ lead, kind }) => lead.id === stage.lead.id && kind === 'carrier-message');

describe('carrier and broker', () => {
  test('write in turn, once however often it is sent; each sees what the other has read', async () => {
    const stage = await signed();
    const key = newId();
    for (let sent = 0; sent < 2; sent += 1)
      expect((await say(ofCarrier(stage), who.carrier, { text: 'Gate code?' }, key)).status).toBe(200);
    const seen = (await read(ofAgent(stage), who.agent)).body;
    expect([seen.unread, seen.messages.map(({ side, text }) => [side, text])]).toEqual([
      1,
      [['carrier', 'Gate code?']],
    ]);
    expect((await say(`${ofAgent(stage)}/read`, who.agent, { through: seen.messages[0]!.id })).body.unread).toBe(0);
    expect((await read(ofCarrier(stage), who.carrier)).body.messages[0]!.read_at).not.toBeNull();
    expect((await say(ofAgent(stage), who.agent2, { text: '4711' })).status).toBe(200);
    expect((await read(ofCarrier(stage), who.carrier)).body.unread).toBe(1);
    // Reading does not mark the reader's own messages as read.
    const own = (await read(ofCarrier(stage), who.carrier)).body.messages.at(-1)!;
    expect((await say(`${ofCarrier(stage)}/read`, who.carrier, { through: own.id })).body.unread).toBe(0);
    expect((await say(`${ofCarrier(stage)}/read`, who.carrier, { through: newId() })).status).toBe(404);
  });

  test('send files, which only both of them open', async () => {
    const stage = await signed();
    const body = new FormData();
    body.append('content', new Blob([pdfText()]), 'gate.pdf');
    const { status, body: sent } = await call<Thread>(application, 'POST', `${ofCarrier(stage)}/file`, {
      token: who.carrier.token,
      body,
    });
    expect([status, sent.messages.map(({ file }) => file?.name)]).toEqual([201, ['gate.pdf']]);
    const agents = (await read(ofAgent(stage), who.agent)).body.messages[0]!.file!.url;
    const other = await newCarrier(application, `Other ${newId().slice(-6)}`);
    const open = (url: string, { token }: Account) => call(application, 'GET', url.replace('/files/', ''), { token });
    expect((await open(agents, who.agent)).status).toBe(200);
    expect((await open(sent.messages[0]!.file!.url, who.carrier)).status).toBe(200);
    expect((await open(sent.messages[0]!.file!.url, other)).status).toBe(404);
    expect((await open(agents, who.carrier)).status).toBe(403);
  });

  test('nonsense is refused', async () => {
    const stage = await signed();
    for (const body of [{}, { text: '  ' }, { text: 'x'.repeat(4001) }, { text: 'Hi', about: 'weather' }])
      expect((await say(ofCarrier(stage), who.carrier, body)).status).toBeGreaterThanOrEqual(400);
    expect((await say(ofAgent(stage), who.agent, { text: 'Hi', about: 'payment' })).status).toBeGreaterThanOrEqual(400);
    expect((await read(ofCarrier(stage), who.carrier)).body.messages).toEqual([]);
  });
});

describe('who may', () => {
  test('another carrier finds nothing; one without a signature has nothing to write about', async () => {
    const stage = await signed();
    const other = await newCarrier(application, `Other ${newId().slice(-6)}`);
    expect((await read(ofCarrier(stage), other)).status).toBe(404);
    expect((await say(ofCarrier(stage), other, { text: 'Hi' })).status).toBe(404);
    const unsigned = await newStage(application, who);
    await go(unsigned, 'quote.sent', 'contract.sent', 'contract.marked-signed', 'carrier.special-awarded');
    expect((await say(ofCarrier(unsigned), who.carrier, { text: 'Hi' })).status).toBe(404);
  });

  test('it goes on after the contract is closed; a carrier that dropped out reads its own and writes no more', async () => {
    const closed = await signed();
    await go(closed, 'contract.closed');
    expect((await say(ofCarrier(closed), who.carrier, { text: 'Thanks' })).status).toBe(200);

    const stage = await signed();
    await say(ofCarrier(stage), who.carrier, { text: 'The truck broke down' });
    await go(stage, 'carrier.dropped');
    const left = (await read(ofCarrier(stage), who.carrier)).body;
    expect([left.messages.map(({ text }) => text), left.closed_because]).toEqual([
      ['The truck broke down'],
      expect.stringContaining('no longer on this job'),
    ]);
    const refused = await say(ofCarrier(stage), who.carrier, { text: 'Hello?' });
    expect([refused.status, refused.body.detail]).toEqual([409, expect.stringContaining('no longer on this job')]);
    expect((await say(ofAgent(stage), who.agent, { text: 'Hello?' })).status).toBe(409);
  });
});

describe('who is told', () => {
  test('the agent, once for what is written in one go; a question about the pay always', async () => {
    const stage = await signed();
    await say(ofCarrier(stage), who.carrier, { text: 'Is there an elevator?' });
    await say(ofCarrier(stage), who.carrier, { text: 'And parking?' });
    await say(ofCarrier(stage), who.carrier, { text: 'When is it paid?', about: 'payment' });
    expect((await notices(stage)).map(({ title, about }) => [title, about])).toEqual([
      ['Swift Vans LLC asks about its pay', 'When is it paid?'],
      ['Swift Vans LLC wrote to you', 'Is there an elevator?'],
    ]);
    const mail = await mailTo(application, who.agent.email, { subject: /asks about its pay/, about: stage.lead.id });
    expect(mail.text).toContain('When is it paid?');
    const pay = await call<{ jobs: { lead_id: string; asked_on: string | null }[] }>(
      application,
      'GET',
      'carrier/pay',
      {
        token: who.carrier.token,
      },
    );
    // It is not delivered yet.
    expect(pay.body.jobs.some(({ lead_id }) => lead_id === stage.lead.id)).toBe(false);
  });

  test('the carrier by mail, of what it has not read, once', async () => {
    const stage = await signed();
    const first = (await say(ofAgent(stage), who.agent, { text: 'Bring blankets' })).body.messages[0]!;
    await say(`${ofCarrier(stage)}/read`, who.carrier, { through: first.id });
    await say(ofAgent(stage), who.agent, { text: 'And straps' });
    const job = { id: '1', data: { jobId: stage.jobId }, attempt: 1, signal: new AbortController().signal };
    await mailUnread(application.parts, job);
    await mailUnread(application.parts, job);
    const count = await inTransaction(application.database, (tx) =>
      tx
        .selectFrom('mail')
        .select('subject')
        .where('kind', '=', 'job-message')
        .where('subject', 'like', `%${stage.reference}%`)
        .execute(),
    );
    expect(count.map(({ subject }) => subject)).toEqual([`New message about job ${stage.reference}`]);
    const { text } = await mailTo(
      application,
      who.carrier.email,
      new RegExp(`^New message about job ${stage.reference}`),
    );
    expect(text).toContain('“And straps”');
    expect(text).not.toContain('Bring blankets');
  });
});
