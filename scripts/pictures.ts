/**
 * `npm run pictures`: takes the pictures for README, one per portal, from a demonstration that it starts, and draws the
 * diagram of the parts. They are written to docs/pictures, each small enough for the page.
 */
import { type ChildProcess, spawn } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import type { Browser, Page } from '@playwright/test';
import sharp from 'sharp';
import { launchBrowser } from '#tests/platform/chromium.ts';
import { root } from './inputs.ts';
import { partsDiagram } from './parts-diagram.ts';

const MOST_BYTES = 100_000;
const PASSWORD = 'demo-password';
const folder = join(root, 'docs/pictures');
const port = Number(process.env.PORT ?? 3950);
const url = `http://localhost:${port}`;

interface Picture {
  name: string;
  /** Who signs in, and where; absent for public pages. */
  as?: { door: string; email: string };
  isPhone?: boolean;
  /** Navigates to what is shown. */
  open: (page: Page) => Promise<unknown>;
}

const agent = { door: 'agent-portal', email: 'agent@demo.test' };
const carrier = { door: 'load-board', email: 'carrier@demo.test' };
const mover = { door: 'lead-portal', email: 'mover@demo.test' };

const pictures: readonly Picture[] = [
  { name: 'agent-list', as: agent, open: (page) => page.goto(`${url}/agent-portal/leads/follow-up`) },
  {
    name: 'agent-lead',
    as: agent,
    async open(page) {
      await page.goto(`${url}/agent-portal/leads/award-carrier`);
      await page.locator('[data-open]').first().click();
      await page.getByRole('heading', { level: 1 }).waitFor();
    },
  },
  { name: 'load-board', as: carrier, open: (page) => page.goto(`${url}/load-board/leads/available?view=map`) },
  { name: 'movers-leads', as: mover, open: (page) => page.goto(`${url}/leads`) },
  { name: 'marketplace', open: (page) => page.goto(`${url}/marketplace`) },
  {
    name: 'client',
    isPhone: true,
    async open(page) {
      await page.goto(`${url}/dev/mailbox`);
      await page
        .getByRole('link', { name: /everything on one page/ })
        .last()
        .click();
      const link = /http:\/\/localhost:\d+\/move\/[\w-]+/.exec(await page.content())?.[0];
      if (!link) throw new Error('No mail of the demonstration has a link to the page of a move.');
      await page.goto(link);
    },
  },
];

/** While the demonstration is still creating its data, a busy machine may respond too late. */
async function signIn(page: Page, tries = 5): Promise<void> {
  await page.getByRole('button', { name: 'Sign in', exact: true }).click();
  await page
    .waitForURL((address) => !address.pathname.endsWith('/login'), { timeout: 15_000 })
    .catch((late: unknown) => {
      if (tries > 1) return signIn(page, tries - 1);
      throw late;
    });
}

async function take(browser: Browser, { name, as, isPhone = false, open }: Picture): Promise<void> {
  const context = await browser.newContext({
    viewport: isPhone ? { width: 390, height: 780 } : { width: 1280, height: 800 },
    hasTouch: isPhone,
    locale: 'en-US',
    timezoneId: 'America/New_York',
    reducedMotion: 'reduce',
  });
  const page = await context.newPage();
  if (as) {
    await page.goto(`${url}/auth/${as.door}/login`);
    await page.getByLabel('Email').fill(as.email);
    await page.getByLabel('Password', { exact: true }).fill(PASSWORD);
    await signIn(page);
  }
  await open(page);
  await page.waitForLoadState('networkidle');
  // By then the skeletons are gone.
  await wait(500);
  const file = join(folder, `${name}.webp`);
  await sharp(await page.screenshot())
    .webp({ quality: 82 })
    .toFile(file);
  await context.close();
  const { size } = statSync(file);
  if (size > MOST_BYTES) throw new Error(`${file} has ${size} bytes; README takes at most ${MOST_BYTES}.`);
  console.log(`${file}: ${Math.round(size / 1000)} kB`);
}

async function started(server: ChildProcess): Promise<void> {
  for (let tries = 0; tries < 120; tries += 1) {
    if (server.exitCode !== null) throw new Error('The demonstration did not start.');
    const answer = await fetch(`${url}/readyz`).catch(() => null);
    // The demonstration continues to create data for some seconds.
    if (answer?.ok) return wait(15_000);
    await wait(1000);
  }
  throw new Error('The demonstration was not ready within two minutes.');
}

mkdirSync(folder, { recursive: true });
writeFileSync(join(folder, 'parts.svg'), partsDiagram());
const data = mkdtempSync(join(tmpdir(), 'pictures-'));
const server = spawn(process.execPath, [join(root, 'scripts/start.js')], {
  env: { ...process.env, PORT: String(port), DATA_DIR: data },
  stdio: ['ignore', 'ignore', 'inherit'],
});
try {
  await started(server);
  const browser = await launchBrowser();
  try {
    for (const picture of pictures) await take(browser, picture);
  } finally {
    await browser.close();
  }
} finally {
  const ended = new Promise((resolve) => server.once('exit', resolve));
  if (server.exitCode === null) server.kill();
  await ended;
  rmSync(data, { recursive: true, force: true });
}
