import { readFileSync } from 'node:fs';
import type { Browser, Page } from '@playwright/test';
import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { hrefs } from '#src/views/hrefs.ts';
import { NEW_PASSWORD, forgetRequests, mailsTo, newEmail, registerForm, signUpForm } from '#tests/api/account-api.ts';
import { signIn } from '#tests/paths/agent-page.ts';
import { seen } from '#tests/platform/seen.ts';
import { PASSWORD, call, mailTo, signedIn, startApplication } from '#tests/platform/application.ts';
import type { Application, MailboxMessage } from '#tests/platform/application.ts';
import { testBrowser, newPage, renderNothingAhead } from '#tests/platform/chromium.ts';

/** The ways to sign up and in: from the form through the mailbox to the portal, and what happens with a dead link. */
let application: Application;
let browser: Browser;

beforeAll(async () => {
  application = await startApplication();
  browser = await testBrowser();
});
// All tests send requests from one address.
beforeEach(async () => void (await forgetRequests(application)));

const heading = (page: Page, name: string | RegExp) => page.getByRole('heading', { level: 1, name });
const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });
const url = (path: string): string => application.url + path;
const at = (page: Page, path: string) => page.waitForURL((address) => address.pathname === path);

/** The link to this path in the email, on the server of this test. */
function linkOf(mail: MailboxMessage, path: string): string {
  const link = mail.links.map((one) => new URL(one)).find(({ pathname }) => pathname === path);
  expect(link, mail.links.join(' ')).toBeDefined();
  return url(link!.pathname + link!.search);
}

async function trySignIn(page: Page, email: string, password: string): Promise<void> {
  await page.getByLabel('Email').fill(email);
  await page.getByLabel('Password', { exact: true }).fill(password);
  await page.keyboard.press('Enter');
}

/** Counts the mutations of this name that the page sends. */
function countSent(page: Page, field: string): () => number {
  let count = 0;
  page.on('request', (request) => {
    if (request.url().endsWith('/graphql') && request.postData()?.includes(`"${field}"`)) count += 1;
  });
  return () => count;
}

describe('a moving company signs up', () => {
  test(
    'by keyboard alone: what is missing is said, what was typed is kept, the link is spent by its button, and sign-in leads to the first gate',
    { timeout: 90_000 },
    async () => {
      const page = await newPage(browser);
      const { keyboard } = page;
      const email = newEmail('owen');
      await page.goto(url(hrefs.login('lead-portal')));
      await page.getByRole('link', { name: 'Sign up as a mover' }).focus();
      await keyboard.press('Enter');
      await heading(page, 'Sign up for the lead portal').waitFor();

      await page.getByLabel('Company').focus();
      await keyboard.type('Castillo Moving');
      await keyboard.press('Enter');
      const summary = page.getByRole('alert').filter({ hasText: /Fix \d+ fields/ });
      await seen(summary).toBeFocused();
      await seen(summary.getByRole('link')).toHaveText([
        'Enter your name.',
        'Enter an email address, such as name@company.com.',
        'Use at least 10 characters.',
      ]);
      await keyboard.press('Tab');
      await keyboard.press('Enter');
      await seen(page.getByLabel('Your name')).toBeFocused();
      await keyboard.type('Owen Castillo');
      await keyboard.press('Tab');
      await keyboard.type(email);
      await keyboard.press('Tab');
      await keyboard.type('16145550134');
      await seen(page.getByLabel('Phone')).toHaveValue('(614) 555-0134');

      await page.reload();
      await seen(page.getByLabel('Email')).toHaveValue(email);
      await seen(page.getByLabel('Phone')).toHaveValue('(614) 555-0134');
      await page.getByLabel('Password', { exact: true }).focus();
      await keyboard.type('owen castillo');
      await seen(page.getByText('This is too similar to your name or email.')).toBeVisible();
      await keyboard.press('ControlOrMeta+a');
      await keyboard.type(NEW_PASSWORD);
      await seen(page.getByRole('status').filter({ hasText: /^(Good|Strong)$/ })).toBeVisible();
      await keyboard.press('Enter');

      await heading(page, 'Check your inbox').waitFor();
      await seen(page.getByRole('main')).toContainText(email);
      expect(page.url()).toBe(url(hrefs.door('lead-portal', 'verification-sent')));

      const link = linkOf(await mailTo(application, email, /Confirm your email/), '/auth/confirm-email');
      // The email is read on another device, where nobody signed up.
      const phone = await newPage(browser);
      await phone.goto(link);
      await heading(phone, 'Confirm your email address').waitFor();
      // Opening the link does not use it up.
      await phone.reload();
      await button(phone, 'Confirm email address').focus();
      await phone.keyboard.press('Enter');
      await heading(phone, 'Your email address is confirmed').waitFor();
      // The focus moved along, so the next Tab stop is the link onward.
      await phone.keyboard.press('Tab');
      await seen(phone.getByRole('link', { name: 'Sign in' })).toBeFocused();
      await phone.keyboard.press('Enter');
      await phone.getByLabel('Email').focus();
      await phone.keyboard.type(email);
      await phone.keyboard.press('Tab');
      await phone.keyboard.type(NEW_PASSWORD);
      await phone.keyboard.press('Enter');
      await at(phone, hrefs.mover.topCities());
      await heading(phone, 'Where do you work?').waitFor();

      await page.goto(link);
      await heading(page, 'Your email address is already confirmed').waitFor();
      await seen(page.getByRole('link', { name: /^(Sign in|Go on)$/ })).toBeVisible();
    },
  );

  test('a second press while the first is on its way does nothing', async () => {
    const page = await newPage(browser);
    const email = newEmail('twice');
    await page.goto(url(hrefs.signUp['lead-portal']));
    await page.getByLabel('Company').fill('Twice Moving');
    await page.getByLabel('Your name').fill('Tess Twice');
    await page.getByLabel('Email').fill(email);
    await page.getByLabel('Password', { exact: true }).fill(NEW_PASSWORD);
    const sent = countSent(page, 'companyName');
    await button(page, 'Sign up').dblclick();
    await heading(page, 'Check your inbox').waitFor();
    expect(sent()).toBe(1);
    expect(await mailsTo(application, email)).toBe(1);
  });

  test('what the server refuses is said beside its field and in the summary', async () => {
    const page = await newPage(browser);
    await page.goto(url(hrefs.signUp['lead-portal']));
    await page.getByLabel('Company').fill('Win at http://win.example');
    await page.getByLabel('Your name').fill('Wendy Win');
    await page.getByLabel('Email').fill(newEmail('win'));
    await page.getByLabel('Password', { exact: true }).fill(NEW_PASSWORD);
    await button(page, 'Sign up').click();
    const summary = page.getByRole('alert').filter({ hasText: 'Fix 1 field' });
    await seen(summary).toBeFocused();
    await summary.getByRole('link').click();
    await seen(page.getByLabel('Company')).toBeFocused();
    await seen(page.getByLabel('Company')).toHaveAccessibleDescription(
      'Write a name here, without links or line breaks.',
    );
    await seen(page.getByLabel('Password', { exact: true })).toHaveValue(NEW_PASSWORD);
  });

  test('out of reach, the form keeps what was typed and can be sent again', async () => {
    const page = await newPage(browser, { allow: [/ERR_FAILED/] });
    await page.goto(url(hrefs.signUp['lead-portal']));
    await page.getByLabel('Company').fill('Remote Moving');
    await page.getByLabel('Your name').fill('Remy Remote');
    await page.getByLabel('Email').fill(newEmail('remy'));
    await page.getByLabel('Password', { exact: true }).fill(NEW_PASSWORD);
    await page.route('**/graphql', (route) => route.abort());
    await button(page, 'Sign up').click();
    await page.getByText('Couldn’t create the account. Check your connection and try again.').waitFor();
    await page.unroute('**/graphql');
    await button(page, 'Sign up').click();
    await heading(page, 'Check your inbox').waitFor();
  });

  test('a wrong address is mended without typing everything again', async () => {
    const page = await newPage(browser);
    await page.goto(url(hrefs.signUp['lead-portal']));
    await page.getByLabel('Company').fill('Typo Moving');
    await page.getByLabel('Your name').fill('Ty Po');
    await page.getByLabel('Email').fill(newEmail('typpo'));
    await page.getByLabel('Password', { exact: true }).fill(NEW_PASSWORD);
    await button(page, 'Sign up').click();
    await heading(page, 'Check your inbox').waitFor();
    await page.getByRole('link', { name: 'Sign up with another address' }).click();
    await seen(page.getByLabel('Company')).toHaveValue('Typo Moving');
    await seen(page.getByLabel('Password', { exact: true })).toHaveValue('');
  });

  test('the right password before the confirmation offers the link again, and only then', async () => {
    const email = newEmail('early');
    expect((await call(application, 'POST', 'user/', { body: signUpForm(email) })).status).toBe(202);
    await mailTo(application, email, /Confirm your email/);
    const page = await newPage(browser);
    await page.goto(url(hrefs.login('lead-portal')));
    await trySignIn(page, email, 'not-the-password');
    await seen(page.getByRole('alert')).toBeVisible();
    await seen(button(page, 'Send the link again')).toHaveCount(0);
    // Regardless of the portal where the person signs in.
    await page.goto(url(hrefs.login('agent-portal')));
    await trySignIn(page, email, NEW_PASSWORD);
    await button(page, 'Send the link again').click();
    await heading(page, 'Check your inbox').waitFor();
    await seen(page.getByRole('main')).toContainText(email);
    await mailTo(application, email, /Confirm your email/, 1);
    await seen(button(page, 'Send it again')).toHaveAttribute('aria-disabled', 'true');
    await seen(page.getByText(/You can send it again in \d+ s\./)).toBeVisible();
  });
});

describe('a forgotten password', () => {
  test(
    'a link by mail, a new password, and the old one, the old sessions and the link are worth nothing',
    { timeout: 90_000 },
    async () => {
      const agent = await signedIn(application, 'agent', 'Forget Ful');
      const elsewhere = await newPage(browser);
      await signIn(elsewhere, application.url, 'agent-portal', agent.email);

      const page = await newPage(browser);
      await page.goto(url(hrefs.login('agent-portal')));
      await page.getByRole('link', { name: 'Forgot password?' }).click();
      await button(page, 'Send the link').click();
      await seen(page.getByLabel('Email')).toBeFocused();
      await seen(page.getByLabel('Email')).toHaveAccessibleDescription(
        'Enter an email address, such as name@company.com.',
      );
      await page.getByLabel('Email').fill(agent.email);
      await page.keyboard.press('Enter');
      await heading(page, 'Check your inbox').waitFor();
      expect(page.url()).not.toContain('@');

      const link = linkOf(await mailTo(application, agent.email, /Choose a new password/), '/auth/password-new');
      await page.goto(link);
      await page.getByLabel('New password').fill('password1234');
      await page.keyboard.press('Enter');
      await seen(page.getByLabel('New password')).toBeFocused();
      await seen(page.getByLabel('New password')).toHaveAccessibleDescription(/too common/);
      await page.getByLabel('New password').fill(NEW_PASSWORD);
      await page.keyboard.press('Enter');
      await heading(page, 'Your password is changed').waitFor();
      await seen(page.getByRole('group', { name: 'Password changed' })).toBeVisible();
      await page.getByRole('link', { name: 'Sign in' }).click();
      await trySignIn(page, agent.email, PASSWORD);
      await seen(page.getByRole('alert')).toBeVisible();
      await trySignIn(page, agent.email, NEW_PASSWORD);
      await at(page, hrefs.agent.leads('new'));

      await elsewhere.goto(url(hrefs.agent.settings()));
      await heading(elsewhere, 'Sign in').waitFor();
      // Shown before anything is typed.
      await elsewhere.goto(link);
      await heading(elsewhere, 'This link no longer works').waitFor();
      await seen(elsewhere.getByText('This link was already used.')).toBeVisible();
      await elsewhere.getByRole('link', { name: 'Ask for a new link' }).click();
      await heading(elsewhere, 'Forgot your password?').waitFor();
    },
  );

  test('an address without an account sees the same page, and gets no mail', async () => {
    const page = await newPage(browser);
    const email = newEmail('nobody');
    await page.goto(url(hrefs.door('load-board', 'forgot-password')));
    await page.getByLabel('Email').fill(email);
    await button(page, 'Send the link').click();
    await heading(page, 'Check your inbox').waitFor();
    await seen(page.getByRole('main')).toContainText(`If there is an account for ${email}, we’ve emailed a link.`);
    expect(await mailsTo(application, email)).toBe(0);
    await page.getByRole('link', { name: 'Use another address' }).click();
    await heading(page, 'Forgot your password?').waitFor();
  });
});

test(
  'an assistant accepts an invitation: who invites is shown, somebody else signs out first, and the link works once',
  { timeout: 90_000 },
  async () => {
    const mover = await signedIn(application, 'mover', 'Mona Mover');
    const email = newEmail('ari');
    expect(
      (await call(application, 'POST', 'user/invite', { token: mover.token, body: { email, name: 'Ari Assistant' } }))
        .status,
    ).toBe(201);
    const link = linkOf(await mailTo(application, email, /invites you/), '/auth/lead-portal/signup-assistant');

    const page = await newPage(browser);
    await signIn(page, application.url, 'lead-portal', mover.email);
    await page.goto(link);
    await seen(page.getByText(`You are signed in as ${mover.email}`)).toBeVisible();
    await button(page, 'Sign out').click();
    await heading(page, 'Join Mona Mover Moving').waitFor();
    await seen(
      page.getByText('Mona Mover invites you, Ari Assistant, to work on the leads of Mona Mover Moving.'),
    ).toBeVisible();
    await seen(page.getByLabel('Email')).toHaveValue(email);
    await page.getByLabel('Password', { exact: true }).fill('ari assistant');
    await page.keyboard.press('Enter');
    await seen(page.getByLabel('Password', { exact: true })).toBeFocused();
    await seen(page.getByLabel('Password', { exact: true })).toHaveAccessibleDescription(
      /too similar to your name or email/,
    );
    await page.getByLabel('Password', { exact: true }).fill(NEW_PASSWORD);
    await page.keyboard.press('Enter');
    // After choosing a password, the person does not have to type it again.
    await at(page, hrefs.mover.leads());

    const stranger = await newPage(browser);
    await stranger.goto(link);
    await heading(stranger, 'You’ve already joined').waitFor();
    await seen(stranger.getByRole('link', { name: 'Sign in' })).toBeVisible();
  },
);

test('a carrier registers, confirms, and is led to the last step of its sign-up', { timeout: 90_000 }, async () => {
  const { legal_name, contact_name, phone } = registerForm('');
  const page = await newPage(browser);
  const email = newEmail('henry');
  await page.goto(url(hrefs.login('lead-portal')));
  await page.getByRole('link', { name: 'Sign up as a carrier' }).click();
  await page.getByLabel('Legal company name').fill(legal_name);
  await button(page, 'Sign up').click();
  await seen(
    page.getByRole('alert').getByRole('link', { name: 'Enter your USDOT number: up to eight digits.' }),
  ).toBeVisible();
  await page.getByLabel('USDOT number').pressSequentially('USDOT 314-1592');
  await seen(page.getByLabel('USDOT number')).toHaveValue('3141592');
  await page.getByLabel('Your name').fill(contact_name);
  await page.getByLabel('Email').fill(email);
  await page.getByLabel('Phone').fill(phone);
  await seen(page.getByLabel('Phone')).toHaveValue('(615) 555-0123');
  await page.getByLabel('Password', { exact: true }).fill(NEW_PASSWORD);
  await button(page, 'Sign up').click();
  await at(page, hrefs.boardVerificationSent());
  await page.goto(linkOf(await mailTo(application, email, /Confirm your email/), '/auth/load-board/confirm-email'));
  await button(page, 'Confirm email address').click();
  // In the browser where the password was typed, it is not requested again.
  await at(page, hrefs.board.signupComplete());
  await heading(page, 'Complete your sign-up').waitFor();
});

test('a new email counts from its own mailbox on', { timeout: 90_000 }, async () => {
  const agent = await signedIn(application, 'agent', 'Ema Change');
  const email = newEmail('ema.new');
  expect(
    (
      await call(application, 'POST', 'agent/email/change/confirm', {
        token: agent.token,
        body: { new_email: email, password: PASSWORD },
      })
    ).status,
  ).toBe(202);
  const page = await newPage(browser);
  await page.goto(linkOf(await mailTo(application, email, /Confirm your new email/), '/auth/confirm-email-change'));
  await button(page, 'Use this address').click();
  await heading(page, 'Your email address is changed').waitFor();
  await page.goto(url(hrefs.login('agent-portal')));
  await trySignIn(page, agent.email, PASSWORD);
  await seen(page.getByRole('alert')).toBeVisible();
  await trySignIn(page, email, PASSWORD);
  await at(page, hrefs.agent.leads('new'));
});

describe('a link that is dead', () => {
  const dead = 'no-such-token-is-there-0123456789-abcdefghi';

  test.each([
    [
      'password-new',
      hrefs.passwordNew('load-board', dead),
      'Ask for a new link',
      hrefs.door('load-board', 'forgot-password'),
    ],
    [
      'confirm-email',
      `/auth/confirm-email?token=${dead}`,
      'Get a new link',
      hrefs.door('lead-portal', 'verification-sent'),
    ],
    [
      'confirm-email of a carrier',
      `/auth/load-board/confirm-email?token=${dead}`,
      'Get a new link',
      hrefs.door('load-board', 'verification-sent'),
    ],
    [
      'confirm-email-change',
      `/auth/confirm-email-change?token=${dead}`,
      'Go to the home page',
      hrefs.login('lead-portal'),
    ],
  ])('%s says so at once and leads on', async (_which, path, way, end) => {
    const page = await newPage(browser);
    await page.goto(url(path));
    await heading(page, 'This link no longer works').waitFor();
    await page.getByRole('link', { name: way }).click();
    await at(page, end);
  });

  test('where it cannot be asked, the form is there all the same', async () => {
    const page = await newPage(browser, { allow: [/net::ERR_FAILED/] });
    await renderNothingAhead(page);
    await page.route('**/graphql', (route) =>
      route.request().postData()?.includes('"token"') ? route.abort() : route.continue(),
    );
    await page.goto(url(hrefs.passwordNew('agent-portal', dead)));
    await seen(page.getByLabel('New password')).toBeVisible();
  });

  test('a new one is asked for where nobody knows the address any more', async () => {
    const email = newEmail('late');
    expect((await call(application, 'POST', 'user/', { body: signUpForm(email) })).status).toBe(202);
    await mailTo(application, email, /Confirm your email/);
    const page = await newPage(browser);
    await page.goto(url(hrefs.door('lead-portal', 'verification-sent')));
    await page.getByLabel('Email').fill(email);
    await button(page, 'Send the link').click();
    await heading(page, 'Check your inbox').waitFor();
    await mailTo(application, email, /Confirm your email/, 1);
  });

  test('an invitation without a token is no page at all', async () => {
    const page = await newPage(browser);
    await page.goto(url('/auth/lead-portal/signup-assistant'));
    await heading(page, 'Sign in').waitFor();
    await seen(page.getByRole('group', { name: 'Error' })).toContainText('Invalid link');
  });
});

test('the platform that was used last is the one that the start leads to', async () => {
  const page = await newPage(browser);
  await page.goto(url('/'));
  await at(page, hrefs.login('lead-portal'));
  await page.goto(url(hrefs.login('load-board')));
  await trySignIn(page, newEmail('nobody'), 'some-password');
  await seen(page.getByRole('alert')).toBeVisible();
  await page.goto(url('/'));
  await at(page, hrefs.login('load-board'));
  expect(await page.evaluate(() => localStorage.getItem('auth:last-used-platform'))).toBe('load-board');
});

test('a demo offers its accounts once its data is complete', async () => {
  let isFilling = true;
  const page = await newPage(browser);
  await page.route('**/dev/demo.json', (route) => route.fulfill({ json: { is_filling: isFilling } }));
  await page.goto(url(hrefs.login('load-board')));
  const demo = page.getByRole('region', { name: 'Explore the demo' });
  await seen(demo.getByRole('status')).toHaveText('Creating the sample data. This takes up to half a minute.');
  for (const account of await demo.getByRole('button').all()) await seen(account).toBeDisabled();
  isFilling = false;
  for (const account of await demo.getByRole('button').all()) await seen(account).toBeEnabled();
  await seen(demo.getByRole('status')).toHaveText('');
});

test('what is typed before the application is there is neither lost nor sent', async () => {
  const page = await newPage(browser);
  let letCome = () => {};
  const asked = new Promise<void>((resolve) => (letCome = resolve));
  await page.route('**/*.js', async (route) => {
    await asked;
    await route.continue();
  });
  await page.goto(url(hrefs.login('load-board')), { waitUntil: 'commit' });
  // Nobody sees the page before its styles load; if this ran earlier, transitions would start from unstyled elements.
  await page.waitForFunction(() => document.styleSheets.length > 0);
  const drawn = page.locator('#first-paint');
  await seen(drawn.getByText('This page is slow to load.')).toBeHidden();
  await drawn.getByLabel('Email').fill('nobody@example.com');
  await drawn.getByLabel('Password', { exact: true }).fill('not-the-password');
  await page.keyboard.press('Enter');
  expect(page.url()).toBe(url(hrefs.login('load-board')));
  letCome();
  await seen(drawn).toHaveCount(0);
  await seen(page.getByLabel('Email')).toHaveValue('nobody@example.com');
  await seen(page.getByLabel('Password', { exact: true })).toBeFocused();
  await page.keyboard.press('Enter');
  await seen(page.getByText('The email or password isn’t right.')).toBeVisible();
});

test.each([1280, 360])(
  'what guests see before the application is there is what they see then, at %i px',
  async (width) => {
    const paths = Object.keys(JSON.parse(readFileSync('dist/browser/drawn-pages.json', 'utf8')) as object);
    expect(paths.length).toBeGreaterThan(5);
    const [before, after] = await Promise.all(
      [false, true].map((javaScriptEnabled) =>
        newPage(browser, { javaScriptEnabled, viewport: { width, height: 900 } }),
      ),
    );
    for (const path of paths) {
      for (const page of [before!, after!]) await page.goto(url(path), { waitUntil: 'networkidle' });
      await seen(after!.locator('#first-paint')).toHaveCount(0);
      // It shows after 10 s: under load before the pictures are taken.
      await before!.getByText('This page is slow to load.').evaluate((note) => note.remove());
      // Only a demo offers accounts to choose from, and they load later.
      if (path.endsWith('/login'))
        await after!.getByRole('region', { name: 'Explore the demo' }).evaluate((one) => one.remove());
      // The last of what loads late may not be painted yet.
      await seen(async () => {
        const [drawn, shown] = await Promise.all([
          before!.locator('#first-paint').screenshot(),
          after!.locator('#root').screenshot({ caret: 'hide' }),
        ]);
        expect(drawn.equals(shown), path).toBe(true);
      }).toPass({ timeout: 5000 });
    }
  },
);

test('on a phone, the largest text that guests see is there before the application, also in a demo', async () => {
  const paths = Object.keys(JSON.parse(readFileSync('dist/browser/drawn-pages.json', 'utf8')) as object);
  const page = await newPage(browser, { viewport: { width: 412, height: 823 } });
  let letCome = () => {};
  let asked = Promise.resolve();
  await page.route('**/*.js', async (route) => {
    await asked;
    await route.continue();
  });
  await page.addInitScript(() => {
    new PerformanceObserver((list) => {
      Object.assign(globalThis, { largest: list.getEntries().at(-1)!.startTime });
    }).observe({ type: 'largest-contentful-paint', buffered: true });
  });
  const largest = () => page.evaluate(() => (globalThis as unknown as { largest: number }).largest);
  for (const path of paths) {
    asked = new Promise<void>((resolve) => (letCome = resolve));
    await page.goto(url(path), { waitUntil: 'commit' });
    await page.waitForFunction(() => 'largest' in globalThis && document.fonts.status === 'loaded');
    const before = await page.evaluate(async () => {
      // The text is painted again with the font that has arrived.
      for (let frame = 0; frame < 2; frame += 1) await new Promise(requestAnimationFrame);
      return performance.now();
    });
    letCome();
    await seen(page.locator('#first-paint')).toHaveCount(0);
    if (path.endsWith('/login')) await seen(page.getByRole('region', { name: 'Explore the demo' })).toBeVisible();
    await page.waitForLoadState('networkidle');
    expect(await largest(), path).toBeLessThan(before);
  }
});
