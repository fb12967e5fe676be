import type { Browser } from '@playwright/test';
import { beforeAll, expect, test } from 'vitest';
import { addDays, dateIn } from '#src/machines/calendar/days.ts';
import { agentPage, startSession } from '#tests/paths/agent-page.ts';
import { gestures, newEstimate, newStage, people, reload } from '#tests/paths/api-gestures.ts';
import type { People } from '#tests/paths/api-gestures.ts';
import { showDate } from '#src/views/ui/dates.ts';
import { clientPage } from '#tests/paths/client-page.ts';
import { call, mailTo, startApplication, tokenOf, todayIn } from '#tests/platform/application.ts';
import type { Application } from '#tests/platform/application.ts';
import { violationsOf } from '#tests/platform/axe.ts';
import { testBrowser, newPage } from '#tests/platform/chromium.ts';
import { layoutProblemsOf } from '#tests/platform/layout.ts';
import { seen } from '#tests/platform/seen.ts';

const PHONE = { viewport: { width: 360, height: 740 }, hasTouch: true };

let application: Application;
let browser: Browser;
let who: People;

beforeAll(async () => {
  application = await startApplication();
  who = await people(application);
  browser = await testBrowser();
});

test('a client on a phone asks, wishes for other dates, reads the answers, and pays, all from one page', async () => {
  const stage = await newStage(application, who);
  expect((await gestures['quote.sent'](stage)).status).toBe(200);
  const token = tokenOf(await mailTo(application, stage.clientEmail, /^Your moving quote/), '/move/');
  // Where the client is, it is another day than at the brokerage.
  const zones = ['Pacific/Kiritimati', 'Pacific/Honolulu'];
  const timezoneId = zones.find((zone) => dateIn(zone, new Date()) !== todayIn(application))!;
  const tab = await newPage(browser, { ...PHONE, timezoneId, allow: [/ERR_FAILED/] });
  const fine = async () => {
    const violations = await violationsOf(tab);
    expect(violations.map(({ id, nodes }) => `${id}: ${nodes[0]?.html}`)).toEqual([]);
    expect(await layoutProblemsOf(tab)).toEqual([]);
  };
  const openPage = async () => {
    await tab.goto(`${application.url}/move/${token}`);
    await seen(tab.getByRole('heading', { name: 'Your move' })).toBeVisible();
  };
  await openPage();
  await fine();

  const agentTab = await newPage(browser, { viewport: { width: 1280, height: 900 } });
  await startSession(agentTab, application.url, 'agent-portal', who.agent.email);
  const agent = agentPage(agentTab, application.url);
  await agent.open(stage.lead.id);
  const links = agentTab.getByRole('region', { name: 'Client links' });
  await seen(links.getByText(/^Opened /)).toBeVisible();

  // The estimate is a separate page, with a way back.
  await tab.getByRole('button', { name: 'View and answer version 1' }).click();
  await seen(tab.getByRole('heading', { name: 'Your moving estimate' })).toBeVisible();
  await tab.goBack();
  await seen(tab.getByRole('heading', { name: 'Your move' })).toBeVisible();

  // A question, and an agent's answer.
  const questions = tab.getByRole('region', { name: 'Questions and answers' });
  await questions.getByRole('button', { name: 'Send question' }).click();
  await seen(questions.getByText('Write your question.')).toBeVisible();
  await questions.getByLabel('Your question').fill('Is there a loading dock?');
  await questions.getByRole('button', { name: 'Send question' }).click();
  const sent = questions.getByText('Sent. We’ll answer here, or by phone or email.');
  await seen(sent).toBeVisible();
  // What could not be sent says so where it was written, and keeps its text.
  await questions.getByLabel('Your question').fill('And an elevator?');
  await tab.route('**/graphql', (route) =>
    route.request().postData()?.includes('And an elevator?') ? route.abort() : route.fallback(),
  );
  await questions.getByRole('button', { name: 'Send question' }).click();
  await seen(questions.getByRole('alert')).toContainText('Couldn’t send your question.');
  await seen(sent).toHaveCount(0);
  await seen(questions.getByLabel('Your question')).toHaveValue('And an elevator?');
  await fine();
  await tab.unroute('**/graphql');
  await tab.reload();
  await seen(questions.getByLabel('Your question')).toHaveValue('And an elevator?');
  await agentTab.getByRole('link', { name: /^Chat/ }).last().click();
  await agentTab.getByRole('button', { name: 'Take over' }).click();
  await agentTab.getByRole('textbox').last().fill('Yes, on the north side.');
  await agentTab.getByRole('button', { name: 'Send', exact: true }).click();
  await seen(agentTab.getByText('Yes, on the north side.').first()).toBeVisible();

  // The page links to the agreement; once it is signed there, this page shows it. What the brokerage does appears by
  // itself, as the answer did.
  await seen(questions.getByText('Yes, on the north side.')).toBeVisible();
  await reload(stage);
  expect((await gestures['contract.sent'](stage)).status).toBe(200);
  await seen(tab.getByRole('button', { name: 'Read and sign' }).first()).toBeVisible();
  await clientPage(tab, application, stage.clientEmail).sign();
  await openPage();
  await seen(tab.getByText('Your agreement is signed. We are looking for your carrier.')).toBeVisible();
  await seen(tab.getByRole('region', { name: 'Agreement' })).toContainText(`Signed ${showDate(todayIn(application))}`);
  await fine();

  // Other dates.
  const stops = tab.getByRole('region', { name: 'Dates and stops' });
  await stops.getByRole('button', { name: 'Ask for other dates…' }).click();
  const dialog = tab.getByRole('dialog');
  await dialog.getByRole('button', { name: 'Send request' }).click();
  await seen(dialog.getByText('Choose the earliest day.').first()).toBeVisible();
  const day = addDays(todayIn(application), 60);
  await dialog.getByLabel('Earliest pick-up').fill(day);
  await dialog.getByLabel('Reason').fill('The closing moved.');
  await fine();
  await dialog.getByRole('button', { name: 'Send request' }).click();
  await seen(stops.getByText(/^You asked to move on /)).toBeVisible();
  await agent.open(stage.lead.id);
  await seen(agentTab.getByRole('region', { name: 'Money' })).toContainText('$100.00, due now');
  const wish = agentTab.getByRole('region', { name: 'The client asks for other dates' });
  await seen(wish).toContainText('The closing moved.');
  await wish.getByRole('button', { name: 'Accept…' }).click();
  await agentTab.getByRole('dialog').getByLabel('Message to the client').fill('Gladly.');
  await agentTab.getByRole('dialog').getByRole('button', { name: 'Accept dates' }).click();
  const activity = agentTab.getByRole('list', { name: 'Activity', exact: true });
  await seen(activity).toContainText('accepted the other dates');
  await seen(activity).toContainText('asked for other dates');
  const next = agentTab.getByRole('region', { name: 'Other dates' });
  await next.getByRole('button', { name: 'Reopen the contract…' }).click();
  await seen(agentTab.getByRole('dialog').getByRole('heading').first()).toBeVisible();
  await mailTo(application, stage.clientEmail, /^Your new dates work/);
  await seen(stops.getByText(/^We can move you on /)).toBeVisible();
  await seen(stops.getByText('Gladly.')).toBeVisible();

  // The deposit.
  await tab.getByRole('button', { name: 'Pay $100.00 by card' }).last().click();
  await seen(tab.getByRole('heading', { name: 'Pay your deposit' })).toBeVisible();
  await tab.getByRole('button', { name: 'Pay $100.00 by card' }).click();
  await tab.getByLabel('Card number').fill('4242424242424242');
  await tab.getByLabel('Expires').fill('1230');
  await tab.getByLabel('Security code').fill('123');
  await tab.getByRole('button', { name: 'Pay $100.00', exact: true }).click();
  await seen(tab.getByRole('status').filter({ hasText: 'We received $100.00' })).toBeVisible();
  await openPage();
  await seen(tab.getByRole('list', { name: 'Receipts' })).toContainText('$100.00');
  // Nothing is due before delivery, so the bar at the bottom asks for nothing; paying early is offered with the money.
  const money = tab.getByRole('region', { name: 'Payments' });
  await seen(money).toContainText('Balance, due at delivery');
  await seen(tab.getByRole('button', { name: /^Pay / })).toHaveText('Pay the balance early');
  for (const name of [/^PDF of the receipt/, 'PDF of the estimate']) {
    const download = tab.waitForEvent('download');
    await tab.getByRole('link', { name }).click();
    expect((await download).suggestedFilename()).toMatch(/\.pdf$/);
  }
  await fine();

  // A revoked link no longer shows anything.
  await reload(stage);
  await agent.open(stage.lead.id);
  await links.getByRole('button', { name: 'Revoke the link: Client page' }).click();
  await seen(links.getByText('Not shared yet')).toBeVisible();
  await tab.reload();
  await seen(tab.getByRole('heading', { name: 'This link no longer works' })).toBeVisible();
  await seen(tab.getByText('This link was replaced or revoked. Ask us for a new one.')).toBeVisible();
});

test('a replaced price is not told as accepted; an answer about dates goes once the move is done', async () => {
  const stage = await newStage(application, who);
  const happen = async (...events: (keyof typeof gestures)[]) => {
    for (const event of events) {
      expect((await gestures[event](stage)).status, event).toBeLessThan(300);
      await reload(stage);
    }
  };
  await happen('quote.sent', 'quote.accepted', 'contract.sent', 'contract.reopened');
  const second = await call(application, 'POST', `agent-lead/${stage.lead.id}/estimates`, {
    token: who.agent.token,
    body: newEstimate,
  });
  expect(second.status).toBe(201);
  await reload(stage);
  await happen('quote.sent');
  const token = tokenOf(await mailTo(application, stage.clientEmail, /^Your moving quote/), '/move/');
  const tab = await newPage(browser, PHONE);
  await tab.goto(`${application.url}/move/${token}`);
  const versions = tab.getByRole('region', { name: 'Estimate' }).getByRole('listitem');
  await seen(versions.filter({ hasText: 'Version 2' })).toContainText('Valid until');
  await seen(versions.filter({ hasText: 'Version 1' })).toContainText('Replaced by a newer one');

  await happen('contract.sent', 'contract.signed');
  const first = addDays(todayIn(application), 40);
  await call(application, 'POST', `agent-lead/portal/reschedule?token=${token}`, {
    body: { version: 1, first, last: first, reason: 'The closing moved' },
  });
  const accepted = await call(application, 'POST', `agent-lead/${stage.lead.id}/reschedule/answer`, {
    token: who.agent.token,
    body: { version: 2, accepts: true },
  });
  expect(accepted.status).toBe(200);
  await tab.reload();
  const stops = tab.getByRole('region', { name: 'Dates and stops' });
  await seen(stops.getByText(/^We can move you on /)).toBeVisible();
  await happen('carrier.special-awarded', 'carrier.signed', 'contract.closed');
  await tab.reload();
  await seen(stops.getByText('Dates can’t change after pick-up.')).toBeVisible();
  await seen(stops.getByText(/^We can move you on /)).toHaveCount(0);
});
