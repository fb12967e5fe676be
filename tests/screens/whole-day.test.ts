import { isCallOf } from '#tests/platform/documents.ts';
import { LeadPageDocument } from '#src/generated/graphql/graphql.ts';
import type { Browser, Locator, Page } from '@playwright/test';
import { setTimeout as sleep } from 'node:timers/promises';
import { beforeAll, expect, test } from 'vitest';
import { DAY } from '#src/machines/calendar/durations.ts';
import { addDays } from '#src/machines/calendar/days.ts';
import { SAMPLE_TARIFF } from '#src/machines/tariff/sample-tariff.ts';
import { hrefs } from '#src/views/hrefs.ts';
import { agentPage, signIn } from '#tests/paths/agent-page.ts';
import { gestures, newStage, people, reload, standingBid } from '#tests/paths/api-gestures.ts';
import type { LeadBody, People, Stage } from '#tests/paths/api-gestures.ts';
import { clientPage } from '#tests/paths/client-page.ts';
import { call, mailTo, startApplication, tokenOf, todayIn } from '#tests/platform/application.ts';
import type { Application } from '#tests/platform/application.ts';
import { testBrowser, newPage } from '#tests/platform/chromium.ts';
import { layoutProblemsOf } from '#tests/platform/layout.ts';
import { pdfText } from '#tests/platform/sample-pdf.ts';
import { seen } from '#tests/platform/seen.ts';

/**
 * One day of an agent, from the first call to the settled invoice, counting every click. The number that each job may
 * take is fixed here; typing is not counted.
 */
let application: Application;
let browser: Browser;
let who: People;

beforeAll(async () => {
  application = await startApplication();
  who = await people(application);
  browser = await testBrowser();
  await application.database.kysely
    .insertInto('tariff')
    .values({
      version: 1,
      rules: JSON.stringify(SAMPLE_TARIFF),
      comment: 'Our first prices',
      published_at: new Date().toISOString(),
      actor_name: 'Ann Agent',
    })
    .execute();
});

const PHONE = { viewport: { width: 360, height: 740 }, hasTouch: true };
const typedDay = (days: number): string =>
  new Date(Date.now() + days * DAY).toLocaleDateString('en-US', { timeZone: 'UTC' });

/** Mouse clicks and taps since the last call; keys that activate a button do not count. */
async function clickCounter(page: Page): Promise<() => number> {
  let clicks = 0;
  await page.exposeFunction('clicked', () => void clicks++);
  await page.addInitScript(() => {
    const { clicked } = globalThis as unknown as { clicked: () => void };
    document.addEventListener('click', ({ detail }) => detail > 0 && clicked(), true);
  });
  return () => {
    const counted = clicks;
    clicks = 0;
    return counted;
  };
}

async function callAbout(dialog: Locator, name: string, email: string, phone: string): Promise<void> {
  await dialog.getByLabel('Name', { exact: true }).fill(name);
  await dialog.getByLabel(/^Email/).fill(email);
  await dialog.getByLabel(/^Phone/).fill(phone);
  for (const [index, [city, first, last]] of [
    ['Austin, TX', 20, 24],
    ['Denver, CO', 25, 28],
  ].entries() as ArrayIterator<[number, [string, number, number]]>) {
    const stop = dialog.locator('ol > li').nth(index);
    await stop.getByLabel('City').fill(city);
    await stop.getByLabel(/^First day/).fill(typedDay(first));
    await stop.getByLabel(/^Last day/).fill(typedDay(last));
  }
  await dialog.getByLabel(/^Size/).fill('2 bedrooms');
}

/** A lead whose follow-up call was due yesterday. */
async function dueLead(name: string): Promise<void> {
  const { lead } = await newStage(application, who);
  const today = todayIn(application);
  await application.database.kysely
    .updateTable('agent_lead')
    .set({ client_name: name, state: 'follow-up', follow_up_date: addDays(today, -1), follow_up_reason: 'Call again' })
    .where('id', '=', lead.id)
    .execute();
}

/** A lead as providers send it: with its size, not yet priced. */
async function cameIn(name: string): Promise<void> {
  const { body } = await call<LeadBody>(application, 'POST', 'agent-lead/', {
    token: who.agent.token,
    body: {
      client: {
        name,
        email: `${name.split(' ')[0]!.toLowerCase()}@mail.example`,
        phone: '+16145550199',
        zone: 'America/Chicago',
      },
      stops: [
        { role: 'pick-up', city: 'Austin', state: 'TX', zip: '78701' },
        { role: 'drop-off', city: 'Denver', state: 'CO', zip: '80202' },
      ],
      move_size: '2 bedrooms',
    },
  });
  expect(body.state).toBe('new');
}

test.each([1280, 360])('at %i: a whole day, with its clicks counted', { timeout: 300_000 }, async (width) => {
  const isPhone = width < 600;
  const page = await newPage(browser, isPhone ? PHONE : { viewport: { width, height: 900 } });
  const counted = await clickCounter(page);
  const spent: Record<string, number> = {};
  const job = async (name: string, run: () => Promise<void>) => {
    counted();
    await run();
    spent[name] = counted();
  };
  const agent = agentPage(page, application.url);
  const { dialog } = agent;
  const today = () => page.goto(application.url + hrefs.agent.today());
  const work = (button: string) => page.getByRole('main').getByRole('button', { name: button });
  const fine = async () => expect(await layoutProblemsOf(page)).toEqual([]);

  const [due, came, caller] = [`Dana Due ${width}`, `Iris Incoming ${width}`, `Casey Caller ${width}`];
  const email = `casey-${width}@mail.example`;
  const phone = isPhone ? '6145550360' : '6145551280';
  await dueLead(due);
  await cameIn(came);
  await signIn(page, application.url, 'agent-portal', who.agent.email);

  // In the morning: the call that is due, and the leads that came in overnight.
  await today();
  await fine();
  await job('call that is due, logged with the next date', async () => {
    await work(`Log call: ${due}`).click();
    await dialog.getByLabel('Left a voicemail').click();
    await dialog.getByRole('button', { name: 'Tomorrow' }).click();
    await agent.confirm('Log call');
    await seen(page.getByText(due, { exact: true })).toHaveCount(0);
  });
  await job('lead that came in, priced and quoted', async () => {
    await work(`Price and send quote: ${came}`).click();
    await dialog.getByRole('button', { name: 'Send quote' }).click();
    await seen(page.getByText(`Quote sent to ${came}`)).toBeVisible();
  });

  // The phone rings.
  await job('new lead on the phone, quoted', async () => {
    await page.getByRole('button', { name: 'New lead' }).click();
    await callAbout(dialog, caller, email, phone);
    await dialog.getByRole('button', { name: 'Save and send quote' }).click();
    await seen(page.getByRole('region', { name: 'Preview of the email' })).toContainText(email);
    await fine();
    await dialog.getByRole('button', { name: 'Send quote' }).click();
    await seen(page.getByText(`Quote sent to ${caller}`)).toBeVisible();
  });
  await seen(page.getByRole('heading', { level: 1 })).toContainText(caller);
  const leadId = new URL(page.url()).pathname.split('/').at(-2)!;
  const stage: Stage = { application, ...who, clientEmail: email, lead: { id: leadId } as LeadBody };
  await reload(stage);

  // The client reads, accepts, signs, and pays the deposit on a phone; no agent sends anything in between.
  const clientTab = await newPage(browser, PHONE);
  const client = clientPage(clientTab, application, email);
  const quote = await mailTo(application, email, /^Your moving quote/);
  await client.acceptEstimate(tokenOf(quote, '/agent-portal/estimates/'));
  await client.sign(caller);
  await clientTab.getByRole('link', { name: 'Pay your deposit' }).click();
  await clientTab.getByRole('button', { name: /^Pay \$.* by card$/ }).click();
  await clientTab.getByLabel('Card number').fill('4242424242424242');
  await clientTab.getByLabel('Expires').fill('1230');
  await clientTab.getByLabel('Security code').fill('123');
  await clientTab.getByRole('button', { name: /^Pay \$[\d.,]+$/ }).click();
  await seen(clientTab.getByRole('heading', { name: 'Your payments' })).toBeVisible();
  await agent.seePlace({ state: 'contracted', stage: null, isArchived: false });
  await seen(page.getByRole('button', { name: /^Notifications, \d+ unread/ })).toBeVisible();
  const money = page.getByRole('region', { name: 'Money' });
  await seen(money).toContainText('Deposit from the client');

  // To the board, where the lowest bid wins.
  await today();
  await job('load posted', async () => {
    await work(`Post to load board: ${caller}`).click();
    await agent.confirm('Post to load board');
    await seen(work(`Post to load board: ${caller}`)).toHaveCount(0);
  });
  await reload(stage);
  await gestures['bid.placed'](stage);
  await standingBid(stage);
  await job('lowest bid awarded', async () => {
    await work(`Award carrier: ${caller}`).click();
    await seen(dialog.getByRole('radio', { name: /Swift Vans LLC/ })).toBeChecked();
    await fine();
    await agent.confirm('Award for $2,500.00');
    await seen(work(`Award carrier: ${caller}`)).toHaveCount(0);
  });
  expect((await gestures['carrier.signed'](stage)).status).toBe(200);
  const known = await mailTo(application, email, /^Your carrier for move \S+$/);
  expect(known.text).toContain('Swift Vans LLC');

  // The truck breaks down, but the other carrier's bid still stands.
  await job('lead found by the caller’s number', async () => {
    if (isPhone) await page.getByRole('button', { name: /^Search/ }).click();
    else await page.keyboard.press('Control+k');
    await page.getByRole('combobox').fill(phone.slice(-7));
    await seen(page.getByRole('option', { name: caller })).toHaveAttribute('aria-selected', 'true');
    await page.keyboard.press('Enter');
    await seen(page.getByRole('heading', { level: 1 })).toContainText(caller);
  });
  await job('carrier dropped out', async () => {
    await agent.choose('Take the carrier off the job');
    await dialog.getByRole('button', { name: 'Truck broke down' }).click();
    await agent.confirm('Take off the job');
  });
  await mailTo(application, email, /^Your carrier for move \S+ is changing$/);
  await job('award of a bid on its lead', async () => {
    await page.getByRole('button', { name: 'Award to Blue Ridge Movers' }).click();
    await agent.confirm('Award for $2,600.00');
  });
  // The agreed day has come; before it, each step would ask whether it is meant.
  await application.database.kysely
    .updateTable('contract')
    .set({ award_start_date: addDays(todayIn(application), -1) })
    .where('lead_id', '=', stage.lead.id)
    .execute();
  expect((await gestures['carrier.signed']({ ...stage, carrier: who.carrier2 })).status).toBe(200);

  // The job is done, the papers are in, the payments arrive.
  await job('job followed to the delivery', async () => {
    for (const step of ['on the way', 'picked up', 'delivered'])
      await page.getByRole('button', { name: `Mark ${step}` }).click();
    await seen(page.getByText('The job is marked “Delivered”')).toBeVisible();
  });
  await fine();
  await job('contract closed with its paper', async () => {
    await page.getByRole('button', { name: 'Close contract' }).first().click();
    const [chooser] = await Promise.all([
      page.waitForEvent('filechooser'),
      dialog.getByLabel('Completion-of-work statement').click(),
    ]);
    await chooser.setFiles({ name: 'done.pdf', mimeType: 'application/pdf', buffer: Buffer.from(pdfText()) });
    await agent.confirm('Close contract');
  });
  await today();
  await job('invoice sent', async () => {
    await work(`Send invoice: ${caller}`).click();
    await agent.confirm('Send invoice');
    await seen(work(`Send invoice: ${caller}`)).toHaveCount(0);
  });
  await agent.open(leadId);
  await job('balance recorded', async () => {
    await money.getByRole('button', { name: 'Record payment' }).click();
    await dialog.getByLabel('Paid by').selectOption('Check');
    await agent.confirm('Record payment');
  });
  await agent.seePlace({ state: 'completed-contracts', stage: 'paid', isArchived: false });
  await job('carrier paid', async () => {
    await page.getByRole('button', { name: 'Record payment to the carrier' }).click();
    await dialog.getByLabel('Paid by').selectOption('Bank transfer');
    await agent.confirm('Record payment');
  });
  await fine();

  // Another client calls about a contract that awaits a signature: the price was wrong.
  const other = await newStage(application, who);
  for (const event of ['quote.sent', 'contract.sent'] as const) {
    expect((await gestures[event](other)).status).toBe(200);
    await reload(other);
  }
  await agent.open(other.lead.id);
  // A read that arrives late does not revert what was saved.
  await page.route('**/graphql', async (route) => {
    if (!isCallOf(route.request(), LeadPageDocument)) return route.continue();
    const response = await route.fetch();
    await sleep(1500);
    await route.fulfill({ response }).catch(() => {});
  });
  await job('price changed after the contract went out', async () => {
    await page.getByRole('button', { name: 'Change the price…' }).click();
    await dialog.getByRole('button', { name: 'Reopen contract' }).click();
    await dialog.getByLabel('Rate').first().fill('850');
    await dialog.getByRole('button', { name: 'Save and send…' }).click();
    await seen(page.getByRole('region', { name: 'Preview of the email' })).toContainText('$3,225.00');
    await fine();
    await dialog.getByRole('button', { name: 'Send quote' }).click();
    await seen(dialog).toHaveCount(0);
  });
  await agent.seePlace({ state: 'quote-sent', stage: 'waiting', isArchived: false });

  // In the evening, no work is left.
  await today();
  await seen(page.getByText('You’re all caught up.')).toBeVisible();

  expect(spent).toEqual({
    'call that is due, logged with the next date': 4,
    'lead that came in, priced and quoted': 2,
    'new lead on the phone, quoted': 3,
    'load posted': 2,
    'lowest bid awarded': 2,
    'lead found by the caller’s number': isPhone ? 1 : 0,
    'carrier dropped out': 4,
    'award of a bid on its lead': 2,
    'job followed to the delivery': 3,
    'contract closed with its paper': 3,
    'invoice sent': 2,
    'balance recorded': 2,
    'carrier paid': 2,
    'price changed after the contract went out': 4,
  });

  const payments = await application.database.kysely
    .selectFrom('payment')
    .select(['direction', 'kind'])
    .where('lead_id', '=', leadId)
    .orderBy('id')
    .execute();
  expect(payments.map(({ direction, kind }) => `${direction} ${kind}`)).toEqual([
    'from-client deposit',
    'from-client balance',
    'to-carrier payout',
  ]);
  const history = await application.database.kysely
    .selectFrom('history')
    .select('event')
    .where('lifecycle', '=', 'agent-lead')
    .where('record_id', '=', leadId)
    .orderBy('sequence')
    .execute();
  expect(history.map(({ event }) => event)).toEqual([
    'lead.created',
    'lead.edited',
    'quote.sent',
    'quote.opened',
    'quote.accepted',
    'contract.signed',
    'load.posted',
    'bid.placed',
    'bid.placed',
    'carrier.awarded',
    'carrier.signed',
    'carrier.dropped',
    'carrier.awarded',
    'carrier.signed',
    'contract.closed',
    'invoice.sent',
    'payment.recorded',
    'payment.completed',
    'lead.edited',
  ]);
});
