import { beforeAll, expect, test } from 'vitest';
import { call, startApplication } from '#tests/platform/application.ts';
import type { Application } from '#tests/platform/application.ts';
import { newLead, people } from '#tests/paths/api-gestures.ts';
import type { People } from '#tests/paths/api-gestures.ts';

let application: Application;
let who: People;

beforeAll(async () => {
  application = await startApplication();
  who = await people(application);
  const clients = [
    { name: 'Karen Murphy', email: 'karen.murphy@mail.example', phone: '+16145550123', zone: 'America/New_York' },
    { name: 'José Muñoz', email: 'jose@other.example', phone: '+13125550199', zone: 'America/Chicago' },
    { name: 'Wei Zhang', email: null, phone: '+12125550177', zone: 'America/New_York' },
  ];
  for (const client of clients)
    await call(application, 'POST', 'agent-lead/', { token: who.agent.token, body: { ...newLead(null), client } });
});

async function search(query: string): Promise<{ client_name: string; matched: string }[]> {
  const { body } = await call<{ client_name: string; matched: string }[]>(
    application,
    'GET',
    `agent-lead/search/global?query=${encodeURIComponent(query)}`,
    { token: who.agent.token },
  );
  return body;
}
const namesOf = async (query: string) => (await search(query)).map((hit) => hit.client_name);

test.each([
  ['murphy', ['Karen Murphy']],
  ['MURPHY', ['Karen Murphy']],
  ['munoz', ['José Muñoz']],
  ['(614) 555-0123', ['Karen Murphy']],
  ['karen.murphy@mail', ['Karen Murphy']],
])('exactly: %s', async (query, names) => expect(await namesOf(query)).toEqual(names));

test.each([
  ['murphy karen', ['Karen Murphy']],
  ['Murphy, Karen', ['Karen Murphy']],
  ['munoz chicago', ['José Muñoz']],
  // Words that are found as they are; a similar name is not.
  ['zhang wei', ['Wei Zhang']],
])('the words in another order: %s', async (query, names) => expect(await namesOf(query)).toEqual(names));

test.each([
  ['mrphuy', 'Karen Murphy'],
  ['murfhi', 'Karen Murphy'],
  ['karne murpy', 'Karen Murphy'],
  ['munzo', 'José Muñoz'],
  ['zahgn', 'Wei Zhang'],
  ['jsoe munoz', 'José Muñoz'],
])('with two wrong letters: %s', async (query, name) => expect(await namesOf(query)).toContain(name));

test.each(['illinois', 'Ohio'])('by the name of a state: %s', async (query) => {
  const hits = await search(query);
  expect(hits.map((hit) => hit.client_name).toSorted()).toEqual(['José Muñoz', 'Karen Murphy', 'Wei Zhang']);
  expect(new Set(hits.map(({ matched }) => matched))).toEqual(new Set(['place']));
});

test('a state in which no lead is', async () => expect(await namesOf('nevada')).toEqual([]));

test('what is near nothing finds nothing', async () => expect(await namesOf('xqzvbn')).toEqual([]));

test('says what matched', async () => {
  expect((await search('60601'))[0]!.matched).toBe('place');
  expect((await search('L-1000'))[0]!.matched).toBe('reference');
  expect((await search('5550199'))[0]!.matched).toBe('phone');
});

test('the number of an invoice, as it is on a check', async () => {
  const { kysely } = application.database;
  const { id } = await kysely
    .selectFrom('agent_lead')
    .select('id')
    .where('client_name', '=', 'Wei Zhang')
    .executeTakeFirstOrThrow();
  await kysely
    .insertInto('invoice')
    .values({
      id: crypto.randomUUID(),
      lead_id: id,
      // Also the end of another client's phone number.
      number: 50_123,
      lines: '[]',
      total: 100,
      issued_on: '2026-01-01',
      due_on: '2026-01-08',
      sent_at: new Date().toISOString(),
    })
    .execute();
  expect((await search('50123')).map(({ client_name, matched }) => [client_name, matched])).toEqual([
    ['Wei Zhang', 'invoice'],
    ['Karen Murphy', 'phone'],
  ]);
  for (const query of ['Invoice 50123', 'INV-50123', 'inv. #50123', 'invoice no. 50123', '#50123'])
    expect(await namesOf(query), query).toEqual(['Wei Zhang']);
  expect(await namesOf('invoice 50124')).toEqual([]);
});

test('a percent sign is a character', async () => expect(await namesOf('%')).toEqual([]));
