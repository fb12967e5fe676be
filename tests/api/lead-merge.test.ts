import { beforeAll, describe, expect, test } from 'vitest';
import { verifyHistories } from '#src/api/history/verify.ts';
import { gestures, newStage, people, reload } from '#tests/paths/api-gestures.ts';
import type { LeadBody, People, Stage } from '#tests/paths/api-gestures.ts';
import { call, startApplication } from '#tests/platform/application.ts';
import type { Application } from '#tests/platform/application.ts';

interface Summary {
  id: string;
  reference: string;
}
type Lead = LeadBody & {
  reference: string;
  archive_reason: string | null;
  notes: string | null;
  client: { name: string; email: string | null; phone: string | null };
  merges: { into: Summary[]; from: Summary[] };
  duplicates: Summary[];
  attachments: { name: string; is_visible_to_carriers: boolean }[];
  detail: string;
};

let application: Application;
let who: People;

beforeAll(async () => {
  application = await startApplication();
  who = await people(application);
});

const ask = <T = Lead>(method: string, path: string, body?: object, headers = {}) =>
  call<T>(application, method, path, { token: who.agent.token, headers, ...(body === undefined ? {} : { body }) });
const read = async (stage: Stage) => (await ask('GET', `agent-lead/${stage.lead.id}`)).body;

/** Two leads with the same phone number; the second with another name, its own notes, a call, a file, and a chat. */
async function twoLeads(): Promise<[Stage, Stage]> {
  const [kept, other] = [await newStage(application, who), await newStage(application, who)];
  await ask('PATCH', `agent-lead/${other.lead.id}`, {
    client: { name: 'Casey Clients', phone: '+16145550100', email: other.clientEmail },
    notes: 'Third floor',
  });
  await ask('POST', `agent-lead/${other.lead.id}/notes`, { kind: 'call', outcome: 'reached', text: 'Has a piano' });
  const form = new FormData();
  form.append('is_visible_to_carriers', 'true');
  form.append('content', new Blob(['A list of rooms'], { type: 'text/plain' }), 'rooms.txt');
  await call(application, 'POST', `agent-lead/${other.lead.id}/attachment`, { token: who.agent.token, body: form });
  await ask('POST', 'ai-chat/', { lead_id: other.lead.id });
  for (const stage of [kept, other]) await reload(stage);
  return [kept, other];
}
const merge = (kept: Stage, other: Stage, given: object = {}, headers = {}) =>
  ask(
    'POST',
    `agent-lead/${kept.lead.id}/merge`,
    {
      version: kept.lead.version,
      other_id: other.lead.id,
      other_version: other.lead.version,
      take: ['client_name', 'notes'],
      ...given,
    },
    headers,
  );
const lastOf = async (stage: Stage) =>
  (await ask<{ event: string; payload: object }[]>('GET', `agent-lead/${stage.lead.id}/history`)).body.at(-1)!;

test('a lead of which only the cities are known may be the same as one with ZIP codes there', async () => {
  const phone = '+16145550147';
  const leads: string[] = [];
  for (const [zip, destination] of [
    ['78704', '78205'],
    [undefined, undefined],
    ['78759', '78205'],
  ]) {
    const { status, body } = await ask<{ id: string }>('POST', 'agent-lead/', {
      client: { name: 'Susan Stewart', phone, zone: 'America/Chicago' },
      stops: [
        { role: 'pick-up', city: 'Austin', state: 'TX', ...(zip && { zip }) },
        { role: 'drop-off', city: 'San Antonio', state: 'TX', ...(destination && { zip: destination }) },
      ],
    });
    expect(status).toBe(201);
    leads.push(body.id);
  }
  const [first, guessed, third] = leads as [string, string, string];
  const duplicatesOf = async (id: string) =>
    (await ask<{ duplicates: Summary[] }>('GET', `agent-lead/${id}`)).body.duplicates.map((one) => one.id).toSorted();
  expect(await duplicatesOf(guessed)).toEqual([first, third].toSorted());
  expect(await duplicatesOf(first)).toEqual([guessed]);
  expect(await duplicatesOf(third)).toEqual([guessed]);
});

describe('a merge', () => {
  test('takes over what was chosen and brings the rest along, once', async () => {
    const [kept, other] = await twoLeads();
    const before = await read(kept);
    expect(before.duplicates.map(({ id }) => id)).toContain(other.lead.id);
    const key = { 'idempotency-key': crypto.randomUUID() };
    for (let sent = 0; sent < 2; sent += 1) {
      const { status, body } = await merge(kept, other, {}, key);
      expect([status, body.detail]).toEqual([200, undefined]);
    }
    const [after, gone] = [await read(kept), await read(other)];
    expect(after.client).toMatchObject({ name: 'Casey Clients', phone: '+16145550100', email: kept.clientEmail });
    expect(after).toMatchObject({ notes: 'Third floor', version: kept.lead.version + 1, is_archived: false });
    expect(after.attachments).toMatchObject([{ name: 'rooms.txt', is_visible_to_carriers: false }]);
    expect(after.merges).toMatchObject({ into: [], from: [{ id: other.lead.id, reference: gone.reference }] });
    expect(after.duplicates.map(({ id }) => id)).not.toContain(other.lead.id);
    expect(gone).toMatchObject({
      is_archived: true,
      archive_reason: `Merged into ${after.reference}`,
      attachments: [],
    });
    expect(gone.merges).toMatchObject({ into: [{ id: kept.lead.id }], from: [] });
    expect(gone.estimates).toHaveLength(1);
    const notes = await ask<{ text: string }[]>('GET', `agent-lead/${kept.lead.id}/notes`);
    expect(notes.body).toMatchObject([{ text: 'Has a piano' }]);
    const chats = await ask<object>('GET', `ai-chat/?lead_id=${kept.lead.id}`);
    expect(chats.body).toMatchObject({ items: [{ lead_id: kept.lead.id }] });
    expect(await lastOf(kept)).toMatchObject({
      event: 'lead.edited',
      payload: { changed: ['client_name', 'notes'], merged: gone.reference },
    });
    expect(await lastOf(other)).toMatchObject({
      event: 'lead.archived',
      payload: { reason: `Merged into ${after.reference}` },
    });

    // Restored, it is a separate lead again.
    expect((await ask('PATCH', `agent-lead/${other.lead.id}`, { is_archived: false })).status).toBe(200);
    expect((await read(kept)).merges.from).toEqual([]);
    expect((await verifyHistories(application.database)).wrong).toEqual([]);
  });

  test('leaves one open chat: the one that was last written in', async () => {
    const [kept, other] = await twoLeads();
    await ask('POST', 'ai-chat/', { lead_id: kept.lead.id });
    expect((await merge(kept, other)).status).toBe(200);
    const { body } = await ask<{ items: { stage: string; created_at: string }[] }>(
      'GET',
      `ai-chat/?lead_id=${kept.lead.id}`,
    );
    const byAge = body.items.toSorted((one, two) => one.created_at.localeCompare(two.created_at));
    expect(byAge.map(({ stage }) => stage === 'closed')).toEqual([true, false]);
    expect((await verifyHistories(application.database)).wrong).toEqual([]);
  });

  test('is refused where somebody changed one of them, and then nothing has happened', async () => {
    const [kept, other] = await twoLeads();
    for (const stale of [{ version: kept.lead.version - 1 }, { other_version: other.lead.version - 1 }])
      expect((await merge(kept, other, stale)).status).toBe(409);
    expect((await merge(kept, kept)).status).toBe(422);
    expect((await merge(kept, other, { take: ['client_name', 'state'] })).status).toBe(422);
    expect(await read(other)).toMatchObject({ is_archived: false, version: other.lead.version });
    expect(await read(kept)).toMatchObject({ version: kept.lead.version, attachments: [] });
  });

  test('without a phone number or email in common, takes the word of the agent, and says so in the history', async () => {
    const [kept, other] = await twoLeads();
    await ask('PATCH', `agent-lead/${other.lead.id}`, {
      client: { name: 'Robin Partner', phone: '+16145550177', email: 'robin@mail.test' },
    });
    await reload(other);
    for (const given of [{}, { is_same_client: false }]) {
      const { status, body } = await merge(kept, other, given);
      expect([status, body.detail]).toEqual([
        422,
        'These leads have neither a phone number nor an email address in common. Confirm that they are from the same client.',
      ]);
    }
    expect(await read(other)).toMatchObject({ is_archived: false });
    expect((await merge(kept, other, { is_same_client: true })).status).toBe(200);
    expect(await lastOf(kept)).toMatchObject({ payload: { confirmed_same_client: true } });
    expect((await verifyHistories(application.database)).wrong).toEqual([]);
  });

  test('keeps the lead for which a contract was sent, as it was agreed', async () => {
    const [kept, other] = await twoLeads();
    for (const event of ['quote.sent', 'contract.sent'] as const) {
      await gestures[event](kept);
      await reload(kept);
    }
    expect(kept.lead.state).toBe('contract-sent');
    const wrongWay = await merge(other, kept);
    expect([wrongWay.status, wrongWay.body.detail]).toEqual([
      409,
      'A contract was sent for the other lead. Keep that one, and merge this one into it.',
    ]);
    await ask('PATCH', `agent-lead/${other.lead.id}`, { special_items: 'A piano' });
    await reload(other);
    expect((await merge(kept, other, { take: ['special_items'] })).status).toBe(409);
    expect(await read(other)).toMatchObject({ is_archived: false });
    expect((await merge(kept, other, { take: ['notes'] })).status).toBe(200);
    expect(await read(kept)).toMatchObject({ state: 'contract-sent', notes: 'Third floor' });
  });

  test('is of one client, and of leads that are not archived', async () => {
    const [kept, other] = await twoLeads();
    const stranger = await newStage(application, who);
    await ask('PATCH', `agent-lead/${stranger.lead.id}`, {
      client: { name: 'Somebody Else', phone: '+16145550177', email: null },
    });
    await reload(stranger);
    expect((await merge(kept, stranger)).body.detail).toContain('neither a phone number nor an email address');
    await ask('PATCH', `agent-lead/${other.lead.id}`, { is_archived: true, archive_reason: 'Duplicate' });
    await reload(other);
    expect((await merge(kept, other)).body.detail).toBe('The other lead is archived. Restore it first.');
    expect((await merge(other, kept)).body.detail).toBe('The lead to keep is archived. Restore it first.');
  });
});
