import { beforeAll, expect, test } from 'vitest';
import { call, mailTo, startApplication } from '#tests/platform/application.ts';
import type { Application } from '#tests/platform/application.ts';
import { contractToken, gestures, newEstimate, newStage, people, reload } from '#tests/paths/api-gestures.ts';
import type { People, Stage } from '#tests/paths/api-gestures.ts';

/** What stands on the pages of a client: what a price is for, and what is owed when. */
let application: Application;
let who: People;

beforeAll(async () => {
  application = await startApplication();
  who = await people(application);
});

async function done(stage: Stage, event: keyof typeof gestures): Promise<void> {
  const { status, body } = await gestures[event](stage);
  expect(status, `${event}: ${JSON.stringify(body)}`).toBeLessThan(300);
  await reload(stage);
}

async function sharedEstimate({ lead, agent }: Stage) {
  const { body } = await call<{ url: string }>(
    application,
    'POST',
    `agent-lead/estimates/${lead.estimates[0]!.id}/share`,
    {
      token: agent.token,
      body: {},
    },
  );
  const token = body.url.split('/').at(-1)!;
  return (await call<Record<string, unknown>>(application, 'GET', `agent-lead/estimates/shared?token=${token}`)).body;
}

test('an estimate says which goods it is for, and when they are delivered', async () => {
  const stage = await newStage(application, who);
  const { stops } = stage.lead as unknown as { stops: { earliest: string; latest: string }[] };
  expect(await sharedEstimate(stage)).toMatchObject({
    inventory: [{ room: 'Living room', item: 'Sofa', quantity: 1 }],
    volume_cuft: 50,
    weight_lb: 350,
    delivery_date: stops[1]!.earliest,
    delivery_date_last: stops[1]!.latest,
  });
});

test.each([
  ['is named with its amount', newEstimate.deposit, ['Deposit, due now: $100.00']],
  ['is not spoken of where none is asked', 0, []],
])('once the client has signed, the deposit %s', async (_what, deposit, said) => {
  const stage = await newStage(application, who);
  const { status } = await call(application, 'PUT', `agent-lead/estimates/${stage.lead.estimates[0]!.id}`, {
    token: stage.agent.token,
    body: { ...newEstimate, deposit },
  });
  expect(status).toBe(200);
  await reload(stage);
  await done(stage, 'quote.sent');
  await done(stage, 'contract.sent');
  await done(stage, 'contract.signed');
  const token = await contractToken(stage);
  const { body } = await call<{ deposit: number | null }>(
    application,
    'GET',
    `agent-lead/contract/sign?token=${token}`,
  );
  expect(body.deposit).toBe(deposit || null);
  const { text } = await mailTo(application, stage.clientEmail, /^Your signed agreement/);
  expect(text.match(/^Deposit.*$/gm) ?? []).toEqual(said);
});
