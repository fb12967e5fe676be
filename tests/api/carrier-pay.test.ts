import { beforeAll, describe, expect, test } from 'vitest';
import { newId } from '#src/api/database/ids.ts';
import { showMoney } from '#src/machines/amount/amounts.ts';
import { DAY } from '#src/machines/calendar/durations.ts';
import { gestures, newStage, people, reload } from '#tests/paths/api-gestures.ts';
import type { People, Stage } from '#tests/paths/api-gestures.ts';
import { pdfText } from '#tests/platform/sample-pdf.ts';
import { call, mailTo, startApplication } from '#tests/platform/application.ts';
import type { Account, Application } from '#tests/platform/application.ts';
import { newCarrier } from './carrier-api.ts';

/** What a carrier is owed and paid, as shown on its page and in its file. */
let application: Application;
let who: People;

beforeAll(async () => {
  application = await startApplication();
  who = await people(application);
});

interface Job {
  lead_id: string;
  state: string;
  is_closed: boolean;
  pay_days: number;
  received_on: string | null;
  due_on: string | null;
  paid_on: string | null;
  amount: number;
  paid: number;
  asked_on: string | null;
  missing_papers: string[];
}
interface Pay {
  jobs: Job[];
  page: { end: string | null; has_next: boolean };
  totals: Record<string, number>;
  pay_days: number;
  detail: string;
}

async function go(stage: Stage, ...events: (keyof typeof gestures)[]): Promise<void> {
  for (const event of events) {
    await reload(stage);
    const { status, body } = await gestures[event](stage);
    expect(status, `${event}: ${JSON.stringify(body)}`).toBeLessThan(300);
  }
  await reload(stage);
}
async function signed(): Promise<Stage> {
  const stage = await newStage(application, who);
  await go(stage, 'quote.sent', 'contract.sent', 'contract.marked-signed', 'carrier.special-awarded', 'carrier.signed');
  return stage;
}
const payOf = async (query = '', { token }: Account = who.carrier) =>
  call<Pay>(application, 'GET', `carrier/pay${query}`, { token });
async function jobOf(stage: Stage): Promise<Job | undefined> {
  return (await payOf('?limit=100')).body.jobs.find(({ lead_id }) => lead_id === stage.lead.id);
}
const loadOf = async (stage: Stage) =>
  (
    await call<{ pay: { state: string; missing_papers: string[] } }>(
      application,
      'GET',
      `carrier/agent-lead/${stage.lead.id}/details`,
      { token: who.carrier.token },
    )
  ).body;
async function deliver(stage: Stage): Promise<void> {
  for (const step of ['on-the-way', 'picked-up', 'delivered'])
    expect(
      (
        await call(application, 'POST', `carrier/agent-lead/${stage.lead.id}/job/step`, {
          token: who.carrier.token,
          body: { step },
        })
      ).status,
    ).toBe(200);
}
/** As if it had been this many days ago. */
async function age(stage: Stage, days: number): Promise<void> {
  const at = new Date(Date.now() - days * DAY).toISOString();
  const { kysely } = application.database;
  await kysely.updateTable('carrier_job').set({ delivered_at: at }).where('lead_id', '=', stage.lead.id).execute();
  await kysely.updateTable('contract').set({ closed_at: at }).where('lead_id', '=', stage.lead.id).execute();
}
const payout = (stage: Stage, amount: number) =>
  call(application, 'POST', `agent-lead/${stage.lead.id}/contract/payout`, {
    token: who.agent.token,
    body: {
      version: stage.lead.version,
      payee: 'carrier',
      amount,
      paid_on: new Date(Date.now() - DAY).toISOString().slice(0, 10),
      method: 'Check',
    },
  });

describe('a job that was signed', () => {
  test('is not there before it is delivered; without its papers it has no due date; with both it is due by the terms', async () => {
    const stage = await signed();
    expect(await jobOf(stage)).toBeUndefined();
    await deliver(stage);
    expect(await jobOf(stage)).toMatchObject({
      state: 'awaiting-papers',
      due_on: null,
      is_closed: false,
      pay_days: 15,
    });
    const papers = ['completion-statement', 'delivery-receipt'];
    for (const [index, kind] of papers.entries()) {
      const missing = { state: 'awaiting-papers', missing_papers: papers.slice(index) };
      expect(await jobOf(stage)).toMatchObject(missing);
      expect((await loadOf(stage)).pay).toMatchObject(missing);
      const body = new FormData();
      body.append('kind', kind);
      body.append('content', new Blob([pdfText()]), `${kind}.pdf`);
      const { status } = await call(application, 'POST', `carrier/agent-lead/${stage.lead.id}/job/paper`, {
        token: who.carrier.token,
        body,
      });
      expect(status).toBe(201);
    }
    const job = (await jobOf(stage))!;
    expect([job.state, (Date.parse(job.due_on!) - Date.parse(job.received_on!)) / DAY, job.missing_papers]).toEqual([
      'open',
      15,
      [],
    ]);
  });

  test('closed, it is due within the week, then overdue, then paid in parts; a correction opens it again', async () => {
    const stage = await signed();
    await deliver(stage);
    await go(stage, 'contract.closed');
    const { amount } = (await jobOf(stage))!;
    await age(stage, 10);
    expect(await jobOf(stage)).toMatchObject({
      state: 'due',
      is_closed: true,
      missing_papers: [],
      paid: 0,
      paid_on: null,
    });
    await age(stage, 40);
    expect(await jobOf(stage)).toMatchObject({ state: 'overdue' });
    const before = (await payOf()).body.totals;

    expect((await payout(stage, 1000)).status).toBe(200);
    expect(await jobOf(stage)).toMatchObject({ state: 'overdue', paid: 1000 });
    await reload(stage);
    expect((await payout(stage, amount - 1000)).status).toBe(200);
    const paid = (await jobOf(stage))!;
    expect([paid.state, paid.paid, paid.paid_on === null]).toEqual(['paid', amount, false]);
    const after = (await payOf()).body.totals;
    expect([before.overdue! - after.overdue!, before.overdue_jobs! - after.overdue_jobs!]).toEqual([amount, 1]);
    expect(after.paid_this_year! - before.paid_this_year!).toBe(amount);
    const { reference } = stage.lead;
    for (const [sum, left] of [
      [1000, `Still to come: ${showMoney(amount - 1000)}`],
      [amount - 1000, undefined],
    ] as const) {
      const subject = `Payment sent: ${showMoney(sum)} for job ${reference}`;
      const { text } = await mailTo(application, who.carrier.email, { subject: /^Payment sent/, about: subject });
      expect(text).toMatch(/^Paid by: Check$/m);
      expect(/^Still to come.*$/m.exec(text)?.[0]).toBe(left);
    }

    const entry = await application.database.kysely
      .selectFrom('payment')
      .select('id')
      .where('lead_id', '=', stage.lead.id)
      .where('direction', '=', 'to-carrier')
      .where('amount', '=', 1000)
      .executeTakeFirstOrThrow();
    await reload(stage);
    const { status } = await call(application, 'POST', `agent-lead/${stage.lead.id}/payments/correct`, {
      token: who.agent.token,
      body: { version: stage.lead.version, payment_id: entry.id, reason: 'The check came back' },
    });
    expect(status).toBe(200);
    expect(await jobOf(stage)).toMatchObject({ state: 'overdue', paid: amount - 1000 });
    const subject = `Corrected: payment of ${showMoney(1000)} for job ${reference}`;
    const { text } = await mailTo(application, who.carrier.email, { subject: /^Corrected/, about: subject });
    expect(/^Still to come.*$/m.exec(text)?.[0]).toBe(`Still to come: ${showMoney(1000)}`);
    // The agent's reason is the brokerage's own.
    expect(text).not.toContain('The check came back');
  });

  test('keeps the terms that it was awarded with; the next one has those of the settings, on the load, too', async () => {
    const before = await signed();
    await application.database.kysely
      .updateTable('settings')
      .set(({ eb }) => ({ value: JSON.stringify({ pay_days: 30 }), version: eb('version', '+', 1) }))
      .where('section', '=', 'carriers')
      .execute();
    await application.parts.settings.refresh();
    const after = await signed();
    await deliver(before);
    await deliver(after);
    expect([(await jobOf(before))!.pay_days, (await jobOf(after))!.pay_days]).toEqual([15, 30]);
    expect((await payOf()).body.pay_days).toBe(30);
    const load = await call<{ pay_days: number }>(application, 'GET', `carrier/agent-lead/${before.lead.id}/details`, {
      token: who.carrier.token,
    });
    expect(load.body.pay_days).toBe(15);
    const agreement = await call<{ html: string }>(
      application,
      'GET',
      `carrier/specific-job-agreement/${after.lead.id}`,
      { token: who.carrier.token },
    );
    expect(agreement.body.html).toContain('within 30 days of receiving');
    await application.database.kysely
      .updateTable('settings')
      .set(({ eb }) => ({ value: JSON.stringify({ pay_days: 15 }), version: eb('version', '+', 1) }))
      .where('section', '=', 'carriers')
      .execute();
    await application.parts.settings.refresh();
  });
});

describe('the list', () => {
  test('is narrowed by state and days, goes on page by page, and refuses what is none', async () => {
    const all = (await payOf('?limit=100')).body.jobs;
    expect(all.length).toBeGreaterThan(2);
    const overdue = (await payOf('?state=overdue&limit=100')).body.jobs;
    expect(overdue).toEqual(all.filter(({ state }) => state === 'overdue'));
    const seen: string[] = [];
    for (let after = ''; ;) {
      const { jobs, page } = (await payOf(`?limit=1${after && `&after=${after}`}`)).body;
      seen.push(...jobs.map(({ lead_id }) => lead_id));
      if (!page.has_next) break;
      after = page.end!;
    }
    expect(seen).toEqual(all.map(({ lead_id }) => lead_id));
    expect((await payOf('?from=2020-01-01&to=2020-12-31')).body.jobs).toEqual([]);
    expect((await payOf('?from=2021-01-01&to=2020-12-31')).status).toBe(400);
    expect((await payOf('?after=WyJ4IiwieSJd')).status).toBe(400);
    expect((await payOf('?state=late')).status).toBe(400);
  });

  test('as a file has the same jobs; another carrier has none of them', async () => {
    const { body } = await call<string>(application, 'GET', 'carrier/pay/export?state=overdue', {
      token: who.carrier.token,
    });
    const lines = String(body).trim().split('\r\n');
    expect(lines[0]).toContain('load,route,delivered_on,status');
    expect(lines).toHaveLength(1 + (await payOf('?state=overdue&limit=100')).body.jobs.length);
    const other = await newCarrier(application, `Other ${newId().slice(-6)}`);
    const { jobs, totals } = (await payOf('', other)).body;
    expect([jobs, totals.unpaid, totals.paid_this_year]).toEqual([[], 0, 0]);
  });
});
