import { csvLines } from '#src/api/http/csv.ts';
import { parse } from 'csv-parse/sync';
import { sql } from 'kysely';
import { beforeAll, expect, test } from 'vitest';
import { LEAD_SORTS } from '#src/api/agent-lead/agent-lead.list.schemas.ts';
import { AGENT_RIGHTS } from '#src/machines/account/agent-rights.ts';
import { newLead } from '#tests/paths/api-gestures.ts';
import { call, signedIn, startApplication } from '#tests/platform/application.ts';
import type { Account } from '#tests/platform/application.ts';

/** Lists as files: the same rows in the same order as on the screen, and nothing that a spreadsheet would run. */
const application = await startApplication();
const { kysely } = application.database;
const ann = await signedIn(application, 'agent', 'Ann Agent');
const bob = await signedIn(application, 'agent', 'Bob Agent');
const carrier = await signedIn(application, 'carrier', 'Swift Vans LLC');

const file = (path: string, who: Account = ann) => call<string>(application, 'GET', path, { token: who.token });
const rowsOf = (text: string) => parse(text, { columns: true, bom: true }) as Record<string, string>[];
const list = async (query: string) => {
  const { body } = await call<{ leads: { reference: string }[] }>(application, 'GET', `agent-lead/?${query}`, {
    token: ann.token,
  });
  return body.leads.map(({ reference }) => reference);
};

async function lead(name: string, by: Account, more: object = {}): Promise<void> {
  const given = newLead(`${name.length}-${Math.random()}@mail.example`) as { client: object };
  const { status } = await call(application, 'POST', 'agent-lead/', {
    token: by.token,
    body: { ...given, ...more, client: { ...given.client, name } },
  });
  expect(status).toBe(201);
}

beforeAll(async () => {
  await kysely
    .updateTable('account')
    .set({ rights: [...AGENT_RIGHTS] })
    .where('id', '=', ann.id)
    .execute();
  await kysely.updateTable('account').set({ rights: [] }).where('id', '=', bob.id).execute();
  await lead('=HYPERLINK("http://evil.example")', ann);
  await lead('Zoe "the mover", Quick', ann, { kind: 'commercial', special_items: '+1+1' });
  await lead('Adam Client', bob);
});

test('the rank of a lead sorts as its list does, in the list and alone', async () => {
  // Timestamps within one second, with varying numbers of digits; one without a date.
  await sql`update agent_lead set entered_state_at = '2026-01-01T00:00:00Z'::timestamptz + (ascii(client_name) % 7) * interval '1 microsecond' + interval '120 milliseconds'`.execute(
    kysely,
  );
  await sql`update agent_lead set entered_state_at = '2026-01-01T00:00:00.12Z', move_date = null where client_name like 'Adam%'`.execute(
    kysely,
  );
  type Page = { leads: { id: string }[]; ranks: (string | null)[] };
  const page = async (query: string) =>
    (await call<Page>(application, 'GET', `agent-lead/?${query}`, { token: ann.token })).body;
  for (const sort of LEAD_SORTS) {
    const { leads, ranks } = await page(`state=new&sort=${sort}`);
    expect(leads).toHaveLength(3);
    if (ranks[0] === null) continue;
    expect(ranks, sort).toEqual(ranks.toSorted((one, other) => (one! < other! ? -1 : 1)));
    const last = await page(`sort=${sort}&ids=${leads[2]!.id}`);
    expect({ ids: last.leads.map(({ id }) => id), ranks: last.ranks }, sort).toEqual({
      ids: [leads[2]!.id],
      ranks: [ranks[2]],
    });
  }
});

test('leads come as the list narrows and sorts them', async () => {
  for (const query of [
    'state=new',
    'state=new&mine=true',
    'state=new&kind=commercial',
    'state=new&sort=client',
    'sort=move-date&origin_state=OH&move_date_from=2020-01-01',
    'state=new&origin_state=TX',
    'state=new&work=new-lead',
    'state=new&work=follow-up-due',
    'is_archived=true',
  ]) {
    const { status, body, headers } = await file(`agent-lead/export?${query}`);
    expect(status).toBe(200);
    expect(headers.get('content-type')).toBe('text/csv; charset=utf-8');
    expect(headers.get('content-disposition')).toMatch(/^attachment; filename="leads-/);
    expect(headers.get('cache-control')).toContain('no-store');
    const expected = await list(`${query}&limit=100`);
    expect(
      rowsOf(body).map((row) => row.lead),
      query,
    ).toEqual(expected);
  }
});

test('a name that reads as a formula is text, and quotes and commas stay', async () => {
  const { body } = await file('agent-lead/export?state=new');
  const names = rowsOf(body).map(({ client }) => client);
  expect(names).toContain('\'=HYPERLINK("http://evil.example")');
  expect(names).toContain('Zoe "the mover", Quick');
  // A phone number is not a formula.
  expect(rowsOf(body).every(({ phone }) => phone === '+16145550100')).toBe(true);
});

test.each(['＝1+1', '＠SUM(1)', '﹢1', '⁺1', '−1', '|calc', '\u00a0=1', '\u200b=1', '\u2060=1'])(
  '%j is text in a file',
  (name) => {
    expect(csvLines([[name]])).toBe(`"'${name}"\r\n`);
  },
);

test.each(['a=b', '5−7', 'A|B', '+16145550100'])('%j stays as it is', (name) => {
  expect(csvLines([[name]])).toBe(`${name}\r\n`);
});

test('each lead is in the file once', async () => {
  for (let count = 0; count < 3; count++) await lead(`Client ${count}`, ann);
  const { body } = await file('agent-lead/export?sort=newest');
  const references = rowsOf(body).map((row) => row.lead);
  expect(new Set(references).size).toBe(references.length);
  expect(references).toHaveLength(6);
});

test('chosen leads come in the order of the list, whatever else there is; the archived and the unknown are left out', async () => {
  const all = (
    await call<{ leads: { id: string; reference: string }[] }>(application, 'GET', 'agent-lead/?sort=client', {
      token: ann.token,
    })
  ).body.leads;
  const [first, second, third] = [all[0]!, all[2]!, all[3]!];
  await kysely.updateTable('agent_lead').set({ is_archived: true }).where('id', '=', third.id).execute();
  const ids = [second.id, third.id, first.id, crypto.randomUUID()].join();
  const { body, headers } = await file(`agent-lead/export?ids=${ids}&sort=client`);
  expect(rowsOf(body).map((row) => row.lead)).toEqual([first.reference, second.reference]);
  expect(headers.get('content-disposition')).toMatch(/filename="leads-selected-/);
  expect(Object.keys(rowsOf(body)[0]!)).toEqual(Object.keys(rowsOf((await file('agent-lead/export')).body)[0]!));
  const many = Array.from({ length: 201 }, () => first.id).join();
  expect((await file(`agent-lead/export?ids=${many}`)).status).toBe(400);
  expect((await file('agent-lead/export?ids=L-10001')).status).toBe(400);
  expect((await file(`agent-lead/export?ids=${ids}`, bob)).status).toBe(403);
  await kysely.updateTable('agent_lead').set({ is_archived: false }).where('id', '=', third.id).execute();
});

test('carriers come as the list narrows and sorts them', async () => {
  await signedIn(application, 'carrier', 'Blue Ridge Movers', { state: 'NC', authority: 'pending' });
  await signedIn(application, 'carrier', '@SUM(1,2) Haulers');
  for (const query of [
    '',
    '?sort=jobs',
    '?state=NC',
    '?compliant_only=true',
    '?near=43215&sort=distance',
    '?query=swift',
  ]) {
    const { status, body, headers } = await file(`agent/carriers/export${query}`);
    expect(status).toBe(200);
    expect(headers.get('content-disposition')).toMatch(/^attachment; filename="carriers-/);
    const { body: page } = await call<{ carriers: { usdot: string }[] }>(application, 'GET', `agent/carriers${query}`, {
      token: ann.token,
    });
    expect(rowsOf(body).map(({ usdot }) => usdot)).toEqual(page.carriers.map(({ usdot }) => usdot));
  }
  const { body } = await file('agent/carriers/export');
  expect(rowsOf(body).map((row) => row.legal_name)).toContain("'@SUM(1,2) Haulers");
  expect(rowsOf(body).find((row) => row.state === 'NC')).toMatchObject({ compliant: 'no' });
});

test('who lacks the right, and what the list does not take, is refused', async () => {
  for (const path of ['agent-lead/export', 'agent/carriers/export']) {
    expect((await file(path, bob)).status).toBe(403);
    expect((await file(path, carrier)).status).toBe(403);
    expect((await call(application, 'GET', path)).status).toBe(401);
    for (const query of ['limit=5', 'after=abcd', 'sort=cheapest', 'nonsense=1'])
      expect((await file(`${path}?${query}`)).status, `${path}?${query}`).toBe(400);
  }
  expect((await file('agent-lead/export?move_date_from=2026-02-02&move_date_to=2026-01-01')).status).toBe(400);
  expect((await file('agent-lead/export?state=sold')).status).toBe(400);
  expect((await file('agent/carriers/export?near=00000')).status).toBe(400);
});
