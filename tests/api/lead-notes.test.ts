import { beforeAll, describe, expect, test } from 'vitest';
import { addDays } from '#src/machines/calendar/days.ts';
import { newStage, people, reload } from '#tests/paths/api-gestures.ts';
import type { People, Stage } from '#tests/paths/api-gestures.ts';
import { call, startApplication, todayIn } from '#tests/platform/application.ts';
import type { Application } from '#tests/platform/application.ts';

interface Note {
  id: string;
  kind: string;
  outcome: string | null;
  text: string;
  is_pinned: boolean;
  version: number;
  author: { name: string };
  edited_at: string | null;
  earlier: { text: string; outcome: string | null; until: string }[];
  deleted_by: string | null;
  deleted_at: string | null;
}
interface Refused {
  detail: string;
  errors?: { field: string }[];
  unmet?: string[];
}

let application: Application;
let who: People;
let today: string;

beforeAll(async () => {
  application = await startApplication();
  who = await people(application);
  today = todayIn(application);
});

const pathOf = (stage: Stage, id = '') => `agent-lead/${stage.lead.id}/notes${id && `/${id}`}`;
const add = (stage: Stage, body: object, headers: Record<string, string> = {}) =>
  call<Refused & { version: number; state: string; follow_up: object | null }>(application, 'POST', pathOf(stage), {
    token: stage.agent.token,
    body,
    headers,
  });
const change = (stage: Stage, id: string, body: object, token = stage.agent.token) =>
  call<Refused>(application, 'PATCH', pathOf(stage, id), { token, body });
const remove = (stage: Stage, id: string, version: number, token = stage.agent.token) =>
  call<Refused>(application, 'DELETE', `${pathOf(stage, id)}?version=${version}`, { token });
const notes = async (stage: Stage) =>
  (await call<Note[]>(application, 'GET', pathOf(stage), { token: stage.agent.token })).body;
async function written(stage: Stage, body: object = { kind: 'note', text: 'Has a piano' }): Promise<Note> {
  expect((await add(stage, body)).status).toBe(201);
  return (await notes(stage)).at(-1)!;
}
const historyOf = async (stage: Stage) =>
  (
    await call<{ event: string; payload: object }[]>(application, 'GET', `agent-lead/${stage.lead.id}/history`, {
      token: stage.agent.token,
    })
  ).body;

describe('a note', () => {
  test('is written down without making a colleague’s open form stale, and once however often it is sent', async () => {
    const stage = await newStage(application, who);
    const { version } = await reload(stage);
    const key = { 'idempotency-key': crypto.randomUUID() };
    for (let sent = 0; sent < 2; sent += 1) {
      const { status, body } = await add(stage, { kind: 'note', text: '  Has a piano ', is_pinned: true }, key);
      expect([status, body.version]).toEqual([201, version]);
    }
    expect(await notes(stage)).toEqual([
      expect.objectContaining({ kind: 'note', outcome: null, text: 'Has a piano', is_pinned: true, earlier: [] }),
    ]);
  });

  test('is corrected by its author, and what it said before stays', async () => {
    const stage = await newStage(application, who);
    const { id, version } = await written(stage);
    expect((await change(stage, id, { version, text: 'Has two pianos' })).status).toBe(200);
    expect((await change(stage, id, { version: version + 1, text: 'Has an organ' })).status).toBe(200);
    const [note] = await notes(stage);
    expect(note).toMatchObject({ text: 'Has an organ', version: version + 2 });
    expect(note!.earlier.map(({ text }) => text)).toEqual(['Has a piano', 'Has two pianos']);
    expect(note!.edited_at).not.toBeNull();
  });

  test('is refused to others, to who saw another wording, and without words', async () => {
    const stage = await newStage(application, who);
    const { id, version } = await written(stage);
    expect((await change(stage, id, { version, text: 'Mine now' }, who.agent2.token)).status).toBe(403);
    expect((await remove(stage, id, version, who.agent2.token)).status).toBe(403);
    expect((await change(stage, id, { version: version + 1, text: 'Too late' })).status).toBe(409);
    expect((await remove(stage, id, version + 1)).status).toBe(409);
    expect((await change(stage, id, { version, text: null })).body.errors).toMatchObject([{ field: 'text' }]);
    expect((await change(stage, id, { version, outcome: 'reached' })).status).toBe(422);
    const other = await newStage(application, who);
    expect((await change(other, id, { version, text: 'Elsewhere' })).status).toBe(404);
    expect((await remove(other, id, version)).status).toBe(404);
    expect(await notes(stage)).toEqual([expect.objectContaining({ text: 'Has a piano', version })]);
  });

  test('is pinned by anybody, which corrects nothing', async () => {
    const stage = await newStage(application, who);
    const { id, version } = await written(stage);
    expect((await change(stage, id, { version, is_pinned: true }, who.agent2.token)).status).toBe(200);
    expect(await notes(stage)).toEqual([
      expect.objectContaining({ is_pinned: true, edited_at: null, earlier: [], version: version + 1 }),
    ]);
  });

  test('is taken away with its earlier wording; that it was there stays', async () => {
    const stage = await newStage(application, who);
    const { id, version } = await written(stage);
    await change(stage, id, { version, text: 'Has a secret', is_pinned: true });
    expect((await remove(stage, id, version + 1)).status).toBe(200);
    const all = await notes(stage);
    expect(all).toMatchObject([{ text: '', earlier: [], is_pinned: false, deleted_by: expect.any(String) }]);
    expect(JSON.stringify(all)).not.toMatch(/piano|secret/);
    expect((await change(stage, id, { version: version + 2, text: 'Back again' })).status).toBe(404);
    expect((await remove(stage, id, version + 2)).status).toBe(404);
  });

  test('is corrected so often and no more: no wording is dropped', async () => {
    const stage = await newStage(application, who);
    const { id, version } = await written(stage);
    const earlier = Array.from({ length: 20 }, (_, index) => ({ text: String(index), outcome: null, until: today }));
    await application.database.kysely
      .updateTable('lead_note')
      .set({ earlier: JSON.stringify(earlier) })
      .where('id', '=', id)
      .execute();
    expect((await change(stage, id, { version, text: 'Once more' })).status).toBe(409);
  });

  test.each([
    ['no words', { kind: 'note' }],
    ['words that nobody sees', { kind: 'note', text: ' \u200b' }],
    ['too many words', { kind: 'note', text: 'x'.repeat(5001) }],
    ['an outcome', { kind: 'note', text: 'Hello', outcome: 'reached' }],
    ['another kind', { kind: 'mail', text: 'Hello' }],
    ['an unknown field', { kind: 'note', text: 'Hello', author: 'me' }],
  ])('with %s is refused', async (_, body) => {
    const stage = await newStage(application, who);
    const { status } = await add(stage, body);
    expect(status).toBe(422);
    expect(await notes(stage)).toEqual([]);
  });

  test('of a lead that is not there is not there, and an archived lead takes none', async () => {
    const stage = await newStage(application, who);
    const note = await written(stage);
    const nobody = { ...stage, lead: { ...stage.lead, id: crypto.randomUUID() } };
    expect((await add(nobody, { kind: 'note', text: 'Hello' })).status).toBe(404);
    expect((await call(application, 'GET', pathOf(nobody), { token: stage.agent.token })).status).toBe(404);
    await reload(stage);
    const archived = await call(application, 'PATCH', `agent-lead/${stage.lead.id}`, {
      token: stage.agent.token,
      body: { version: stage.lead.version, is_archived: true, archive_reason: 'Duplicate' },
    });
    expect(archived.status).toBe(200);
    expect((await add(stage, { kind: 'note', text: 'Hello' })).status).toBe(409);
    expect((await change(stage, note.id, { version: note.version, text: 'Hello' })).status).toBe(409);
    expect((await notes(stage)).map(({ text }) => text)).toEqual(['Has a piano']);
  });
});

describe('a call', () => {
  test('needs an outcome and no words', async () => {
    const stage = await newStage(application, who);
    expect((await add(stage, { kind: 'call', text: 'Nice' })).body.errors).toMatchObject([{ field: 'outcome' }]);
    expect((await add(stage, { kind: 'call', outcome: 'eaten' })).status).toBe(422);
    expect(await written(stage, { kind: 'call', outcome: 'no-answer' })).toMatchObject({ text: '', kind: 'call' });
    const { id, version } = (await notes(stage))[0]!;
    await change(stage, id, { version, outcome: 'voicemail', text: 'Said where we are' });
    expect(await notes(stage)).toMatchObject([
      { outcome: 'voicemail', earlier: [{ text: '', outcome: 'no-answer' }], text: 'Said where we are' },
    ]);
  });

  test('sets the next follow-up by the lead’s own event, in one', async () => {
    const stage = await newStage(application, who);
    const { version } = await reload(stage);
    const follow_up = { date: addDays(today, 2), reason: 'No answer, call again' };
    const { status, body } = await add(stage, { kind: 'call', outcome: 'no-answer', version, follow_up });
    expect([status, body.state, body.follow_up]).toEqual([201, 'follow-up', follow_up]);
    expect((await historyOf(stage)).at(-1)).toMatchObject({ event: 'lead.followed-up', payload: follow_up });
  });

  test.each([
    ['a day that is over', () => ({ date: addDays(today, -1), reason: 'Too late' }), 0, 409],
    ['a lead that changed meanwhile', () => ({ date: today, reason: 'Now' }), 1, 409],
    ['no reason', () => ({ date: today }), 0, 422],
  ])('with %s for the follow-up is not written at all', async (_, follow_up, ahead, refusal) => {
    const stage = await newStage(application, who);
    const { version } = await reload(stage);
    const body = { kind: 'call', outcome: 'reached', version: version + ahead, follow_up: follow_up() };
    expect((await add(stage, body)).status).toBe(refusal);
    expect(await notes(stage)).toEqual([]);
    expect((await historyOf(stage)).map(({ event }) => event)).not.toContain('lead.followed-up');
  });
});
