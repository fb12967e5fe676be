import type { Browser, Page } from '@playwright/test';
import { beforeAll, expect, test } from 'vitest';
import type { AgentLeadEventType } from '#src/machines/agent-lead/agent-lead.types.ts';
import { CreateAgentLeadDocument, LeadPageDocument } from '#src/generated/graphql/graphql.ts';
import { hrefs } from '#src/views/hrefs.ts';
import { agentPage, signIn, startSession } from '#tests/paths/agent-page.ts';
import { gestures, newStage, people, reload } from '#tests/paths/api-gestures.ts';
import type { People, Stage } from '#tests/paths/api-gestures.ts';
import { seen } from '#tests/platform/seen.ts';
import { call, startApplication } from '#tests/platform/application.ts';
import type { Application } from '#tests/platform/application.ts';
import { testBrowser, newPage } from '#tests/platform/chromium.ts';
import { isCallOf } from '#tests/platform/documents.ts';

/** An agent enters a caller's lead: possible duplicates, the client's time zone, and what a completed move shows. */
let application: Application;
let who: People;
let browser: Browser;

beforeAll(async () => {
  application = await startApplication();
  who = await people(application);
  browser = await testBrowser();
});

async function stageAfter(...events: readonly AgentLeadEventType[]): Promise<Stage> {
  const stage = await newStage(application, who);
  for (const event of events) {
    const { status, body } = await gestures[event](stage);
    expect(status, JSON.stringify(body)).toBeLessThan(300);
    stage.lead = await reload(stage);
  }
  return stage;
}

async function agentAt(path: string, allow: readonly RegExp[] = []): Promise<Page> {
  // An agent in New York, whose own time zone must not be used for the client.
  const page = await newPage(browser, {
    viewport: { width: 1280, height: 900 },
    timezoneId: 'America/New_York',
    allow,
  });
  await startSession(page, application.url, 'agent-portal', who.agent.email);
  await page.goto(application.url + path);
  return page;
}

test('a known phone number is noticed before any place is typed; the client has the clock of the pick-up', async () => {
  const { lead } = await newStage(application, who);
  const { body } = await call<{ client: { phone: string; name: string } }>(
    application,
    'GET',
    `agent-lead/${lead.id}`,
    { token: who.agent.token },
  );
  const page = await agentAt(hrefs.agent.leads('new'));
  await page.getByRole('button', { name: 'New lead' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Name', { exact: true }).fill('Austin Caller');
  await dialog.getByLabel(/^Phone/).fill(body.client.phone.replace('+1', ''));
  await seen(
    dialog.getByRole('status').filter({ hasText: /You may already have (?:this lead|these leads)/ }),
  ).toContainText(body.client.name);
  await dialog.getByLabel(/^Phone/).fill('5125550123');
  await seen(dialog.getByText(/may already have/)).toHaveCount(0);
  await seen(dialog.getByLabel('Time zone')).toHaveValue('');
  await dialog.getByLabel('ZIP').first().fill('78701');
  await dialog.getByLabel('ZIP').last().fill('43215');
  await seen(dialog.getByLabel('City').last()).toHaveValue('Columbus');
  await dialog.getByRole('button', { name: 'Add lead' }).click();
  await seen(dialog).toHaveCount(0);
  const { client_zone } = await application.database.kysely
    .selectFrom('agent_lead')
    .select('client_zone')
    .where('client_name', '=', 'Austin Caller')
    .executeTakeFirstOrThrow();
  expect(client_zone).toBe('America/Chicago');
});

test('a pasted text that was cut says so, and a number that may mean another is refused', async () => {
  const page = await agentAt(hrefs.agent.leads('new'));
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write'], { origin: application.url });
  await page.getByRole('button', { name: 'New lead' }).click();
  const dialog = page.getByRole('dialog');
  const paste = async (label: string | RegExp, text: string) => {
    await page.evaluate((copied) => navigator.clipboard.writeText(copied), text);
    await dialog.getByLabel(label).first().focus();
    await page.keyboard.press('ControlOrMeta+v');
  };
  await paste('Name', 'Ann Very Long '.repeat(10));
  const cut = dialog.getByText('Cut to 120 characters.');
  await seen(cut).toBeVisible();
  await page.keyboard.press('Backspace');
  await seen(cut).toHaveCount(0);
  await dialog.getByLabel('Name', { exact: true }).fill('Odd Numbers');
  const phone = dialog.getByLabel(/^Phone/);
  await phone.fill('(512) 555-0177 ext. 12');
  await seen(phone).toHaveValue('(512) 555-0177 ext. 12');
  await seen(dialog.getByText('Enter the number without its extension. Put the extension in the notes.')).toBeVisible();
  await phone.fill('5125550177');
  await seen(phone).toHaveValue('(512) 555-0177');
  await dialog.getByLabel('ZIP').first().fill('78701');
  await dialog.getByLabel('ZIP').last().fill('43215');
  const days = dialog.getByLabel(/^Storage/);
  await days.pressSequentially('12e3');
  await seen(days).toHaveValue('12e3');
  await seen(dialog.getByText('Enter a whole number such as 1,710.')).toBeVisible();
  const date = dialog.getByPlaceholder('e.g. Dec 4').first();
  await date.fill('13/45');
  await dialog.getByRole('button', { name: 'Add lead' }).click();
  await seen(date).toBeFocused();
  // One of two is right now: the other one still keeps the form from being sent.
  await date.fill('');
  await dialog.getByRole('button', { name: 'Add lead' }).click();
  await seen(days).toBeFocused();
  await days.fill('');
  // Its own commas move while digits are typed.
  await days.pressSequentially('1234');
  await seen(days).toHaveValue('1,234');
  await days.fill('12');
  await dialog.getByRole('button', { name: 'Add lead' }).click();
  await seen(dialog).toHaveCount(0);
});

test('a city typed in a hurry is spelled, and its state taken over', async () => {
  const page = await agentAt(hrefs.agent.leads('new'));
  await page.getByRole('button', { name: 'New lead' }).click();
  const dialog = page.getByRole('dialog');
  const [city, state] = [dialog.getByLabel('City').first(), dialog.getByLabel('State').first()];
  await city.fill('el paso tx');
  await city.blur();
  await seen(city).toHaveValue('El Paso');
  await seen(state).toHaveValue('TX');
  // There are several: the person chooses.
  const other = dialog.getByLabel('City').last();
  await other.fill('springfield');
  await other.blur();
  await dialog.getByLabel('State').last().selectOption('IL');
  await other.focus();
  await other.blur();
  await seen(other).toHaveValue('Springfield');
  await seen(dialog.getByLabel('State').last()).toHaveValue('IL');
});

test('what the server refuses, and a write that failed, is brought into view in a form that is scrolled away from it', async () => {
  const page = await agentAt(hrefs.agent.leads('new'), [/ERR_FAILED/]);
  await page.getByRole('button', { name: 'New lead' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Name', { exact: true }).fill('Ida Inventory');
  await dialog.getByLabel(/^Phone/).fill('5125550178');
  await dialog.getByLabel('ZIP').first().fill('78701');
  await dialog.getByLabel('ZIP').last().fill('43215');
  await seen(dialog.getByLabel('City').last()).toHaveValue('Columbus');
  await dialog.getByLabel('Items in words').fill('2 sofas, didgeridoo');
  // Nothing of it has been read yet.
  await page.reload();
  await page.getByRole('button', { name: 'New lead' }).click();
  await seen(dialog.getByLabel('Items in words')).toHaveValue('2 sofas, didgeridoo');
  await dialog.getByRole('button', { name: 'Add lead' }).click();
  const summary = dialog.getByRole('alert').filter({ hasText: 'Fix 1 field' });
  await seen(summary).toContainText('Not known: didgeridoo');
  await seen(summary).toBeFocused();
  await seen(summary).toBeInViewport();
  await dialog.getByLabel('Items in words').fill('');
  await page.route('**/graphql', (route) =>
    isCallOf(route.request(), CreateAgentLeadDocument) ? route.abort() : route.continue(),
  );
  await dialog.getByRole('button', { name: 'Add lead' }).click();
  await seen(dialog.getByRole('alert').filter({ hasText: 'No response' })).toBeInViewport();
  await page.unroute('**/graphql');
  await dialog.getByRole('button', { name: 'Add lead' }).click();
  await seen(dialog).toHaveCount(0);
});

test('a contract is not closed unasked before the pick-up; then the client is not asked to call before the move', async () => {
  const stage = await stageAfter(
    'quote.sent',
    'contract.sent',
    'contract.marked-signed',
    'carrier.special-awarded',
    'carrier.signed',
  );
  const share = async () =>
    new URL(
      (
        await call<{ url: string }>(application, 'POST', `agent-lead/${stage.lead.id}/share`, {
          token: who.agent.token,
        })
      ).body.url,
    ).pathname;
  const link = await share();
  const page = await agentAt(hrefs.agent.lead(stage.lead.id));
  const screen = agentPage(page, application.url);
  await screen.choose('Close contract');
  await seen(page.getByRole('dialog').getByText(/^The pick-up isn’t until /)).toBeVisible();
  await page.goto(application.url + link);
  await seen(page.getByText(/before the move, so that the price and the truck fit/)).toBeVisible();
  expect((await gestures['contract.closed'](stage)).status).toBeLessThan(300);
  await page.reload();
  await seen(page.getByText('Your move is done.')).toBeVisible();
  await seen(page.getByText(/Questions about your move\? Call/)).toBeVisible();
  await seen(page.getByText(/before the move/)).toHaveCount(0);
});

test('a carrier that was chosen directly reads no word of a board when it declines', async () => {
  const stage = await stageAfter('quote.sent', 'contract.sent', 'contract.marked-signed', 'carrier.special-awarded');
  const page = await newPage(browser);
  await startSession(page, application.url, 'load-board', who.carrier.email);
  await page.goto(application.url + hrefs.board.jobAgreement(stage.lead.id));
  await page.getByRole('button', { name: 'Decline…' }).click();
  const dialog = page.getByRole('dialog');
  await seen(dialog.getByText('The award ends and the broker can give the job to another carrier.')).toBeVisible();
  await seen(dialog.getByText(/board/)).toHaveCount(0);
});

test('after a reload an unsaved draft is said, of a new lead and of one that is there, and opened or discarded', async () => {
  const { lead } = await newStage(application, who);
  const page = await agentAt(hrefs.agent.lead(lead.id));
  const dialog = page.getByRole('dialog');
  const note = (whose: 'a new' | 'this') =>
    page.getByRole('paragraph').filter({ hasText: `Unsaved draft of ${whose} lead` });
  const kept = () => page.evaluate(() => Object.values(localStorage).join());
  await page.getByRole('heading', { level: 1 }).waitFor();
  await seen(page.getByText('Unsaved draft')).toHaveCount(0);

  await page.getByRole('button', { name: 'New lead' }).click();
  await dialog.getByLabel('Name', { exact: true }).fill('Nadia Notyet');
  await seen.poll(kept).toContain('Nadia Notyet');
  await page.reload();
  await note('a new').getByRole('button', { name: 'Open' }).click();
  await seen(dialog.getByLabel('Name', { exact: true })).toHaveValue('Nadia Notyet');
  await dialog.getByRole('button', { name: 'Close', exact: true }).last().click();
  await note('a new').getByRole('button', { name: 'Discard' }).click();
  await seen(note('a new')).toHaveCount(0);

  await page.getByRole('button', { name: 'More actions' }).first().click();
  await page.getByRole('menuitem', { name: 'Edit lead' }).click();
  await dialog.getByLabel('Name', { exact: true }).fill('Half Typed');
  await seen.poll(kept).toContain('Half Typed');
  await page.reload();
  await note('this').getByRole('button', { name: 'Open' }).click();
  await seen(dialog.getByLabel('Name', { exact: true })).toHaveValue('Half Typed');
  await dialog.getByRole('button', { name: 'Close', exact: true }).last().click();
  await note('this').getByRole('button', { name: 'Discard' }).click();
  await page.reload();
  await page.getByRole('heading', { level: 1 }).waitFor();
  await seen(page.getByText('Unsaved draft')).toHaveCount(0);
});

test('without a connection the portal says so, until it is back', async () => {
  const page = await agentAt(hrefs.agent.leads('new'));
  const line = page.getByText('You’re offline. What you see may be out of date.');
  await page.getByRole('heading', { level: 1 }).waitFor();
  await seen(line).toHaveCount(0);
  // Fires the browser's own event; this is not about requests that fail meanwhile.
  const say = (isOnline: boolean) =>
    page.evaluate((onLine) => {
      Object.defineProperty(navigator, 'onLine', { value: onLine, configurable: true });
      dispatchEvent(new Event(onLine ? 'online' : 'offline'));
    }, isOnline);
  await say(false);
  await seen(line).toBeVisible();
  await page.setViewportSize({ width: 1280, height: 160 });
  await page.evaluate(() => scrollTo(0, document.documentElement.scrollHeight));
  await seen.poll(() => page.evaluate(() => scrollY)).toBeGreaterThan(50);
  await seen(line).toBeInViewport({ ratio: 1 });
  await say(true);
  await seen(line).toHaveCount(0);
});

test('a part that could not be loaded is there once the connection is back, without a press', async () => {
  const stage = await stageAfter();
  const page = await newPage(browser, { allow: [/ERR_FAILED/] });
  await signIn(page, application.url, 'agent-portal', who.agent.email);
  let isCut = true;
  await page.route('**/graphql', (route) =>
    isCut && isCallOf(route.request(), LeadPageDocument) ? route.abort() : route.continue(),
  );
  await page.goto(application.url + hrefs.agent.lead(stage.lead.id));
  const failure = page.getByText('The lead could not be loaded');
  await seen(failure).toBeVisible();
  isCut = false;
  await page.evaluate(() => dispatchEvent(new Event('online')));
  await seen(page.getByRole('heading', { level: 1, name: 'Casey Client' })).toBeVisible();
  await seen(failure).toHaveCount(0);
});

test('on a phone both ways to add a lead stand side by side, and errors of narrow fields are a word or two', async () => {
  const page = await newPage(browser, { viewport: { width: 360, height: 740 }, hasTouch: true, isMobile: true });
  await signIn(page, application.url, 'agent-portal', who.agent.email);
  await page.getByRole('button', { name: 'New lead' }).click();
  const dialog = page.getByRole('dialog');
  const [add, quote] = ['Add lead', 'Save and send quote'].map((name) => dialog.getByRole('button', { name }));
  await seen(add!).toBeVisible();
  expect((await add!.boundingBox())!.y).toBe((await quote!.boundingBox())!.y);
  await add!.click();
  await seen(dialog.getByRole('link', { name: 'Choose the state of stop 1.' })).toBeVisible();
  const state = dialog.getByLabel('State').first();
  await seen(state).toHaveAccessibleDescription('Required');
  await seen(dialog.getByLabel('ZIP').first()).toHaveAccessibleDescription('ZIP or city');
});

test('the path of a lead through the workflow opens at where the lead is', async () => {
  const { lead } = await stageAfter('quote.sent', 'contract.sent', 'contract.signed', 'load.posted');
  const page = await newPage(browser, { viewport: { width: 360, height: 740 } });
  await startSession(page, application.url, 'agent-portal', who.agent.email);
  await page.goto(application.url + hrefs.agent.lead(lead.id));
  await page.getByRole('button', { name: 'Show the workflow' }).click();
  await seen(page.getByRole('group', { name: 'Workflow diagram' }).getByText('Bidding')).toBeInViewport({ ratio: 1 });
});
