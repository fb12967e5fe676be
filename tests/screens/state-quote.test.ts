import type { Browser, Page } from '@playwright/test';
import { beforeAll, expect, test } from 'vitest';
import { newId, newToken, sha256 } from '#src/api/database/ids.ts';
import { showDate } from '#src/views/ui/dates.ts';
import { hrefs } from '#src/views/hrefs.ts';
import { seen as see } from '#tests/platform/seen.ts';
import { call, mailTo, signedIn, startApplication, tokenOf } from '#tests/platform/application.ts';
import type { Account, Application } from '#tests/platform/application.ts';
import { testBrowser, newPage } from '#tests/platform/chromium.ts';
import type { PageOptions } from '#tests/platform/chromium.ts';
import { inDays } from '#tests/api/carrier-api.ts';

const VALID_UNTIL = inDays(300);

/** A mover's price as its client sees it: from the email to the answer, and links that no longer work. */
let application: Application;
let browser: Browser;
let mover: Account;
const key = `lk_${newToken()}`;

beforeAll(async () => {
  application = await startApplication();
  browser = await testBrowser();
  mover = await signedIn(
    application,
    'mover',
    'Mona Mover',
    {},
    {
      business: { phone: '+16145550110', subscription: 'active', trial_ends_at: null },
    },
  );
  await application.database.kysely
    .insertInto('intake_key')
    .values({ id: newId(), name: 'LeadHub', key_hash: sha256(key) })
    .execute();
});

interface Lead {
  id: string;
  version: number;
  state: string;
  quote: { id: string; answer: string | null; answer_reason: string | null } | null;
  history: { event: string }[];
}

let clients = 0;

/** A new client's lead, untouched so far. */
async function newLead(): Promise<{ id: string; email: string }> {
  const email = `casey${(clients += 1)}@client.test`;
  const client = { name: 'Casey Client', email, phone: `+1614555${String(1000 + clients)}` };
  const body = {
    external_id: `quote-${clients}`,
    client,
    origin: { zip: '43215' },
    destination: { city: 'Chicago', state: 'IL' },
    move_date: '2098-12-15',
    is_flexible: true,
    size: 'two-bedroom',
  };
  const { status, body: lead } = await call<{ id: string }>(application, 'POST', 'intake/state-lead', {
    body,
    headers: { authorization: `Bearer ${key}` },
  });
  expect(status, JSON.stringify(lead)).toBe(201);
  return { id: lead.id, email };
}

const MESSAGE = 'We bring four people.\n<b onclick="alert(1)">Boxes</b> are free.';
/** Sends a price by email; returns the link's token. `before` is the number of emails that the client got earlier. */
async function quote({ id, email }: { id: string; email: string }, amount: number, before = 0): Promise<string> {
  const { status, body } = await call(application, 'POST', `quote/${id}/`, {
    token: mover.token,
    body: { amount, message: MESSAGE, valid_until: VALID_UNTIL },
  });
  expect(status, JSON.stringify(body)).toBe(200);
  return tokenOf(await mailTo(application, email, /^Your moving quote/, before), '/quote/');
}

const read = async (id: string) =>
  (await call<Lead>(application, 'GET', `state-lead/${id}`, { token: mover.token })).body;
const phone = { viewport: { width: 360, height: 740 } };

async function open(token: string, options: PageOptions = phone): Promise<Page> {
  const page = await newPage(browser, options);
  await page.goto(application.url + hrefs.client.stateQuote(token));
  return page;
}
const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });
/** The state of the quote, as shown. */
const standing = (page: Page) => page.getByRole('main').getByRole('status');
const fits = async (page: Page) =>
  expect(await page.evaluate('document.documentElement.scrollWidth - innerWidth')).toBe(0);

test('a client reads the price, which changes nothing, and accepts it once asked', async () => {
  const lead = await newLead();
  const token = await quote(lead, 241_550);
  const before = await read(lead.id);
  const page = await open(token);
  await see(page.getByRole('heading', { level: 1, name: 'Your moving quote' })).toBeVisible();
  await see(page.getByRole('banner')).toContainText('Mona Mover Moving');
  await see(page.getByRole('banner').getByRole('link', { name: '(614) 555-0110' })).toHaveAttribute(
    'href',
    'tel:+16145550110',
  );
  for (const text of [
    '$2,415.50',
    `Valid until ${showDate(VALID_UNTIL)}`,
    'Columbus, OH 43215',
    ', flexible',
    'Chicago, IL',
    'Mon, Dec 15, 2098',
    '2 bedrooms',
  ])
    await see(page.getByRole('main')).toContainText(text);
  // A mover's text is shown as plain text, with its line breaks.
  await see(page.getByText('<b onclick="alert(1)">Boxes</b> are free.')).toBeVisible();
  await fits(page);
  await page.reload();
  await see(page.getByText('$2,415.50', { exact: true })).toBeVisible();
  expect(await read(lead.id)).toEqual(before);

  await button(page, 'Accept…').click();
  const asked = page.getByRole('dialog', { name: 'Accept Mona Mover Moving’s quote for $2,415.50?' });
  await asked.getByRole('button', { name: 'Cancel' }).click();
  await see(asked).toBeHidden();
  expect(await read(lead.id)).toEqual(before);
  await button(page, 'Accept…').click();
  await asked.getByRole('button', { name: 'Accept quote' }).click();
  await see(standing(page)).toContainText('You accepted this quote on');
  await see(standing(page)).toBeFocused();
  await see(button(page, 'Accept…')).toHaveCount(0);
  await see(button(page, 'Decline…')).toHaveCount(0);
  await fits(page);
  expect(await read(lead.id)).toMatchObject({ state: 'accepted', quote: { answer: 'accepted' } });
  await page.reload();
  await see(standing(page)).toContainText('You accepted this quote on');
});

test('a client declines with a reason, which outlives a lost connection', async () => {
  const lead = await newLead();
  const page = await open(await quote(lead, 300_000), { ...phone, allow: [/ERR_FAILED/] });
  await button(page, 'Decline…').click();
  const dialog = page.getByRole('dialog', { name: 'Decline Mona Mover Moving’s quote?' });
  await dialog.getByLabel('Reason').fill('A friend does it for less');
  await page.route('**/graphql', (route) => route.abort());
  await dialog.getByRole('button', { name: 'Decline quote' }).click();
  await see(dialog.getByRole('alert')).toContainText('Check your connection');
  expect((await read(lead.id)).state).toBe('quoted');
  await page.unroute('**/graphql');
  await see(dialog.getByLabel('Reason')).toHaveValue('A friend does it for less');
  await dialog.getByRole('button', { name: 'Decline quote' }).click();
  await see(standing(page)).toContainText('You declined this quote on');
  expect(await read(lead.id)).toMatchObject({
    state: 'declined',
    quote: { answer: 'declined', answer_reason: 'A friend does it for less' },
  });

  const other = await newLead();
  const silent = await open(await quote(other, 300_000));
  await button(silent, 'Decline…').click();
  await silent.getByRole('dialog').getByRole('button', { name: 'Decline quote' }).click();
  await see(standing(silent)).toContainText('You declined this quote on');
  expect(await read(other.id)).toMatchObject({ state: 'declined', quote: { answer: 'declined', answer_reason: null } });
});

test('a link that was replaced says so, also while its page is open; the new one shows the new price', async () => {
  const lead = await newLead();
  const first = await quote(lead, 300_000);
  const allow = [/410/];
  const page = await open(first, { ...phone, allow });
  await see(button(page, 'Accept…')).toBeVisible();
  const second = await quote(lead, 280_000, 1);
  await button(page, 'Accept…').click();
  await page.getByRole('dialog').getByRole('button', { name: 'Accept quote' }).click();
  await see(page.getByRole('heading', { level: 1, name: 'This link no longer works' })).toBeVisible();
  await see(page.getByText('The mover sent a newer quote. Check your latest email.')).toBeVisible();
  expect((await read(lead.id)).state).toBe('quoted');
  const again = await open(first, { ...phone, allow });
  await see(again.getByText('The mover sent a newer quote. Check your latest email.')).toBeVisible();
  const current = await open(second);
  await see(current.getByText('$2,800.00', { exact: true })).toBeVisible();
});

test('what was answered elsewhere, and what ran out, says so instead of an offer', async () => {
  const lead = await newLead();
  const token = await quote(lead, 300_000);
  const page = await open(token, { ...phone, allow: [/409/] });
  await see(button(page, 'Accept…')).toBeVisible();
  await call(application, 'POST', `state-lead/quote?token=${token}`, {
    body: {
      amount: (await call<{ amount: number }>(application, 'GET', `state-lead/quote?token=${token}`)).body.amount,
      answer: 'declined',
    },
  });
  await button(page, 'Accept…').click();
  await page.getByRole('dialog').getByRole('button', { name: 'Accept quote' }).click();
  await see(standing(page)).toContainText('You declined this quote on');
  await see(page.getByRole('main').getByRole('alert')).toContainText('You already declined this quote.');

  const late = await newLead();
  const lateToken = await quote(late, 300_000);
  await application.database.kysely
    .updateTable('state_quote')
    .set({ valid_until: '2020-01-01' })
    .where('lead_id', '=', late.id)
    .execute();
  const expired = await open(lateToken);
  await see(standing(expired)).toContainText('This quote has expired');
  await see(button(expired, 'Accept…')).toHaveCount(0);
});

test('a token that nobody was given shows nothing', async () => {
  const page = await open('no-such-token-there-is-0123456789-abcdef', { ...phone, allow: [/404/] });
  await see(page.getByText('There is no quote at this address.')).toBeVisible();
});
