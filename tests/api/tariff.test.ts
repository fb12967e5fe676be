import { beforeEach, expect, test } from 'vitest';
import { SAMPLE_TARIFF } from '#src/machines/tariff/sample-tariff.ts';
import type { Tariff } from '#src/machines/tariff/tariff.ts';
import { newLead } from '#tests/paths/api-gestures.ts';
import type { LeadBody } from '#tests/paths/api-gestures.ts';
import { call, mailTo, signedIn, startApplication, tokenOf } from '#tests/platform/application.ts';

/** The brokerage's tariff: who may publish it, what is refused, and how it prices leads and estimates. */
const application = await startApplication();
const ann = await signedIn(application, 'agent', 'Ann Agent');
const { token } = ann;

/** Each test begins without a tariff. */
beforeEach(async () => {
  await application.database.kysely.updateTable('estimate').set({ tariff_version: null, pricing: null }).execute();
  await application.database.kysely.deleteFrom('tariff').execute();
});

interface Report {
  rules?: Tariff;
  bad: { line: number; message: string }[];
}
interface Price {
  tariff_version: number | null;
  lines: {
    code: string;
    description: string;
    unit: string;
    quantity: number;
    rate: number;
    amount: number;
    how: string;
  }[];
  broker_fee: number;
  total: number;
  deposit: number;
  missing: string[];
  carrier_pay?: { low: number; high: number; sheets: number };
}
type Refusal = { detail: string; errors: { field: string; message: string }[]; changed: unknown };

const publish = (version: number, rules: object = SAMPLE_TARIFF, comment = 'As the market is') =>
  call<Refusal>(application, 'POST', 'agent/tariff', { token, body: { version, comment, rules } });
/** The first version. */
const published = async (rules: object = SAMPLE_TARIFF) => expect((await publish(0, rules)).status).toBe(200);
const now = async () =>
  (await call<{ version: number; rules?: Tariff; csv: string | null }>(application, 'GET', 'agent/tariff', { token }))
    .body;
const read = async (csv: string) =>
  (await call<Report>(application, 'POST', 'agent/tariff/file', { token, body: { csv } })).body;
const created = async (body: object = newLead('pat@phone.test')) =>
  (await call<LeadBody>(application, 'POST', 'agent-lead/', { token, body })).body;
const price = async (id: string, query = '') =>
  (await call<Price>(application, 'GET', `agent-lead/${id}/price${query}`, { token })).body;

test('where there is none, a lead has no price and is told why', async () => {
  expect(await now()).toEqual({ version: 0, csv: null });
  const lead = await created();
  expect(await price(lead.id)).toMatchObject({ tariff_version: null, lines: [], missing: [expect.any(String)] });
});

test('a version follows the one that was seen, and of two who saw the same one publishes', async () => {
  expect((await publish(1)).status).toBe(409);
  expect((await publish(0)).status).toBe(200);
  const answers = await Promise.all(['One', 'Two'].map((comment) => publish(1, SAMPLE_TARIFF, comment)));
  expect(answers.map(({ status }) => status).toSorted((one, other) => one - other)).toEqual([200, 409]);
  const versions = await call(application, 'GET', 'agent/tariff/versions', { token });
  expect(versions.body).toMatchObject([
    { version: 2, actor_name: 'Ann Agent', comment: expect.stringMatching(/^(One|Two)$/) },
    { version: 1, actor_name: 'Ann Agent', comment: 'As the market is' },
  ]);
});

test('an earlier version can be read, and published again as a new one; one that never was is told', async () => {
  const changed = { ...SAMPLE_TARIFF, elevator: SAMPLE_TARIFF.elevator + 100 };
  await published();
  expect((await publish(1, changed)).status).toBe(200);
  const read1 = (version: number | string) =>
    call<{ version: number; rules: Tariff; csv: string; detail: string }>(
      application,
      'GET',
      `agent/tariff/versions/${version}`,
      { token },
    );
  const { body } = await read1(1);
  expect(body).toMatchObject({ version: 1, rules: { elevator: SAMPLE_TARIFF.elevator } });
  expect((await publish(2, body.rules, 'Back to version 1')).status).toBe(200);
  expect(await now()).toMatchObject({ version: 3, rules: body.rules });
  // What was published before stays as it was.
  expect((await read1(2)).body.rules.elevator).toBe(changed.elevator);
  expect(await read1(99)).toMatchObject({ status: 404, body: { detail: 'There is no version 99 of the tariff.' } });
  for (const bad of ['0', '-1', 'x', '1.5']) expect([bad, (await read1(bad)).status]).toEqual([bad, 404]);
});

test('what is wrong is refused at its field, and nothing is published', async () => {
  await published();
  const season = { name: 'Summer', from: '05-15', to: '09-15', percent: 15 };
  const { status, body } = await publish(1, { ...SAMPLE_TARIFF, seasons: [season, { ...season, name: 'Again' }] });
  expect([status, body.errors]).toEqual([422, [{ field: 'seasons/1/from', message: '“Again” overlaps “Summer”.' }]]);
  expect((await publish(1, { ...SAMPLE_TARIFF, stairs: -1 })).status).toBe(422);
  expect((await publish(1, SAMPLE_TARIFF, ' ')).status).toBe(422);
  expect((await now()).version).toBe(1);
});

const WITH_EVERYTHING = {
  ...SAMPLE_TARIFF,
  volume_rates: [{ miles_from: 0, miles_to: 100, rate_per_cuft: 655 }],
  seasons: [{ name: 'Summer, "high"', from: '05-15', to: '09-15', percent: 12.5 }],
};

test('its file says the same tariff again', async () => {
  const rules = WITH_EVERYTHING;
  await published(rules);
  const { csv } = await now();
  expect(await read(csv!)).toEqual({ rules, bad: [] });
  // As a spreadsheet may save it.
  expect(await read(`\ufeff${csv!.replaceAll('\r\n', '\n').replace('600.00', '"$600"')}`)).toEqual({ rules, bad: [] });
});

test('a file with bad lines is told line by line, and nothing of it is taken', async () => {
  await published(WITH_EVERYTHING);
  const { csv, version } = await now();
  const lines = csv!.split('\r\n');
  const at = (start: string) => lines.findIndex((line) => line.startsWith(start));
  const [fuel, season] = [at('fuel_per_mile'), at('season')];
  lines[1] = lines[1]!.replace('38.00', 'cheap');
  lines[2] = lines[2]!.replace('rate', 'rat');
  lines[fuel] = lines[fuel]!.replace('0.45', '');
  lines[season] = lines[season]!.replace('05-15', '');
  expect(
    await read([...lines.filter((line) => !line.startsWith('deposit')), 'stairs,,,,,,,,75,,'].join('\r\n')),
  ).toEqual({
    bad: [
      { line: 2, message: 'amount: “cheap” is not an amount, such as 42.50.' },
      { line: 3, message: expect.stringContaining('“rat” must be one of rate,') },
      { line: fuel + 1, message: 'amount: “” is not an amount, such as 42.50.' },
      { line: season, message: 'from: “” is not a day of the year, such as 05-15.' },
      { line: expect.any(Number), message: '“stairs” is in the file twice.' },
      { line: expect.any(Number), message: 'The line “deposit” is missing.' },
    ],
  });
  // Each line is readable, but together they make no valid tariff.
  expect((await read(csv!.replace('rate,,0,100,2000', 'rate,,0,100,3000'))).bad.length).toBeGreaterThan(0);
  expect((await read('')).bad).toEqual([{ line: 1, message: expect.stringContaining('The file is empty.') }]);
  expect((await read('a,b\n1,2')).bad).toEqual([
    { line: 1, message: expect.stringContaining('These columns are missing') },
  ]);
  expect((await now()).version).toBe(version);
});

test('a lead is priced line by line, and carriers nearby say what one is likely to ask', async () => {
  const row = { miles_from: 0, miles_to: 4000, lb_from: 0, lb_to: 40_000, rate_per_cwt: 0, minimum: 0 };
  const sheets = [150_000, 180_000].map((minimum) => JSON.stringify([{ ...row, minimum }]));
  const carriers = await Promise.all(sheets.map((_, index) => signedIn(application, 'carrier', `Near ${index}`)));
  for (const [index, { carrierId }] of carriers.entries())
    await application.database.kysely
      .updateTable('carrier')
      .set({ pricing_sheet: sheets[index], price_ratio: 1 })
      .where('id', '=', carrierId!)
      .execute();
  await published();
  const { inventory: _, ...bySize } = newLead('size@phone.test');
  const lead = await created({ ...bySize, move_size: '2 bedrooms', packing: 'partial' });
  const told = await price(lead.id, '?shuttles=1');
  expect(told.lines.map(({ code }) => code).filter((code) => code !== 'SEASON')).toEqual([
    'LH',
    'FUEL',
    'PACK',
    'SHUTTLE',
  ]);
  expect(told.lines[0]).toMatchObject({
    unit: 'cwt',
    quantity: 55,
    how: expect.stringContaining('5,500 lb × $45.00/cwt'),
  });
  expect(told.total).toBe(told.lines.reduce((sum, { amount }) => sum + amount, told.broker_fee));
  expect(told).toMatchObject({
    tariff_version: 1,
    missing: [],
    notes: ['No items listed: 5,500 lb is typical for “2 bedrooms”.'],
    carrier_pay: { low: 150_000, high: 180_000, sheets: 2 },
    deposit_rule: SAMPLE_TARIFF.deposit,
  });
});

/** The estimate that the form makes from a price. */
const estimateOf = ({ tariff_version, lines, broker_fee, total, deposit }: Price) => ({
  kind: 'binding',
  lines: lines.map(({ code, description, unit, quantity, rate }) => ({ code, description, unit, quantity, rate })),
  broker_fee,
  deposit,
  valid_until: new Date(Date.now() + 30 * 86_400_000).toISOString().slice(0, 10),
  pricing: { tariff_version, shuttles: 0, total, reasons: [] as { code: string; reason: string }[] },
});
const save = (id: string, body: object) =>
  call<LeadBody & Refusal & { estimates: { total: number; pricing?: object }[] }>(
    application,
    'POST',
    `agent-lead/${id}/estimates`,
    { token, body },
  );

test('an estimate remembers its tariff; what an agent changes has a reason, which the client never reads', async () => {
  await published();
  const email = 'quinn@phone.test';
  const lead = await created({ ...newLead(email), packing: 'full' });
  const priced = await price(lead.id);
  const estimate = estimateOf(priced);
  expect((await save(lead.id, estimate)).body.estimates[0]).toMatchObject({
    total: priced.total,
    pricing: { tariff_version: 1, overrides: [], lines: priced.lines },
  });

  const [haul, ...others] = estimate.lines;
  const changed = {
    ...estimate,
    lines: [{ ...haul!, rate: haul!.rate - 100 }, ...others.filter(({ code }) => code !== 'PACK')],
    deposit: 0,
  };
  const refused = await save(lead.id, changed);
  expect([refused.status, refused.body.errors.map(({ field }) => field)]).toEqual([
    422,
    ['pricing/reasons/LH', 'pricing/reasons/PACK'],
  ]);
  const reasons = [
    { code: 'LH', reason: 'Secretreason-4410' },
    { code: 'PACK', reason: 'She packs herself' },
  ];
  const saved = await save(lead.id, { ...changed, pricing: { ...changed.pricing, reasons } });
  expect(saved.status, saved.body.detail).toBe(201);
  const history = await call<{ payload: { overrides?: object[] } }[]>(
    application,
    'GET',
    `agent-lead/${lead.id}/history`,
    {
      token,
    },
  );
  expect(history.body.at(-1)!.payload.overrides).toMatchObject([
    { code: 'LH', reason: 'Secretreason-4410' },
    { code: 'PACK', now: null, reason: 'She packs herself' },
  ]);

  const [newest] = saved.body.estimates as { id?: string }[];
  const preview = await call<{ to: string; subject: string; before: string; after: string }>(
    application,
    'GET',
    `agent-lead/estimates/${newest!.id}/mail`,
    { token },
  );
  const sent = await call<Refusal>(application, 'POST', `agent-lead/${lead.id}/quote`, {
    token,
    body: { version: saved.body.version, message: 'Call me.\nAnn' },
  });
  expect(sent.status, sent.body.detail).toBe(200);
  const mail = await mailTo(application, email, /^Your moving quote/);
  const { to, subject, before, after } = preview.body;
  const link = tokenOf(mail, '/agent-portal/estimates/');
  expect([
    to,
    subject,
    `${before}\n\nCall me.\nAnn\n\n${after.replace('…', link).replace('…', tokenOf(mail, '/move/'))}`,
  ]).toEqual([email, mail.subject, `${mail.text.trimEnd()}\n`]);
  const shared = await call(application, 'GET', `agent-lead/estimates/shared?token=${link}`);
  expect(shared.status).toBe(200);
  expect(JSON.stringify([shared.body, mail])).not.toMatch(/Secretreason|pricing|tariff|carrier_pay/i);
});

test('a move that has changed since it was priced is priced again', async () => {
  await published();
  const lead = await created();
  const priced = await price(lead.id);
  const edited = await call<LeadBody>(application, 'PATCH', `agent-lead/${lead.id}`, {
    token,
    body: { version: lead.version, packing: 'full' },
  });
  expect(edited.status).toBe(200);
  const { status, body } = await save(lead.id, estimateOf(priced));
  expect([status, body.changed]).toEqual([409, [expect.objectContaining({ field: 'total', seen: priced.total })]]);
  expect(
    (await save(lead.id, { ...estimateOf(priced), pricing: { ...estimateOf(priced).pricing, tariff_version: 99 } }))
      .status,
  ).toBe(422);
});

test('only who has the right to the settings sees or publishes it; every agent prices', async () => {
  await published();
  const bob = await signedIn(application, 'agent', 'Bob Agent');
  await application.database.kysely.updateTable('account').set({ rights: [] }).where('id', '=', bob.id).execute();
  expect((await call(application, 'GET', 'agent/tariff', { token: bob.token })).status).toBe(403);
  const lead = await created();
  expect((await call(application, 'GET', `agent-lead/${lead.id}/price`, { token: bob.token })).status).toBe(200);
});
