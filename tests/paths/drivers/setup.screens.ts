import type { Page } from '@playwright/test';
import { createSetup } from '#src/api/setup/setup.repository.ts';
import type { SetupEvent, SetupState } from '#src/machines/setup/setup.machine.ts';
import { NEW_PASSWORD, forgetRequests } from '#tests/api/account-api.ts';
import { freePort } from '#tests/limits/killable-server.ts';
import { seen } from '#tests/platform/seen.ts';
import { setup } from '../models/setup.model.ts';
import type { Own, World } from '../run/world.ts';
import { screenDriver } from './screen-driver.ts';

interface Stage {
  own: Own;
  page: Page;
  /** As printed at the start. */
  code: string;
}

const port = await freePort();
/** A deployment on its first day; its emails are not delivered. */
const environment = {
  PARTS: 'api,gateway,web',
  PORT: String(port),
  PUBLIC_URL: `http://127.0.0.1:${port}`,
  DEMO: '0',
  SMTP_URL: 'smtp://127.0.0.1:9',
  SESSION_SECRET: 'x'.repeat(40),
};

async function begin(world: World): Promise<Stage> {
  const own = world.own('begin with a deployment that has no agent');
  await own.database.pool.query('truncate account, team_member cascade');
  await forgetRequests(own);
  // Once a running process has seen an agent, it does not check again.
  own.parts.setup = createSetup(own.database, { isDemo: false });
  const page = await world.guestPage();
  await page.goto(`${world.url}/setup`);
  return { own, page, code: (await own.parts.setup.begin())! };
}

const press = ({ page }: Stage, name: string | RegExp) => page.getByRole('button', { name, exact: true }).click();

async function saveBrokerage(stage: Stage): Promise<void> {
  const { page } = stage;
  await page.getByLabel('Legal name').fill('Cedar Brokerage LLC');
  await page.getByLabel('Postal address').fill('1 Main St, Albany, NY 12207');
  await page.getByLabel('USDOT number').fill('123456');
  await page.getByLabel('MC number').fill('MC-123456');
  await page.getByLabel('Phone').fill('(518) 555-0100');
  await page.getByLabel('Email').fill('office@cedar.test');
  await page.getByLabel('Time zone').selectOption('America/Chicago');
  await press(stage, 'Save and continue');
}

async function createAgent(stage: Stage): Promise<void> {
  const { page } = stage;
  await page.getByLabel('Your name').fill('Olivia Owner');
  await page.getByLabel('Email').fill('olivia@cedar.test');
  await page.getByLabel('Password', { exact: true }).fill(NEW_PASSWORD);
  await press(stage, 'Create account and continue');
}

const HEADINGS: Record<SetupState, string> = {
  code: 'Enter the set-up code',
  brokerage: 'Your brokerage',
  agent: 'Your account',
  mail: 'Email',
  payments: 'Payments',
  done: 'You’re all set',
};

/** The first visit to a deployment, on a phone. */
export const driver = screenDriver<Stage, SetupEvent['type']>({
  model: setup,
  environment,
  begin,
  gestures: {
    'code.accepted': async (stage) => {
      await stage.page.getByLabel('Set-up code').fill(stage.code);
      await press(stage, 'Continue');
    },
    'brokerage.saved': saveBrokerage,
    'agent.created': createAgent,
    'step.finished': (stage) => press(stage, /^(Skip the test|Continue)$/),
    'step.back': (stage) => press(stage, 'Back'),
    // The product was restarted: access through the code ends, as the next step finds out.
    'access.ended': async (stage, { from }) => {
      stage.code = (await stage.own.parts.setup.begin())!;
      await (from === 'brokerage' ? saveBrokerage(stage) : createAgent(stage));
    },
  },
  async see({ page }, { to }) {
    await seen(page.getByRole('heading', { name: HEADINGS[to as SetupState], level: 2 })).toBeVisible();
  },
});
