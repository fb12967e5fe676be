import { beforeAll, expect, test } from 'vitest';
import { call, mailTo, startApplication, todayIn } from '#tests/platform/application.ts';
import type { Application } from '#tests/platform/application.ts';
import { contractToken, gestures, newEstimate, newStage, people, reload } from '#tests/paths/api-gestures.ts';
import { showMoney } from '#src/machines/amount/amounts.ts';
import type { People, Stage } from '#tests/paths/api-gestures.ts';

/** What a client's pages show: what a price covers, and what is due when. */
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

test.each([
  ['all of the deposit', 15_000, 0],
  ['a part of the deposit', 4000, 6000],
])('a contract that is sent again once %s was received asks for no more than what is due', async (_what, paid, due) => {
  const stage = await newStage(application, who);
  for (const event of ['quote.sent', 'contract.sent', 'contract.signed'] as const) await done(stage, event);
  const today = todayIn(application);
  const recorded = await call(application, 'POST', `agent-lead/${stage.lead.id}/invoice/payment`, {
    token: stage.agent.token,
    body: { version: stage.lead.version, amount: paid, paid_on: today, method: 'check' },
  });
  expect(recorded.status, JSON.stringify(recorded.body)).toBeLessThan(300);
  await reload(stage);
  await done(stage, 'contract.reopened');
  expect(await sharedEstimate(stage)).toMatchObject({ paid, deposit_open: due });
  await done(stage, 'quote.sent');
  await done(stage, 'contract.sent');
  const rest = 340_000 - paid - due;
  const opened = `agent-lead/contract/sign?token=${await contractToken(stage)}`;
  const { body } = await call<{ deposit: number | null; html: string }>(application, 'GET', opened);
  expect(body.deposit).toBe(due || null);
  const stated = [
    ['Received so far', paid],
    ['Deposit, due when you sign', due],
    ['Balance, due at delivery', rest],
  ] as const;
  for (const [name, cents] of stated)
    expect(body.html).toMatch(new RegExp(`${name}</dt>\\s*<dd>\\${showMoney(cents)}<`));
  await done(stage, 'contract.signed');
  expect((await call<typeof body>(application, 'GET', opened)).body.deposit).toBe(due || null);
  const { text } = await mailTo(application, stage.clientEmail, /^Your signed agreement/, 1);
  expect(text.match(/^(Received|Deposit|Balance).*$/gm)).toEqual([
    `Received so far: ${showMoney(paid)}`,
    ...(due ? [`Deposit, due now: ${showMoney(due)}`] : []),
    `Balance, due at delivery: ${showMoney(rest)}`,
  ]);
  expect(text.includes('Pay your deposit by card')).toBe(due > 0);
});

test('the client learns the name and the USDOT number of the carrier once it has signed for the job, and not before', async () => {
  const stage = await newStage(application, who);
  for (const event of ['quote.sent', 'contract.sent', 'contract.signed', 'carrier.special-awarded'] as const)
    await done(stage, event);
  const { legal_name, usdot } = await application.database.kysely
    .selectFrom('carrier')
    .select(['legal_name', 'usdot'])
    .where('id', '=', stage.carrier.carrierId!)
    .executeTakeFirstOrThrow();
  const { body: link } = await call<{ url: string }>(application, 'POST', `agent-lead/${stage.lead.id}/share`, {
    token: stage.agent.token,
    body: {},
  });
  const sharedCarrier = async () =>
    (await call<{ carrier: unknown }>(application, 'GET', `agent-lead/shared/${link.url.split('/').at(-1)!}`)).body
      .carrier;
  expect(await sharedCarrier()).toBeNull();
  // The copy of the contract has arrived, and with it everything that was mailed before.
  await mailTo(application, stage.clientEmail, /^Your signed agreement/);
  const told = () =>
    application.database.kysely
      .selectFrom('mail')
      .select('id')
      .where('recipient', '=', stage.clientEmail)
      .where('kind', '=', 'carrier-known')
      .execute();
  expect(await told()).toEqual([]);
  await done(stage, 'carrier.signed');
  expect(await sharedCarrier()).toMatchObject({ name: legal_name, usdot });
  const { text } = await mailTo(application, stage.clientEmail, /^Your carrier for move/);
  expect(text).toContain(legal_name);
  expect(text).toContain(usdot);
  expect(await told()).toHaveLength(1);
});

test('a ZIP code that nobody gave is for agents only: clients, carriers and agreements name the city', async () => {
  const stage = await newStage(application, who);
  const { lead, agent } = stage;
  const ends = [
    { role: 'pick-up', city: 'Austin', state: 'TX', note: 'Ring twice' },
    { role: 'drop-off', city: 'Denver', state: 'CO' },
  ];
  const edited = await call<{ stops: { zip: string; note: string }[] }>(application, 'PATCH', `agent-lead/${lead.id}`, {
    token: agent.token,
    body: { version: lead.version, stops: ends.map((stop) => ({ ...stop, earliest: '2030-06-10' })) },
  });
  expect(edited.status, JSON.stringify(edited.body)).toBe(200);
  const [pickUp, dropOff] = edited.body.stops;
  expect(pickUp!.note).toBe('Ring twice. Only the city is known. The ZIP code is that of the city center.');
  const guessed = new RegExp(`\\b(?:${pickUp!.zip}|${dropOff!.zip})\\b|city center`);
  await reload(stage);

  const estimate = await sharedEstimate(stage);
  expect(estimate).toMatchObject({ origin: { city: 'Austin', zip: null }, destination: { city: 'Denver', zip: null } });
  const { body: link } = await call<{ url: string }>(application, 'POST', `agent-lead/${lead.id}/share`, {
    token: agent.token,
    body: {},
  });
  const shared = await call(application, 'GET', `agent-lead/shared/${link.url.split('/').at(-1)!}`);
  expect(shared.body).toMatchObject({ stops: [{ city: 'Austin', zip: null, note: 'Ring twice.' }, { zip: null }] });
  const { body: opened } = await call<{ url: string }>(application, 'POST', 'ai-chat/', {
    token: agent.token,
    body: { lead_id: lead.id },
  });
  const chat = await call(application, 'GET', `ai-chat/client/${opened.url.split('/').at(-1)!}`);
  expect(chat.body).toMatchObject({ details: { origin: { city: 'Austin', zip: null }, destination: { zip: null } } });

  for (const event of ['quote.sent', 'contract.sent'] as const) await done(stage, event);
  const contract = await call<{ html: string }>(
    application,
    'GET',
    `agent-lead/contract/sign?token=${await contractToken(stage)}`,
  );
  expect(contract.body.html).toContain('Austin, TX');
  for (const event of ['contract.signed', 'carrier.special-awarded'] as const) await done(stage, event);
  const job = await call<{ html: string }>(application, 'GET', `carrier/specific-job-agreement/${lead.id}`, {
    token: stage.carrier.token,
  });
  expect(job.body.html).toContain('Denver, CO');
  await done(stage, 'carrier.signed');
  const load = await call<{ stops: object[] }>(application, 'GET', `carrier/agent-lead/${lead.id}/details`, {
    token: stage.carrier.token,
  });
  expect(load.body).toMatchObject({
    origin: { city: 'Austin', zip: null },
    stops: [
      { city: 'Austin', zip: null },
      { city: 'Denver', zip: null },
    ],
  });
  const said = [estimate, shared.body, chat.body, contract.body.html, job.body.html, load.body];
  for (const one of said) expect(JSON.stringify(one)).not.toMatch(guessed);
});

test('once the ZIP code is known, the lead says no more that it is a guess', async () => {
  const stage = await newStage(application, who);
  const edit = async (stops: object[]) => {
    const { status, body } = await call<{ stops: { zip: string; note: string | null }[] }>(
      application,
      'PATCH',
      `agent-lead/${stage.lead.id}`,
      { token: stage.agent.token, body: { version: stage.lead.version, stops } },
    );
    expect(status, JSON.stringify(body)).toBe(200);
    await reload(stage);
    return body.stops;
  };
  const ends = [
    { role: 'pick-up', city: 'Austin', state: 'TX' },
    { role: 'drop-off', city: 'Denver', state: 'CO' },
  ];
  const [pickUp, dropOff] = await edit(ends);
  expect(await sharedEstimate(stage)).toMatchObject({ origin: { zip: null } });
  const [known] = await edit([
    { ...ends[0], note: pickUp!.note, zip: '78704' },
    { ...ends[1], zip: dropOff!.zip },
  ]);
  expect(known).toMatchObject({ zip: '78704', note: null });
  expect(await sharedEstimate(stage)).toMatchObject({ origin: { zip: '78704' }, destination: { zip: dropOff!.zip } });
});
