import type { Browser, Page } from '@playwright/test';
import { beforeAll, expect, test } from 'vitest';
import { AGENT_LEAD_GRAPH } from '#src/machines/agent-lead/agent-lead.workflow.ts';
import { hrefs } from '#src/views/hrefs.ts';
import { signIn, startSession } from '#tests/paths/agent-page.ts';
import { gestures, newStage, people, reload } from '#tests/paths/api-gestures.ts';
import type { People, Stage } from '#tests/paths/api-gestures.ts';
import { seen } from '#tests/platform/seen.ts';
import { startApplication } from '#tests/platform/application.ts';
import type { Application } from '#tests/platform/application.ts';
import { testBrowser, newPage } from '#tests/platform/chromium.ts';

/** An agent with the right to it views how leads progress while others work on them. */
const LAPTOP = { viewport: { width: 1280, height: 800 } };
const PHONE = { viewport: { width: 360, height: 740 }, hasTouch: true };
let application: Application;
let who: People;
let browser: Browser;

beforeAll(async () => {
  application = await startApplication();
  who = await people(application);
  await application.database.kysely
    .updateTable('account')
    .set({ rights: ['team', 'workflow'] })
    .where('id', '=', who.agent.id)
    .execute();
  browser = await testBrowser();
});

async function open(
  size: typeof LAPTOP,
  path = hrefs.agent.workflow(),
  email = who.agent.email,
  allow: RegExp[] = [],
): Promise<Page> {
  const page = await newPage(browser, { ...size, allow });
  await startSession(page, application.url, 'agent-portal', email);
  await page.goto(application.url + path);
  await seen(page.locator('h1')).toBeVisible();
  return page;
}
async function does(stage: Stage, event: keyof typeof gestures): Promise<void> {
  await reload(stage);
  const { status, body } = await gestures[event](stage);
  expect(status, JSON.stringify(body)).toBe(200);
}
const box = (page: Page, place: string) => page.locator(`[data-place="${place}"]`);
const menu = (page: Page) => page.getByRole('navigation', { name: 'Agent portal' });

test(
  'before the first lead there is nothing to draw, and the page says when there will be',
  { timeout: 60_000 },
  async () => {
    const page = await open(LAPTOP);
    await seen(page.getByText('There are no leads yet')).toBeVisible();
    await seen(page.getByRole('heading', { name: 'Who can see this' })).toBeVisible();
    await page.context().close();
  },
);

test(
  'the lifecycle is drawn with its numbers; a state opens its detail by keyboard, and the address keeps it',
  { timeout: 90_000 },
  async () => {
    const quoted = await newStage(application, who);
    await does(quoted, 'quote.sent');
    await newStage(application, who);
    await reload(quoted);
    expect((await gestures['load.posted'](quoted)).status).toBe(409);
    const page = await open(LAPTOP);
    await seen(box(page, 'live.new')).toHaveAccessibleName(/^New 1 lead now/);
    await seen(box(page, 'live.quote-sent.waiting')).toHaveAccessibleName(/Awaiting answer 1 lead now/);
    const drawn = await page
      .locator('[data-place]')
      .evaluateAll((all) => all.map((one) => one.getAttribute('data-place')!));
    expect(drawn.toSorted()).toEqual(AGENT_LEAD_GRAPH.nodes.map(({ id }) => id).toSorted());
    await seen(page.locator('[data-count="live.new>live.quote-sent.waiting"]')).toHaveText('1');
    // Nothing went this way, so it has no number.
    await seen(page.locator('[data-line="live.contract-sent>live.contracted"]')).toHaveCount(1);
    await seen(page.locator('[data-count="live.contract-sent>live.contracted"]')).toHaveCount(0);

    await box(page, 'live.quote-sent.waiting').focus();
    await page.keyboard.press('Enter');
    const detail = page.getByRole('region', { name: /Awaiting answer/ });
    await seen(detail.getByRole('link', { name: 'Casey Client' })).toHaveAttribute(
      'href',
      hrefs.agent.lead(quoted.lead.id),
    );
    await seen(detail.getByText('Not possible in this state')).toBeVisible();
    await seen(detail.getByText('New · Send quote')).toBeVisible();
    expect(new URL(page.url()).searchParams.get('state')).toBe('live.quote-sent.waiting');

    await page.getByRole('navigation', { name: 'Period' }).getByRole('link', { name: '7 days' }).click();
    await seen(page).toHaveURL(/days=7/);
    await page.reload();
    await seen(detail).toBeVisible();
    await seen(page.getByRole('link', { name: '7 days' })).toHaveAttribute('aria-current', 'page');

    await detail.getByRole('button', { name: 'Close the detail' }).focus();
    await page.keyboard.press('Escape');
    await seen(detail).toBeHidden();
    await seen(box(page, 'live.quote-sent.waiting')).toBeFocused();
    await page.context().close();
  },
);

test(
  'what others do is counted while one looks; the detail stays open and the page where it was',
  { timeout: 90_000 },
  async () => {
    const stage = await newStage(application, who);
    const page = await open(LAPTOP, hrefs.agent.workflow({ state: 'live.new' }));
    const detail = page.getByRole('region', { name: 'New' });
    await seen(detail.getByRole('link')).toHaveCount(2);
    await seen(page.getByRole('heading', { name: /^Refused attempts/ })).toBeVisible();
    const quotes = page.locator('[data-count="live.new>live.quote-sent.waiting"]');
    const before = Number(await quotes.textContent());
    await page.evaluate(() => scrollTo(0, 300));
    await does(stage, 'quote.sent');
    await seen(quotes).toHaveText(String(before + 1), { timeout: 15_000 });
    await seen(box(page, 'live.quote-sent.waiting')).toHaveAccessibleName(/Awaiting answer 2 leads now/);
    await seen(detail.getByRole('link')).toHaveCount(1);
    await seen(page.getByText(/^New → (Quote sent · )?Awaiting answer/)).toHaveCount(1);
    expect(await page.evaluate(() => scrollY)).toBe(300);

    const refused = page.getByRole('heading', { name: /^Refused attempts/ });
    const told = await refused.textContent();
    await reload(stage);
    expect((await gestures['payment.recorded'](stage)).status).toBe(409);
    await seen(refused).not.toHaveText(told!, { timeout: 15_000 });
    await page.context().close();
  },
);

test('on a phone the diagram scrolls in its own frame, and the table says the same', { timeout: 60_000 }, async () => {
  const page = await open(PHONE);
  await seen(box(page, 'live.new')).toBeVisible();
  const { page: wide, frame } = await page.evaluate(() => {
    const inner = document.querySelector('[data-place]')!.closest('.overflow-x-auto')!;
    return { page: document.documentElement.scrollWidth, frame: inner.scrollWidth > inner.clientWidth };
  });
  expect([wide, frame]).toEqual([360, true]);
  for (const { id } of AGENT_LEAD_GRAPH.nodes) {
    const inDiagram = await box(page, id).getAttribute('data-leads');
    await seen(page.locator(`[data-row-of="${id}"] td`).first()).toHaveText(inDiagram!);
  }
  await page.context().close();
});

test('where the numbers cannot be read the page says so, and tries again', { timeout: 60_000 }, async () => {
  const page = await newPage(browser, { ...LAPTOP, allow: [/500/] });
  await signIn(page, application.url, 'agent-portal', who.agent.email);
  let isBroken = true;
  await page.route('**/graphql', (route) => {
    const { operationName } = route.request().postDataJSON() as { operationName?: string };
    return isBroken && operationName === 'Workflow'
      ? route.fulfill({ status: 500, contentType: 'application/json', body: '{"errors":[{"message":"Broken"}]}' })
      : route.continue();
  });
  await page.goto(application.url + hrefs.agent.workflow());
  await seen(page.getByText('The workflow could not be loaded')).toBeVisible();
  isBroken = false;
  await page.getByRole('button', { name: 'Try again' }).click();
  await seen(box(page, 'live.new')).toBeVisible();
  await page.context().close();
});

test(
  'an agent without the right finds no way in, until somebody who sees to the team opens it',
  { timeout: 90_000 },
  async () => {
    const bob = await open(LAPTOP, hrefs.agent.workflow(), who.agent2.email, [/403/]);
    await seen(
      bob.getByText('Your account can’t see the workflow. Ask an agent who manages the team to let you in.'),
    ).toBeVisible();
    await seen(menu(bob).getByRole('link', { name: 'Carriers' })).toBeVisible();
    await seen(menu(bob).getByRole('link', { name: 'Workflow' })).toBeHidden();

    const ann = await open(LAPTOP, hrefs.agent.workflow(), who.agent.email);
    await ann.getByRole('link', { name: 'Change in Team' }).click();
    await ann.getByRole('button', { name: 'Actions for Bob Agent' }).click();
    await ann.getByRole('menuitem', { name: 'Change rights' }).click();
    await ann.getByRole('dialog').getByLabel('Workflow').check();
    await ann.getByRole('dialog').getByRole('button', { name: 'Save rights' }).click();
    await seen(ann.getByText('Bob Agent was changed')).toBeVisible();
    await bob.reload();
    await seen(box(bob, 'live.new')).toBeVisible();
    await seen(menu(bob).getByRole('link', { name: 'Workflow' })).toBeVisible();
    await seen(menu(bob).getByRole('link', { name: 'Team' })).toBeHidden();
    await bob.context().close();
    await ann.context().close();
  },
);

test('what is possible in every state of a group is counted for each step', { timeout: 90_000 }, async () => {
  const booked = await newStage(application, who);
  for (const event of [
    'quote.sent',
    'contract.sent',
    'contract.signed',
    'load.posted',
    'carrier.special-awarded',
    'lead.edited',
  ] as const)
    await does(booked, event);
  const page = await open(LAPTOP);
  await seen(page.getByText('From any of these: Edit 1 · Record payment 0', { exact: true })).toHaveCount(1);
  await page.context().close();
});
