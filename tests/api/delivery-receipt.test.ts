import { beforeAll, describe, expect, test } from 'vitest';
import { newId } from '#src/api/database/ids.ts';
import { DAY, HOUR } from '#src/machines/calendar/durations.ts';
import { gestures, newStage, people, reload } from '#tests/paths/api-gestures.ts';
import type { People, Stage } from '#tests/paths/api-gestures.ts';
import { call, startApplication } from '#tests/platform/application.ts';
import type { Account, Application } from '#tests/platform/application.ts';
import { drawnSignature } from '#tests/platform/drawn-signature.ts';
import { readPdf, sealsOf } from '#tests/platform/pdf.ts';
import { newCarrier } from './carrier-api.ts';

/** The client signs on the carrier's device: what happens with the signature, and what is refused. */
let application: Application;
let who: People;
let drawn: string;
let empty: string;

beforeAll(async () => {
  application = await startApplication();
  who = await people(application);
  drawn = await drawnSignature();
  empty = await drawnSignature('');
});

interface Load {
  job: { may_sign_receipt: boolean; papers: { id: string; kind: string; name: string; url: string }[] };
  detail: string;
}

async function signed(): Promise<Stage> {
  const stage = await newStage(application, who);
  for (const event of [
    'quote.sent',
    'contract.sent',
    'contract.marked-signed',
    'carrier.special-awarded',
    'carrier.signed',
  ] as const) {
    await reload(stage);
    expect((await gestures[event](stage)).status).toBeLessThan(300);
  }
  await reload(stage);
  return stage;
}
async function step(stage: Stage, ...steps: string[]): Promise<void> {
  for (const name of steps)
    expect(
      (
        await call(application, 'POST', `carrier/agent-lead/${stage.lead.id}/job/step`, {
          token: who.carrier.token,
          body: { step: name },
        })
      ).status,
    ).toBe(200);
}
const sign = (
  stage: Stage,
  given: object = {},
  { account = who.carrier, key = newId() }: { account?: Account; key?: string } = {},
) =>
  call<Load>(application, 'POST', `carrier/agent-lead/${stage.lead.id}/job/receipt`, {
    token: account.token,
    headers: { 'idempotency-key': key },
    body: {
      name: 'Casey Client',
      image: drawn,
      signed_at: new Date(Date.now() - HOUR).toISOString(),
      zone: 'America/New_York',
      ...given,
    },
  });
const bytesOf = async (path: string, { token }: Account): Promise<Buffer> => {
  const answer = await fetch(`${application.url}/api/frontend/${path.replace('/files/', '')}`, {
    headers: { authorization: `Bearer ${token}` },
  });
  expect(answer.status).toBe(200);
  return Buffer.from(await answer.arrayBuffer());
};

describe('a signature at the door', () => {
  test('becomes one sealed paper, however often it is sent, which both sides open and find in the zip', async () => {
    const stage = await signed();
    await step(stage, 'on-the-way', 'picked-up', 'delivered');
    const key = newId();
    const given = { exceptions: 'The lamp has a crack.', signed_at: new Date(Date.now() - HOUR).toISOString() };
    for (let sent = 0; sent < 2; sent += 1) expect((await sign(stage, given, { key })).status).toBe(200);
    const load = await call<Load>(application, 'GET', `carrier/agent-lead/${stage.lead.id}/details`, {
      token: who.carrier.token,
    });
    const [paper, ...others] = load.body.job.papers;
    expect([paper!.kind, others]).toEqual(['delivery-receipt', []]);
    const again = await sign(stage, given);
    expect([again.status, again.body.detail]).toEqual([
      409,
      expect.stringContaining('There is a delivery receipt already'),
    ]);
    const pdf = await bytesOf(paper!.url, who.carrier);
    expect(await sealsOf(pdf)).toHaveLength(1);
    const text = (await readPdf(pdf)).pages.join(' ');
    for (const words of ['Delivery receipt', 'Casey Client', 'The lamp has a crack.', 'Swift Vans LLC', 'Received by'])
      expect(text).toContain(words);
    const zip = await bytesOf(`agent-lead/${stage.lead.id}/attachments/download`, who.agent);
    expect(zip.includes(paper!.name)).toBe(true);
    const own = await bytesOf(`carrier/agent-lead/${stage.lead.id}/attachments/download`, who.carrier);
    expect(own.includes(paper!.name)).toBe(true);
  });

  test('a clock that is fast is set right; the receipt is there before the step is said', async () => {
    const stage = await signed();
    await step(stage, 'on-the-way', 'picked-up');
    const { status, body } = await sign(stage, { signed_at: new Date(Date.now() + 2 * DAY).toISOString() });
    expect([status, body.job.papers.map(({ kind }) => kind)]).toEqual([200, ['delivery-receipt']]);
    const text = (await readPdf(await bytesOf(body.job.papers[0]!.url, who.carrier))).pages.join(' ');
    expect(text).toContain('No exceptions were noted.');
    expect(text).not.toContain(new Date(Date.now() + 2 * DAY).toISOString().slice(0, 10));
  });

  test('is given again after the delivery was undone; the earlier one stays, and the newest is the client’s', async () => {
    const stage = await signed();
    await step(stage, 'on-the-way', 'picked-up', 'delivered');
    expect((await sign(stage, { name: 'Casey Client' })).status).toBe(200);
    const undone = await call<Load>(application, 'POST', `carrier/agent-lead/${stage.lead.id}/job/step`, {
      token: who.carrier.token,
      body: { step: 'back', reason: 'The sofa was still on the truck' },
    });
    expect([undone.status, undone.body.job.may_sign_receipt]).toEqual([200, true]);
    await step(stage, 'delivered');
    const again = await sign(stage, { name: 'Robin Client' });
    expect([again.status, again.body.job.may_sign_receipt]).toEqual([200, false]);
    const { papers } = again.body.job;
    expect(papers.map(({ kind }) => kind)).toEqual(['delivery-receipt', 'delivery-receipt']);
    const texts = await Promise.all(
      papers.map(async ({ url }) => (await readPdf(await bytesOf(url, who.carrier))).pages.join(' ')),
    );
    expect([texts[0]!.includes('Robin Client'), texts[1]!.includes('Robin Client')]).toEqual([false, true]);
    const third = await sign(stage);
    expect([third.status, third.body.detail]).toEqual([409, expect.stringContaining('already')]);
    const { body } = await call<{ jobs: { history: { event: string }[] }[] }>(
      application,
      'GET',
      `agent-lead/${stage.lead.id}`,
      { token: who.agent.token },
    );
    expect(body.jobs[0]!.history.filter(({ event }) => event === 'receipt.signed')).toHaveLength(2);
  });

  test('is refused before the pick-up, without a line, after too long, of another carrier, and once the contract is closed', async () => {
    const stage = await signed();
    expect((await sign(stage)).body.detail).toContain('picked up');
    await step(stage, 'on-the-way', 'picked-up', 'delivered');
    const other = await newCarrier(application, `Other ${newId().slice(-6)}`);
    const refused = [
      await sign(stage, { image: empty }),
      await sign(stage, { image: 'data:image/png;base64,AAAA' }),
      await sign(stage, { image: 'data:image/svg+xml;base64,AAAA' }),
      await sign(stage, { name: '  ' }),
      await sign(stage, { name: 'x' }),
      await sign(stage, { zone: 'Mars/Olympus' }),
      await sign(stage, { signed_at: new Date(Date.now() - 8 * DAY).toISOString() }),
      await sign(stage, {}, { account: other }),
    ];
    expect(refused.map(({ status }) => status).filter((status) => status < 400)).toEqual([]);
    expect(refused.at(-1)!.status).toBe(404);
    await reload(stage);
    expect((await gestures['contract.closed'](stage)).status).toBeLessThan(300);
    const closed = await sign(stage);
    expect([closed.status, closed.body.detail]).toEqual([409, expect.stringContaining('closed this contract')]);
    const papers = await application.database.kysely
      .selectFrom('carrier_job_paper')
      .innerJoin('carrier_job', 'carrier_job.id', 'job_id')
      .select('kind')
      .where('lead_id', '=', stage.lead.id)
      .execute();
    expect(papers).toEqual([]);
  });
});
