import { beforeAll, expect, test } from 'vitest';
import { call, signedIn, startApplication } from '#tests/platform/application.ts';
import type { Account, Application } from '#tests/platform/application.ts';
import { soon } from '#tests/platform/soon.ts';
import { DAY } from '#src/machines/calendar/durations.ts';

/** Files of leads: uploaded, checked, imported by a job; the same rows again create nothing. */
interface LeadImport {
  id: string;
  columns: { header: string; sample: string[] }[];
  mapping: { field: string | null }[];
  row_count: number;
  added: number;
  repeated: number;
  duplicates: number;
  refused: number;
  started_at: string | null;
  finished_at: string | null;
  detail?: string;
}
interface Check {
  checked: number;
  right: number;
  repeated: number;
  duplicates: { line: number; name: string | null; lead: { reference: string; client_name: string } }[];
  bad: { line: number; name: string | null; problems: { field: string | null; message: string }[] }[];
  next: number | null;
  detail?: string;
}

let application: Application;
let agent: Account;

beforeAll(async () => {
  application = await startApplication();
  agent = await withRight('Ann Agent');
});

async function withRight(name: string): Promise<Account> {
  const account = await signedIn(application, 'agent', name);
  await application.database.kysely
    .updateTable('account')
    // If an agent with the right `team` exists, others start without rights.
    .set({ rights: ['imports', 'team'] })
    .where('id', '=', account.id)
    .execute();
  return account;
}

const soonDay = new Date(Date.now() + 20 * DAY).toISOString().slice(0, 10);
const [year, month, day] = soonDay.split('-') as [string, string, string];
const HEADER = 'Customer Name,E-mail,Phone,Origin ZIP,Destination City,Destination State,Move Date,Comments,Campaign';
const GOOD = [
  `Rosa Muñoz,rosa@mail.example,(614) 555-0111,43215,Chicago,Illinois,${soonDay},"Call after 5, please",spring`,
  `Sam Field,,614.555.0112,2139,Austin,TX,${Number(month)}/${Number(day)}/${year},,spring`,
];
const BAD = [
  `,nobody@mail.example,,43215,Chicago,IL,,,spring`,
  `No Way,,,43215,Chicago,IL,,,spring`,
  `Lost Lee,lost@mail.example,,00000,Chicago,IL,soon,,spring`,
  `Late Lou,late@mail.example,,43215,Chicago,IL,2020-01-01,,=spring`,
];
const file = (...rows: string[]) => [HEADER, ...rows].join('\r\n');

async function send(text: string | Blob, by = agent, name = 'leads.csv') {
  const form = new FormData();
  form.append('content', typeof text === 'string' ? new Blob([text], { type: 'text/csv' }) : text, name);
  return await call<LeadImport>(application, 'POST', 'agent/lead-imports', { token: by.token, body: form });
}
const read = async (id: string, by = agent) =>
  await call<LeadImport>(application, 'GET', `agent/lead-imports/${id}`, { token: by.token });
const mapped = ({ mapping }: LeadImport) => mapping.map(({ field }) => field);
const check = async ({ id }: LeadImport, mapping: (string | null)[], after = 0) =>
  await call<Check>(application, 'POST', `agent/lead-imports/${id}/check`, {
    token: agent.token,
    body: { mapping, after },
  });
const start = async ({ id }: LeadImport, mapping: (string | null)[], assign = 'me', by = agent, skips = false) =>
  await call<LeadImport>(application, 'POST', `agent/lead-imports/${id}/start`, {
    token: by.token,
    body: { mapping, assign, ...(skips ? { skip_duplicates: true } : {}) },
  });
async function finished({ id }: LeadImport): Promise<LeadImport> {
  await soon(async () => expect((await read(id)).body.finished_at).not.toBeNull());
  return (await read(id)).body;
}

test('columns are guessed, rows are checked one by one, and nothing is written before', async () => {
  const { status, body } = await send(file(...GOOD, ...BAD));
  expect(status, JSON.stringify(body)).toBe(201);
  expect(body.row_count).toBe(6);
  expect(mapped(body)).toEqual([
    'name',
    'email',
    'phone',
    'from-zip',
    'to-city',
    'to-state',
    'move-date',
    'notes',
    null,
  ]);
  expect(body.columns[0]).toMatchObject({ header: 'Customer Name' });
  expect(body.columns[0]!.sample.slice(0, 2)).toEqual(['Rosa Muñoz', 'Sam Field']);

  const report = (await check(body, mapped(body))).body;
  expect(report).toMatchObject({ checked: 6, right: 2, repeated: 0, next: null });
  expect(report.bad.map(({ line, problems }) => [line, problems.map(({ field }) => field)])).toEqual([
    [4, ['name']],
    [5, ['phone']],
    [6, ['move-date', 'from-zip']],
    [7, ['move-date']],
  ]);
  expect(report.bad[2]!.problems[0]!.message).toBe('“soon” is not a date such as 2026-12-04 or 12/4/2026.');
  const { count } = await application.database.kysely
    .selectFrom('agent_lead')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow();
  expect(Number(count)).toBe(0);
});

test('the right rows become leads like others; the refused ones come back with why; the same file makes nothing twice', async () => {
  const sent = (await send(file(...GOOD, ...BAD, GOOD[0]!))).body;
  expect((await start(sent, mapped(sent))).body.started_at).not.toBeNull();
  const done = await finished(sent);
  expect(done).toMatchObject({ added: 2, repeated: 1, refused: 4 });
  // It has already been started.
  expect((await start(sent, mapped(sent))).status).toBe(409);

  const { kysely } = application.database;
  const leads = await kysely.selectFrom('agent_lead').selectAll().orderBy('client_name').execute();
  expect(leads).toHaveLength(2);
  expect(leads[0]).toMatchObject({
    client_name: 'Rosa Muñoz',
    client_phone: '+16145550111',
    origin_city: 'Columbus',
    destination_state: 'IL',
    move_date: soonDay,
    notes: 'Call after 5, please',
    source: 'Import',
    assigned_agent_id: agent.id,
    state: 'new',
  });
  expect(leads[1]).toMatchObject({ client_name: 'Sam Field', origin_zip: '02139', move_date: soonDay });
  const history = await call<{ event: string; actor: { name: string }; payload: object }[]>(
    application,
    'GET',
    `agent-lead/${leads[0]!.id}/history`,
    { token: agent.token },
  );
  expect(JSON.stringify(history.body[0])).toContain('"source":"Import"');

  const refused = await call<string>(application, 'GET', `agent/lead-imports/${sent.id}/refused`, {
    token: agent.token,
  });
  expect(refused.headers.get('content-disposition')).toContain('not-imported-leads.csv');
  const lines = (refused.body as unknown as string).trim().split('\r\n');
  expect(lines[0]).toContain(',why');
  expect(lines).toHaveLength(5);
  expect(lines[1]).toContain('Enter the client’s name.');
  // Escaped, so that a spreadsheet does not run the cell as a formula.
  expect(lines[4]).toContain(`"'=spring"`);

  const again = (await send(file(...GOOD))).body;
  expect((await check(again, mapped(again))).body).toMatchObject({ right: 0, repeated: 2, bad: [] });
  await start(again, mapped(again), 'nobody');
  expect(await finished(again)).toMatchObject({ added: 0, repeated: 2, refused: 0 });
});

test('two imports of one file at once make its leads once; nobody need have them', async () => {
  const rows = Array.from(
    { length: 30 },
    (_, at) => `Twin ${at},twin${at}@mail.example,,43215,Chicago,IL,${soonDay},,x`,
  );
  const [one, other] = [(await send(file(...rows))).body, (await send(file(...rows))).body];
  await Promise.all([start(one, mapped(one), 'nobody'), start(other, mapped(other), 'nobody')]);
  const [first, second] = [await finished(one), await finished(other)];
  expect(first.added + second.added).toBe(30);
  expect(first.repeated + second.repeated).toBe(30);
  const { kysely } = application.database;
  const leads = await kysely
    .selectFrom('agent_lead')
    .select(['id', 'assigned_agent_id'])
    .where('client_name', 'like', 'Twin %')
    .execute();
  expect(leads).toHaveLength(30);
  expect(leads.every(({ assigned_agent_id }) => assigned_agent_id === null)).toBe(true);
});

test('rows that look like a lead that exists are named, and skipped if wanted', async () => {
  const row = (name: string, note: string, city = 'Chicago', state = 'IL') =>
    `${name},Like.Lena@mail.example,,43215,${city},${state},,${note},x`;
  const first = (await send(file(row('Lena Like', 'from the form')))).body;
  expect((await check(first, mapped(first))).body.duplicates).toEqual([]);
  await start(first, mapped(first));
  expect(await finished(first)).toMatchObject({ added: 1, duplicates: 0 });

  // Another note makes another row; another destination, another move.
  const rows = [row('L. Like', 'by phone'), row('Lena Like', 'a second move', 'Austin', 'TX')];
  const second = (await send(file(...rows, `No Way,,,43215,Chicago,IL,,,x`))).body;
  const { body: report } = await check(second, mapped(second));
  expect(report).toMatchObject({ right: 2, repeated: 0 });
  expect(report.duplicates).toMatchObject([{ line: 2, name: 'L. Like', lead: { client_name: 'Lena Like' } }]);
  await start(second, mapped(second), 'me', agent, true);
  expect(await finished(second)).toMatchObject({ added: 1, repeated: 0, duplicates: 1, refused: 1 });
  const { body: csv } = await call<string>(application, 'GET', `agent/lead-imports/${second.id}/refused`, {
    token: agent.token,
  });
  expect(csv).toContain(`it looks like ${report.duplicates[0]!.lead.reference}, Lena Like.`);

  const third = (await send(file(row('L. Like', 'imported anyway')))).body;
  await start(third, mapped(third));
  expect(await finished(third)).toMatchObject({ added: 1, duplicates: 0 });
});

test('a long file is checked in parts', async () => {
  const rows = Array.from({ length: 450 }, (_, at) => `Many ${at},many${at}@mail.example,,43215,Chicago,IL,,,x`);
  const sent = (await send(file(...rows))).body;
  const first = (await check(sent, mapped(sent))).body;
  expect(first).toMatchObject({ checked: 200, right: 200 });
  const second = (await check(sent, mapped(sent), first.next!)).body;
  const third = (await check(sent, mapped(sent), second.next!)).body;
  expect(third).toMatchObject({ checked: 50, next: null });
});

test('what is refused: no table, too long, too large, wrong columns, somebody else’s', async () => {
  expect((await send(new Blob([new Uint8Array([0x89, 0x50, 0x4e, 0x47, 1, 2, 3, 0, 0, 255])]))).status).toBe(422);
  expect((await send(HEADER)).body.detail).toMatch(/^This file has no leads/);
  const long = Array.from({ length: 5001 }, (_, at) => `L${at},l@m.example,,43215,Chicago,IL,,,x`);
  expect(await send(file(...long))).toMatchObject({
    status: 422,
    body: { detail: 'A file can have up to 5,000 leads. Split it and import the parts.' },
  });
  expect((await send(file('x'.repeat(6 * 1024 * 1024)))).status).toBe(413);

  const sent = (await send(file(...GOOD))).body;
  const right = mapped(sent);
  const withOut = (field: string) => right.map((one) => (one === field ? null : one));
  for (const wrong of [
    withOut('name'),
    withOut('email').map((one) => (one === 'phone' ? null : one)),
    right.map((one) => (one === 'notes' ? 'name' : one)),
    right.slice(1),
  ]) {
    expect((await check(sent, wrong)).status, JSON.stringify(wrong)).toBe(422);
    expect((await start(sent, wrong)).status).toBe(422);
  }
  const other = await withRight('Bob Agent');
  expect((await read(sent.id, other)).status).toBe(404);
  expect((await start(sent, right, 'me', other)).status).toBe(404);
  const without = await signedIn(application, 'agent', 'Cat Agent');
  expect((await send(file(...GOOD), without)).status).toBe(403);
});

test('rows without any value are not leads', async () => {
  const { body } = await send(file(...GOOD.slice(0, 1), ',,,,,,,,', ' , ,,,,,,,'));
  expect(body.row_count).toBe(1);
});

test('quotation marks inside a cell are taken as they are; one that is never closed is named', async () => {
  const sent = await send(['Name,Phone', 'Casey "CJ" Jones,6145550143', `Rae Tall 6' 5",6145550144`].join('\n'));
  expect(sent).toMatchObject({ status: 201, body: { row_count: 2 } });
  expect(await send(['Name,Phone', '"Casey,6145550143'].join('\n'))).toMatchObject({
    status: 422,
    body: { detail: expect.stringMatching(/^A quotation mark is never closed/) },
  });
});

test('everything that is wrong with a row is said at once; a place in one column is read as people write it', async () => {
  const header = 'Full name,Mail,Tel,From,To,Moving';
  const rows = [
    `Ina Whole,ina@mail.example,,"Austin, TX","Chicago, Illinois 60601",${soonDay}`,
    `Zoe Zip,zoe@mail.example,,43215,"Denver, CO",${soonDay}`,
    `No Contact,,,,"Denver, CO",${soonDay}`,
    `Wrong All,not-an-address,,Nowhere,"Denver, CO",13/45/2026`,
  ];
  const { body } = await send([header, ...rows].join('\n'));
  expect(mapped(body)).toEqual(['name', 'email', 'phone', 'from-city', 'to-city', 'move-date']);
  const report = (await check(body, mapped(body))).body;
  expect(report.right).toBe(2);
  expect(report.bad.map(({ name, problems }) => [name, problems.map(({ field }) => field)])).toEqual([
    ['No Contact', ['from-city', 'phone']],
    ['Wrong All', ['move-date', 'from-city', 'email']],
  ]);
  const { bad } = report;
  expect(bad[0]!.problems[0]!.message).toBe('Enter a ZIP code, or a city and its state.');
  await start(body, mapped(body));
  expect(await finished(body)).toMatchObject({ added: 2, refused: 2 });
  const leads = await application.database.kysely
    .selectFrom('agent_lead')
    .select(['client_name', 'origin_city', 'origin_state', 'destination_zip', 'destination_state'])
    .where('client_name', 'in', ['Ina Whole', 'Zoe Zip'])
    .orderBy('client_name')
    .execute();
  expect(leads).toMatchObject([
    { origin_city: 'Austin', origin_state: 'TX', destination_zip: '60601', destination_state: 'IL' },
    { origin_city: 'Columbus', origin_state: 'OH', destination_state: 'CO' },
  ]);
});
