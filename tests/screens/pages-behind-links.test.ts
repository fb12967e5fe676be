import type { Browser, Page } from '@playwright/test';
import { beforeAll, expect, test } from 'vitest';
import { hrefs } from '#src/views/hrefs.ts';
import { signIn, startSession } from '#tests/paths/agent-page.ts';
import { newStage, people } from '#tests/paths/api-gestures.ts';
import { seen } from '#tests/platform/seen.ts';
import { type Application, call, PASSWORD, signedIn, startApplication } from '#tests/platform/application.ts';
import { testBrowser, newPage } from '#tests/platform/chromium.ts';

/**
 * Pages opened without what they need, such as a record or a session: the page explains the situation, and offers a way
 * on.
 */
let application: Application;
let browser: Browser;

beforeAll(async () => {
  application = await startApplication();
  browser = await testBrowser();
});

async function open(path: string): Promise<Page> {
  const page = await newPage(browser, { viewport: { width: 360, height: 740 } });
  await page.goto(application.url + path);
  return page;
}

test('an agent has no address to confirm, and is told no mail that was never sent', async () => {
  const page = await open('/auth/agent-portal/verification-sent');
  await seen(page.getByRole('heading', { name: 'Nothing to confirm' })).toBeVisible();
  await seen(page.getByText('ask your brokerage for access')).toBeVisible();
});

test('the page after signing thanks whoever comes without a link', async () => {
  const page = await open('/agent-portal/broker-shipper-agreement/signed');
  await seen(page.getByRole('heading', { name: 'Thank you for signing' })).toBeVisible();
  await seen(page.getByRole('link', { name: /\(\d{3}\) \d{3}-\d{4}/ })).toBeVisible();
});

test('who knocks at the door of another portal is let in at their own; whoever guesses learns nothing', async () => {
  const agent = await signedIn(application, 'agent', 'Lost Agent');
  const page = await newPage(browser);
  const refusals: string[] = [];
  const tryIn = async (email: string, password: string) => {
    await page.goto(`${application.url}/auth/lead-portal/login?next=%2Fleads`);
    await page.getByLabel('Email').fill(email);
    await page.getByLabel('Password', { exact: true }).fill(password);
    await page.getByRole('button', { name: 'Sign in' }).click();
  };
  for (const email of [agent.email, 'nobody@nowhere.example']) {
    await tryIn(email, 'no such password');
    await seen(page.getByRole('alert')).toBeVisible();
    refusals.push((await page.getByRole('alert').textContent())!);
  }
  expect(refusals[0]).toBe(refusals[1]);
  await tryIn(agent.email, PASSWORD);
  await page.waitForURL('**/agent-portal/leads/new');
  expect(await page.evaluate(() => localStorage.getItem('auth:last-used-platform'))).toBe('agent-portal');
});

test('asking for the link again says who asks, and without a token that it cannot be asked for here', async () => {
  const page = await open('/agent-portal/broker-shipper-agreement/send-email');
  await seen(page.getByText('Part of this link is missing.')).toBeVisible();
  await page.goto(
    `${application.url}/agent-portal/broker-shipper-agreement/send-email?token=a-token-that-nobody-was-given`,
  );
  await seen(page.getByRole('banner').getByText(application.parts.brokerage.name)).toBeVisible();
  await page.getByRole('button', { name: 'Email me the link again' }).click();
  await seen(page.getByRole('status').filter({ hasText: 'Check your inbox' })).toBeVisible();
});

test('no job is said to be a carrier’s that has not signed one', async () => {
  const carrier = await signedIn(application, 'carrier', 'Acme Movers');
  const page = await newPage(browser);
  await startSession(page, application.url, 'load-board', carrier.email, PASSWORD);
  await page.goto(application.url + hrefs.board.jobAgreementSigned());
  await page.waitForURL((url) => url.pathname === '/load-board/leads/open');
  await page.goto(application.url + hrefs.board.jobAgreementSigned('00000000-0000-7000-8000-000000000000'));
  await seen(page.getByText('No agreement to sign')).toBeVisible();
  expect(await page.getByText('The job is yours').count()).toBe(0);
});

test('on a phone the tab that is shown is in sight', async () => {
  const agent = await signedIn(application, 'agent', 'Dana Reyes');
  const page = await newPage(browser, { viewport: { width: 360, height: 740 } });
  await startSession(page, application.url, 'agent-portal', agent.email, PASSWORD);
  await page.goto(application.url + hrefs.agent.leads('completed-contracts'));
  const tab = page.locator('nav [aria-current=page]').filter({ hasText: 'Completed' });
  await seen(tab).toBeInViewport({ ratio: 0.9 });
  // Like counts that arrive after the tab was first scrolled to.
  await page.evaluate(() => {
    for (const item of document.querySelectorAll<HTMLElement>('nav li')) item.style.paddingRight = '4rem';
  });
  await seen(tab).toBeInViewport({ ratio: 0.9 });
});

test('the banner of a trial leads to the place where a card is added, and again from there', async () => {
  const mover = await signedIn(application, 'mover', 'Mia Mover');
  const page = await newPage(browser, { viewport: { width: 360, height: 740 } });
  await signIn(page, application.url, 'lead-portal', mover.email, PASSWORD);
  const billing = page.getByRole('region', { name: 'Billing' });
  for (let turn = 0; turn < 2; turn++) {
    await page.getByRole('link', { name: 'Add a card' }).click();
    await seen(billing).toBeFocused();
    await seen(billing.getByRole('heading', { name: 'Billing' })).toBeInViewport();
    await page.evaluate(() => scrollTo(0, 0));
  }
});

test('on a phone a lead begins with its client, who is called from there', async () => {
  const agent = await signedIn(application, 'agent', 'Ben Agent');
  const page = await newPage(browser, { viewport: { width: 360, height: 740 } });
  await signIn(page, application.url, 'agent-portal', agent.email, PASSWORD);
  const stops = [
    { role: 'pick-up', city: 'Austin', state: 'TX', zip: '78701' },
    { role: 'drop-off', city: 'Columbus', state: 'OH', zip: '43215' },
  ];
  const { body } = await call<{ id: string }>(application, 'POST', 'agent-lead/', {
    token: agent.token,
    body: { client: { name: 'Casey Client', phone: '+15125550111' }, stops },
  });
  await page.goto(application.url + hrefs.agent.lead(body.id));
  const phone = page.locator('dl').getByRole('link', { name: '(512) 555-0111' });
  await phone.waitFor();
  const cards = await page.locator('main section h2').allTextContents();
  expect(cards[0]).toBe('Client and move');
  // Within one and a half screens, not after everything else.
  expect((await phone.boundingBox())!.y).toBeLessThan(740 * 1.5);
  await seen(page.getByText(/\d:\d\d [AP]M CT/)).toBeVisible();
});

test.each([
  ['refuses the clipboard', () => (navigator.clipboard.writeText = () => Promise.reject(new Error('not focused')))],
  ['has none', () => Object.defineProperty(navigator, 'clipboard', { value: undefined })],
])('a link is made once and is not lost where the browser %s', async (_what, refuse) => {
  const who = await people(application);
  const { lead } = await newStage(application, who);
  const page = await newPage(browser);
  await page.addInitScript(refuse);
  await startSession(page, application.url, 'agent-portal', who.agent.email);
  await page.goto(application.url + hrefs.agent.lead(lead.id, 'info'));
  const shown = page.getByRole('dialog', { name: 'Copy this link' });
  const take = async () => {
    const url = await shown.getByRole('textbox', { name: 'Link for the client' }).inputValue();
    await shown.getByRole('button', { name: 'Done' }).click();
    await seen(shown).toHaveCount(0);
    return url;
  };
  await page.getByRole('button', { name: 'Share move details' }).click();
  const move = await take();
  await page.getByRole('button', { name: 'More for version 1' }).click();
  await page.getByRole('menuitem', { name: 'Copy a link for the client' }).click();
  const estimate = await take();
  await page.goto(move);
  await seen(page.getByRole('heading', { name: 'Your move', exact: true })).toBeVisible();
  await page.goto(estimate);
  await seen(page.getByRole('heading', { name: 'Your moving estimate' })).toBeVisible();
});
