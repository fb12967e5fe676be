import type { Browser, Page } from '@playwright/test';
import sharp from 'sharp';
import { beforeAll, expect, test } from 'vitest';
import { NEWEST_BUILT_IN } from '#src/machines/legal/legal-text.ts';
import { hrefs } from '#src/views/hrefs.ts';
import { inTransaction } from '#src/api/database/write.ts';
import { hearOfMail } from '#src/api/mailing/mail-stop.ts';
import { newLead } from '#tests/paths/api-gestures.ts';
import { buyerOf } from '#tests/api/shop-buyer.ts';
import { shopRow } from '#tests/api/shop-rows.ts';
import { signIn, startSession } from '#tests/paths/agent-page.ts';
import { call, signedIn, startApplication } from '#tests/platform/application.ts';
import type { Account, Application } from '#tests/platform/application.ts';
import { violationsOf } from '#tests/platform/axe.ts';
import { testBrowser, newPage } from '#tests/platform/chromium.ts';
import { seen } from '#tests/platform/seen.ts';

/** Someone with the right to it changes what the brokerage says and offers; everybody sees it without a restart. */
let application: Application;
let browser: Browser;
let ann: Account;
let bob: Account;

beforeAll(async () => {
  application = await startApplication();
  ann = await signedIn(application, 'agent', 'Ann Agent');
  bob = await signedIn(application, 'agent', 'Bob Agent');
  browser = await testBrowser();
  await shopRow(application, { from: ['Phoenix', 'AZ'] });
});

async function open(view: Parameters<typeof hrefs.agent.brokerage>[0], width = 1280, who = ann, allow: RegExp[] = []) {
  const page = await newPage(browser, { viewport: { width, height: 800 }, allow });
  await startSession(page, application.url, 'agent-portal', who.email);
  await page.goto(application.url + hrefs.agent.brokerage(view));
  await seen(page.getByRole('heading', { level: 1 })).toBeVisible();
  return page;
}
async function fine(page: Page): Promise<void> {
  const violations = await violationsOf(page);
  expect(violations.map(({ id, nodes }) => `${id}: ${nodes[0]?.html}`)).toEqual([]);
  expect(await page.evaluate(() => document.documentElement.scrollWidth > innerWidth)).toBe(false);
}
async function seeingToIt({ id, token }: Account): Promise<string> {
  await application.database.kysely
    .updateTable('account')
    .set({ rights: ['settings'] })
    .where('id', '=', id)
    .execute();
  return token;
}
const save = (page: Page) => page.getByRole('button', { name: 'Save changes' }).click();

test('a new price is what the next visitor of the marketplace sees', async () => {
  const visitor = await newPage(browser);
  const price = async (): Promise<number> => {
    await visitor.goto(application.url + hrefs.market.leads());
    const text = await visitor.getByRole('list', { name: 'Leads for sale' }).getByRole('listitem').first().innerText();
    return Number(/\$([\d,.]+)/.exec(text)![1]);
  };
  const before = await price();
  const page = await open('marketplace');
  await seen(page.getByLabel('Base price per lead')).toHaveValue('12.00');
  await page.getByLabel('Base price per lead').fill('24.00');
  await save(page);
  await seen(page.getByText('Marketplace saved')).toBeVisible();
  await seen(page.getByRole('listitem').filter({ hasText: 'Ann Agent' })).toContainText('$12.00');
  // Prices are rounded to quarters of a dollar.
  expect(Math.abs((await price()) - before * 2)).toBeLessThanOrEqual(0.5);
});

// How each of them reads, on every size, is looked at in accessible.test.ts.
test('each part starts with first values', async () => {
  const page = await open('company');
  for (const view of ['company', 'mail', 'marketplace', 'subscriptions', 'leads', 'sign-in', 'assistant'] as const) {
    await page.goto(application.url + hrefs.agent.brokerage(view));
    await seen(page.getByText('Initial settings')).toBeVisible();
  }
});

test('what is wrong is said at its field, and what a colleague saved meanwhile is shown, not lost', async () => {
  const page = await open('company', 1280, ann, [/status of 409/]);
  await page.getByLabel('MC number').fill('US-12');
  await save(page);
  await seen(page.getByRole('alert')).toContainText('MC number must look like MC-123456.');
  await page.getByLabel('MC number').fill('MC-77');
  await page.getByLabel('Legal name').fill('Ann’s Brokerage LLC');
  await application.database.kysely
    .updateTable('account')
    .set({ rights: ['settings'] })
    .where('id', '=', bob.id)
    .execute();
  const other = await open('company', 1280, bob);
  await other.getByLabel('Legal name').fill('Bob’s Brokerage LLC');
  await other.getByLabel('USDOT number').fill('4242');
  await save(other);
  await seen(other.getByText('Brokerage saved')).toBeVisible();
  await save(page).catch(() => {});
  await seen(page.getByText('You both changed this. Choose what to keep:')).toBeVisible();
  await page.getByRole('button', { name: 'Theirs: Bob’s Brokerage LLC' }).click();
  await save(page);
  await seen(page.getByText('Brokerage saved')).toBeVisible();
  expect(application.parts.brokerage).toMatchObject({ name: 'Bob’s Brokerage LLC', usdot: '4242', mc: 'MC-77' });
});

test('a provider gets a key that is shown once', async () => {
  const page = await open('leads');
  await page.getByLabel('Lead provider', { exact: true }).fill('Lead Source Inc');
  await page.getByRole('button', { name: 'Create key' }).click();
  await seen(page.getByText(/^lk_[\w-]{32}$/)).toBeVisible();
  await fine(page);
  await page.reload();
  await seen(page.getByText('Lead Source Inc')).toBeVisible();
  await seen(page.getByText(/^Created .* by Ann Agent, never used$/)).toBeVisible();
  await seen(page.getByText(/^lk_/)).toHaveCount(0);
  await page.getByRole('button', { name: 'Revoke the key of Lead Source Inc' }).click();
  await page.getByRole('button', { name: 'Revoke key', exact: true }).click();
  await seen(page.getByText('Revoked', { exact: true })).toBeVisible();
  await seen(page.getByText(/never used, revoked .* by Ann Agent$/)).toBeVisible();
});

test('mail and payments are tried out where they are set', async () => {
  const page = await open('mail');
  await page.getByRole('button', { name: 'Send a test email' }).click();
  await seen(
    page.getByRole('status').filter({ hasText: `The mail server accepted an email to ${ann.email}` }),
  ).toBeVisible();
  await fine(page);
  await page.goto(application.url + hrefs.agent.brokerage('subscriptions'));
  await page.getByRole('button', { name: 'Check payments' }).click();
  await seen(page.getByText('The payment sandbox answers. No real money moves.')).toBeVisible();
});

test('two-factor sign-in is not asked of others by somebody without it', async () => {
  const page = await open('sign-in', 1280, ann, [/status of 422/]);
  await page.getByLabel('Require two-factor sign-in').check();
  await save(page);
  await seen(page.getByText(/Set up two-factor sign-in for yourself first/).first()).toBeVisible();
  await fine(page);
});

test('an agent without the right has no entry in the menu, and is told whom to ask', async () => {
  await application.database.kysely.updateTable('account').set({ rights: [] }).where('id', '=', bob.id).execute();
  const page = await newPage(browser, { allow: [/status of 403/] });
  await signIn(page, application.url, 'agent-portal', bob.email);
  await seen(page.getByRole('navigation', { name: 'Agent portal' }).getByText('Settings')).toBeVisible();
  await seen(page.getByRole('navigation', { name: 'Agent portal' }).getByText('Brokerage')).toHaveCount(0);
  await page.goto(application.url + hrefs.agent.brokerage());
  await seen(page.getByText(/can’t change the brokerage’s settings/)).toBeVisible();
});

/** The version of the privacy policy after the built-in one. */
const NEXT = NEWEST_BUILT_IN['privacy-policy'] + 1;

test('a legal text is looked at before it is published, and everybody reads it then', async () => {
  const page = await open('legal');
  const section = page.getByRole('region', { name: 'Privacy policy' });
  const field = section.getByLabel('Text of the privacy policy');
  await seen(field).toHaveValue(/^\{name\}/);
  const source = await field.inputValue();
  await field.fill(`${source}\n\n## Our dog {#our-dog}\n\n{nme} has a dog.`);
  await seen(section.getByText('{nme} isn’t a known blank.').first()).toBeVisible();
  await seen(section.getByRole('button', { name: `Publish version ${NEXT}` })).toBeDisabled();
  await field.fill(`${source}\n\n## Our dog {#our-dog}\n\n{name} has a dog.`);
  await section.getByRole('button', { name: 'Preview' }).click();
  await seen(section.getByText(`${application.parts.brokerage.name} has a dog.`)).toBeVisible();
  await fine(page);
  await section.getByRole('button', { name: `Publish version ${NEXT}` }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Publish', exact: true }).click();
  await seen(page.getByText('Privacy policy published')).toBeVisible();
  const versions = section.getByRole('list', { name: 'Versions of the privacy policy' }).getByRole('listitem');
  await seen(versions.first()).toContainText(`Version ${NEXT}Published by Ann Agent`);
  await seen(versions.nth(1)).toContainText(`Version ${NEXT - 1}Included with the product`);
  const reader = await newPage(browser, { viewport: { width: 360, height: 740 } });
  await reader.goto(application.url + hrefs.privacyPolicy());
  await seen(reader.getByText(`${application.parts.brokerage.name} has a dog.`)).toBeVisible();
  await seen(reader.getByText(`Version ${NEXT}, in effect since`)).toBeVisible();

  // A colleague publishes while another change is being written: both are kept.
  const dog = `${source}\n\n## Our dog {#our-dog}\n\n{name} has a dog.`;
  await field.fill(dog.replace('Our dog {', 'Our old dog {'));
  const body = { version: NEXT, source: `${dog}\n\n## Our cat {#our-cat}\n\n{name} has a cat.` };
  const { status } = await call(application, 'POST', 'agent/legal/privacy-policy', {
    token: await seeingToIt(bob),
    body,
  });
  expect(status).toBe(200);
  await seen(section.getByText(`Bob Agent published version ${NEXT + 1} after you began`)).toBeVisible();
  await seen(section.getByText('Their changes are in the form now: lines that you did not change.')).toBeVisible();
  await seen(field).toHaveValue(/## Our old dog \{#our-dog\}\n\n\{name\} has a dog\.\n\n## Our cat/);
  await section.getByRole('button', { name: `Publish version ${NEXT + 2}` }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Publish', exact: true }).click();
  await seen(versions.first()).toContainText(`Version ${NEXT + 2}Published by Ann Agent`);
  await reader.goto(`${application.url}${hrefs.privacyPolicy()}?version=3`);
  await seen(reader.getByText('This is an earlier version')).toBeVisible();
  await seen(reader.getByText('has a dog')).toHaveCount(0);
});

test('a logo takes the place of the name on the page at once, and goes again', async () => {
  const page = await open('company');
  const content = await sharp({ create: { width: 900, height: 300, channels: 3, background: '#14633b' } })
    .png()
    .toBuffer();
  await page.locator('input[type=file]').setInputFiles({ name: 'logo.png', mimeType: 'image/png', buffer: content });
  await seen(page.getByRole('img', { name: /^Logo of / })).toBeVisible();
  await seen(page.getByRole('complementary').getByRole('img')).toHaveAttribute('src', '/files/brokerage/logo/1');
  const reader = await newPage(browser);
  await reader.goto(application.url + hrefs.privacyPolicy());
  await seen(reader.getByRole('banner').getByRole('img')).toHaveAttribute('src', '/files/brokerage/logo/1');
  await page.getByRole('button', { name: 'Remove logo' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Remove logo' }).click();
  await seen(page.getByText('No logo yet.')).toBeVisible();
});

test('the text of an agreement is written, refused by its line, and saved as another version', async () => {
  for (const width of [1280, 360]) {
    const page = await open('agreements', width);
    await page.getByRole('region', { name: 'Job agreement' }).getByRole('button', { name: 'Edit the text' }).click();
    await seen(page.getByLabel('Text of the specific job agreement')).toBeVisible();
    await page.getByText('Blanks and conditions').click();
    await fine(page);
  }
  const page = await open('agreements');
  const section = page.getByRole('region', { name: 'Broker-carrier agreement' });
  await section.getByRole('button', { name: 'Edit the text' }).click();
  const text = page.getByLabel('Text of the broker-carrier agreement');
  const before = await text.inputValue();
  await text.fill(`${before}\n## 10. Radios\n\nYou carry {one radio}.\n`);
  await seen(page.getByText(/Line \d+: \{one radio\} isn’t a known blank\./)).toBeVisible();
  await seen(section.getByRole('button', { name: 'Save version 1' })).toBeDisabled();
  await text.fill(`${before}\n## 10. Radios\n\nYou carry a radio.\n`);
  const download = page.waitForEvent('download');
  await section.getByRole('button', { name: 'Preview as PDF' }).click();
  expect((await download).suggestedFilename()).toBe('Sample of the broker-carrier agreement.pdf');
  await section.getByRole('button', { name: 'Save version 1' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Save' }).click();
  await seen(page.getByText('Agreement text saved')).toBeVisible();
  await seen(section.getByText('Saved by Ann Agent')).toBeVisible();

  // If a colleague changed the same text, the person is asked, and nothing is overwritten.
  await section.getByRole('button', { name: 'Edit the text' }).click();
  const now = await text.inputValue();
  await text.fill(now.replace('carry a radio', 'carry two radios'));
  const body = { version: 1, source: now.replace('carry a radio', 'carry three radios') };
  const { status } = await call(application, 'POST', 'agent/agreement-templates/broker-carrier', {
    token: await seeingToIt(bob),
    body,
  });
  expect(status).toBe(200);
  const news = section.getByRole('alert').filter({ hasText: 'Bob Agent saved version 2 after you began' });
  await seen(news).toContainText('10. Radios');
  await seen(section.getByRole('button', { name: 'Save version 3' })).toBeDisabled();
  await seen(news.getByRole('button', { name: 'Mine: You carry two radios.' })).toBeVisible();
  await fine(page);
  await news.getByRole('button', { name: 'Theirs: You carry three radios.' }).click();
  await seen(text).toHaveValue(/You carry three radios\./);
  await seen(news).toHaveCount(0);
});

test('an address that bounced says so where it stands, and is mailed again by an agent', async () => {
  const { body: lead } = await call<{ id: string }>(application, 'POST', 'agent-lead/', {
    token: ann.token,
    body: newLead('gone@away.test'),
  });
  const bounce = (email: string, detail: string) =>
    inTransaction(application.database, (tx) =>
      hearOfMail(tx, application.parts, {
        email,
        type: 'bounce',
        permanent: true,
        at: new Date().toISOString(),
        detail,
      }),
    );
  const page = await open('mail');
  await seen(page.getByText('All addresses accept email.')).toBeVisible();
  await bounce('Gone@Away.test', '550 no such user');
  await bounce(bob.email, '552 mailbox full for good');
  const list = page.getByRole('list', { name: 'Stopped addresses' });
  await seen(list.getByText('550 no such user')).toBeVisible();
  await fine(page);
  await page.goto(application.url + hrefs.agent.team());
  const row = page.getByRole('row').filter({ hasText: 'Bob Agent' });
  await seen(row.getByText(/^Bounced on /)).toBeVisible();
  await page.goto(application.url + hrefs.agent.lead(lead.id));
  await seen(page.getByText(/^Bounced on /)).toBeVisible();
  await page.getByRole('button', { name: 'Email again: gone@away.test' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Email again' }).click();
  await seen(page.getByText(/^Bounced on /)).toBeHidden();
});

test('the menu of an agent follows the rights, and the team page what a colleague does', async () => {
  await application.database.kysely.updateTable('account').set({ rights: [] }).where('id', '=', bob.id).execute();
  const theirs = await newPage(browser);
  await startSession(theirs, application.url, 'agent-portal', bob.email);
  await theirs.goto(application.url + hrefs.agent.archive());
  const menu = theirs.getByRole('navigation', { name: 'Agent portal' });
  await seen(menu.getByRole('link', { name: 'Archive' })).toBeVisible();
  await seen(menu.getByRole('link', { name: 'Brokerage' })).toBeHidden();
  const page = await open('company');
  await page.goto(application.url + hrefs.agent.team());
  const row = page.getByRole('row').filter({ hasText: 'Bob Agent' });
  await seen(row.getByText('No extra rights')).toBeVisible();
  const { body: team } = await call<{ id: string; version: number }[]>(application, 'GET', 'agent/team', ann);
  const { version } = team.find(({ id }) => id === bob.id)!;
  const { status } = await call(application, 'PUT', `agent/team/${bob.id}/rights`, {
    token: ann.token,
    body: { version, rights: ['settings'] },
  });
  expect(status).toBe(200);
  await seen(menu.getByRole('link', { name: 'Brokerage' })).toBeVisible();
  await seen(row.getByText('No extra rights')).toBeHidden();
});

test('a webhook is made, its secret shown once, its log looked at, edited, switched off and removed; the history tells', async () => {
  const page = await open('leads');
  await page.getByRole('button', { name: 'Add a webhook' }).click();
  await page.getByRole('button', { name: 'Add webhook' }).click();
  await seen(page.getByText('Give a whole address, such as').first()).toBeVisible();
  await page.getByLabel('Address').fill('http://127.0.0.1:9/hooks');
  await page.getByLabel('lead.archived').check();
  await fine(page);
  await page.getByRole('button', { name: 'Add webhook' }).click();
  await seen(page.getByText(/^whsec_/)).toBeVisible();
  await page.getByRole('button', { name: 'Done' }).click();
  const row = page.getByRole('list', { name: 'Webhooks' }).getByRole('listitem');
  await row.getByRole('button', { name: 'Log of' }).click();
  await seen(row.getByText('Nothing was sent in the last month.')).toBeVisible();
  await row.getByRole('button', { name: 'Turn off' }).click();
  await seen(row.getByText('Off', { exact: true })).toBeVisible();
  await row.getByRole('button', { name: 'Edit' }).click();
  await row.getByLabel('Address').fill('http://127.0.0.1:9/other');
  await row.getByLabel('lead.created').check();
  await page.setViewportSize({ width: 360, height: 800 });
  await fine(page);
  await row.getByRole('button', { name: 'Save webhook' }).click();
  await seen(row.getByText('http://127.0.0.1:9/other')).toBeVisible();
  await seen(row.getByText(/lead\.created/)).toBeVisible();
  await seen(row.getByText('Off', { exact: true })).toBeVisible();
  await fine(page);
  await row.getByRole('button', { name: 'Remove' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Remove' }).click();
  await seen(page.getByText('No webhooks yet.')).toBeVisible();
  await page.getByRole('button', { name: 'History of webhooks' }).click();
  const history = page.getByRole('list', { name: 'History of webhooks' });
  await seen(history.getByText(/removed http:..127\.0\.0\.1:9.other/)).toBeVisible();
  await seen(history.getByText(/made http:..127\.0\.0\.1:9.hooks/)).toBeVisible();
  await seen(history.getByText('http://127.0.0.1:9/hooks', { exact: true })).toBeVisible();
  await fine(page);
});

test.each([1280, 360])('a lead that a buyer reported is decided on, at %i px', async (width) => {
  await seeingToIt(ann);
  const page = await open('marketplace', width);
  await seen(page.getByText('No reported leads.')).toBeVisible();
  await page.goto(application.url + hrefs.agent.today());
  await seen(page.getByRole('heading', { level: 1 })).toBeVisible();
  const id = await shopRow(application, { from: ['Boise', 'ID'], client: { name: 'Gail Gone' } });
  const { details_token } = await buyerOf(application, `reporter-${width}@buyer.example`).buy([id]);
  await call(application, 'POST', 'shop-lead/details/report', {
    body: { token: details_token, lead_id: id, reason: 'already-moved', text: 'In June.' },
  });
  // It appears by itself.
  await page.getByRole('link', { name: 'Decide: Gail Gone' }).click();
  const row = page.getByRole('list', { name: 'Reported leads' }).getByRole('listitem').filter({ hasText: 'Gail Gone' });
  await seen(row).toContainText('Waiting for you');
  await seen(row).toContainText(`reporter-${width}@buyer.example: They already moved (“In June.”)`);
  await fine(page);
  await row.getByRole('button', { name: /^Confirm report, H-/ }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Confirm' }).click();
  await seen(row).toContainText('Confirmed by Ann Agent');
  await seen(row.getByRole('button')).toHaveCount(1);
  await row.getByRole('button', { name: /^Put back on the marketplace: H-/ }).click();
  await seen(page.getByRole('dialog')).toContainText('everyone who has it is notified');
  await fine(page);
  await page.getByRole('dialog').getByRole('button', { name: 'Put back' }).click();
  await seen(page.getByText('No reported leads.')).toBeVisible();
});

test.each([1280, 360])(
  'a bad contact that a buyer reported is refunded, or declined with a reason, at %i px',
  async (width) => {
    await seeingToIt(ann);
    const email = `caller-${width}@buyer.example`;
    const buyer = buyerOf(application, email);
    const ids = [
      await shopRow(application, { from: ['Boise', 'ID'], client: { name: 'Wendy Wrong' } }),
      await shopRow(application, { from: ['Nampa', 'ID'], client: { name: 'Rita Right' } }),
    ];
    const { details_token: token } = await buyer.buy(ids);
    for (const lead_id of ids)
      await call(application, 'POST', 'shop-lead/details/report', {
        body: { token, lead_id, reason: 'wrong-number', text: 'A shop answers.' },
      });
    // Of a charge that the bank still decides on, the agent is told.
    const ofBuyer = application.database.kysely.updateTable('purchase').where('email', '=', email);
    await ofBuyer.set({ dispute: 'open' }).execute();
    const page = await open('marketplace', width);
    const row = (name: string) =>
      page.getByRole('list', { name: 'Refund requests' }).getByRole('listitem').filter({ hasText: name });
    await seen(row('Wendy Wrong')).toContainText(`${email}, purchase`);
    await seen(row('Wendy Wrong')).toContainText('The phone number is wrong (“A shop answers.”)');
    await seen(row('Wendy Wrong').getByText('Disputed')).toBeVisible();
    await fine(page);
    await row('Wendy Wrong')
      .getByRole('button', { name: /^Refund \$/ })
      .click();
    const dialog = page.getByRole('dialog');
    await seen(dialog).toContainText(`It goes back to the card. ${email} is notified. Their bank holds the money`);
    await fine(page);
    await dialog.getByRole('button', { name: 'Cancel' }).click();
    await ofBuyer.set({ dispute: null }).execute();
    await page.reload();
    await seen(row('Wendy Wrong')).toBeVisible();
    await seen(row('Wendy Wrong').getByText('Disputed')).toHaveCount(0);
    await row('Wendy Wrong')
      .getByRole('button', { name: /^Refund \$/ })
      .click();
    await dialog.getByRole('button', { name: 'Refund' }).click();
    await seen(row('Wendy Wrong')).toHaveCount(0);

    // That the number is wrong is now certain: the lead waits for the right one.
    const reported = page
      .getByRole('list', { name: 'Reported leads' })
      .getByRole('listitem')
      .filter({ hasText: 'Wendy Wrong' });
    await seen(reported).toContainText('Confirmed by Ann Agent');
    await fine(page);
    await reported.getByRole('button', { name: /^Correct phone number, H-/ }).click();
    await dialog.getByRole('button', { name: 'Save and put back' }).click();
    await seen(dialog.getByText('Enter all ten digits of the phone number.')).toBeVisible();
    await fine(page);
    await dialog.getByLabel('Right phone number').fill('2085550144');
    await dialog.getByRole('button', { name: 'Save and put back' }).click();
    await seen(page.getByText('No reported leads.')).toBeVisible();

    await row('Rita Right')
      .getByRole('button', { name: /^Decline/ })
      .click();
    await dialog.getByRole('button', { name: 'Decline refund' }).click();
    await seen(dialog.getByText('Say why, in a few words.')).toBeVisible();
    await fine(page);
    await dialog.getByLabel('Reason').fill('We called, and the client answered.');
    await page.keyboard.press('Escape');
    await seen(dialog).toHaveCount(0);
    await row('Rita Right')
      .getByRole('button', { name: /^Decline/ })
      .click();
    await seen(dialog.getByLabel('Reason')).toHaveValue('We called, and the client answered.');
    await dialog.getByRole('button', { name: 'Decline refund' }).click();
    await seen(page.getByText('No refund requests.')).toBeVisible();

    await page.goto(application.url + hrefs.market.details(token!));
    await seen(page.getByText('Not refunded', { exact: true })).toBeVisible();
    await seen(page.getByText('We called, and the client answered.')).toBeVisible();
    await seen(page.getByText(/^(Refund on its way|Refunded)$/).first()).toBeVisible();
    await fine(page);
  },
);
