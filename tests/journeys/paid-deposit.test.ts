import type { Browser } from '@playwright/test';
import { beforeAll, expect, test } from 'vitest';
import { hrefs } from '#src/api/link/hrefs.ts';
import { agentPage, startSession } from '#tests/paths/agent-page.ts';
import { contractToken, gestures, newStage, people, reload } from '#tests/paths/api-gestures.ts';
import type { People } from '#tests/paths/api-gestures.ts';
import { clientPage } from '#tests/paths/client-page.ts';
import { call, mailTo, startApplication, tokenOf } from '#tests/platform/application.ts';
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

test('a client on a phone goes from the quote in the mail to the paid deposit, and the agent sees each step', async () => {
  const stage = await newStage(application, who);
  expect((await gestures['quote.sent'](stage)).status).toBe(200);
  const agentTab = await newPage(browser, { viewport: { width: 1280, height: 900 } });
  await startSession(agentTab, application.url, 'agent-portal', who.agent.email);
  const agent = agentPage(agentTab, application.url);
  await agent.open(stage.lead.id);
  const money = agentTab.getByRole('region', { name: 'Money' });
  const activity = agentTab.getByRole('region', { name: 'Activity' });

  const tab = await newPage(browser, { ...PHONE, allow: [/status of 402/] });
  const client = clientPage(tab, application, stage.clientEmail);
  const fine = async () => {
    const violations = await violationsOf(tab);
    expect(violations.map(({ id, nodes }) => `${id}: ${nodes[0]?.html}`)).toEqual([]);
    expect(await layoutProblemsOf(tab)).toEqual([]);
  };
  const quote = await mailTo(application, stage.clientEmail, /^Your moving quote/);
  await client.acceptEstimate(tokenOf(quote, '/agent-portal/estimates/'));
  await seen(activity.getByText('accepted the quote')).toBeVisible();
  await client.sign();
  await seen(tab.getByRole('heading', { name: 'Your agreement is signed' })).toBeFocused();
  await fine();
  await agent.seePlace({ state: 'contracted', stage: null, isArchived: false });

  await tab.getByRole('link', { name: 'Pay your deposit' }).click();
  await seen(tab.getByRole('heading', { name: 'Pay your deposit' })).toBeVisible();
  await fine();
  await tab.getByRole('button', { name: 'Pay $100.00 by card' }).click();
  await seen(tab.getByLabel('Card number')).toBeFocused();
  const enter = async (number: string) => {
    await tab.getByLabel('Card number').fill(number);
    await tab.getByLabel('Expires').fill('1230');
    await tab.getByLabel('Security code').fill('123');
    await tab.getByRole('button', { name: 'Pay $100.00', exact: true }).click();
  };
  await enter('4000000000000002');
  await seen(tab.getByText('Your card was declined.')).toBeVisible();
  await fine();
  await enter('4242424242424242');
  await seen(tab.getByRole('status').filter({ hasText: 'We received $100.00' })).toBeFocused();
  // The balance is not due before the move is completed.
  await seen(tab.getByRole('heading', { name: 'Your payments' })).toBeVisible();
  await seen(tab.getByText('Nothing is due now.')).toBeVisible();
  await fine();
  await mailTo(application, stage.clientEmail, /^Payment received: \$100\.00/);
  await seen(money).toContainText('$100.00');
  await seen(activity.getByText('Casey Client paid $100.00 by card')).toBeVisible();
  await reload(stage);

  // The page after signing does not ask for what is already paid.
  await tab.goBack();
  await seen(tab.getByRole('heading', { name: 'Your agreement is signed' })).toBeVisible();
  await seen(tab.getByRole('link', { name: 'Pay your deposit' })).toHaveCount(0);

  // What the agent sends back: every field is asked for, and says so.
  await agentTab.getByRole('button', { name: 'Record refund' }).click();
  const refund = agentTab.getByRole('dialog', { name: 'Record a refund' });
  await seen(refund.getByLabel('Amount')).toBeFocused();
  await seen(refund.getByText('$100.00 was paid.')).toBeVisible();
  for (const name of ['Amount', 'Refunded on', 'Refunded by', 'Reason']) {
    const label = refund.locator('label').filter({ hasText: name });
    expect(await label.evaluate((node) => getComputedStyle(node, '::after').content)).toContain('required');
  }
  await refund.getByRole('button', { name: 'Record refund' }).click();
  await seen(refund.getByText('Choose how it was refunded.').first()).toBeVisible();
});

test('a check that comes while the client enters a card: nothing is charged unseen, and the thanks are for what was', async () => {
  const stage = await newStage(application, who);
  for (const event of ['quote.sent', 'contract.sent', 'contract.signed'] as const) {
    expect((await gestures[event](stage)).status).toBeLessThan(300);
    await reload(stage);
  }
  const checkCame = async (amount: number) => {
    const { status } = await call(application, 'POST', `agent-lead/${stage.lead.id}/invoice/payment`, {
      token: stage.agent.token,
      body: { amount, paid_on: '2026-01-05', method: 'Check' },
    });
    expect(status).toBe(200);
  };
  const tab = await newPage(browser, PHONE);
  await tab.goto(`${application.url}${hrefs.pay(await contractToken(stage))}`);
  const enter = async () => {
    await tab.getByLabel('Card number').fill('4242424242424242');
    await tab.getByLabel('Expires').fill('1230');
    await tab.getByLabel('Security code').fill('123');
  };
  await tab.getByRole('button', { name: 'Pay $100.00 by card' }).click();
  await enter();
  await checkCame(4000);
  await tab.getByRole('button', { name: 'Pay $100.00', exact: true }).click();
  await seen(tab.getByRole('alert')).toContainText(
    'The amount has changed since you saw it. Your card wasn’t charged.',
  );
  await seen(tab.getByRole('alert')).toBeFocused();
  expect(await layoutProblemsOf(tab)).toEqual([]);
  await tab.getByRole('button', { name: 'Pay $60.00 by card' }).click();
  await enter();
  await tab.route('**/payment_intents/*/confirm', async (route) => {
    const response = await route.fetch();
    await checkCame(1000);
    await route.fulfill({ response });
  });
  await tab.getByRole('button', { name: 'Pay $60.00', exact: true }).click();
  await seen(tab.getByRole('status').filter({ hasText: 'We received $60.00' })).toBeFocused();
  await seen(tab.getByText('$110.00')).toBeVisible();
});

test('while one tab waits for the bank, another one pays: the first says that it is paid', async () => {
  const stage = await newStage(application, who);
  for (const event of ['quote.sent', 'contract.sent', 'contract.signed'] as const) {
    expect((await gestures[event](stage)).status).toBeLessThan(300);
    await reload(stage);
  }
  const url = `${application.url}${hrefs.pay(await contractToken(stage))}`;
  const enter = async (number: string) => {
    const tab = await newPage(browser, { ...PHONE, allow: [/status of 400/] });
    await tab.goto(url);
    await tab.getByRole('button', { name: 'Pay $100.00 by card' }).click();
    await tab.getByLabel('Card number').fill(number);
    await tab.getByLabel('Expires').fill('1230');
    await tab.getByLabel('Security code').fill('123');
    await tab.getByRole('button', { name: 'Pay $100.00', exact: true }).click();
    return tab;
  };
  const waiting = await enter('4000002500003155');
  await seen(waiting.getByRole('button', { name: 'Approve' })).toBeVisible();
  const paying = await enter('4242424242424242');
  await seen(paying.getByRole('status').filter({ hasText: 'We received $100.00' })).toBeVisible();
  await waiting.getByRole('button', { name: 'Approve' }).click();
  await seen(waiting.getByRole('status').filter({ hasText: 'We received $100.00' })).toBeFocused();
  await seen(waiting.getByRole('alert')).toHaveCount(0);
  await seen(waiting.getByText('Nothing is due now.')).toBeVisible();
});
