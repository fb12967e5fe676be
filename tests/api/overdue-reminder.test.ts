import { beforeAll, expect, test } from 'vitest';
import { remindOverdue } from '#src/api/agent-lead/invoice.jobs.ts';
import { addDays } from '#src/machines/calendar/days.ts';
import { gestures, newStage, people, reload } from '#tests/paths/api-gestures.ts';
import type { People, Stage } from '#tests/paths/api-gestures.ts';
import { call, mailTo, startApplication, todayIn, tokenOf } from '#tests/platform/application.ts';
import type { Application } from '#tests/platform/application.ts';

/** Clients with an overdue invoice are reminded by email, as long as something is due. */
let application: Application;
let who: People;

beforeAll(async () => {
  application = await startApplication();
  who = await people(application);
});

interface Invoiced {
  stage: Stage;
  dueOn: string;
  /** The morning this many days after the due date. */
  morning: (days: number) => Promise<void>;
  reminders: () => Promise<number>;
}

async function invoiced(): Promise<Invoiced> {
  const stage = await newStage(application, who);
  for (const event of [
    'quote.sent',
    'contract.sent',
    'contract.signed',
    'carrier.special-awarded',
    'carrier.signed',
    'contract.closed',
    'invoice.sent',
  ] as const) {
    await gestures[event](stage);
    await reload(stage);
  }
  const { due_on: dueOn } = await application.database.kysely
    .selectFrom('invoice')
    .select('due_on')
    .where('lead_id', '=', stage.lead.id)
    .executeTakeFirstOrThrow();
  return {
    stage,
    dueOn: dueOn!,
    morning: (days) =>
      remindOverdue({ ...application.parts, now: () => new Date(`${addDays(dueOn!, days)}T15:00:00Z`) }),
    reminders: async () => {
      const mails = await application.database.kysely
        .selectFrom('mail')
        .select('id')
        .where('lead_id', '=', stage.lead.id)
        .where('kind', '=', 'overdue')
        .execute();
      return mails.length;
    },
  };
}

const pay = (stage: Stage, amount: number) =>
  call(application, 'POST', `agent-lead/${stage.lead.id}/invoice/payment`, {
    token: stage.agent.token,
    body: { amount, paid_on: todayIn(application), method: 'check' },
  });

test('what is due, since when, and a link to pay it; once each time, and no more once it is paid', async () => {
  const { stage, morning, reminders } = await invoiced();
  const email = stage.clientEmail;
  await morning(0);
  expect(await reminders()).toBe(0);
  await morning(1);
  await morning(1);
  expect(await reminders()).toBe(1);
  const first = await mailTo(application, email, /is overdue$/);
  expect(first.subject).toMatch(/^Reminder: invoice \d+ for your move L-\d+ is overdue$/);
  const { money } = await reload(stage);
  const dollars = (cents: number) => (cents / 100).toLocaleString('en-US', { style: 'currency', currency: 'USD' });
  expect(first.text).toContain(dollars(money!.due));
  const token = tokenOf(first, '/agent-portal/payment/');
  const page = await call(application, 'GET', `agent-lead/payment/shared?token=${token}`);
  expect([page.status, page.body.due]).toEqual([200, money!.due]);

  expect((await pay(stage, 10_000)).status).toBe(200);
  for (const day of [2, 4, 6, 7]) await morning(day);
  expect(await reminders()).toBe(2);
  const second = await mailTo(application, email, /is overdue$/, 1);
  expect(second.text).toContain(dollars(money!.due - 10_000));

  expect((await pay(stage, money!.due - 10_000)).status).toBe(200);
  for (const day of [14, 30]) await morning(day);
  expect(await reminders()).toBe(2);
});

test('a morning on which the product stood still is made up for on the next, and no later', async () => {
  const { morning, reminders } = await invoiced();
  await morning(8);
  await morning(8);
  expect(await reminders()).toBe(1);
  for (const day of [9, 10, 13, 16]) await morning(day);
  expect(await reminders()).toBe(1);
});
