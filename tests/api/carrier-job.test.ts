import { join } from 'node:path';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { beforeAll, describe, expect, test } from 'vitest';
import { verifyHistories } from '#src/api/history/verify.ts';
import { erasePerson } from '#src/api/privacy/person-erase.ts';
import { exportPerson } from '#src/api/privacy/person-export.ts';
import { newId } from '#src/api/database/ids.ts';
import { DAY, HOUR } from '#src/machines/calendar/durations.ts';
import { gestures, newStage, people, reload } from '#tests/paths/api-gestures.ts';
import type { People, Stage } from '#tests/paths/api-gestures.ts';
import { call, signedIn, startApplication } from '#tests/platform/application.ts';
import type { Account, Application } from '#tests/platform/application.ts';
import { pdfText } from '#tests/platform/sample-pdf.ts';

/**
 * A carrier's job after its signature: who may report steps and add papers, and what happens when the lead moves on.
 */
let application: Application;
let who: People;

beforeAll(async () => {
  application = await startApplication();
  who = await people(application);
});

interface Job {
  id: string;
  state: string;
  version: number;
  is_held: boolean;
  departed_at: string | null;
  papers: { id: string; kind: string; name: string; url: string; brought_by: string }[];
  papers_unmet: string[];
  history: { event: string; actor_name: string; payload: object }[];
}

async function signedJob(): Promise<Stage> {
  const stage = await newStage(application, who);
  for (const event of [
    'quote.sent',
    'contract.sent',
    'contract.marked-signed',
    'carrier.special-awarded',
    'carrier.signed',
  ] as const)
    await done(stage, event);
  return stage;
}
async function done(stage: Stage, event: keyof typeof gestures): Promise<void> {
  await reload(stage);
  const { status, body } = await gestures[event](stage);
  expect(status, `${event}: ${JSON.stringify(body)}`).toBeLessThan(300);
  await reload(stage);
}
const jobsOf = async (stage: Stage): Promise<Job[]> => ((await reload(stage)) as unknown as { jobs: Job[] }).jobs;

const own = (stage: Stage, path: string) => `carrier/agent-lead/${stage.lead.id}/job/${path}`;
const step = (stage: Stage, body: object, account: Account = who.carrier) =>
  call<{ job: Job; detail: string; unmet: string[] }>(application, 'POST', own(stage, 'step'), {
    token: account.token,
    body,
  });
function form(kind: string, ...files: [name: string, content: string | Uint8Array][]): FormData {
  const body = new FormData();
  body.append('kind', kind);
  for (const [name, content] of files) body.append('content', new Blob([content as never]), name);
  return body;
}
const bring = (stage: Stage, body: FormData, { account = who.carrier, key = newId() } = {}) =>
  call<{ job: Job; detail: string }>(application, 'POST', own(stage, 'paper'), {
    token: account.token,
    body,
    headers: { 'idempotency-key': key },
  });
const statement = () => form('completion-statement', ['statement.pdf', pdfText()]);
const close = (stage: Stage, fields: Record<string, string>) => {
  const body = new FormData();
  for (const [name, value] of Object.entries(fields)) body.append(name, value);
  return call<{ detail: string; contract: { completion_url: string | null } }>(
    application,
    'POST',
    `agent-lead/${stage.lead.id}/contract/close`,
    { token: who.agent.token, body },
  );
};
const contentOf = (path: string, token?: string) =>
  call(application, 'GET', path.replace('/files/', ''), token ? { token } : {});

describe('the steps', () => {
  test('each has the server’s time, or an earlier one that was said; all stand in the one history', async () => {
    const stage = await signedJob();
    await application.database.kysely
      .updateTable('carrier_job')
      .set({ created_at: new Date(Date.now() - 2 * DAY).toISOString() })
      .where('lead_id', '=', stage.lead.id)
      .execute();
    const earlier = new Date(Date.now() - 3 * HOUR).toISOString();
    const left = await step(stage, { step: 'on-the-way', version: 1, at: earlier });
    expect([left.status, left.body.job.state, left.body.job.departed_at]).toEqual([200, 'on-the-way', earlier]);
    // The pick-up cannot be earlier than the departure.
    const before = await step(stage, { step: 'picked-up', at: new Date(Date.now() - 4 * HOUR).toISOString() });
    expect([before.status, before.body.unmet]).toEqual([409, ['the time is not before the last step']]);
    expect((await step(stage, { step: 'picked-up' })).status).toBe(200);

    const [job] = await jobsOf(stage);
    expect(job!.history.map(({ event, actor_name }) => [event, actor_name])).toEqual([
      ['job.signed', 'Swift Vans LLC'],
      ['job.departed', 'Swift Vans LLC'],
      ['job.picked-up', 'Swift Vans LLC'],
    ]);
    expect(await verifyHistories(application.database)).toMatchObject({ wrong: [] });
  });

  test('the day of the pick-up is what was reported, in the lists of the carrier and of agents', async () => {
    const stage = await signedJob();
    const lists = async () => {
      const open = await call<{ loads: { id: string; award: { picked_up_at: string | null } }[] }>(
        application,
        'GET',
        'carrier/agent-lead/?tab=open&fields=id,award',
        { token: who.carrier.token },
      );
      const jobs = await call<{ jobs: { lead_id: string; picked_up_at: string | null }[] }>(
        application,
        'GET',
        `agent/carriers/${who.carrier.carrierId}/jobs`,
        { token: who.agent.token },
      );
      return [
        open.body.loads.find(({ id }) => id === stage.lead.id)!.award.picked_up_at,
        jobs.body.jobs.find(({ lead_id }) => lead_id === stage.lead.id)!.picked_up_at,
      ];
    };
    await step(stage, { step: 'on-the-way' });
    expect(await lists()).toEqual([null, null]);
    const at = new Date().toISOString();
    expect((await step(stage, { step: 'picked-up', at })).status).toBe(200);
    expect(await lists()).toEqual([at, at]);
  });

  test('a stale version, a step that does not come now and nonsense are refused, and change nothing', async () => {
    const stage = await signedJob();
    expect((await step(stage, { step: 'on-the-way', version: 1 })).status).toBe(200);
    const refused = [
      await step(stage, { step: 'picked-up', version: 1 }),
      await step(stage, { step: 'delivered', version: 2 }),
      await step(stage, { step: 'on-the-way' }),
      await step(stage, { step: 'back', reason: '  ' }),
      await step(stage, { step: 'fly' }),
      await step(stage, { step: 'picked-up', at: 'yesterday' }),
      await step(stage, { step: 'picked-up', state: 'delivered' }),
    ];
    expect(refused.map(({ status }) => status)).toEqual([409, 409, 409, 422, 422, 422, 422]);
    expect(refused[2]!.body.detail).toBe('This job is now at “On the way”, so this step no longer applies.');
    expect((await jobsOf(stage))[0]).toMatchObject({ state: 'on-the-way', version: 2 });
  });

  test('of two who say it at once, one does', async () => {
    const stage = await signedJob();
    const both = await Promise.all([
      step(stage, { step: 'on-the-way', version: 1 }),
      step(stage, { step: 'on-the-way', version: 1 }),
    ]);
    expect(both.map(({ status }) => status).toSorted((one, other) => one - other)).toEqual([200, 409]);
  });

  test('the client reads the days of the steps, where the client is, and nothing more', async () => {
    const stage = await signedJob();
    const share = await call<{ url: string }>(application, 'POST', `agent-lead/${stage.lead.id}/share`, {
      token: who.agent.token,
      body: {},
    });
    const path = `agent-lead/shared/${share.body.url.split('/').at(-1)}`;
    const read = async () => (await call<{ progress: object[] }>(application, 'GET', path)).body;
    expect((await read()).progress).toEqual([]);
    await step(stage, { step: 'on-the-way' });
    await bring(stage, statement());
    const body = await read();
    expect(body.progress).toEqual([{ step: 'on-the-way', on: expect.stringMatching(/^\d{4}-\d\d-\d\d$/) }]);
    expect(JSON.stringify(body)).not.toMatch(/paper|statement/);
  });

  test('the balance is due once the move is delivered; before that the client may pay it early', async () => {
    const stage = await signedJob();
    const asAgent = (path: string, body: object = {}) =>
      call<{ url: string }>(application, 'POST', `agent-lead/${stage.lead.id}/${path}`, {
        token: who.agent.token,
        body,
      });
    const link = await asAgent('payments/link');
    const path = `agent-lead/payment/shared?token=${link.body.url.split('/').at(-1)}`;
    const payable = async () => (await call<{ payable: object }>(application, 'GET', path)).body.payable;
    expect(await payable()).toMatchObject({ kind: 'deposit', is_due: true });
    const paid = await asAgent('invoice/payment', { amount: 10_000, paid_on: '2026-01-05', method: 'Check' });
    expect(paid.status, JSON.stringify(paid.body)).toBe(200);
    expect(await payable()).toMatchObject({ kind: 'balance', is_due: false });
    for (const one of ['on-the-way', 'picked-up', 'delivered']) await step(stage, { step: one });
    expect(await payable()).toMatchObject({ kind: 'balance', is_due: true });
  });
});

describe('the papers', () => {
  test('its carrier and the agents read them; nobody else does', async () => {
    const stage = await signedJob();
    const brought = await bring(stage, form('photo', ['porch.pdf', pdfText('a')], ['door.pdf', pdfText('b')]));
    expect(brought.status).toBe(201);
    expect(brought.body.job.papers.map(({ kind, name }) => [kind, name])).toEqual([
      ['photo', 'porch.pdf'],
      ['photo', 'door.pdf'],
    ]);
    const [paper] = brought.body.job.papers;
    const [seen] = (await jobsOf(stage))[0]!.papers;
    expect(seen!.brought_by).toBe('Swift Vans LLC');
    const mover = await signedIn(application, 'mover', 'Mona Mover');
    for (const [path, account, status] of [
      [paper!.url, who.carrier, 200],
      [seen!.url, who.agent2, 200],
      [paper!.url, who.carrier2, 404],
      [seen!.url, who.carrier, 403],
      [paper!.url, mover, 403],
      [seen!.url, mover, 403],
      [paper!.url, null, 401],
      [seen!.url, null, 401],
    ] as const)
      expect([path, (await contentOf(path, account?.token)).status]).toEqual([path, status]);
    expect((await bring(stage, statement(), { account: who.carrier2 })).status).toBe(404);
    expect((await step(stage, { step: 'on-the-way' }, who.carrier2)).status).toBe(404);

    // In another job, the same paper does not exist.
    const other = await signedJob();
    const path = own(other, `paper/${paper!.id}`);
    expect((await contentOf(`${path}/content`, who.carrier.token)).status).toBe(404);
    expect((await call(application, 'DELETE', path, { token: who.carrier.token })).status).toBe(404);
    expect((await jobsOf(stage))[0]!.papers).toHaveLength(2);
  });

  test('only PDFs and pictures of a known kind, ten at once; a try that is sent twice is taken once', async () => {
    const stage = await signedJob();
    const many = Array.from({ length: 11 }, (_, index): [string, string] => [`${index}.pdf`, pdfText(String(index))]);
    const refused = [
      await bring(stage, form('photo', ['run.pdf', 'MZ and no paper'])),
      await bring(stage, form('photo', ['notes.txt', 'Plain words'])),
      await bring(stage, form('diploma', ['a.pdf', pdfText()])),
      await bring(stage, form('photo')),
      await bring(stage, form('photo', ...many)),
    ];
    expect(refused.map(({ status }) => status)).toEqual([422, 422, 422, 422, 413]);
    const key = newId();
    expect((await bring(stage, statement(), { key })).status).toBe(201);
    expect((await bring(stage, statement(), { key })).status).toBe(201);
    expect((await jobsOf(stage))[0]!.papers).toHaveLength(1);
  });

  test('a carrier that dropped out finds the job no more; what it brought stays with the agents', async () => {
    const stage = await signedJob();
    const { body } = await bring(stage, statement());
    const [paper] = body.job.papers;
    await done(stage, 'carrier.dropped');
    expect((await contentOf(paper!.url, who.carrier.token)).status).toBe(404);
    expect((await bring(stage, statement())).status).toBe(404);
    const [job] = await jobsOf(stage);
    expect([job!.is_held, job!.papers.length]).toEqual([false, 1]);
    expect((await contentOf(job!.papers[0]!.url, who.agent.token)).status).toBe(200);
    const told = await call<{ detail: string }>(application, 'POST', `agent-lead/job/${job!.id}/step`, {
      token: who.agent.token,
      body: { step: 'on-the-way' },
    });
    expect([told.status, told.body.detail]).toEqual([409, 'The carrier no longer has this job.']);
  });
});

describe('closing', () => {
  test('takes the statement that the carrier brought, which then stays; corrected, it can be taken back again', async () => {
    const stage = await signedJob();
    const other = await signedJob();
    const { body } = await bring(stage, statement());
    const paper = body.job.papers[0]!;
    const photo = (await bring(stage, form('photo', ['porch.pdf', pdfText('a')]))).body.job.papers[1]!;
    const elsewhere = (await bring(other, statement())).body.job.papers[0]!;
    const refused = [
      await close(stage, {}),
      await close(stage, { paper_id: photo.id }),
      await close(stage, { paper_id: elsewhere.id }),
      await close(stage, { paper_id: newId() }),
      await close(stage, { paper_id: 'mine' }),
    ];
    expect(refused.map(({ status }) => status)).toEqual([409, 422, 422, 422, 422]);
    const closed = await close(stage, { paper_id: paper.id });
    expect(closed.status, JSON.stringify(closed.body)).toBe(200);
    expect((await contentOf(closed.body.contract.completion_url!, who.agent.token)).status).toBe(200);

    const removal = () =>
      call<{ detail: string }>(application, 'DELETE', own(stage, `paper/${paper.id}`), { token: who.carrier.token });
    expect((await removal()).body.detail).toContain('closed this contract');
    expect((await bring(stage, statement())).status).toBe(409);
    await done(stage, 'contract.corrected');
    expect((await removal()).status).toBe(200);
    expect((await jobsOf(stage))[0]!.papers.map(({ id }) => id)).toEqual([photo.id]);
  });

  test('what was brought for a client is exported, and goes when the client is erased, but for what it was closed with', async () => {
    const stage = await signedJob();
    const paper = (await bring(stage, statement())).body.job.papers[0]!;
    await bring(stage, form('photo', ['Casey Client at the door.pdf', pdfText('a')]));
    expect((await close(stage, { paper_id: paper.id })).status).toBe(200);
    const folder = await mkdtemp(join(tmpdir(), 'papers-'));
    try {
      const counts = await exportPerson(application.parts, stage.clientEmail, join(folder, 'person.zip'));
      expect(counts['carrier-papers']).toBe(2);
      expect((await readFile(join(folder, 'person.zip'))).includes('Casey Client at the door.pdf')).toBe(true);
    } finally {
      await rm(folder, { recursive: true });
    }
    await erasePerson(application.parts, stage.clientEmail);
    const [job] = await jobsOf(stage);
    expect(job!.papers).toEqual([]);
    expect(JSON.stringify(job!.history)).not.toContain('Casey');
    const { contract } = (await reload(stage)) as unknown as { contract: { completion_url: string } };
    expect((await contentOf(contract.completion_url, who.agent.token)).status).toBe(200);
    expect(await verifyHistories(application.database)).toMatchObject({ wrong: [] });
  });
});
