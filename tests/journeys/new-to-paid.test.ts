import type { Browser, Locator, Page } from '@playwright/test';
import { beforeAll, expect, test } from 'vitest';
import { agentPage, signIn, startSession } from '#tests/paths/agent-page.ts';
import { newStage, people, reload } from '#tests/paths/api-gestures.ts';
import type { People } from '#tests/paths/api-gestures.ts';
import { boardPage } from '#tests/paths/board-page.ts';
import { clientPage } from '#tests/paths/client-page.ts';
import { seen } from '#tests/platform/seen.ts';
import { mailTo, startApplication, tokenOf } from '#tests/platform/application.ts';
import type { Application } from '#tests/platform/application.ts';
import { testBrowser, newPage } from '#tests/platform/chromium.ts';
import { DAY } from '#src/machines/calendar/durations.ts';

/**
 * One move from the first call to the paid invoice, on everybody's own screen. The expected final data is written out.
 */
let application: Application;
let who: People;
let browser: Browser;

beforeAll(async () => {
  application = await startApplication();
  who = await people(application);
  browser = await testBrowser();
});

const LAPTOP = { viewport: { width: 1280, height: 900 } };
const PHONE = { viewport: { width: 360, height: 740 } };

const CLIENT = {
  name: 'Casey Canary',
  email: 'casey.canary@mail.example',
  phone: '(614) 555-0143',
  street: '7 Canary Street',
};
const dayIn = (days: number): string =>
  new Date(Date.now() + days * DAY).toLocaleDateString('en-US', { timeZone: 'UTC' });

/** Collects all data that a page receives, in responses and live updates, to check what must not be in it. */
function listenTo(page: Page): () => Promise<string> {
  const said: Promise<string>[] = [];
  page.on('response', (response) => {
    // Files of the build, such as the diagrams of the states, contain nobody's data.
    if (new URL(response.url()).pathname.startsWith('/assets/')) return;
    if (/json|html/.test(response.headers()['content-type'] ?? '')) said.push(response.text().catch(() => ''));
  });
  page.on('websocket', (socket) =>
    socket.on('framereceived', ({ payload }) => said.push(Promise.resolve(String(payload)))),
  );
  return async () => (await Promise.all(said)).join('\n');
}

async function fillStop(
  stop: Locator,
  given: { zip: string; city: string; state: string; first: number; last: number; street: string },
): Promise<void> {
  await stop.getByLabel('ZIP').fill(given.zip);
  await seen(stop.getByLabel('City')).toHaveValue(given.city);
  await seen(stop.getByLabel('State')).toHaveValue(given.state);
  await stop.getByLabel(/^First day/).fill(dayIn(given.first));
  await stop.getByLabel(/^Last day/).fill(dayIn(given.last));
  await stop.getByText('Street and access').click();
  await stop.getByLabel(/^Street/).fill(given.street);
}

/** @returns the id of the new lead */
async function createLead(page: Page): Promise<string> {
  await page.getByRole('button', { name: 'New lead' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Name', { exact: true }).fill(CLIENT.name);
  await dialog.getByLabel(/^Email/).fill(CLIENT.email);
  await dialog.getByLabel(/^Phone/).pressSequentially('6145550143');
  await seen(dialog.getByLabel(/^Phone/)).toHaveValue(CLIENT.phone);
  const stops = dialog.locator('ol > li');
  await fillStop(stops.nth(0), {
    zip: '43215',
    city: 'Columbus',
    state: 'OH',
    first: 20,
    last: 24,
    street: CLIENT.street,
  });
  await fillStop(stops.nth(1), {
    zip: '60601',
    city: 'Chicago',
    state: 'IL',
    first: 25,
    last: 28,
    street: '9 Canary Avenue',
  });
  await dialog.getByRole('button', { name: 'Add an item' }).click();
  await dialog.getByLabel('Item 1', { exact: true }).fill('Sofa, 3 seats');
  await dialog.getByRole('button', { name: 'Add an item' }).click();
  await dialog.getByLabel('Item 2', { exact: true }).fill('Box, medium');
  await dialog.getByLabel('Pieces of item 2').fill('10');
  await seen(dialog.getByText('11 pieces')).toContainText('80 ft³');
  await dialog.getByRole('button', { name: 'Add lead' }).click();
  await page.waitForURL(/\/agent-portal\/lead\/[0-9a-f-]{36}\/info$/);
  await seen(page.getByRole('heading', { level: 1 })).toContainText(CLIENT.name);
  return new URL(page.url()).pathname.split('/').at(-2)!;
}

async function makeEstimate(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'New estimate' }).click();
  const dialog = page.getByRole('dialog');
  // The quantity comes from the inventory: 80 ft³ at 7 lb are 5.6 cwt.
  await seen(dialog.getByLabel('Quantity')).toHaveValue('5.6');
  await dialog.getByLabel('Rate').fill('900');
  await dialog.getByLabel(/^Broker fee/).fill('250');
  await dialog.getByLabel(/^Deposit/).fill('500');
  await seen(dialog.getByText('Total $5,290.00')).toBeVisible();
  await dialog.getByRole('button', { name: 'Save estimate' }).click();
  await seen(dialog).toHaveCount(0);
  await seen(page.getByText('Version 1', { exact: true })).toBeVisible();
}

test('from the first call to the paid invoice', { timeout: 240_000 }, async () => {
  const [annTab, bobTab, clientTab, swiftTab, ridgeTab] = [
    await newPage(browser, LAPTOP),
    await newPage(browser, LAPTOP),
    await newPage(browser, PHONE),
    await newPage(browser, LAPTOP),
    await newPage(browser, PHONE),
  ] as const;
  const [toSwift, toRidge] = [listenTo(swiftTab), listenTo(ridgeTab)];
  const [ann, bob] = [agentPage(annTab, application.url), agentPage(bobTab, application.url)];
  const [swift, ridge] = [boardPage(swiftTab, application.url), boardPage(ridgeTab, application.url)];
  const client = clientPage(clientTab, application, CLIENT.email);
  await signIn(annTab, application.url, 'agent-portal', who.agent.email);
  await signIn(bobTab, application.url, 'agent-portal', who.agent2.email);
  await signIn(swiftTab, application.url, 'load-board', who.carrier.email);
  await signIn(ridgeTab, application.url, 'load-board', who.carrier2.email);

  const leadId = await createLead(annTab);
  await makeEstimate(annTab);
  await ann.gestures['quote.sent']();
  const quote = await mailTo(application, CLIENT.email, /^Your moving quote/);
  await clientTab.goto(`${application.url}/agent-portal/estimates/${tokenOf(quote, '/agent-portal/estimates/')}`);
  await seen(clientTab.getByRole('heading', { name: 'Your moving estimate' })).toBeVisible();
  await seen(clientTab.getByRole('row', { name: /^Total/ })).toContainText('$5,290.00');

  await ann.gestures['contract.sent']();
  await bob.open(leadId);
  await bob.seePlace({ state: 'contract-sent', stage: null, isArchived: false });
  await bobTab.evaluate(() => Object.assign(window, { isTheSamePage: true }));
  await client.signDrawn(CLIENT.name);
  await seen(
    clientTab.getByText('Your deposit of $500.00 is due now. Nothing was charged when you signed'),
  ).toBeVisible();
  await seen(bobTab.locator('main').getByText('Contracted', { exact: true }).first()).toBeVisible();
  await seen(annTab.locator('main').getByText('Contracted', { exact: true }).first()).toBeVisible();
  expect(await bobTab.evaluate(() => 'isTheSamePage' in window)).toBe(true);
  await client.seeSignedCopy();

  await bob.gestures['load.posted']();
  const row = swiftTab.getByRole('table', { name: 'Available loads' }).getByRole('row').filter({ hasText: 'Columbus' });
  await seen(row).toBeVisible();
  await swift.placeBid(leadId, '2450');
  await ridge.placeBid(leadId, '2611');
  await seen(annTab.getByRole('main').getByText('Blue Ridge Movers').first()).toBeVisible();
  expect((await toSwift()).match(/Blue Ridge|\b2,?611(?:00)?\b/g)).toBeNull();
  expect((await toRidge()).match(/Swift Vans|\b2,?450(?:00)?\b/g)).toBeNull();

  await ann.choose('Award carrier');
  await ann.dialog.getByRole('radio', { name: /Swift Vans LLC/ }).check();
  await ann.confirm('Award for $2,450.00');
  await seen(ridgeTab.getByText(/no longer on the board/)).toBeVisible();
  // The outcome of its own bid is kept; who got the load is not shown.
  await seen(ridgeTab.getByText('Your bid of $2,611.00 is no longer active')).toBeVisible();
  await mailTo(application, who.carrier2.email, /^Your bid on/);
  await swift.openLoad(leadId, 'open');
  expect((await toSwift()).match(/canary|5550143/gi)).toBeNull();
  await swift.signJob(leadId, 'Sam Swift');
  await swift.seeClient(leadId, CLIENT.name);
  await seen(swiftTab.getByText(`${CLIENT.street}, Columbus, OH 43215`)).toBeVisible();
  await seen(swiftTab.getByRole('link', { name: CLIENT.phone })).toBeVisible();
  await seen(bobTab.locator('main').getByText('Booked · In progress', { exact: true }).first()).toBeVisible();

  await ann.gestures['contract.closed']();
  await ann.gestures['invoice.sent']();
  const invoice = await mailTo(application, CLIENT.email, /^Invoice/);
  expect(invoice.attachments.map(({ name }) => name)).toEqual(['Invoice 1001.pdf']);
  await ann.gestures['payment.completed']();
  await ann.seePlace({ state: 'completed-contracts', stage: 'paid', isArchived: false });
  await seen(bobTab.locator('main').getByText('Completed · Paid', { exact: true }).first()).toBeVisible();
  expect((await toRidge()).match(/canary|5550143/gi)).toBeNull();

  await expectTheEnd(leadId, annTab);
});

async function expectTheEnd(leadId: string, page: Page): Promise<void> {
  const { kysely } = application.database;
  // The last things that the worker does in the background.
  await mailTo(application, CLIENT.email, /^Your signed agreement/);
  const job = await mailTo(application, who.carrier.email, /^Your signed job agreement/);
  expect(job.links.join()).toContain(`/load-board/leads/open?load=${leadId}`);
  const lead = await kysely.selectFrom('agent_lead').selectAll().where('id', '=', leadId).executeTakeFirstOrThrow();
  const { reference, state, stage, is_archived, client_name, volume_cuft, weight_lb, kind, assigned_agent_id } = lead;
  expect({ state, stage, is_archived, client_name, volume_cuft, weight_lb, kind, assigned_agent_id }).toEqual({
    state: 'completed-contracts',
    stage: 'paid',
    is_archived: false,
    client_name: CLIENT.name,
    volume_cuft: 80,
    weight_lb: 560,
    kind: 'household-interstate',
    assigned_agent_id: who.agent.id,
  });

  const history = await kysely
    .selectFrom('history')
    .select(['event', 'actor_name', 'actor_role'])
    .where('record_id', '=', leadId)
    .orderBy('sequence')
    .execute();
  expect(history.map(({ event, actor_name, actor_role }) => `${actor_role} ${actor_name}: ${event}`)).toEqual([
    'agent Ann Agent: lead.created',
    'agent Ann Agent: lead.edited',
    'agent Ann Agent: quote.sent',
    'client Casey Canary: quote.opened',
    'agent Ann Agent: contract.sent',
    'client Casey Canary: contract.signed',
    'agent Bob Agent: load.posted',
    'carrier Swift Vans LLC: bid.placed',
    'carrier Blue Ridge Movers: bid.placed',
    'agent Ann Agent: carrier.awarded',
    'carrier Swift Vans LLC: carrier.signed',
    'agent Ann Agent: contract.closed',
    'agent Ann Agent: invoice.sent',
    'agent Ann Agent: payment.recorded',
    'system The system: payment.completed',
  ]);

  const invoice = await kysely
    .selectFrom('invoice')
    .selectAll()
    .where('lead_id', '=', leadId)
    .executeTakeFirstOrThrow();
  expect([invoice.number, invoice.total]).toEqual([1001, 529_000]);
  const [payment] = await kysely
    .selectFrom('payment')
    .select(['direction', 'kind', 'amount', 'method'])
    .where('lead_id', '=', leadId)
    .where('direction', '=', 'from-client')
    .execute();
  expect(payment).toEqual({ direction: 'from-client', kind: 'balance', amount: 529_000, method: 'check' });

  const bids = await kysely
    .selectFrom('bid')
    .innerJoin('carrier', 'carrier.id', 'bid.carrier_id')
    .select(['legal_name', 'amount', 'bid.state'])
    .where('lead_id', '=', leadId)
    .orderBy('amount')
    .execute();
  expect(bids).toEqual([
    { legal_name: 'Swift Vans LLC', amount: 245_000, state: 'awarded' },
    { legal_name: 'Blue Ridge Movers', amount: 261_100, state: 'lost' },
  ]);

  const agreements = await kysely
    .selectFrom('agreement')
    .leftJoin('file', 'file.id', 'agreement.file_id')
    .select(['agreement.id', 'kind', 'state', 'signer_name', 'storage_key'])
    .where('lead_id', '=', leadId)
    .orderBy('agreement.created_at')
    .execute();
  expect(agreements.map((agreement) => [agreement.kind, agreement.state, agreement.signer_name])).toEqual([
    ['broker-shipper', 'signed', CLIENT.name],
    ['specific-job', 'signed', 'Sam Swift'],
  ]);
  for (const { id } of agreements) {
    const pdf = await page.request.get(`${application.url}/files/agent-lead/${leadId}/agreements/${id}`);
    expect([pdf.status(), (await pdf.body()).subarray(0, 5).toString()]).toEqual([200, '%PDF-']);
  }

  const mails = await kysely
    .selectFrom('mail')
    .select(['kind', 'recipient', 'subject'])
    .where('subject', 'like', `%${reference}%`)
    .execute();
  const recipients = new Map([
    [CLIENT.email, 'client'],
    [who.agent.email, 'Ann'],
    [who.agent2.email, 'Bob'],
    [who.carrier.email, 'Swift'],
    [who.carrier2.email, 'Blue Ridge'],
  ]);
  expect(mails.map((mail) => `${mail.kind} to ${recipients.get(mail.recipient)}`).toSorted()).toEqual([
    'award to Swift',
    'bid-lost to Blue Ridge',
    'carrier-known to client',
    'contract to client',
    'invoice to client',
    'job-signed to Swift',
    'news to Ann',
    'quote to client',
    'signed-copy to client',
  ]);
}

test('who saves second is refused, sees both versions, and overwrites nothing', { timeout: 120_000 }, async () => {
  const stage = await newStage(application, who);
  const [annTab, bobTab] = [await newPage(browser, LAPTOP), await newPage(browser, LAPTOP)] as const;
  const [ann, bob] = [agentPage(annTab, application.url), agentPage(bobTab, application.url)];
  await startSession(annTab, application.url, 'agent-portal', who.agent.email);
  await startSession(bobTab, application.url, 'agent-portal', who.agent2.email);
  for (const one of [ann, bob]) {
    await one.open(stage.lead.id);
    await one.choose('Set follow-up');
  }
  const followUp = async ({ dialog }: typeof ann, date: string, reason: string): Promise<void> => {
    await dialog.getByLabel('Get back to the client on').fill(date);
    await dialog.getByRole('textbox', { name: 'Reason' }).fill(reason);
  };
  await followUp(ann, dayIn(5), 'She asked for Thursday');
  await followUp(bob, dayIn(9), 'He is on holiday');
  await ann.confirm('Set follow-up');
  await ann.seePlace({ state: 'follow-up', stage: null, isArchived: false });
  await bob.dialog.getByRole('button', { name: 'Set follow-up' }).click();

  const conflict = bob.dialog.getByRole('alert');
  await seen(conflict).toContainText('This lead was changed while you worked on it');
  await seen(conflict.getByRole('row', { name: /^State/ })).toContainText(/New.*Follow-up/);
  await seen(conflict.getByRole('row', { name: /^Follow up/ })).toContainText('She asked for Thursday');
  await seen(bob.dialog.getByRole('textbox', { name: 'Reason' })).toHaveValue('He is on holiday');
  await seen(bob.dialog.getByRole('button', { name: 'Set follow-up' })).toBeDisabled();
  const held = (await reload(stage)) as unknown as { version: number; follow_up: { reason: string } };
  expect(held.follow_up.reason).toBe('She asked for Thursday');

  // Having seen both, he may still choose his own.
  await bob.dialog.getByRole('button', { name: 'Continue with the current version' }).click();
  await seen(conflict).toHaveCount(0);
  await bob.confirm('Set follow-up');
  const decided = (await reload(stage)) as unknown as typeof held;
  expect([decided.version, decided.follow_up.reason]).toEqual([held.version + 1, 'He is on holiday']);
  await seen(annTab.getByRole('main').getByText('He is on holiday').first()).toBeVisible();
});
