import { beforeAll, beforeEach, expect, test } from 'vitest';
import { remindFollowUps } from '#src/api/agent-lead/agent-lead.reminders.ts';
import { call, mailTo, signedIn, startApplication } from '#tests/platform/application.ts';
import type { Application } from '#tests/platform/application.ts';
import { newStage, people, reload } from '#tests/paths/api-gestures.ts';
import type { People, Stage } from '#tests/paths/api-gestures.ts';
import { instantAt } from '#src/machines/calendar/days.ts';
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
/** What the schedule runs at eight in the morning of the brokerage. */
const remind = (date = DATE) =>
  remindFollowUps({ ...application.parts, now: () => instantAt(application.parts.brokerage.zone, date, 8) });
const reminders = () =>
  application.database.kysely
    .selectFrom('mail')
    .select(['subject'])
    .where('kind', '=', 'follow-up')
    .where('recipient', '=', stage.agent.email)
    .execute();

test('every morning, at eight by the clock of the brokerage, also after an outage', async () => {
  const { rows } = await application.database.pool.query<{ cron: string; timezone: string; options: object }>(
    `select cron, timezone, options from pgboss.schedule where name = 'follow-up.remind'`,
  );
  const { zone } = application.parts.brokerage;
  expect(rows).toMatchObject([{ cron: '0 8 * * *', timezone: zone, options: { missed: 'once' } }]);
});

test('on its day the assigned agent gets a mail that leads to the lead, and not before', async () => {
  await remind(inDays(1));
  expect(await reminders()).toEqual([]);
  await remind();
  const mail = await mailTo(application, stage.agent.email, /./);
  expect(mail.text).toContain('Call about the piano');
  expect(mail.links).toContain(`${application.url}/agent-portal/lead/${stage.lead.id}/info`);
  expect(await reminders()).toEqual([{ subject: expect.stringMatching(/^Follow up today: Casey Client \(L-\d+\)$/) }]);
});

test('several leads come in one mail, with the phone, the reason and a link of each', async () => {
  const first = stage;
  stage = await newStage(application, { ...who, agent: first.agent });
  await assign(first.agent.id);
  await followUp(DATE);
  await remind();
  const mail = await mailTo(application, first.agent.email, /./);
  expect(await reminders()).toEqual([{ subject: '2 follow-ups today' }]);
  for (const { lead } of [first, stage]) {
    const url = `${application.url}/agent-portal/lead/${lead.id}/info`;
    expect(mail.text).toMatch(
      new RegExp(`^Casey Client \\(L-\\d+\\): \\(614\\) 555-0100 · Call about the piano ${url}$`, 'm'),
    );
  }
  expect(mail.links).toContain(`${application.url}/agent-portal/today`);
});

test('a job that runs again, also at the same time, sends nothing more', async () => {
  await Promise.all([remind(), remind(), remind()]);
  await remind();
  expect(await reminders()).toHaveLength(1);
});

test('the same day set twice is one reminder; a day set after eight is not mailed about', async () => {
  await followUp(DATE);
  await remind();
  await followUp(inDays(3));
  await followUp(DATE);
  expect(await reminders()).toHaveLength(1);
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
  expect(await reminders()).toEqual([]);
});
