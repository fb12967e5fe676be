import type { Browser, Page } from '@playwright/test';
import { beforeAll, expect, test } from 'vitest';
import { newCarrier, putProfile } from '#tests/api/carrier-api.ts';
import { carrierSignUpPage } from '#tests/paths/carrier-sign-up-page.ts';
import { seen } from '#tests/platform/seen.ts';
import { PASSWORD, call, mailTo, signedIn, startApplication } from '#tests/platform/application.ts';
import type { Account, Application } from '#tests/platform/application.ts';
import { testBrowser, newPage } from '#tests/platform/chromium.ts';

/**
 * A new carrier from its first sign-in to the board, and its company in the settings afterwards. The expected final
 * data is written out.
 */
let application: Application;
let agent: Account;
let browser: Browser;

beforeAll(async () => {
  application = await startApplication();
  agent = await signedIn(application, 'agent', 'Ann Agent');
  browser = await testBrowser();
});

const SIZES = { laptop: { width: 1280, height: 900 }, phone: { width: 360, height: 740 } } as const;
type Size = keyof typeof SIZES;
const pageOf = (size: Size, allow: RegExp[] = []) =>
  newPage(browser, { viewport: SIZES[size], hasTouch: size === 'phone', allow });
/** How long a change may take to reach somebody else's screen. */
const LIVE = { timeout: 15_000 };

/** Signs in at the board; the page after that depends on the progress of the sign-up. */
async function enter(page: Page, { email }: Account): Promise<void> {
  await page.goto(`${application.url}/auth/load-board/login`);
  await page.getByLabel('Email').fill(email);
  await page.getByLabel('Password', { exact: true }).fill(PASSWORD);
  await page.getByRole('button', { name: 'Sign in' }).click();
  await page.waitForURL((address) => !address.pathname.endsWith('/login'));
}

const isAsWideAsTheWindow = (page: Page) =>
  page.evaluate(() => document.documentElement.scrollWidth <= document.documentElement.clientWidth);
const rowOf = ({ carrierId }: Account) =>
  application.database.kysely.selectFrom('carrier').selectAll().where('id', '=', carrierId).executeTakeFirstOrThrow();
/** Shown once, above the page. */
const shutNote = (page: Page) => page.getByText(/The load board is not open to you yet/);
const saved = ({ carrierId }: Account) =>
  call<{ version: number }>(application, 'GET', `agent/carriers/${carrierId}/details`, { token: agent.token });

test.each(Object.keys(SIZES) as Size[])(
  'every step, from the first sign-in to a bid that is allowed, on a %s',
  { timeout: 180_000 },
  async (size) => {
    const account = await newCarrier(application, `Lund Family Movers ${size}`);
    const page = await pageOf(size);
    const signUp = carrierSignUpPage(page, application.url);
    await enter(page, account);
    await signUp.see('Your company');
    await page.goto(`${application.url}/load-board/leads/available`);
    await signUp.see('Your company');
    // All steps are visible at any width.
    const steps = page.getByRole('list', { name: 'Steps of the sign-up' });
    expect(await steps.evaluate((list) => list.scrollWidth <= list.clientWidth)).toBe(true);
    await seen(steps.getByRole('listitem').filter({ hasText: 'Agreement' })).toBeInViewport({ ratio: 1 });

    // A message names what is missing, and links to its field.
    await signUp.saveAndContinue();
    const summary = page.getByRole('alert').filter({ hasText: /Fix \d+ field/ });
    await seen(summary).toBeFocused();
    await summary.getByRole('link', { name: 'Enter the street address' }).click();
    await seen(page.getByLabel('Street address')).toBeFocused();
    await summary.getByRole('link', { name: 'Choose at least one type of equipment' }).click();
    await seen(page.getByRole('button', { name: '26 ft box truck' })).toBeFocused();
    await page.keyboard.press('ArrowRight');
    await seen(page.getByRole('button', { name: '24 ft straight truck' })).toBeFocused();

    await signUp.fillCompany();
    await page.getByLabel('Something else').fill('Crane');
    await page.keyboard.press('Enter');
    await page.getByLabel(/^Docket number/).fill('mc 778899');
    await page.getByLabel('Street address').focus();
    await seen(page.getByLabel(/^Docket number/)).toHaveValue('MC-778899');
    expect(await isAsWideAsTheWindow(page)).toBe(true);

    // A reload loses nothing that was typed.
    await page.reload();
    await seen(page.getByLabel('Street address')).toHaveValue('210 Lake Street');
    await seen(page.getByRole('button', { name: 'Crane' })).toHaveAttribute('aria-pressed', 'true');
    // What is typed and not in the list yet is saved, too.
    await page.getByLabel('Something else').fill('Dollies');
    await signUp.saveAndContinue();

    await signUp.see('Your licenses');
    await seen(page.getByRole('heading', { name: 'Your licenses' })).toBeFocused();
    await signUp.addLicense('MN-100', 'permit.pdf');
    await signUp.saveAndContinue();
    await signUp.see('Your insurance');
    await signUp.uploadPolicy('Auto liability', 'AL-100');
    // The next policy defaults to the kind that is still missing.
    await seen(page.getByLabel('Kind of policy')).toHaveValue('cargo');
    await signUp.uploadPolicy('Cargo', 'CG-100');
    await signUp.back();
    await signUp.see('Your licenses');
    await seen(page.getByLabel('Number', { exact: true })).toHaveValue('MN-100');
    await signUp.saveAndContinue();

    // It continues where it was left.
    await signUp.see('Your insurance');
    await page.getByRole('button', { name: 'Sign out' }).click();
    await page.waitForURL(/\/login/);
    await enter(page, account);
    await signUp.see('Your insurance');
    await page.getByRole('button', { name: 'Continue' }).click();

    await signUp.see('The broker-carrier agreement');
    await seen(page.getByRole('article')).toContainText('210 Lake Street, Minneapolis, MN 55408');
    expect(await isAsWideAsTheWindow(page)).toBe(true);
    await signUp.read();
    await signUp.sign('Henry Lund');
    await page.waitForURL(/\/load-board\/leads\/available/);
    await seen(page.getByRole('heading', { name: 'Available loads' })).toBeVisible();
    await seen(shutNote(page)).toHaveCount(1);
    await seen(page.getByText('You cannot see loads yet')).toBeVisible();

    await seen(
      page.getByText(/The operating authority is pending\. The broker will verify your authority/),
    ).toBeVisible();
    expect(await isAsWideAsTheWindow(page)).toBe(true);

    // The brokerage is notified and confirms, and the board opens by itself.
    await mailTo(application, application.parts.brokerage.email, new RegExp(`^Lund Family Movers ${size} signed`));
    const confirmed = await call(application, 'PATCH', `agent/carriers/${account.carrierId}`, {
      token: agent.token,
      body: { authority: 'active' },
    });
    expect(confirmed.status).toBe(200);
    await seen(shutNote(page)).toHaveCount(0, LIVE);
    await page.goto(`${application.url}/auth/load-board/signup-complete`);
    await seen(page.getByRole('heading', { name: 'Available loads' })).toBeVisible();

    const {
      legal_name,
      docket_number,
      phone,
      address,
      city,
      state,
      zip,
      equipment,
      service_states,
      licenses,
      authority,
    } = await rowOf(account);
    expect({
      legal_name,
      docket_number,
      phone,
      address,
      city,
      state,
      zip,
      equipment,
      service_states,
      authority,
    }).toEqual({
      legal_name: `Lund Family Movers ${size}`,
      docket_number: 'MC-778899',
      phone: '+16125550111',
      address: '210 Lake Street',
      city: 'Minneapolis',
      state: 'MN',
      zip: '55408',
      equipment: ['26 ft box truck', 'Crane', 'Dollies'],
      service_states: ['MN'],
      authority: 'active',
    });
    expect(licenses).toMatchObject([{ kind: 'State mover permit', number: 'MN-100', state: 'MN' }]);
    const { kysely } = application.database;
    const policies = await kysely
      .selectFrom('insurance_policy')
      .select(['kind', 'policy_number', 'limit_cents', 'file_id'])
      .where('carrier_id', '=', account.carrierId)
      .orderBy('kind')
      .execute();
    expect(
      policies.map(({ kind, policy_number, limit_cents, file_id }) => [
        kind,
        policy_number,
        limit_cents,
        file_id !== null,
      ]),
    ).toEqual([
      ['cargo', 'CG-100', 75_000_000, true],
      ['liability', 'AL-100', 75_000_000, true],
    ]);
    const agreements = await kysely
      .selectFrom('agreement')
      .select(['state', 'signer_name'])
      .where('carrier_id', '=', account.carrierId)
      .execute();
    expect(agreements).toEqual([{ state: 'signed', signer_name: 'Henry Lund' }]);
  },
);

test('what may wait can be skipped, and the board says what that costs', { timeout: 120_000 }, async () => {
  const account = await newCarrier(application, 'Hurry Movers LLC');
  const page = await pageOf('phone');
  await enter(page, account);
  await carrierSignUpPage(page, application.url).complete();
  await seen(
    page.getByText('The operating authority is pending; there is no liability insurance; there is no cargo insurance.'),
  ).toBeVisible();
  await page.getByRole('link', { name: 'Open settings' }).click();
  await seen(page.getByRole('heading', { name: 'Insurance' })).toBeVisible();
  const checklist = page.getByRole('list', { name: 'Compliance' });
  await seen(checklist.getByRole('listitem').filter({ hasText: 'Blocks' })).toHaveText([
    /Operating authority.*Blocks seeing loads, bidding and being awarded a load\..*Not confirmed yet/,
    /Liability insurance.*Blocks bidding and being awarded a load\..*Missing/,
    /Cargo insurance.*Blocks bidding and being awarded a load\..*Missing/,
  ]);
  await seen(shutNote(page)).toHaveCount(0);
});

test(
  'an agreement that the profile has left behind is read again before it is signed',
  { timeout: 120_000 },
  async () => {
    const account = await newCarrier(application, 'Moving Target LLC');
    await putProfile(application, account, { legal_name: 'Moving Target LLC' });
    const page = await pageOf('laptop', [/409/]);
    const signUp = carrierSignUpPage(page, application.url);
    await enter(page, account);
    await signUp.see('Your company');
    await signUp.saveAndContinue();
    await signUp.skip();
    await signUp.see('Your insurance');
    await signUp.skip();
    await signUp.read();
    await putProfile(application, account, { legal_name: 'Moving Target Movers LLC' });
    await signUp.sign('Henry Lund');
    await page.getByRole('button', { name: 'Read it again' }).click();
    await seen(page.getByRole('article')).toContainText('Moving Target Movers LLC');
    await page.getByRole('button', { name: 'Go to signing' }).click();
    await page.getByRole('checkbox', { name: /electronic records/ }).check();
    await page.getByRole('button', { name: 'Sign', exact: true }).click();
    await page.waitForURL(/\/load-board\/leads\/available/);
  },
);

test(
  'in the settings: the name is held, what was changed elsewhere is shown and overwrites nothing',
  { timeout: 120_000 },
  async () => {
    const account = await signedIn(application, 'carrier', 'Settled Movers LLC');
    const fields = {
      legal_name: 'Settled Movers LLC',
      city: 'Columbus',
      state: 'OH',
      zip: '43215',
      docket_number: null,
    };
    await putProfile(application, account, fields);
    const page = await pageOf('laptop', [/409/, /ERR_FAILED/]);
    await enter(page, account);
    await page.goto(`${application.url}/load-board/settings/general`);
    await seen(page.getByLabel('Legal name')).not.toBeEditable();
    await seen(page.getByText('To change it, call')).toBeVisible();
    await page.getByLabel('Street address').fill('7 Typed Road');

    // Someone of the same company saves in another window.
    await putProfile(application, account, {
      ...fields,
      address: '9 Other Road',
      contact_name: 'Terry Other',
      equipment: ['26 ft box truck', 'Liftgate', 'Piano boards'],
    });
    const conflict = page.getByRole('alert').filter({ hasText: 'Someone changed your company' });
    await seen(conflict.getByRole('button', { name: 'Theirs: 9 Other Road' })).toBeVisible(LIVE);
    await seen(page.getByLabel('Street address')).toHaveValue('7 Typed Road');
    await seen(page.getByRole('button', { name: 'Save company' })).toBeDisabled();
    await page.reload();
    await seen(conflict).toBeVisible();
    // Changes made only by the other person are in the form now: a name, and a line of a list.
    await seen(conflict).toContainText('Their changes are in the form now: Contact, Equipment');
    await seen(page.getByLabel('Contact', { exact: true })).toHaveValue('Terry Other');
    await conflict.getByRole('button', { name: 'Mine: 7 Typed Road' }).click();
    await page.getByRole('button', { name: 'Save company' }).click();
    await seen(page.getByText('Company saved')).toBeVisible();
    expect(await rowOf(account)).toMatchObject({
      address: '7 Typed Road',
      contact_name: 'Terry Other',
      equipment: ['26 ft box truck', 'Liftgate', 'Piano boards'],
    });

    // What is typed and not in the list yet is a change, too.
    await page.getByLabel('Something else').fill('Winch');
    await seen(page.getByRole('button', { name: 'Save company' })).toBeEnabled();
    await page.getByLabel('Something else').fill('');
    await seen(page.getByRole('button', { name: 'Save company' })).toBeDisabled();

    // A change in another section is not a conflict here.
    await page.getByLabel('Street address').fill('8 Second Road');
    await call(application, 'PUT', `agent/carriers/${account.carrierId}/pricing-sheet`, {
      token: agent.token,
      body: { price_ratio: 1.1, data: [] },
    });
    await page.getByRole('button', { name: 'Save company' }).click();
    await seen(page.getByRole('button', { name: 'Save company' })).toBeDisabled();
    expect((await rowOf(account)).address).toBe('8 Second Road');
    await seen(conflict).toHaveCount(0);

    // Nor does adding a license overwrite an address that was saved while this page received no updates.
    await page.route('**/graphql*', (route) =>
      route.request().postData()?.includes('CarrierProfile') && !isReading ? route.abort() : route.fallback(),
    );
    let isReading = false;
    await page.getByRole('button', { name: 'Add a license' }).click();
    await page.getByLabel('Kind', { exact: true }).fill('State mover permit');
    await page.getByLabel('Number', { exact: true }).fill('OH-77');
    await putProfile(application, account, { ...fields, address: '10 Third Road' });
    isReading = true;
    await page.getByRole('button', { name: 'Save licenses' }).click();
    await seen.poll(async () => (await rowOf(account)).licenses).toMatchObject([{ number: 'OH-77' }]);
    expect((await rowOf(account)).address).toBe('10 Third Road');
  },
);

test('in the settings: policies and licenses come and go', { timeout: 120_000 }, async () => {
  const account = await signedIn(application, 'carrier', 'Paper Movers LLC');
  await putProfile(application, account, { legal_name: 'Paper Movers LLC' });
  const page = await pageOf('phone');
  const settings = carrierSignUpPage(page, application.url);
  await enter(page, account);
  await page.goto(`${application.url}/load-board/settings/general`);
  await page.getByRole('button', { name: 'Upload a policy' }).click();
  await page.getByRole('button', { name: 'Upload policy' }).click();
  await seen(page.getByRole('alert').filter({ hasText: /Fix \d+ field/ })).toBeFocused();
  await settings.uploadPolicy('Cargo', 'CG-NEW', { ends: 13 });
  // Days are counted in the brokerage's time zone, where it may still be yesterday.
  await seen(page.getByText(/^Ends in 1[34] days$/)).toBeVisible();
  const download = page.waitForEvent('download');
  await page.getByRole('link', { name: 'Certificate of the Cargo policy CG-NEW' }).click();
  expect((await download).suggestedFilename()).toBe('CG-NEW.pdf');
  await page.getByRole('button', { name: 'Remove the Cargo policy CG-NEW' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Remove policy' }).click();
  await seen(page.getByRole('list', { name: 'Policies on record' }).getByText('CG-NEW')).toHaveCount(0);

  await settings.addLicense('MN-1', 'permit.pdf');
  await page.getByRole('button', { name: 'Save licenses' }).click();
  await seen(page.getByRole('link', { name: 'Download the copy on record' })).toBeVisible();
  await page.getByRole('button', { name: 'Remove license 1' }).click();
  await page.getByRole('button', { name: 'Save licenses' }).click();
  await seen(page.getByText('No license is listed.')).toBeVisible();
  await seen(page.getByRole('button', { name: 'Save licenses' })).toHaveCount(0);
  expect((await rowOf(account)).licenses).toEqual([]);
  expect((await saved(account)).body).toMatchObject({ licenses: [] });
});
