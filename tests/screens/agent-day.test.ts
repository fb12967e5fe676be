import type { Browser, Page } from '@playwright/test';
import { beforeAll, expect, test } from 'vitest';
import { hrefs } from '#src/views/hrefs.ts';
import { addDays } from '#src/machines/calendar/days.ts';
import { startSession } from '#tests/paths/agent-page.ts';
import { gestures, newStage, people, reload } from '#tests/paths/api-gestures.ts';
import type { People, Stage } from '#tests/paths/api-gestures.ts';
import { call, startApplication, todayIn } from '#tests/platform/application.ts';
import type { Account, Application } from '#tests/platform/application.ts';
import { violationsOf } from '#tests/platform/axe.ts';
import { testBrowser, newPage } from '#tests/platform/chromium.ts';
import { seen } from '#tests/platform/seen.ts';

/** The day of an agent: what is due, the call, its outcome, and what is worth remembering about the client. */
let application: Application;
let browser: Browser;
let who: People;

beforeAll(async () => {
  application = await startApplication();
  who = await people(application);
  browser = await testBrowser();
});

async function open(path: string, width: number, account: Account = who.agent): Promise<Page> {
  const page = await newPage(browser, { viewport: { width, height: 800 }, hasTouch: width < 600 });
  await startSession(page, application.url, 'agent-portal', account.email);
  await page.goto(application.url + path);
  return page;
}

/** A lead whose follow-up call was due yesterday. */
async function dueLead(name: string): Promise<Stage> {
  const stage = await newStage(application, who);
  const today = todayIn(application);
  await application.database.kysely
    .updateTable('agent_lead')
    .set({
      client_name: name,
      client_phone: '+16145550171',
      state: 'follow-up',
      follow_up_date: addDays(today, -1),
      follow_up_reason: 'Asked for a call',
    })
    .where('id', '=', stage.lead.id)
    .execute();
  return stage;
}

/** Removes the pickup and delivery dates. */
async function withoutDates(id: string): Promise<void> {
  await application.database.pool.query(
    `update agent_lead
        set move_date = null, move_date_last = null, delivery_date_last = null,
            stops = (select jsonb_agg(stop - 'earliest' - 'latest' || '{"earliest":null,"latest":null}') from jsonb_array_elements(stops) stop)
      where id = $1`,
    [id],
  );
}

const activity = (page: Page) => page.getByRole('region', { name: 'Activity' });
const dialog = (page: Page) => page.getByRole('dialog');
const fitsWidth = (page: Page) =>
  page.evaluate(() => document.documentElement.scrollWidth <= document.documentElement.clientWidth);
async function expectAccessible(page: Page): Promise<void> {
  // A target half covered by the top bar must not count as too small.
  await page.evaluate(() => scrollTo(0, 0));
  expect((await violationsOf(page)).map(({ id, nodes }) => [id, nodes[0]?.html])).toEqual([]);
  expect(await fitsWidth(page)).toBe(true);
}

test.each([1280, 360])(
  'at %i: the follow-up that is due is called, logged where it stands, and leaves the day',
  { timeout: 120_000 },
  async (width) => {
    const name = `Dana Due ${width}`;
    await dueLead(name);
    const page = await open(hrefs.agent.today(), width);
    const due = page.getByRole('region', { name: /^Follow-ups due/ });
    const row = due.getByRole('listitem').filter({ hasText: name });
    await seen(row.getByText('1 day overdue')).toBeVisible();
    await seen(row.getByText('Asked for a call')).toBeVisible();
    await seen(row.getByRole('link', { name: '(614) 555-0171' })).toHaveAttribute('href', 'tel:+16145550171');
    await seen(row.getByRole('link', { name: `Text ${name}` })).toHaveAttribute('href', 'sms:+16145550171');
    await expectAccessible(page);

    await row.getByRole('button', { name: 'Log call' }).click();
    await dialog(page).getByRole('button', { name: 'Log call' }).click();
    await seen(dialog(page).getByText('Choose how the call ended.').first()).toBeVisible();
    await dialog(page).getByLabel('Left a voicemail').check();
    await dialog(page)
      .getByLabel(/^Notes/)
      .fill('Has a piano');
    // What was typed stays when the dialog closes.
    await page.keyboard.press('Escape');
    await seen(dialog(page)).toHaveCount(0);
    await row.getByRole('button', { name: 'Log call' }).click();
    await seen(dialog(page).getByLabel(/^Notes/)).toHaveValue('Has a piano');
    await seen(dialog(page).getByLabel('Left a voicemail')).toBeChecked();
    await dialog(page).getByRole('button', { name: 'Tomorrow' }).click();
    await seen(dialog(page).getByLabel('What for?')).toHaveValue('Left a voicemail, call again');
    await expectAccessible(page);
    await dialog(page).getByRole('button', { name: 'Log call' }).click();
    await seen(page.getByRole('group', { name: `Call with ${name} logged` })).toBeVisible();
    await seen(page.getByText(name, { exact: true })).toHaveCount(0);

    await page.goto(application.url + hrefs.agent.leads('follow-up'));
    await seen(page.getByRole('link', { name: '(614) 555-0171' }).first()).toBeVisible();
    await page.getByRole('link', { name }).first().click();
    await seen(activity(page).getByText('called: left a voicemail')).toBeVisible();
    await seen(activity(page).getByText('set a follow-up').first()).toBeVisible();
  },
);

test.each([1280, 360])(
  'at %i: what a step lacks is added where it stands, and the step is there',
  { timeout: 120_000 },
  async (width) => {
    const kysely = application.database.kysely;
    const name = `Lena Lacking ${width}`;
    const { lead } = await newStage(application, who);
    await kysely
      .updateTable('agent_lead')
      .set({ client_name: name, client_email: null, client_phone: '+16145550171' })
      .where('id', '=', lead.id)
      .execute();
    const page = await open(hrefs.agent.today(), width);
    await page.getByRole('button', { name: `Add email: ${name}` }).click();
    await seen(dialog(page).getByLabel('Email')).toBeFocused();
    await page.keyboard.type(`lena-${width}@mail.example`);
    await dialog(page).getByRole('button', { name: 'Save lead' }).click();
    await seen(page.getByRole('button', { name: `Send quote: ${name}` })).toBeVisible();
    await expectAccessible(page);

    const accepted = await newStage(application, who);
    const missing = `Dora Dateless ${width}`;
    await gestures['quote.sent'](accepted);
    await kysely
      .updateTable('agent_lead')
      .set({ client_name: missing, stage: 'accepted' })
      .where('id', '=', accepted.lead.id)
      .execute();
    await withoutDates(accepted.lead.id);
    await page.reload();
    await page.getByRole('button', { name: `Add dates: ${missing}` }).click();
    await seen(
      dialog(page)
        .getByLabel(/^First day/)
        .first(),
    ).toBeFocused();
    await page.keyboard.type(addDays(todayIn(application), 30));
    await dialog(page).getByRole('button', { name: 'Save lead' }).click();
    await seen(page.getByRole('button', { name: `Send contract: ${missing}` })).toBeVisible();
  },
);

test.each([1280, 360])(
  'at %i: dates that a client asks for are answered, and an award that nobody signs is withdrawn, where they stand',
  { timeout: 120_000 },
  async (width) => {
    const named = async (name: string, ...events: (keyof typeof gestures)[]) => {
      const stage = await newStage(application, who);
      for (const event of events) {
        await reload(stage);
        expect((await gestures[event](stage)).status, event).toBeLessThan(300);
      }
      await application.database.kysely
        .updateTable('agent_lead')
        .set({ client_name: name })
        .where('id', '=', stage.lead.id)
        .execute();
      return stage;
    };
    const asker = `Rhea Rescheduling ${width}`;
    const { lead } = await named(asker, 'quote.sent');
    const link = await call<{ url: string }>(application, 'POST', `agent-lead/${lead.id}/portal`, {
      token: who.agent.token,
      body: { is_mailed: false },
    });
    const first = addDays(todayIn(application), 40);
    const asked = await call(
      application,
      'POST',
      `agent-lead/portal/reschedule?token=${link.body.url.split('/').at(-1)}`,
      { body: { version: 1, first, last: addDays(first, 2), reason: 'The closing moved' } },
    );
    expect(asked.status).toBe(200);
    const unsigned = `Wanda Waiting ${width}`;
    await named(unsigned, 'quote.sent', 'contract.sent', 'contract.marked-signed', 'carrier.special-awarded');

    const page = await open(hrefs.agent.today(), width);
    const requests = page.getByRole('region', { name: /^Date change requests/ });
    await seen(requests.getByRole('listitem').filter({ hasText: asker })).toContainText('“The closing moved”');
    await page.getByRole('button', { name: `Answer: ${asker}` }).click();
    await seen(dialog(page)).toContainText('The closing moved');
    await expectAccessible(page);
    await dialog(page).getByRole('button', { name: 'Accept…' }).click();
    await seen(dialog(page)).toContainText('The lead keeps its old dates until you change them.');
    await dialog(page).getByRole('button', { name: 'Accept dates' }).click();
    await seen(dialog(page)).toBeHidden();
    await seen(requests.getByText(asker)).toHaveCount(0);
    const changes = page.getByRole('region', { name: /^Dates to change/ });
    await seen(changes.getByRole('listitem').filter({ hasText: asker })).toContainText('lead still says');

    await page.getByRole('button', { name: `Withdraw award: ${unsigned}` }).click();
    await dialog(page).getByRole('textbox', { name: 'Reason' }).fill('The carrier does not answer');
    await expectAccessible(page);
    await dialog(page).getByRole('button', { name: 'Withdraw award' }).click();
    await seen(page.getByRole('button', { name: `Withdraw award: ${unsigned}` })).toHaveCount(0);
    await seen(page.getByRole('button', { name: `Post to load board: ${unsigned}` })).toBeVisible();

    await changes.getByRole('link', { name: `Open lead: ${asker}` }).click();
    await page.getByRole('button', { name: 'Change the dates…' }).click();
    await seen(
      dialog(page)
        .getByLabel(/^First day/)
        .first(),
    ).toBeFocused();
    // It starts with the accepted dates.
    await dialog(page).getByRole('button', { name: 'Save lead' }).click();
    await seen(dialog(page)).toBeHidden();
    await seen(page.getByText('The lead still has the old dates')).toHaveCount(0);
    expect(
      await application.database.kysely
        .selectFrom('agent_lead')
        .select(['move_date', 'move_date_last'])
        .where('id', '=', lead.id)
        .executeTakeFirstOrThrow(),
    ).toEqual({ move_date: first, move_date_last: addDays(first, 2) });
  },
);

test('a reason outlasts Escape until it is sent, for one lead and for many', { timeout: 120_000 }, async () => {
  const stage = await newStage(application, who);
  for (const event of ['quote.sent', 'contract.sent'] as const) {
    expect((await gestures[event](stage)).status, event).toBe(200);
    await reload(stage);
  }
  const page = await open(hrefs.agent.lead(stage.lead.id), 1280);
  const reason = dialog(page).getByRole('textbox', { name: 'Reason' });
  const choose = async (name: string) => {
    await page.getByRole('button', { name: 'More actions' }).click();
    await page.getByRole('menuitem', { name, exact: true }).click();
    await seen(reason).toBeVisible();
  };
  const leave = async () => {
    await page.keyboard.press('Escape');
    await seen(dialog(page)).toHaveCount(0);
  };
  await choose('Reopen contract');
  await reason.fill('They also move the shed');
  await leave();
  await choose('Set follow-up');
  await seen(reason).toHaveValue('');
  await reason.fill('Asks her husband');
  await leave();
  await page.reload();
  await choose('Reopen contract');
  await seen(reason).toHaveValue('They also move the shed');
  await dialog(page).getByRole('button', { name: 'Reopen contract' }).click();
  await seen(page.getByText(/^Contract with .+ reopened$/).first()).toBeVisible();
  await choose('Set follow-up');
  await seen(reason).toHaveValue('Asks her husband');
  await leave();
  expect((await gestures['contract.sent']({ ...stage, lead: await reload(stage) })).status).toBe(200);
  await choose('Reopen contract');
  await seen(reason).toHaveValue('');

  await page.goto(application.url + hrefs.agent.leads('contract-sent'));
  await page
    .getByRole('checkbox', { name: /^Select / })
    .nth(1)
    .check();
  const archive = page.getByRole('button', { name: 'Archive', exact: true });
  await archive.click();
  await reason.fill('Moves with a friend');
  await leave();
  await archive.click();
  await seen(reason).toHaveValue('Moves with a friend');
});

test('a paper that was signed and reopened since says that it no longer applies', { timeout: 60_000 }, async () => {
  const stage = await newStage(application, who);
  const happen = async (...events: (keyof typeof gestures)[]) => {
    for (const event of events) {
      expect((await gestures[event](stage)).status, event).toBe(200);
      await reload(stage);
    }
  };
  await happen('quote.sent', 'contract.sent', 'contract.signed');
  const page = await open(hrefs.agent.lead(stage.lead.id), 1280);
  const papers = page.getByRole('region', { name: 'Agreements' });
  await seen(papers.getByText('Signed', { exact: true })).toBeVisible();
  await happen('contract.reopened');
  await seen(papers.getByText('Signed, no longer applies')).toBeVisible();
  await happen('quote.sent', 'contract.sent', 'contract.signed');
  await seen(papers.getByText('Signed', { exact: true })).toHaveCount(1);
  await seen(papers.getByText('Signed, no longer applies')).toHaveCount(1);
});

test(
  'an agent who has done everything is told so; everybody’s work is one press away',
  { timeout: 60_000 },
  async () => {
    const name = 'Colleague Client';
    await dueLead(name);
    const page = await open(hrefs.agent.today(), 1280, who.agent2);
    await seen(page.getByText('You’re all caught up.')).toBeVisible();
    await page
      .getByRole('navigation', { name: 'Whose work' })
      .getByRole('link', { name: /^Everyone/ })
      .click();
    await seen(page.getByText(name)).toBeVisible();
  },
);

test.each([1280, 360])(
  'at %i: a note is pinned, corrected and taken away, while a colleague looks on; a call from the page is logged',
  { timeout: 180_000 },
  async (width) => {
    const { lead } = await dueLead(`Nora Noted ${width}`);
    const page = await open(hrefs.agent.lead(lead.id), width);
    const other = await open(hrefs.agent.lead(lead.id), 1280, who.agent2);
    await seen(activity(other)).toBeVisible();

    await activity(page).getByRole('button', { name: 'Add note' }).click();
    await seen(page.getByLabel('New note')).toBeFocused();
    await page.getByLabel('New note').fill('Has a piano');
    await page.reload();
    await activity(page).getByRole('button', { name: 'Add note' }).click();
    await seen(page.getByLabel('New note')).toHaveValue('Has a piano');
    await page.getByLabel('Pin to the top').check();
    await expectAccessible(page);
    await page.getByRole('button', { name: 'Save note' }).click();
    const pinned = (at: Page) => activity(at).getByRole('list', { name: 'Pinned' });
    await seen(pinned(page).getByText('Has a piano')).toBeVisible();
    await seen(pinned(other).getByText('Has a piano')).toBeVisible();

    const more = (at: Page) => activity(at).getByRole('button', { name: /^More for the note/ });
    await more(other).click();
    await seen(other.getByRole('menuitem', { name: /^Edit/ })).toContainText('Only Ann Agent can change it.');
    await other.getByRole('menuitem', { name: 'Unpin' }).click();
    await seen(pinned(page)).toHaveCount(0);

    await more(page).click();
    await page.getByRole('menuitem', { name: 'Edit' }).click();
    await page.getByLabel('Note', { exact: true }).fill('Has two pianos');
    await page.getByRole('button', { name: 'Save changes' }).click();
    await activity(other).getByRole('button', { name: 'Edited' }).click();
    await seen(activity(other).getByRole('list', { name: 'Earlier wording' })).toContainText('Has a piano');
    await expectAccessible(other);

    await more(page).click();
    await page.getByRole('menuitem', { name: 'Delete' }).click();
    await dialog(page).getByRole('button', { name: 'Delete note' }).click();
    await seen(activity(other).getByText(/deleted a note of theirs/)).toBeVisible();
    await seen(other.getByText('pianos')).toHaveCount(0);

    // Keeps the page from navigating away: no number is dialed here.
    await page.evaluate(() =>
      document.addEventListener('click', (event) => {
        if ((event.target as Element).closest('a[href^="tel:"]')) event.preventDefault();
      }),
    );
    await page
      .getByRole('link', { name: width < 600 ? /^Call / : '(614) 555-0171' })
      .first()
      .click();
    await seen(page.getByText(/^How did the call with Nora Noted \d+ go\?$/)).toBeVisible();
    await expectAccessible(page);
    await page.getByRole('button', { name: 'Log call' }).first().click();
    await dialog(page).getByLabel('Reached').check();
    await dialog(page).getByLabel('Notes').fill('Will decide on Friday');
    await dialog(page).getByRole('button', { name: 'Log call' }).click();
    await seen(activity(other).getByText('Will decide on Friday')).toBeVisible();
    await seen(page.getByText(/^How did the call/)).toHaveCount(0);
  },
);
