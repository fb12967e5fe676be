import { beforeAll, describe, expect, test } from 'vitest';
import { newId } from '#src/api/database/ids.ts';
import { gestures, newStage, people, reload } from '#tests/paths/api-gestures.ts';
import type { People, Stage } from '#tests/paths/api-gestures.ts';
import { call, mailTo, startApplication } from '#tests/platform/application.ts';
import type { Application } from '#tests/platform/application.ts';

interface Refused {
  detail: string;
  errors?: { field: string; message: string }[];
}
interface Template {
  id: string;
  name: string;
  subject: string;
  text: string;
  version: number;
}
interface LeadMail {
  id: string;
  kind: string;
  subject: string;
  to: string;
  state: string;
  written_by: string | null;
}
interface Preview {
  leads: { id: string; off_because: string | null }[];
  shown: { lead_id: string; from: string; reply_to: string; subject: string; text: string; html: string };
}

const TOKEN = 'a token of sixteen characters';
const WORDS = {
  subject: 'Your move, {{client first name}}',
  text: 'Hello {{client first name}},\n\nabout {{route}}: call me.\n\n{{agent name}} <b>{{brokerage name}}</b>',
};
let application: Application;
let who: People;

beforeAll(async () => {
  application = await startApplication({ environment: { MAIL_EVENTS_TOKEN: TOKEN } });
  who = await people(application);
  await application.database.kysely
    .updateTable('account')
    .set({ rights: ['settings'] })
    .where('id', '=', who.agent.id)
    .execute();
});

const ask = <T = Refused>(method: string, path: string, body?: object, token = who.agent.token, headers = {}) =>
  call<T & Refused>(application, method, path, { token, headers, ...(body === undefined ? {} : { body }) });
const templates = async () => (await ask<{ templates: Template[] }>('GET', 'agent/mail-templates')).body.templates;
const send = (stage: Stage, words: object = WORDS, headers = {}) =>
  ask('POST', `agent-lead/${stage.lead.id}/mails`, words, stage.agent.token, headers);
const mails = async (stage: Stage) => (await ask<LeadMail[]>('GET', `agent-lead/${stage.lead.id}/mails`)).body;
const states = async (stage: Stage) => (await mails(stage)).map(({ kind, state }) => [kind, state]);

describe('templates', () => {
  const made = { name: 'Checking in', ...WORDS };

  test('are written, changed against the version that was seen, removed, and every version is kept', async () => {
    expect((await ask('POST', 'agent/mail-templates', made)).status).toBe(200);
    const [first] = await templates();
    expect(first).toMatchObject({ ...made, version: 1 });
    const path = `agent/mail-templates/${first!.id}`;
    const changed = { ...made, text: 'Hello {{client name}}' };
    expect((await ask('PUT', path, { version: 1, ...changed })).status).toBe(200);
    expect((await ask('PUT', path, { version: 1, ...made })).status).toBe(409);
    // The same text does not make a new version.
    expect((await ask('PUT', path, { version: 2, ...changed })).status).toBe(200);
    expect(await templates()).toMatchObject([{ version: 2, text: 'Hello {{client name}}' }]);
    expect((await ask('POST', `${path}/remove`, { version: 2 })).status).toBe(200);
    expect((await ask('POST', `${path}/remove`, { version: 3 })).status).toBe(404);
    expect(await templates()).toEqual([]);
    const { body } = await ask<object[]>('GET', 'agent/mail-templates/history');
    expect(body).toMatchObject([
      { version: 3, is_removal: true, actor_name: 'Ann Agent' },
      { version: 2, is_removal: false, text: 'Hello {{client name}}' },
      { version: 1, is_removal: false, text: WORDS.text },
    ]);
  });

  test('name each blank that is not on the list, and have a name of their own', async () => {
    const { status, body } = await ask('POST', 'agent/mail-templates', { ...made, text: 'Only {{margin}} more' });
    expect([status, body.errors]).toEqual([422, [{ field: 'text', message: '“{{margin}}” isn’t a known blank.' }]]);
    expect((await ask('POST', 'agent/mail-templates', made)).status).toBe(200);
    const again = await ask('POST', 'agent/mail-templates', { ...made, name: 'CHECKING IN' });
    expect([again.status, again.body.errors![0]!.field]).toEqual([422, 'name']);
  });

  test('are chosen by every agent, and written by those with the right', async () => {
    expect((await ask('GET', 'agent/mail-templates', undefined, who.agent2.token)).status).toBe(200);
    expect((await ask('POST', 'agent/mail-templates', made, who.agent2.token)).status).toBe(403);
    expect((await ask('GET', 'agent/mail-templates/history', undefined, who.agent2.token)).status).toBe(403);
  });
});

describe('an email to the client', () => {
  test('reads in the preview as it goes out, and is sent in the agent’s name, once', async () => {
    const stage = await newStage(application, who);
    const { version } = await reload(stage);
    const { body } = await ask<Preview>('POST', 'agent-lead/mails/preview', { lead_ids: [stage.lead.id], ...WORDS });
    expect(body.leads).toEqual([expect.objectContaining({ id: stage.lead.id, off_because: null })]);
    expect(body.shown).toMatchObject({ lead_id: stage.lead.id, subject: 'Your move, Casey' });
    expect(body.shown.from).toBe(`Ann Agent, ${application.parts.brokerage.name}`);
    expect(body.shown.html).toContain('&lt;b&gt;');
    expect(body.shown.html).toContain(application.parts.brokerage.address.split('\n')[0]);

    const key = { 'idempotency-key': crypto.randomUUID() };
    for (let sent = 0; sent < 2; sent += 1) expect((await send(stage, WORDS, key)).status).toBe(201);
    const mail = await mailTo(application, stage.clientEmail, /^Your move/);
    expect(mail.text).toContain(body.shown.text.trim());
    const source = await (await fetch(`${application.url}/dev/mailbox/${mail.id}`)).text();
    expect(source).toContain(`Ann Agent, ${application.parts.brokerage.name}`);
    expect(source).toContain(who.agent.email);
    expect(source).not.toContain('auto-generated');
    await expect.poll(() => states(stage), { timeout: 15_000 }).toEqual([['lead-mail', 'sent']]);
    const [kept] = await mails(stage);
    expect(kept).toMatchObject({ subject: 'Your move, Casey', to: stage.clientEmail, written_by: 'Ann Agent' });
    expect((await ask('GET', `agent-lead/mails/${kept!.id}`)).body).toEqual({ text: body.shown.text });
    const { rows } = await application.database.pool.query<{ body: object }>(
      `select body from mail where lead_id = $1`,
      [stage.lead.id],
    );
    expect(rows).toEqual([{ body: {} }]);
    expect((await reload(stage)).version).toBe(version);
  });

  test('waits for what the lead does not say, for a known blank and for words', async () => {
    const stage = await newStage(application, who);
    const priced = { ...WORDS, text: 'It is {{quote total}}, {{Margin}}' };
    expect((await send(stage, priced)).body.detail).toBe('“{{Margin}}” isn’t a known blank.');
    const gap = await send(stage, { ...WORDS, text: 'It is {{quote total}}' });
    expect([gap.status, gap.body.detail]).toEqual([422, 'Nothing to fill in for {{quote total}}.']);
    expect((await send(stage, { ...WORDS, text: ' ' })).status).toBe(422);
    await gestures['quote.sent'](stage);
    expect((await send(stage, { ...WORDS, text: 'It is {{quote total}}' })).status).toBe(201);
    await expect
      .poll(() => states(stage), { timeout: 15_000 })
      .toEqual([
        ['lead-mail', 'sent'],
        ['quote', 'sent'],
      ]);
    const quote = (await mails(stage))[1]!;
    expect(quote.written_by).toBeNull();
    // Its text contains a link that opens without a password.
    expect((await ask('GET', `agent-lead/mails/${quote.id}`)).status).toBe(404);
  });

  test('does not go where mail bounced, where there is no address, nor of an archived lead', async () => {
    const [bounced, archived] = [await newStage(application, who), await newStage(application, who)];
    const noAddress = await newStage(application, who);
    const email = `gone-${newId()}@away.test`;
    const edit = (stage: Stage, body: object) => ask('PATCH', `agent-lead/${stage.lead.id}`, body);
    const client = { name: 'Gus Gone', phone: '+16145550111' };
    await edit(bounced, { client: { ...client, email } });
    await edit(noAddress, { client: { ...client, email: null } });
    await edit(archived, { is_archived: true, archive_reason: 'Moved already' });
    expect((await send(bounced)).status).toBe(201);
    await expect.poll(() => states(bounced), { timeout: 15_000 }).toEqual([['lead-mail', 'sent']]);
    const report = [
      { email, type: 'bounce', permanent: true, at: new Date().toISOString(), detail: '550 no such user' },
    ];
    await call(application, 'POST', 'mail/events', { body: report, headers: { authorization: `Bearer ${TOKEN}` } });
    expect(await states(bounced)).toEqual([['lead-mail', 'bounced']]);

    const again = await send(bounced);
    expect([again.status, again.body.detail]).toEqual([409, expect.stringContaining(`Mail to ${email} bounced`)]);
    expect((await send(noAddress)).body.detail).toBe('The client has no email address.');
    expect((await send(archived)).status).toBe(409);

    const good = await newStage(application, who);
    const chosen = [archived, bounced, noAddress, good].map((stage) => stage.lead.id);
    const { body } = await ask<Preview>('POST', 'agent-lead/mails/preview', { lead_ids: chosen, ...WORDS });
    expect(body.leads.map(({ id, off_because: reason }) => [id, reason])).toEqual([
      [chosen[0], 'The lead is archived.'],
      [chosen[1], expect.stringContaining('bounced')],
      [chosen[2], 'The client has no email address.'],
      [chosen[3], null],
    ]);
    expect(body.shown.lead_id).toBe(chosen[3]);
    expect((await ask('POST', 'agent-lead/mails/preview', { lead_ids: [newId()], ...WORDS })).status).toBe(404);
  });
});
