import type { Browser, Page } from '@playwright/test';
import { beforeAll, beforeEach, expect, test } from 'vitest';
import { createLeaveTokens } from '#src/api/link/leave-token.ts';
import { BrokerageDocument } from '#src/generated/graphql/graphql.ts';
import { hrefs } from '#src/views/hrefs.ts';
import { forgetRequests, mailsTo, newEmail } from '#tests/api/account-api.ts';
import { seen as see } from '#tests/platform/seen.ts';
import { mailTo, startApplication } from '#tests/platform/application.ts';
import type { Application, MailboxMessage } from '#tests/platform/application.ts';
import { testBrowser, newPage } from '#tests/platform/chromium.ts';
import { hashOf } from '#tests/platform/documents.ts';

/** The mailing list as its readers see it, on a phone, with the links of its emails; and the legal texts. */
let application: Application;
let browser: Browser;
const phone = { viewport: { width: 360, height: 740 } };

beforeAll(async () => {
  application = await startApplication();
  browser = await testBrowser();
});
beforeEach(() => forgetRequests(application));

const member = (email: string) =>
  application.database.kysely.selectFrom('mailing_member').selectAll().where('email', '=', email).executeTakeFirst();
const stateOf = async (email: string) => (await member(email))?.state ?? null;
const heading = (page: Page, name: string) => page.getByRole('heading', { level: 1, name });
const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });
const linkOf = (mail: MailboxMessage, path: string) => mail.links.find((link) => new URL(link).pathname === path)!;
const fits = async (page: Page) =>
  expect(await page.evaluate('document.documentElement.scrollWidth - innerWidth')).toBe(0);

async function open(path: string): Promise<Page> {
  const page = await newPage(browser, phone);
  await page.goto(application.url + path);
  return page;
}

/** Subscribed to Ohio and Texas. */
async function subscribed(): Promise<{ email: string; token: string }> {
  const email = newEmail('reader');
  const page = await open(hrefs.market.subscribe({ states: 'OH,TX' }));
  await page.getByLabel('Email').fill(email);
  await button(page, 'Get leads by email').click();
  await see(heading(page, 'Check your inbox')).toBeVisible();
  await page.goto(
    linkOf(await mailTo(application, email, /^Confirm your lead emails/), '/email/marketplace-subscribe'),
  );
  await button(page, 'Yes, email me leads').click();
  await see(heading(page, 'You’re subscribed')).toBeVisible();
  await page.close();
  return { email, token: createLeaveTokens(application.parts, 'mailing-leave').tokenOf((await member(email))!.id) };
}

test('from the wish to the list: what is missing is said, nothing typed is lost, and only the button of the mail counts', async () => {
  const email = newEmail('reader');
  const page = await open(hrefs.market.subscribe());
  await button(page, 'Get leads by email').click();
  await see(page.getByRole('alert')).toContainText('Fix 2 fields');
  await see(page.getByRole('alert')).toBeFocused();
  await page.getByRole('link', { name: 'Choose at least one state.' }).click();
  await see(page.getByRole('button', { name: 'AL Alabama' })).toBeFocused();
  // The arrow keys move, the space bar selects.
  await page.keyboard.press('End');
  await page.keyboard.press('Space');
  await page.getByLabel('Email').fill(email);
  await page.reload();
  await see(page.getByLabel('Email')).toHaveValue(email);
  await see(page.getByRole('button', { name: 'WY Wyoming' })).toHaveAttribute('aria-pressed', 'true');
  await page.getByRole('button', { name: 'OH Ohio' }).click();
  await fits(page);
  await button(page, 'Get leads by email').click();
  await see(heading(page, 'Check your inbox')).toBeVisible();
  await see(page.getByRole('main')).toContainText(email);

  const link = linkOf(await mailTo(application, email, /^Confirm your lead emails/), '/email/marketplace-subscribe');
  await page.goto(link);
  await see(heading(page, 'Confirm lead emails')).toBeVisible();
  expect(await stateOf(email)).toBe('pending');
  await button(page, 'Yes, email me leads').click();
  await see(heading(page, 'You’re subscribed')).toBeVisible();
  await see(page.getByRole('main')).toContainText(`${email} gets emails about new leads from Ohio and Wyoming.`);
  await see(page.getByRole('link', { name: 'See the leads for sale' })).toHaveAttribute(
    'href',
    '/marketplace?states=OH%2CWY',
  );
  expect(await member(email)).toMatchObject({ state: 'subscribed', states: ['OH', 'WY'] });
  // The link has been used.
  await page.goto(link);
  await see(heading(page, 'You already confirmed')).toBeVisible();
  await see(page.getByRole('main')).toContainText('There is nothing left to do.');
});

test('the link of each email changes places and how often, at once', async () => {
  const { email } = await subscribed();
  const token = createLeaveTokens(application.parts, 'mailing-choice').tokenOf((await member(email))!.id);
  const page = await open(`${hrefs.market.subscribe()}?choice=1&token=${token}`);
  await see(heading(page, 'Your lead emails')).toBeVisible();
  await see(page.getByRole('button', { name: 'OH Ohio' })).toHaveAttribute('aria-pressed', 'true');
  await page.getByLabel('Only certain cities').fill('Columbus, OH');
  await page.getByRole('option', { name: 'Columbus, OH' }).first().click();
  await see(page.getByRole('button', { name: 'Remove Columbus, OH' })).toBeVisible();
  await page.getByLabel('Once a week').check();
  await fits(page);
  await button(page, 'Save').click();
  await see(page.getByText('Saved. The next email follows your new choice.')).toBeVisible();
  expect(await member(email)).toMatchObject({ states: ['OH', 'TX'], cities: ['OH:Columbus'], frequency: 'weekly' });
  await page.reload();
  await see(page.getByLabel('Once a week')).toBeChecked();
  await page.goto(`${application.url}${hrefs.market.subscribe()}?choice=1&token=a-token-that-nobody-was-given-0123`);
  await see(heading(page, 'This link no longer works')).toBeVisible();
});

test('a city that is typed in full counts as chosen, and another text is not thrown away', async () => {
  const email = newEmail('reader');
  const page = await open(hrefs.market.subscribe({ states: 'OH' }));
  await page.getByLabel('Email').fill(email);
  const city = page.getByLabel('Only certain cities');
  await city.pressSequentially('dayton oh');
  await city.press('Tab');
  await see(button(page, 'Remove Dayton, OH')).toBeVisible();
  await see(city).toHaveValue('');
  await city.fill('Colombus, OH');
  await button(page, 'Get leads by email').click();
  await see(city).toBeFocused();
  await see(city).toHaveValue('Colombus, OH');
  await see(city).toHaveAccessibleDescription(/Choose a place from the list\./);
  await see(city).toHaveAttribute('aria-invalid', 'true');
  await fits(page);
  expect(await member(email)).toBeUndefined();
  // Submitting before the options have loaded waits for them.
  await city.fill('Columbus, OH');
  await button(page, 'Get leads by email').click();
  await see(heading(page, 'Check your inbox')).toBeVisible();
  await see(page.getByRole('main')).toContainText('to start getting leads from Dayton, OH and Columbus, OH.');
  await page.goto(
    linkOf(await mailTo(application, email, /^Confirm your lead emails/), '/email/marketplace-subscribe'),
  );
  await button(page, 'Yes, email me leads').click();
  await see(heading(page, 'You’re subscribed')).toBeVisible();
  expect(await member(email)).toMatchObject({ states: ['OH'], cities: ['OH:Dayton', 'OH:Columbus'] });
});

test('a link that is none says so, and leads on', async () => {
  const page = await open(`${hrefs.market.subscribe()}?token=a-token-that-nobody-was-given-0123`);
  await see(heading(page, 'This link no longer works')).toBeVisible();
  await page.getByRole('link', { name: 'Subscribe again' }).click();
  await see(heading(page, 'Leads by email')).toBeVisible();
});

test('the link of a mail: opening it ends nothing, one press does', async () => {
  const { email, token } = await subscribed();
  const page = await open(hrefs.market.unsubscribe(email, token));
  await see(page.getByRole('main')).toContainText(`Stop emails about new leads to ${email}?`);
  expect(await stateOf(email)).toBe('subscribed');
  await button(page, 'Unsubscribe').click();
  await see(heading(page, 'You’re unsubscribed')).toBeVisible();
  expect(await stateOf(email)).toBe('unsubscribed');
  await fits(page);
  // When opened again, it says so, and asks for nothing.
  await page.goto(application.url + hrefs.market.unsubscribe(email, token));
  await see(page.getByRole('main')).toContainText(`${email} doesn’t get lead emails.`);
  await see(button(page, 'Unsubscribe')).toHaveCount(0);
});

test('an address alone: the page says the same of every address, and the mailbox gets the link', async () => {
  const { email } = await subscribed();
  for (const address of [email, newEmail('nobody')]) {
    const page = await open(hrefs.market.unsubscribe(address));
    await button(page, 'Email me the link').click();
    await see(heading(page, 'Check your inbox')).toBeVisible();
    await see(page.getByRole('main')).toContainText(
      `If ${address} is on our list, we’ve emailed a link to unsubscribe.`,
    );
    expect(await mailsTo(application, address, /^Stop new-lead emails/)).toBe(address === email ? 1 : 0);
    await page.close();
  }
  expect(await stateOf(email)).toBe('subscribed');
  const page = await newPage(browser, phone);
  await page.goto(linkOf(await mailTo(application, email, /^Stop new-lead emails/), '/email/unsubscribe'));
  await button(page, 'Unsubscribe').click();
  await see(heading(page, 'You’re unsubscribed')).toBeVisible();
});

test('a token that is none says so when it is opened, and offers the way by the mailbox', async () => {
  const page = await open(hrefs.market.unsubscribe('ann@mail.example', 'a-token-that-nobody-was-given-0123'));
  await see(page.getByRole('alert')).toContainText('This link no longer works');
  const [notice, text] = await Promise.all(
    [page.getByRole('alert'), page.getByText('To make sure it’s you')].map((part) => part.boundingBox()),
  );
  expect(text!.y - (notice!.y + notice!.height)).toBeGreaterThanOrEqual(12);
  await see(button(page, 'Unsubscribe')).toHaveCount(0);
  await button(page, 'Email me the link').click();
  await see(heading(page, 'Check your inbox')).toBeVisible();
});

test.each([
  ['/privacy-policy', 'Privacy policy', 'How moving requests are sold', 'sale'],
  ['/terms-of-service', 'Terms of service', '9. Bad leads and refunds', 'bad-leads'],
])('%s: the text of this brokerage, with its contents, on a phone', async (path, title, section, id) => {
  const page = await open(path);
  await see(heading(page, title)).toBeVisible();
  await see(page.getByRole('main')).toContainText(/Version 3, in effect since Mon, Nov 23, 2026/);
  const { name, address, usdot } = application.parts.brokerage;
  for (const fact of [name, address, usdot, '(614) 555-0142']) await see(page.getByRole('main')).toContainText(fact);
  await page.getByRole('navigation', { name: 'Contents' }).getByRole('link', { name: section }).click();
  expect(new URL(page.url()).hash).toBe(`#${id}`);
  await see(page.getByRole('heading', { level: 2, name: section })).toBeInViewport();
  await fits(page);
  // Its address leads to the section, even though the text loads after the page.
  const again = await open(`${path}#${id}`);
  await see(again.getByRole('heading', { level: 2, name: section })).toBeInViewport();
  await see(again.getByRole('heading', { level: 1 })).not.toBeInViewport();
});

test('a text that cannot be loaded says so, and is tried again', async () => {
  const page = await newPage(browser, { ...phone, allow: [/status of 503/] });
  const isAsked = (body: string | null) => body?.includes(hashOf(BrokerageDocument)) ?? false;
  let fails = true;
  await page.route('**/graphql', (route) =>
    fails && isAsked(route.request().postData())
      ? route.fulfill({ status: 503, contentType: 'application/json', body: '{"errors":[{"message":"down"}]}' })
      : route.continue(),
  );
  await page.goto(`${application.url}/privacy-policy`);
  await see(page.getByRole('alert')).toContainText('The text could not be loaded');
  fails = false;
  await button(page, 'Try again').click();
  await see(page.getByRole('heading', { level: 2, name: 'In short' })).toBeVisible();
});

test('a dead link of a client names the phone of the brokerage', async () => {
  const page = await open(hrefs.client.estimate('a-token-that-nobody-was-given-0123'));
  await see(heading(page, 'This link no longer works')).toBeVisible();
  await see(page.getByRole('main').getByRole('link', { name: '(614) 555-0142' })).toHaveAttribute(
    'href',
    'tel:+16145550142',
  );
  await see(page.getByRole('banner')).toContainText(application.parts.brokerage.name);
});
