import { createServer } from 'node:net';
import type { AddressInfo } from 'node:net';
import type { Browser, Page } from '@playwright/test';
import { Secret, TOTP } from 'otpauth';
import { beforeAll, expect, test } from 'vitest';
import { hrefs } from '#src/views/hrefs.ts';
import { newLead } from '#tests/paths/api-gestures.ts';
import { call, startApplication } from '#tests/platform/application.ts';
import type { Application } from '#tests/platform/application.ts';
import { ended } from '#tests/platform/command.ts';
import { testBrowser, newPage } from '#tests/platform/chromium.ts';
import { seen } from '#tests/platform/seen.ts';
import { command } from '../../scripts/agents.ts';

/** The first day of a brokerage: no accounts, and no demo data. */
const LAPTOP = { viewport: { width: 1280, height: 800 } };
const PASSWORD = 'purple-lantern-42';
let application: Application;
let environment: Record<string, string>;
let browser: Browser;

async function freePort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  await new Promise((resolve) => void server.close(resolve));
  return port;
}

beforeAll(async () => {
  const port = String(await freePort());
  environment = {
    DEMO: '0',
    PORT: port,
    PUBLIC_URL: `http://localhost:${port}`,
    // Emails are not delivered: the command prints the link.
    SMTP_URL: 'smtp://127.0.0.1:9',
    SESSION_SECRET: 'a secret of thirty-two characters and more',
    BROKERAGE_NAME: 'Northway Moving Brokers',
    BROKERAGE_ADDRESS: '1 Main Street, Columbus, OH 43215',
    BROKERAGE_USDOT: '1234567',
    BROKERAGE_MC: 'MC-123456',
    BROKERAGE_PHONE: '+16145550100',
    BROKERAGE_EMAIL: 'office@northway.test',
    BROKERAGE_ZONE: 'America/New_York',
  };
  application = await startApplication({ environment });
  browser = await testBrowser();
});

/** Runs the operator's command. */
async function agents(...values: string[]): Promise<string> {
  const { code, out, err } = await ended(command, values, { DATABASE_URL: application.database.url, ...environment });
  expect(code, err).toBe(0);
  return out;
}
const open = (allow: RegExp[] = []): Promise<Page> => newPage(browser, { ...LAPTOP, allow });
const tab = (page: Page) => page.getByRole('navigation', { name: 'Agent portal' });
const menuOf = async (page: Page, name: string, item: string) => {
  await page.getByRole('button', { name: `Actions for ${name}` }).click();
  await page.getByRole('menuitem', { name: item }).click();
};

/** From the link of an invitation to the agent portal. */
async function acceptInvitation(page: Page, url: string, name: string): Promise<void> {
  await page.goto(url);
  await seen(page.getByRole('heading', { name: 'Join Northway Moving Brokers' })).toBeVisible();
  await seen(page.getByLabel('Name')).toHaveValue(name);
  await page.getByLabel('Password', { exact: true }).fill(PASSWORD);
  await page.getByRole('button', { name: 'Join and sign in' }).click();
  await seen(page).toHaveURL(new RegExp(`${hrefs.agent.leads('new')}$`));
  await seen(tab(page).getByRole('link', { name: 'Leads' })).toBeVisible();
}

test(
  'the operator invites the first agent, who invites the second, disables and replaces them',
  { timeout: 180_000 },
  async () => {
    const [link] = /http\S+$/m.exec(await agents('invite', 'ann@northway.test', '--name', 'Ann Agent'))!;
    const ann = await open([/409/]);
    await acceptInvitation(ann, link, 'Ann Agent');
    await tab(ann).getByRole('link', { name: 'Team' }).click();
    await seen(ann.getByRole('row', { name: /Ann Agent/ })).toContainText('Team, Settings, Workflow, Exports');

    // The last member with the right to manage the team cannot be disabled.
    await menuOf(ann, 'Ann Agent', 'Disable');
    await ann.getByRole('dialog').getByRole('button', { name: 'Disable' }).click();
    await seen(ann.getByText('Ann Agent is the only one who can manage the team.', { exact: false })).toBeVisible();

    await ann.getByRole('button', { name: 'Invite an agent' }).click();
    const dialog = ann.getByRole('dialog');
    await dialog.getByRole('button', { name: 'Send invitation' }).click();
    await seen(dialog.getByText('Enter the name of the agent.').first()).toBeVisible();
    await dialog.getByLabel('Name').fill('Bob Agent');
    await dialog.getByLabel('Email').fill('bob@northway.test');
    await dialog.getByLabel('Exports').check();
    await dialog.getByRole('button', { name: 'Send invitation' }).click();
    const invited = ann.getByRole('row', { name: /bob@northway.test/ });
    await seen(invited).toContainText('Invited');
    // The mail server cannot be reached, and the page says so without a reload.
    await seen(invited).toContainText('Email not sent yet, trying again');

    const { body } = await application.database.kysely
      .selectFrom('mail')
      .select('body')
      .where('recipient', '=', 'bob@northway.test')
      .executeTakeFirstOrThrow();
    const [path] = /\/auth\/agent-portal\/invitation\?token=[\w-]+/.exec(JSON.stringify(body))!;
    const bob = await open([/401/]);
    await acceptInvitation(bob, environment.PUBLIC_URL! + path, 'Bob Agent');
    await seen(tab(bob).getByRole('link', { name: 'Team' })).toBeHidden();

    // One of his leads, which is to be reassigned.
    const { body: pair } = await call<{ access_token: string }>(application, 'POST', 'agent/token', {
      body: new URLSearchParams({ username: 'bob@northway.test', password: PASSWORD }),
    });
    const lead = await call<{ id: string }>(application, 'POST', 'agent-lead/', {
      token: pair.access_token,
      body: newLead(null),
    });
    expect(lead.status).toBe(201);

    await ann.reload();
    await menuOf(ann, 'Bob Agent', 'Disable');
    await seen(ann.getByRole('dialog')).toContainText('1 lead stays theirs until you hand the work over.');
    await ann.getByRole('dialog').getByRole('button', { name: 'Disable' }).click();
    await seen(ann.getByRole('row', { name: /bob@northway.test/ })).toContainText('Disabled');
    // His page is open and idle.
    await seen(bob.getByRole('heading', { name: 'Sign in' })).toBeVisible();
    await bob.getByLabel('Email').fill('bob@northway.test');
    await bob.getByLabel('Password', { exact: true }).fill(PASSWORD);
    await bob.getByRole('button', { name: 'Sign in' }).click();
    await seen(bob.getByText('The email or password isn’t right.')).toBeVisible();

    await menuOf(ann, 'Bob Agent', 'Hand over work');
    await ann.getByRole('dialog').getByLabel('To').selectOption({ label: 'Ann Agent' });
    await ann.getByRole('dialog').getByRole('button', { name: 'Hand over 1 lead' }).click();
    await seen(ann.getByRole('row', { name: /ann@northway.test/ })).toContainText('1 lead');
    await seen(ann.getByText('handed over 1 lead of Bob Agent to Ann Agent', { exact: false })).toBeVisible();
    await ann.goto(environment.PUBLIC_URL! + hrefs.agent.lead(lead.body.id));
    await seen(ann.getByText('handed over from Bob Agent to Ann Agent', { exact: false })).toBeVisible();

    // The used link says that it has done its work.
    await bob.goto(link);
    await seen(bob.getByRole('heading', { name: 'You’ve already joined' })).toBeVisible();
    await ann.context().close();
    await bob.context().close();
  },
);

test(
  'an agent sets up a second step, signs in with a code and with a recovery code',
  { timeout: 120_000 },
  async () => {
    const output = await agents('invite', 'cleo@northway.test', '--name', 'Cleo Agent');
    const page = await open();
    await acceptInvitation(page, /http\S+$/m.exec(output)![0], 'Cleo Agent');
    await page.goto(environment.PUBLIC_URL! + hrefs.agent.settings());
    const section = page.getByRole('region', { name: 'Two-factor sign-in' });
    await section.getByLabel('Your password', { exact: true }).fill(PASSWORD);
    await section.getByRole('button', { name: 'Set up' }).click();
    await seen(section.getByRole('img', { name: 'QR code for the authenticator app' })).toBeVisible();
    const secret = Secret.fromBase32((await section.locator('code').textContent())!.replaceAll(' ', ''));
    const codeIn = (steps: number) => new TOTP({ secret }).generate({ timestamp: Date.now() + steps * 30_000 });
    await section.getByLabel('Code').fill('12');
    await section.getByRole('button', { name: 'Turn on' }).click();
    await seen(section.getByText('Enter the six-digit code from the app.').first()).toBeVisible();
    await section.getByLabel('Code').fill(codeIn(0));
    await section.getByRole('button', { name: 'Turn on' }).click();
    const codes = section.getByRole('list', { name: 'Recovery codes' }).getByRole('listitem');
    await seen(codes).toHaveCount(10);
    const recovery = (await codes.first().textContent())!;
    await section.getByRole('button', { name: 'I’ve saved them' }).click();
    await seen(section.getByText('On, with 10 recovery codes left')).toBeVisible();

    const signOut = async () => {
      await page.getByRole('button', { name: 'Signed in as Cleo Agent' }).click();
      await page.getByRole('menuitem', { name: 'Sign out' }).click();
      await page.getByLabel('Email').fill('cleo@northway.test');
      await page.getByLabel('Password', { exact: true }).fill(PASSWORD);
      await page.getByRole('button', { name: 'Sign in' }).click();
      await seen(page.getByLabel('Code')).toBeFocused();
    };
    await signOut();
    await page.getByLabel('Code').fill('000000');
    await page.getByRole('button', { name: 'Sign in' }).click();
    await seen(page.getByText('This code is not right, or was used before.', { exact: false })).toBeVisible();
    await seen(page.getByLabel('Code')).toBeFocused();
    // The code of the next half minute, because the current one was used for the setup.
    await page.getByLabel('Code').fill(codeIn(1));
    await page.getByRole('button', { name: 'Sign in' }).click();
    await seen(tab(page).getByRole('link', { name: 'Leads' })).toBeVisible();
    await signOut();
    await page.getByRole('button', { name: 'Back' }).click();
    await seen(page.getByLabel('Email')).toBeVisible();
    await page.getByLabel('Email').fill('cleo@northway.test');
    await page.getByLabel('Password', { exact: true }).fill(PASSWORD);
    await page.getByRole('button', { name: 'Sign in' }).click();
    await page.getByLabel('Code').fill(recovery);
    await page.getByRole('button', { name: 'Sign in' }).click();
    await seen(tab(page).getByRole('link', { name: 'Leads' })).toBeVisible();
    await page.context().close();
  },
);
