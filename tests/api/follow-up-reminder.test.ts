import { beforeAll, beforeEach, expect, test } from 'vitest';
import { remindFollowUp } from '#src/api/agent-lead/agent-lead.reminders.ts';
import { newId } from '#src/api/database/ids.ts';
import { call, mailTo, signedIn, startApplication } from '#tests/platform/application.ts';
import type { Application } from '#tests/platform/application.ts';
import { newStage, people, reload } from '#tests/paths/api-gestures.ts';
import type { People, Stage } from '#tests/paths/api-gestures.ts';
import { DAY } from '#src/machines/calendar/durations.ts';

const inDays = (days: number): string => new Date(Date.now() + days * DAY).toISOString().slice(0, 10);
const DATE = inDays(2);
let application: Application;
let who: People;
let stage: Stage;

beforeAll(async () => {
  application = await startApplication();
  who = await people(application);
});
beforeEach(async () => {
  stage = await newStage(application, { ...who, agent: await signedIn(application, 'agent', 'Ann Agent') });
  await assign(stage.agent.id);
  await followUp(DATE);
});

const edit = async (changes: Record<string, unknown>) => {
  const { version } = await reload(stage);
  const { status, body } = await call(application, 'PATCH', `agent-lead/${stage.lead.id}`, {
    token: stage.agent.token,
    body: { version, ...changes },
  });
  expect(status, JSON.stringify(body)).toBe(200);
};
const assign = (id: string | null) => edit({ assigned_agent_id: id });
const followUp = async (date: string) => {
  const { version } = await reload(stage);
  const { status, body } = await call(application, 'POST', `agent-lead/${stage.lead.id}/follow_up`, {
    token: stage.agent.token,
    body: { version, date, reason: 'Call about the piano' },
  });
  expect(status, JSON.stringify(body)).toBe(200);
};
const remind = (jobId = newId(), date = DATE) =>
  remindFollowUp(application.parts, { leadId: stage.lead.id, date }, jobId);
const reminders = async () =>
  (
    await application.database.kysely
      .selectFrom('mail')
      .select(['recipient', 'kind'])
      .where('kind', '=', 'follow-up')
      .where('recipient', '=', stage.agent.email)
      .execute()
  ).length;

test('a follow-up puts its reminder in the queue for the morning of its day', async () => {
  const { rows } = await application.database.pool.query<{ data: unknown; start_after: Date }>(
    `select data, start_after::text from pgboss.job where name = 'follow-up.remind' and data->>'leadId' = $1`,
    [stage.lead.id],
  );
  expect(rows.map(({ data, start_after }) => [data, new Date(start_after).toISOString()])).toEqual([
    [{ leadId: stage.lead.id, date: DATE }, `${DATE}T13:00:00.000Z`],
  ]);
});

test('on its day the assigned agent gets a mail that leads to the lead', async () => {
  await remind();
  const mail = await mailTo(application, stage.agent.email, /./);
  expect(mail.text).toContain('Call about the piano');
  expect(mail.links).toContain(`${application.url}/agent-portal/lead/${stage.lead.id}/info`);
  expect(await reminders()).toBe(1);
});

test('a job that runs again, also at the same time, sends nothing more', async () => {
  const job = newId();
  await Promise.all([remind(job), remind(job), remind(job)]);
  await remind(job);
  expect(await reminders()).toBe(1);
});

test.each([
  ['another date was set', () => followUp(inDays(5))],
  ['the lead is archived', () => edit({ is_archived: true, archive_reason: 'Moved with friends' })],
  [
    'the quote went out',
    () =>
      call(application, 'POST', `agent-lead/${stage.lead.id}/quote`, {
        token: stage.agent.token,
        body: { version: stage.lead.version + 1 },
      }),
  ],
  ['nobody is assigned', () => assign(null)],
  [
    'the agent has left',
    () =>
      application.database.kysely
        .updateTable('account')
        .set({ disabled_at: new Date().toISOString() })
        .where('id', '=', stage.agent.id)
        .execute(),
  ],
])('no reminder once %s', async (_what, happens) => {
  await happens();
  await remind();
  expect(await reminders()).toBe(0);
});

test('a reminder of a lead that is gone does no harm', async () => {
  await remindFollowUp(application.parts, { leadId: newId(), date: DATE }, newId());
});
