import type { Browser, Page } from '@playwright/test';
import sharp from 'sharp';
import { beforeAll, beforeEach, expect, test } from 'vitest';
import { hrefs } from '#src/views/hrefs.ts';
import { NEW_PASSWORD, forgetRequests, newEmail } from '#tests/api/account-api.ts';
import { signIn } from '#tests/paths/agent-page.ts';
import { seen } from '#tests/platform/seen.ts';
import { PASSWORD, call, mailTo, signedIn, startApplication } from '#tests/platform/application.ts';
import type { Account, Application } from '#tests/platform/application.ts';
import { testBrowser, newPage } from '#tests/platform/chromium.ts';

/** What people do with their own accounts, in the settings of each role. */
let application: Application;
let browser: Browser;
let mover: Account;

beforeAll(async () => {
  application = await startApplication();
  browser = await testBrowser();
  mover = await signedIn(application, 'mover', 'Mona Mover');
});
// All tests send requests from one address.
beforeEach(async () => void (await forgetRequests(application)));

const section = (page: Page, name: string) => page.getByRole('region', { name, exact: true });
const said = (page: Page, title: string) => seen(page.getByRole('group', { name: title })).toBeVisible();

async function settingsOf(
  account: Account,
  path: string,
  platform: 'lead-portal' | 'agent-portal' | 'load-board' = 'lead-portal',
  width = 1280,
): Promise<Page> {
  const page = await newPage(browser, { viewport: { width, height: 800 } });
  await signIn(page, application.url, platform, account.email);
  await page.goto(application.url + path);
  await page.getByRole('heading', { level: 1, name: 'Settings' }).waitFor();
  return page;
}

test('a mover changes name, company phone and mails, and finds them after a reload', async () => {
  const page = await settingsOf(mover, hrefs.mover.settings('mover', 'account'));
  const profile = section(page, 'Profile');
  await profile.getByLabel('Name').fill('');
  await profile.getByRole('button', { name: 'Discard changes' }).click();
  await profile.getByLabel('Name').fill('Mona Hale');
  await profile.getByLabel('Phone').fill('614555');
  await profile.getByRole('button', { name: 'Save profile' }).click();
  await seen(profile.getByLabel('Phone')).toHaveAttribute('aria-invalid', 'true');
  await profile.getByLabel('Phone').fill('tel:+1 614 555 0188');
  await profile.getByRole('button', { name: 'Save profile' }).click();
  await said(page, 'Profile saved');
  await section(page, 'Notifications').getByLabel('A new lead in your cities or states').uncheck();
  await said(page, 'You won’t get these emails');
  await page.reload();
  await seen(profile.getByLabel('Name')).toHaveValue('Mona Hale');
  await seen(profile.getByLabel('Phone')).toHaveValue('(614) 555-0188');
  await seen(section(page, 'Notifications').getByLabel('A new lead in your cities or states')).not.toBeChecked();
  await page.getByRole('link', { name: 'Company', exact: true }).click();
  await section(page, 'Company').getByLabel('Company phone').fill('6145550199');
  await section(page, 'Company').getByRole('button', { name: 'Save company phone' }).click();
  await said(page, 'Company phone saved');
  await page.reload();
  await seen(section(page, 'Company').getByLabel('Company phone')).toHaveValue('(614) 555-0199');
});

test(
  'what was saved in another window is merged field by field, and written over only where the person says so',
  { timeout: 90_000 },
  async () => {
    const person = await signedIn(application, 'mover', 'Fay Fields');
    const page = await newPage(browser, { viewport: { width: 1280, height: 800 }, allow: [/409/, /status of 4/] });
    await signIn(page, application.url, 'lead-portal', person.email);
    await page.goto(application.url + hrefs.mover.settings('mover', 'account'));
    const elsewhere = async (path: string, body: object) =>
      expect((await call(application, 'PATCH', path, { token: person.token, body })).status).toBe(200);
    const me = async () =>
      (
        await call<{ name: string; phone: string; settings: { company_phone: string } }>(application, 'GET', 'user/', {
          token: person.token,
        })
      ).body;
    const profile = section(page, 'Profile');
    const notice = profile.getByRole('alert').filter({ hasText: 'Someone changed your profile' });
    await profile.getByLabel('Name').fill('Fay Typed');
    await elsewhere('user/', { phone: '+16145550171' });
    await profile.getByRole('button', { name: 'Save profile' }).click();
    await seen(notice).toContainText('Their changes are in the form now: Phone');
    await seen(profile.getByLabel('Phone')).toHaveValue('(614) 555-0171');
    await seen(profile.getByLabel('Name')).toHaveValue('Fay Typed');
    await elsewhere('user/', { name: 'Fay Other', phone: '+16145550172' });
    await profile.getByRole('button', { name: 'Save profile' }).click();
    await seen(notice.getByRole('button', { name: 'Theirs: Fay Other' })).toBeVisible();
    await seen(page.locator(':focus')).toContainText('You both changed this');
    await seen(profile.getByRole('button', { name: 'Save profile' })).toBeDisabled();
    await notice.getByRole('button', { name: 'Mine: Fay Typed' }).click();
    await profile.getByRole('button', { name: 'Save profile' }).click();
    await said(page, 'Profile saved');
    expect(await me()).toMatchObject({ name: 'Fay Typed', phone: '+16145550172' });

    await page.getByRole('link', { name: 'Company', exact: true }).click();
    const company = section(page, 'Company');
    // A change to another section of the same person is not a conflict here.
    await elsewhere('user/', { name: 'Fay Third' });
    await company.getByLabel('Company phone').fill('6145550181');
    await company.getByRole('button', { name: 'Save company phone' }).click();
    await said(page, 'Company phone saved');
    await company.getByLabel('Company phone').fill('6145550182');
    await elsewhere('user/settings/', { company_phone: '+16145550183' });
    await company.getByRole('button', { name: 'Save company phone' }).click();
    await company.getByRole('button', { name: 'Theirs: (614) 555-0183' }).click();
    await seen(company.getByLabel('Company phone')).toHaveValue('(614) 555-0183');
    expect(await me()).toMatchObject({ name: 'Fay Third', settings: { company_phone: '+16145550183' } });
  },
);

test('a picture is cut or fitted, seen in the frame, and taken away', async () => {
  const page = await settingsOf(mover, hrefs.mover.settings('mover', 'account'), 'lead-portal', 360);
  const picture = section(page, 'Picture');
  const photo = await sharp({ create: { width: 300, height: 120, channels: 3, background: 'teal' } })
    .png()
    .toBuffer();
  await picture.getByLabel('Picture').setInputFiles({ name: 'me.png', mimeType: 'image/png', buffer: photo });
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Zoom').press('ArrowRight');
  await dialog.getByLabel('Left to right').press('ArrowLeft');
  await dialog.getByLabel('The whole picture').check();
  await seen(dialog.getByLabel('Zoom')).toHaveCount(0);
  await dialog.getByRole('button', { name: 'Save picture' }).click();
  await said(page, 'Picture saved');
  await seen(page.getByRole('banner').locator('img')).toBeVisible();
  // Fitted: a wide image gets white above and below.
  const address = await picture.locator('img').getAttribute('src');
  const stored = await page.request.get(application.url + address!);
  const { data } = await sharp(await stored.body())
    .resize(9, 9)
    .raw()
    .toBuffer({ resolveWithObject: true });
  expect(data[4 * 3]).toBeGreaterThan(240);
  expect(data[(4 * 9 + 4) * 3]).toBeLessThan(60);
  await picture
    .getByLabel('Picture')
    .setInputFiles({ name: 'me.svg', mimeType: 'image/svg+xml', buffer: Buffer.from('<p>no picture</p>') });
  await seen(page.getByText('This file can’t be read as a picture')).toBeVisible();
  await picture.getByRole('button', { name: 'Remove picture' }).click();
  await said(page, 'Picture removed');
  await seen(page.getByRole('banner').locator('img')).toHaveCount(0);
});

test('an assistant is invited, the link sent again, the invitation withdrawn', async () => {
  const page = await settingsOf(mover, hrefs.mover.settings('mover', 'company'));
  const assistants = section(page, 'Assistants');
  const email = newEmail('ina');
  await assistants.getByRole('button', { name: 'Send invitation' }).click();
  await seen(assistants.getByLabel('Name')).toHaveAttribute('aria-invalid', 'true');
  await assistants.getByLabel('Name').fill('Ina Vited');
  await assistants.getByLabel('Email').fill(email);
  await assistants.getByRole('button', { name: 'Send invitation' }).click();
  await seen(assistants.getByRole('listitem').filter({ hasText: email })).toContainText('Invited');
  await mailTo(application, email, /invite/i);
  await assistants.getByRole('button', { name: 'Send again to Ina Vited' }).click();
  await mailTo(application, email, /invite/i, 1);
  await assistants.getByRole('button', { name: 'Remove Ina Vited' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Withdraw invitation' }).focus();
  await page.keyboard.press('Enter');
  await seen(assistants.getByRole('listitem')).toHaveCount(0);
  await seen(assistants.locator(':focus')).toHaveCount(1);
});

test('an assistant has settings without company, assistants and subscription', async () => {
  const assistant = await signedIn(application, 'assistant', 'Asa Sistant', {}, { businessId: mover.businessId });
  const page = await settingsOf(assistant, hrefs.mover.settings('mover'));
  expect(new URL(page.url()).pathname).toBe('/settings-assistant');
  await seen(section(page, 'Company')).toContainText('An assistant');
  await seen(section(page, 'Assistants')).toHaveCount(0);
  for (const name of ['Billing', 'Cards', 'Payments']) await seen(section(page, name)).toHaveCount(0);
});

test('an agent changes the password: the other device is out, this one is not', { timeout: 90_000 }, async () => {
  const agent = await signedIn(application, 'agent', 'Ann Agent');
  const page = await settingsOf(agent, hrefs.agent.settings(), 'agent-portal');
  const password = section(page, 'Password');
  await password.getByLabel('Current password').fill('not the right one');
  await password.getByLabel('New password', { exact: true }).fill('password123');
  await seen(password.getByRole('status').filter({ hasText: 'too common' })).toBeVisible();
  await password.getByLabel('New password', { exact: true }).fill(NEW_PASSWORD);
  await password.getByRole('button', { name: 'Change password' }).click();
  await seen(password.getByLabel('Current password')).toHaveAttribute('aria-invalid', 'true');
  await password.getByLabel('Current password').fill(PASSWORD);
  await password.getByRole('button', { name: 'Change password' }).click();
  await said(page, 'Password changed');
  expect((await call(application, 'GET', 'agent/', { token: agent.token })).status).toBe(401);
  await seen(section(page, 'Devices').getByRole('listitem')).toHaveCount(1);
});

test('a carrier asks for another address, and gets it by the link in its mailbox', async () => {
  const carrier = await signedIn(application, 'carrier', 'Swift Vans LLC');
  const page = await settingsOf(carrier, hrefs.board.settings('account'), 'load-board');
  const email = newEmail('dispatch');
  const form = section(page, 'Email');
  await form.getByLabel('New email').fill(email);
  await form.getByLabel('Your password').fill(PASSWORD);
  await form.getByRole('button', { name: 'Send the link' }).click();
  await seen(form.getByText(`Open the link we sent to ${email}`)).toBeVisible();
  await mailTo(application, carrier.email, /./);
  const link = new URL(
    (await mailTo(application, email, /./)).links.find((one) => one.includes('confirm-email-change'))!,
  );
  await page.goto(application.url + link.pathname + link.search);
  await page.getByRole('main').getByRole('button').first().click();
  await seen(page.getByRole('main')).toContainText(/changed|new address/i);
  const again = await call(application, 'POST', 'carrier/token', {
    body: new URLSearchParams({ username: email, password: PASSWORD }),
  });
  expect(again.status).toBe(200);
});

test('signing out everywhere ends all devices, and two tabs leave together', { timeout: 90_000 }, async () => {
  const agent = await signedIn(application, 'agent', 'Bob Agent');
  const page = await settingsOf(agent, hrefs.agent.settings(), 'agent-portal');
  const tab = await page.context().newPage();
  await tab.goto(application.url + hrefs.agent.leads('new'));
  await tab.getByRole('heading', { level: 1, name: 'Leads' }).waitFor();
  const devices = section(page, 'Devices');
  await seen(devices.getByRole('listitem')).toHaveCount(2);
  await devices.getByRole('button', { name: 'Sign out everywhere' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Sign out everywhere' }).click();
  await page.waitForURL(/\/auth\/agent-portal\/login/);
  await tab.waitForURL(/\/auth\/agent-portal\/login/);
  expect((await call(application, 'GET', 'agent/', { token: agent.token })).status).toBe(401);
  // Signing in in one tab also signs in the other one.
  await page.getByLabel('Email').fill(agent.email);
  await page.getByLabel('Password', { exact: true }).fill(PASSWORD);
  await page.getByRole('button', { name: 'Sign in' }).click();
  await page.waitForURL(/agent-portal\/settings/);
  await tab.waitForURL(/agent-portal\/leads\/new/);
});

test('signing out everywhere asks before it deletes what only this device has', async () => {
  const carrier = await signedIn(application, 'carrier', 'Unsent Carrier');
  const page = await settingsOf(carrier, hrefs.board.settings('account'), 'load-board');
  await page.evaluate(
    (key) => localStorage.setItem(key, '{}'),
    `draft-of:${carrier.id}:delivery-receipt.01910000-0000-7000-8000-000000000000`,
  );
  await section(page, 'Devices').getByRole('button', { name: 'Sign out everywhere' }).click();
  const dialog = page.getByRole('dialog', { name: 'Sign out everywhere?' });
  await seen(dialog).toContainText('is only on this device. Signing out deletes it.');
  await dialog.getByRole('button', { name: 'Delete it and sign out everywhere' }).click();
  await page.waitForURL(/\/auth\/load-board\/login/);
  await seen
    .poll(() => page.evaluate(() => Object.keys(localStorage).filter((key) => key.startsWith('draft-of:'))))
    .toEqual([]);
});

test('the way out of a mail: opening it changes nothing, the button does, and back', async () => {
  const quiet = await signedIn(application, 'mover', 'Quinn Quiet');
  const page = await settingsOf(quiet, hrefs.mover.settings('mover'));
  const wanted = async () =>
    (await call<{ settings: { email_on_new_lead: boolean } }>(application, 'GET', 'user/', { token: quiet.token })).body
      .settings.email_on_new_lead;
  await page.goto(`${application.url}/email/settings-unsubscribe?field=email_on_new_lead`);
  await seen(page.getByText('You get emails about new leads.')).toBeVisible();
  expect(await wanted()).toBe(true);
  await page.getByRole('button', { name: 'Stop these emails' }).click();
  await seen(page.getByText('You don’t get emails about new leads.')).toBeVisible();
  expect(await wanted()).toBe(false);
  await page.getByRole('button', { name: 'Turn them back on' }).click();
  await seen(page.getByRole('button', { name: 'Stop these emails' })).toBeVisible();
  expect(await wanted()).toBe(true);
});

test('carriers turn their emails off by the same page, which knows what is off already', async () => {
  const settings = '/load-board/settings/account';
  const person = await signedIn(application, 'carrier', 'Quiet carrier');
  await application.database.kysely
    .updateTable('account')
    .set({ email_on_new_lead: false })
    .where('id', '=', person.id)
    .execute();
  const page = await settingsOf(person, settings, 'load-board');
  await page.goto(`${application.url}/email/settings-unsubscribe?field=email_on_new_lead`);
  await seen(page.getByText('You don’t get emails about loads that went to another carrier.')).toBeVisible();
  await page.getByRole('button', { name: 'Turn them back on' }).click();
  await seen(page.getByText('You get emails about loads that went to another carrier.')).toBeVisible();
  await page.getByRole('link', { name: 'All email settings' }).click();
  await page.waitForURL((url) => url.pathname === settings);
  await seen(
    section(page, 'Notifications').getByRole('checkbox', { name: /^A load you bid on goes to/ }),
  ).toBeChecked();
});

test('the same page leads agents to the switches that they have for each kind', async () => {
  const person = await signedIn(application, 'agent', 'Quiet agent');
  const page = await settingsOf(person, '/agent-portal/settings', 'agent-portal');
  await page.goto(`${application.url}/email/settings-unsubscribe?field=email_on_new_lead`);
  await page.getByRole('link', { name: 'Choose emails' }).click();
  await page.waitForURL((url) => url.pathname === '/agent-portal/settings');
  await seen(section(page, 'Notifications').getByRole('checkbox').first()).toBeVisible();
});
