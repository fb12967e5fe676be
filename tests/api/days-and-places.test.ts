import { beforeAll, describe, expect, test } from 'vitest';
import {
  type Account,
  type Application,
  call,
  mailTo,
  signedIn,
  startApplication,
} from '#tests/platform/application.ts';

/** Dates and time zones of a new lead: whose clock counts, and what is impossible. The office is in New York. */
const LATE = new Date('2030-06-11T03:30:00Z');
let application: Application;
let agent: Account;

beforeAll(async () => {
  application = await startApplication({ now: () => LATE });
  agent = await signedIn(application, 'agent', 'Dana Reyes');
});

interface Given {
  client?: object;
  zip?: string;
  place?: [string, string];
  earliest?: string;
}

async function create({ client = {}, zip = '78701', place = ['Austin', 'TX'], earliest = '2030-06-10' }: Given) {
  const stops = [
    { role: 'pick-up', city: place[0], state: place[1], zip, earliest, latest: earliest },
    { role: 'drop-off', city: 'Columbus', state: 'OH', zip: '43215' },
  ];
  return await call<{ id: string; client: { zone: string }; detail: string; errors: { field: string }[] }>(
    application,
    'POST',
    'agent-lead/',
    {
      token: agent.token,
      body: { client: { name: 'Casey Client', phone: '+15125550111', email: 'casey@client.test', ...client }, stops },
    },
  );
}

test.each([
  ['78701', ['Austin', 'TX'], 'America/Chicago'],
  ['85001', ['Phoenix', 'AZ'], 'America/Phoenix'],
  ['10001', ['New York', 'NY'], 'America/New_York'],
  ['96813', ['Honolulu', 'HI'], 'Pacific/Honolulu'],
  // One state, two zones.
  ['79901', ['El Paso', 'TX'], 'America/Denver'],
] as const)('a client at %s has the clock of %s', async (zip, place, zone) => {
  expect((await create({ zip, place: [...place] })).body.client.zone).toBe(zone);
});

test('a zone that somebody chose is kept, and that of the pick-up comes back when it is left out', async () => {
  const { body } = await create({ client: { zone: 'America/Los_Angeles' } });
  expect(body.client.zone).toBe('America/Los_Angeles');
  const edited = await call<{ client: { zone: string } }>(application, 'PATCH', `agent-lead/${body.id}`, {
    token: agent.token,
    body: { client: { name: 'Casey Client', phone: '+15125550111', zone: null } },
  });
  expect(edited.body.client.zone).toBe('America/Chicago');
});

test('a zone that nobody chose moves with the pick-up; a chosen one stays', async () => {
  const client = { name: 'Casey Client', phone: '+15125550111' };
  const stops = [
    { role: 'pick-up', city: 'Denver', state: 'CO', zip: '80202' },
    { role: 'drop-off', city: 'Houston', state: 'TX', zip: '77002' },
  ];
  const edit = async (id: string, body: object) =>
    (await call<{ client: { zone: string } }>(application, 'PATCH', `agent-lead/${id}`, { token: agent.token, body }))
      .body.client.zone;
  const { body: automatic } = await create({});
  expect(automatic.client.zone).toBe('America/Chicago');
  // A form sends back the zone that it received.
  expect(await edit(automatic.id, { stops, client: { ...client, zone: 'America/Chicago' } })).toBe('America/Denver');
  const { body: chosen } = await create({ client: { zone: 'America/Los_Angeles' } });
  expect(await edit(chosen.id, { stops })).toBe('America/Los_Angeles');
  expect(await edit(chosen.id, { client: { ...client, zone: 'America/New_York' } })).toBe('America/New_York');
});

test.each<[string, Given, string]>([
  ['a client whom nobody can answer', { client: { phone: null, email: null } }, 'client/phone'],
  // It is past midnight in London, and still June 10 in the office.
  ['a pick-up yesterday', { earliest: '2030-06-09' }, 'stops/0/earliest'],
  ['a ZIP code where no post is delivered', { zip: '00000' }, 'stops/0/zip'],
  ['a date in a year that nobody means', { earliest: '0030-06-10' }, 'stops/0/earliest'],
])('%s is refused', async (_what, given, field) => {
  const { status, body } = await create(given);
  expect([status, body.errors[0]?.field]).toEqual([422, field]);
});

describe('what a lead says already', () => {
  const client = { name: 'Casey Client', phone: '+15125550111', email: 'casey@client.test' };
  const stopsOn = (pickUp: object, dropOff: object = {}) => [
    { role: 'pick-up', city: 'Austin', state: 'TX', zip: '78701', ...pickUp },
    { role: 'drop-off', city: 'Columbus', state: 'OH', zip: '43215', ...dropOff },
  ];
  const edit = (id: string, body: object) =>
    call<{ errors?: { field: string; message: string }[] }>(application, 'PATCH', `agent-lead/${id}`, {
      token: agent.token,
      body,
    });
  const fieldsOf = async (id: string, body: object) => {
    const { status, body: answer } = await edit(id, body);
    return [status, ...(answer.errors ?? []).map(({ field }) => field)];
  };
  async function pastLead() {
    const { body } = await create({});
    await application.database.kysely
      .updateTable('agent_lead')
      .set({
        stops: JSON.stringify(stopsOn({ earliest: '2030-05-01', latest: '2030-05-03' })),
        move_date: '2030-05-01',
        move_date_last: '2030-05-03',
      })
      .where('id', '=', body.id)
      .execute();
    return body.id;
  }

  test('a day that is over is refused for every stop that gets it, with its role', async () => {
    const { body } = await create({});
    const { body: answer } = await edit(body.id, {
      stops: stopsOn({ earliest: '2030-06-09', latest: '2030-06-12' }, { latest: '2030-06-01' }),
    });
    expect(answer.errors).toEqual([
      { field: 'stops/0/earliest', message: 'This pick-up date has passed. Choose today or a later day.' },
      { field: 'stops/1/latest', message: 'This drop-off date has passed. Choose today or a later day.' },
    ]);
  });

  test('stays as it is while the rest of the stop is corrected', async () => {
    const id = await pastLead();
    const window = { earliest: '2030-05-01', latest: '2030-05-03' };
    expect(await fieldsOf(id, { stops: stopsOn({ ...window, address: '1 Oak Street' }) })).toEqual([200]);
    expect(await fieldsOf(id, { notes: 'Called' })).toEqual([200]);
    expect(await fieldsOf(id, { stops: stopsOn({ ...window, latest: '2030-06-14' }) })).toEqual([200]);
    expect(await fieldsOf(id, { stops: stopsOn({ ...window, latest: '2030-05-04' }) })).toEqual([
      422,
      'stops/0/latest',
    ]);
  });

  test('a client keeps a way to be answered', async () => {
    const { body } = await create({});
    expect(await fieldsOf(body.id, { client: { ...client, phone: null } })).toEqual([200]);
    expect(await fieldsOf(body.id, { client: { ...client, phone: null, email: null } })).toEqual([422, 'client/phone']);
    // A lead without a zone yet can still be renamed.
    await application.database.kysely
      .updateTable('agent_lead')
      .set({ client_email: null, client_phone: null })
      .where('id', '=', body.id)
      .execute();
    expect(await fieldsOf(body.id, { client: { name: 'Casey Cole' } })).toEqual([200]);
  });
});

test('an estimate does not end before it is made, and one that ended can still be mended', async () => {
  const { body } = await create({});
  const estimate = {
    kind: 'binding',
    valid_until: '2030-06-09',
    lines: [{ code: 'HAUL', description: 'Line haul', unit: 'flat', quantity: 1, rate: 100_000 }],
    broker_fee: 0,
    deposit: 0,
  };
  const post = (given: object) =>
    call<{ errors?: { field: string }[]; estimates: { id: string }[] }>(
      application,
      'POST',
      `agent-lead/${body.id}/estimates`,
      { token: agent.token, body: given },
    );
  expect(await post(estimate)).toMatchObject({ status: 422, body: { errors: [{ field: 'valid_until' }] } });
  expect(await post({ ...estimate, valid_until: '2032-06-10' })).toMatchObject({
    status: 422,
    body: {
      detail: 'A price can be valid for two years at most, until Wed, Jun 9, 2032.',
      errors: [{ field: 'valid_until', message: 'Choose Wed, Jun 9, 2032 or an earlier day.' }],
    },
  });
  expect((await post({ ...estimate, valid_until: '2032-06-09' })).status).toBe(201);
  const made = await post({ ...estimate, valid_until: '2030-06-10' });
  expect(made.status).toBe(201);
  const { id } = made.body.estimates[0]!;
  await application.database.kysely
    .updateTable('estimate')
    .set({ valid_until: '2030-06-01' })
    .where('id', '=', id)
    .execute();
  const put = async (valid_until: string) =>
    (
      await call(application, 'PUT', `agent-lead/estimates/${id}`, {
        token: agent.token,
        body: { ...estimate, valid_until, broker_fee: 5000 },
      })
    ).status;
  expect(await Promise.all(['2030-06-02', '2099-12-31'].map(put))).toEqual([422, 422]);
  expect([await put('2030-06-01'), await put('2030-06-20')]).toEqual([200, 200]);
});

test('a contract is followed up today or later, by the day of the office', async () => {
  const { body } = await create({});
  const estimate = {
    kind: 'binding',
    valid_until: '2030-06-20',
    lines: [{ code: 'HAUL', description: 'Line haul', unit: 'flat', quantity: 1, rate: 100_000 }],
    broker_fee: 0,
    deposit: 0,
  };
  const post = (path: string, given?: object) =>
    call<{ contract: { id: string }; errors?: { field: string }[] }>(application, 'POST', `agent-lead/${path}`, {
      token: agent.token,
      body: given,
    });
  await post(`${body.id}/estimates`, estimate);
  const quoted = await post(`${body.id}/quote`);
  const send = (follow_up_date: string) => post(`contract/${quoted.body.contract.id}/send`, { follow_up_date });
  expect(await send('2030-06-09')).toMatchObject({ status: 422, body: { errors: [{ field: 'follow_up_date' }] } });
  expect((await send('2030-06-10')).status).toBe(200);
});

test('a list whose range of days ends before it begins says so', async () => {
  const { status, body } = await call<{ errors: { field: string }[] }>(
    application,
    'GET',
    'agent-lead/?move_date_from=2030-07-02&move_date_to=2030-07-01',
    { token: agent.token },
  );
  expect([status, body.errors[0]?.field]).toEqual([400, 'move_date_to']);
});

test('today’s pick-up, late in the evening, is taken', async () => {
  expect((await create({})).status).toBe(201);
});

test('a quote is good to the end of its last day in the office, to send and to read', async () => {
  const read = async (valid_until: string) => {
    const { body } = await create({});
    const estimate = {
      kind: 'binding',
      valid_until,
      lines: [{ code: 'HAUL', description: 'Line haul', unit: 'flat', quantity: 1, rate: 100_000 }],
      broker_fee: 0,
      deposit: 0,
    };
    const made = await call<{ estimate: { id: string } }>(application, 'POST', `agent-lead/${body.id}/estimates`, {
      token: agent.token,
      body: estimate,
    });
    expect([
      made.status,
      (await call(application, 'POST', `agent-lead/${body.id}/quote`, { token: agent.token })).status,
    ]).toEqual([201, 200]);
    const { rows } = await application.database.pool.query<{ id: string }>(
      'select id from estimate where lead_id = $1',
      [body.id],
    );
    const shared = await call<{ url: string }>(application, 'POST', `agent-lead/estimates/${rows[0]!.id}/share`, {
      token: agent.token,
      body: {},
    });
    const token = shared.body.url.split(/[=/]/).at(-1)!;
    return (await call<{ is_expired: boolean }>(application, 'GET', `agent-lead/estimates/shared?token=${token}`)).body
      .is_expired;
  };
  expect(await read('2030-06-10')).toBe(false);
});

test('a mail says until which day of the office its link works', async () => {
  const { body } = await create({});
  const estimate = {
    kind: 'binding',
    valid_until: '2030-06-20',
    lines: [{ code: 'HAUL', description: 'Line haul', unit: 'flat', quantity: 1, rate: 100_000 }],
    broker_fee: 0,
    deposit: 0,
  };
  expect(
    (await call(application, 'POST', `agent-lead/${body.id}/estimates`, { token: agent.token, body: estimate })).status,
  ).toBe(201);
  expect((await call(application, 'POST', `agent-lead/${body.id}/quote`, { token: agent.token })).status).toBe(200);
  const { body: quoted } = await call<{ contract: { id: string } }>(application, 'GET', `agent-lead/${body.id}`, {
    token: agent.token,
  });
  const sent = await call<{ agreements: { expires_at: string }[] }>(
    application,
    'POST',
    `agent-lead/contract/${quoted.contract.id}/send`,
    { token: agent.token },
  );
  expect(sent.status).toBe(200);
  const { text } = await mailTo(application, 'casey@client.test', /sign|agreement/i);
  // Sent on June 10 at 11:30 PM; the date is the last day on which the link still opens, not the day after.
  const [, day] = /works through (\w+, \w+ \d+, \d+)/.exec(text) ?? [];
  const { rows } = await application.database.pool.query<{ expires_at: string }>(
    `select expires_at from link where purpose = 'agreement' order by created_at desc limit 1`,
  );
  const last = new Date(Date.parse(rows[0]!.expires_at) - 1).toLocaleDateString('en-US', {
    timeZone: 'America/New_York',
    weekday: 'short',
    month: 'short',
    day: 'numeric',
    year: 'numeric',
  });
  expect(day).toBe(last);
});

test('a price of today is valid until the office’s midnight, for the client, too', async () => {
  const { body } = await create({ client: { email: 'late@client.test' } });
  const estimate = {
    kind: 'binding',
    valid_until: '2030-06-10',
    lines: [{ code: 'HAUL', description: 'Line haul', unit: 'flat', quantity: 1, rate: 100_000 }],
    broker_fee: 0,
    deposit: 0,
  };
  expect(
    (await call(application, 'POST', `agent-lead/${body.id}/estimates`, { token: agent.token, body: estimate })).status,
  ).toBe(201);
  expect((await call(application, 'POST', `agent-lead/${body.id}/quote`, { token: agent.token })).status).toBe(200);
  const { text } = await mailTo(application, 'late@client.test', /price|quote|estimate/i);
  const [, token] = /\/estimates\/([\w-]+)/.exec(text) ?? [];
  const { status, body: shared } = await call<{ is_expired: boolean }>(
    application,
    'GET',
    `agent-lead/estimates/shared?token=${token}`,
  );
  expect([status, shared.is_expired]).toEqual([200, false]);
});
