import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'kysely';
import { beforeAll, describe, expect, test } from 'vitest';
import { readConfiguration } from '#src/api/configuration/configuration.ts';
import { recordRefusal } from '#src/api/agent-lead/agent-lead.refusal.ts';
import { verifyHistories } from '#src/api/history/verify.ts';
import { BATCH, keepRetention } from '#src/api/privacy/retention.ts';
import { exportPerson } from '#src/api/privacy/person-export.ts';
import { erasePerson } from '#src/api/privacy/person-erase.ts';
import { newId } from '#src/api/database/ids.ts';
import { inTransaction } from '#src/api/database/write.ts';
import { askForMails } from '#src/api/mailing/mailing.list.ts';
import { atFileEnd } from '#tests/platform/file-end.ts';
import { DAY } from '#src/machines/calendar/durations.ts';
import { call, PASSWORD, signedIn, startApplication } from '#tests/platform/application.ts';
import type { Account, Application } from '#tests/platform/application.ts';
import { shopRow } from './shop-rows.ts';

/** The whole demo, with everything aged: every kind of record exists, with its history. */
let application: Application;
const later = (days: number) => ({
  ...application.parts,
  now: () => new Date(application.parts.now().getTime() + days * DAY),
});
const count = async (table: string, where = 'true'): Promise<number> => {
  const { rows } = await sql<{
    count: number;
  }>`select count(*)::int as count from ${sql.table(table)} where ${sql.raw(where)}`.execute(
    application.database.kysely,
  );
  return rows[0]!.count;
};

/** All rows as one text, to detect any change. The worker is still creating files of the demo. */
const textOf = async (table: string, where = 'true'): Promise<string | null> => {
  const { rows } = await sql<{
    hash: string | null;
  }>`select md5(string_agg((to_jsonb(it) - 'file_id' - 'signed_hash')::text, '' order by id)) as hash
    from ${sql.table(table)} it where ${sql.raw(where)}`.execute(application.database.kysely);
  return rows[0]!.hash;
};

beforeAll(async () => {
  application = await startApplication({ demoData: true });
}, 120_000);

/** Adds a photo, with its file, to a chat of the demo. */
async function photoOf(chatId: string): Promise<string> {
  const { kysely } = application.database;
  const { key, size, sha256 } = await application.parts.files.put(Buffer.from('a photo'), { maximumBytes: 100 });
  const id = newId();
  await kysely
    .insertInto('file')
    .values({ id, name: 'sofa.jpg', media_type: 'image/jpeg', sha256, size, storage_key: key })
    .execute();
  const { id: message_id } = await kysely
    .selectFrom('chat_message')
    .select('id')
    .where('chat_id', '=', chatId)
    .limit(1)
    .executeTakeFirstOrThrow();
  await kysely
    .insertInto('chat_photo')
    .values({ id: newId(), chat_id: chatId, message_id, file_id: id, name: 'sofa.jpg' })
    .execute();
  return id;
}

/** Our tables that contain a text. */
async function tablesWith(text: string): Promise<string[]> {
  const { kysely } = application.database;
  const { rows } = await sql<{ name: string }>`select format('%I.%I', table_schema, table_name) as name
    from information_schema.tables where table_type = 'BASE TABLE' and table_schema not in ('pg_catalog', 'information_schema')`.execute(
    kysely,
  );
  expect(rows.length).toBeGreaterThan(30);
  const found: string[] = [];
  for (const { name } of rows) {
    const hit = await sql<{ found: boolean }>`select exists (select from ${sql.raw(name)} it
      where position(lower(${text}) in lower(it::text)) > 0) as found`.execute(kysely);
    if (hit.rows[0]!.found) found.push(name);
  }
  return found;
}

test('periods are days, and wrong ones are told', () => {
  const { retention } = readConfiguration({ DEMO: '1' });
  expect(retention).toEqual({
    requests: 1095,
    purchases: 2555,
    chats: 730,
    mails: 365,
    notices: 90,
    refusals: 400,
    keys: 2,
  });
  expect(readConfiguration({ DEMO: '1', KEEP_CHATS_DAYS: '90' }).retention.chats).toBe(90);
  expect(() => readConfiguration({ DEMO: '1', KEEP_KEYS_DAYS: '1', KEEP_MAILS_DAYS: 'all' })).toThrow(
    /KEEP_MAILS_DAYS must be.*\nKEEP_KEYS_DAYS must be/,
  );
});

test('what is not old stays', async () => {
  const id = await shopRow(application, { ageDays: 1094, client: { name: 'Nearly Forgotten' } });
  const idsOf = async (table: string) =>
    (await application.database.pool.query<{ id: string }>(`select id from ${table}`)).rows.map((row) => row.id);
  const tables = ['chat_photo', 'mail', 'state_lead', 'purchase'];
  const before = await Promise.all(tables.map(idsOf));
  await keepRetention(application.parts);
  // Additions made meanwhile, such as the mail of a job, do not matter to this test.
  for (const [index, table] of tables.entries())
    expect(await idsOf(table)).toEqual(expect.arrayContaining(before[index]!));
  expect(await count('state_lead', `client_name = 'Nearly Forgotten' and id = '${id}'`)).toBe(1);
  expect(await count('chat_message', `text = 'Erased'`)).toBe(0);
});

describe('a person', () => {
  const [email, name, phone] = ['zelda@quillfeather.test', 'Zelda Quillfeather', '+16145550199'];
  let photo: string;

  beforeAll(async () => {
    const { kysely } = application.database;
    const lead = await kysely
      .selectFrom('agent_lead')
      .innerJoin('invoice', 'invoice.lead_id', 'agent_lead.id')
      .innerJoin('agreement', 'agreement.lead_id', 'agent_lead.id')
      .select(['agent_lead.id', 'reference', 'agreement.id as agreement'])
      .where('agreement.signed_at', 'is not', null)
      .where('agreement.kind', '=', 'broker-shipper')
      .limit(1)
      .executeTakeFirstOrThrow();
    const inventory = [
      { room: 'Living room', item: 'Sofa, 3 seats', quantity: 1, volume_cuft: 50, weight_lb: 350 },
      { room: 'Nana’s den', item: 'Cuckooclock of Nana', quantity: 2, volume_cuft: 3, weight_lb: 10 },
    ];
    const client = {
      inventory: JSON.stringify(inventory),
      client_name: name,
      client_email: email,
      client_phone: phone,
    };
    await kysely
      .updateTable('agent_lead')
      .set({ ...client, notes: `Call ${phone}`, search_text: `${lead.reference} ${name} ${email}`.toLowerCase() })
      .where('id', '=', lead.id)
      .execute();
    const { id: agent } = await kysely
      .selectFrom('account')
      .select('id')
      .where('role', '=', 'agent')
      .limit(1)
      .executeTakeFirstOrThrow();
    const earlier = [{ text: `${name} is ${email}`, outcome: null, until: application.parts.now().toISOString() }];
    await kysely
      .insertInto('lead_note')
      .values({
        id: newId(),
        lead_id: lead.id,
        kind: 'note',
        text: `${name}, ${phone}, has a parrot`,
        earlier: JSON.stringify(earlier),
        created_by: agent,
        created_at: application.parts.now().toISOString(),
      })
      .execute();
    await kysely.updateTable('agreement').set({ signer_name: name }).where('id', '=', lead.agreement).execute();
    await sql`update history set facts = jsonb_set(facts, '{clientEmail}', ${JSON.stringify(email)}::jsonb), actor_name = case actor_role when 'client' then ${name} else actor_name end
      where record_id = ${lead.id} and facts ? 'clientEmail'`.execute(kysely);
    await shopRow(application, { client: { name, email, phone }, comment: `${name} has a piano` });
    const chat = await kysely.selectFrom('chat').select('id').limit(1).executeTakeFirstOrThrow();
    const said = (value: string) => ({ value, by: 'client' as const, message: null });
    await kysely
      .updateTable('chat')
      .set({ details: JSON.stringify({ name: said(name), email: said(email), phone: said(phone) }), summary: name })
      .where('id', '=', chat.id)
      .execute();
    await kysely
      .updateTable('chat_message')
      .set({ text: `I am ${name}, ${phone}`, author_name: name })
      .where('chat_id', '=', chat.id)
      .where('author', '=', 'client')
      .execute();
    photo = await photoOf(chat.id);
    const purchase = await kysely.selectFrom('purchase').select('id').limit(1).executeTakeFirst();
    if (purchase)
      await kysely.updateTable('purchase').set({ email, mailbox: email }).where('id', '=', purchase.id).execute();
    await inTransaction(application.database, async (tx) => {
      await askForMails(tx, application.parts, { email, states: ['OH'], cities: [], frequency: 'at-once' });
      // To the client's previous address.
      const mail = await application.parts.mail.send(tx, {
        to: 'zelda.before@quillfeather.test',
        kind: 'lead-mail',
        leadId: lead.id,
        subject: 'Your parrot',
        text: 'Hello',
        html: 'Hello',
      });
      await tx
        .insertInto('lead_mail')
        .values({ mail_id: mail, text: 'Hello, your parrot travels with you', written_by: agent })
        .execute();
      await application.parts.mail.send(tx, {
        to: 'agent@demo.test',
        kind: 'notice',
        subject: `${name} signed`,
        text: phone,
        html: phone,
      });
    });
  });

  test('is exported whole: records as JSON, and files', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'person-'));
    atFileEnd(() => rm(folder, { recursive: true, force: true }));
    const path = join(folder, 'zelda.zip');
    const counts = await exportPerson(application.parts, email.toUpperCase(), path);
    expect(counts).toMatchObject({ leads: 1, invoices: 1, requests: 1, chats: 1, 'chat-photos': 1, 'mailing-list': 1 });
    const zip = (await readFile(path)).toString('latin1');
    expect(zip.startsWith('PK')).toBe(true);
    expect(counts['lead-notes']).toBeGreaterThan(0);
    expect(counts['lead-mails']).toBe(1);
    for (const file of [
      'leads.json',
      'lead-notes.json',
      'agreements.json',
      'chat-messages.json',
      `files/${photo}-sofa.jpg`,
    ])
      expect(zip).toContain(file);
    await expect(exportPerson(application.parts, email, path)).rejects.toThrow(/exists already/);
    await expect(exportPerson(application.parts, 'nobody@quillfeather.test', join(folder, 'no.zip'))).rejects.toThrow(
      'Nothing is known about this address.',
    );
  });

  test('is erased from every table but the signed papers, and all histories replay', async () => {
    expect((await tablesWith(email)).length).toBeGreaterThan(4);
    const invoices = await count('invoice');
    const counts = await erasePerson(application.parts, email);
    expect(counts).toMatchObject({ leads: 1, requests: 1, chats: 1, 'mailing-list': 1 });
    expect(await tablesWith(email)).toEqual([]);
    expect(await tablesWith(phone)).toEqual([]);
    expect(await tablesWith(name)).toEqual(['public.agreement']);
    expect([await count('invoice'), await count('file', `id = '${photo}'`)]).toEqual([invoices, 0]);
    expect(await tablesWith('Cuckooclock')).toEqual([]);
    expect(await tablesWith('has a parrot')).toEqual([]);
    expect(await tablesWith('your parrot')).toEqual([]);
    const erased = await application.database.kysely
      .selectFrom('agent_lead')
      .select('inventory')
      .where('client_name', '=', 'Erased')
      .where(sql<boolean>`jsonb_array_length(inventory) = 2`)
      .execute();
    expect(erased.map(({ inventory }) => inventory)).toContainEqual([
      { room: 'Living room', item: 'Sofa, 3 seats', quantity: 1, volume_cuft: 50, weight_lb: 350 },
      { room: 'Erased', item: 'Erased', quantity: 2, volume_cuft: 3, weight_lb: 10 },
    ]);
    expect((await verifyHistories(application.database)).wrong).toEqual([]);
    const audits = await application.database.kysely.selectFrom('privacy_event').selectAll().orderBy('at').execute();
    expect(audits.map(({ event, actor }) => [event, actor])).toEqual([
      ['person.exported', 'operator'],
      ['person.erased', 'operator'],
    ]);
    expect(audits[1]!.counts).toEqual(counts);
    await expect(erasePerson(application.parts, email)).rejects.toThrow('Nothing is known about this address.');
  });

  test('with an account of any portal is signed out and gone', async () => {
    const people: Account[] = [];
    for (const role of ['agent', 'carrier', 'mover'] as const)
      people.push(await signedIn(application, role, `Quentin Zweig ${role}`));
    for (const [at, path] of [
      [0, 'agent/'],
      [1, 'carrier/'],
      [2, 'user/'],
    ] as const) {
      const { token, email: address } = people[at]!;
      expect([path, (await call(application, 'GET', path, { token })).status]).toEqual([path, 200]);
      await erasePerson(application.parts, address);
      expect([path, (await call(application, 'GET', path, { token })).status]).toEqual([path, 401]);
      const body = new URLSearchParams({ username: address, password: PASSWORD });
      expect((await call(application, 'POST', `${path}token`, { body })).status).toBe(401);
      // The failed sign-in just now is counted by its address.
      expect(await tablesWith(address)).toEqual(['public.sign_in_attempt']);
    }
    // The name of a carrier's company is public.
    expect((await tablesWith('Quentin Zweig')).filter((table) => table !== 'public.carrier')).toEqual([]);
    expect((await verifyHistories(application.database)).wrong).toEqual([]);
  });
});

test('what is old is blacked out in batches, and its histories still replay', { timeout: 120_000 }, async () => {
  const { kysely } = application.database;
  for (let made = await count('state_lead'); made <= BATCH; made += 1) await shopRow(application, { ageDays: 10 });
  const lead = await kysely.selectFrom('agent_lead').select('id').limit(1).executeTakeFirstOrThrow();
  const attempt = { event: 'quote.sent', role: 'agent', accountId: null, place: 'live.new', because: 'role' } as const;
  await inTransaction(application.parts.database, (tx) =>
    recordRefusal(tx, application.parts.now(), { ...attempt, leadId: lead.id, unmet: [] }),
  );
  const chat = await kysely
    .selectFrom('chat')
    .select('id')
    .where('blacked_out_at', 'is', null)
    .limit(1)
    .executeTakeFirstOrThrow();
  await photoOf(chat.id);
  const names = await kysely
    .selectFrom('state_lead')
    .select('client_name')
    .where('blacked_out_at', 'is', null)
    .execute();
  const texts = await kysely.selectFrom('chat_message').select('text').where('author', '=', 'client').execute();
  const photos = await kysely.selectFrom('chat_photo').select('file_id').execute();
  const before = await Promise.all([textOf('agreement', 'signed_at is not null'), textOf('invoice'), count('history')]);
  expect(names.length).toBeGreaterThan(BATCH);
  expect(texts.length).toBeGreaterThan(0);
  expect(photos.length).toBeGreaterThan(0);
  for (const one of before) expect(one).toBeTruthy();

  // A process that stops leaves after a batch; the next run goes on there.
  await expect(keepRetention(later(10 * 365), { signal: AbortSignal.abort() })).rejects.toThrow(/aborted/);
  expect(await count('state_lead', 'blacked_out_at is null')).toBe(names.length - BATCH);
  await keepRetention(later(10 * 365));

  for (const table of ['mail', 'lead_mail', 'agent_lead_refusal', 'idempotency', 'chat_photo'])
    expect([table, await count(table)]).toEqual([table, 0]);
  expect(await count('state_lead', `client_name <> 'Erased' or client_phone is not null or search_text <> ''`)).toBe(0);
  expect(await count('chat_message', `text <> 'Erased'`)).toBe(0);
  expect(await count('purchase', `email <> 'erased@erased.invalid'`)).toBe(0);
  expect(await count('file', `id in ('${photos.map(({ file_id }) => file_id).join(`','`)}')`)).toBe(0);
  // What the law or replaying requires.
  expect(
    await Promise.all([textOf('agreement', 'signed_at is not null'), textOf('invoice'), count('history')]),
  ).toEqual(before);
  const { checked, wrong } = await verifyHistories(application.database);
  expect(wrong).toEqual([]);
  expect(checked).toBeGreaterThan(BATCH);

  const text = await (await fetch(`${application.url}/metrics`)).text();
  expect(text).toContain(`leads_retention_removed{what="requests"} ${names.length}`);
  // A second night finds nothing left.
  await keepRetention(later(10 * 365));
  expect(await (await fetch(`${application.url}/metrics`)).text()).toContain(
    `leads_retention_removed{what="requests"} ${names.length}`,
  );
});
