import type { Browser, Page, Route, WebSocket } from '@playwright/test';
import sharp from 'sharp';
import { beforeAll, beforeEach, expect, test } from 'vitest';
import { ClientChatDocument, ConfirmClientChatDocument } from '#src/generated/graphql/graphql.ts';
import { hrefs } from '#src/views/hrefs.ts';
import { forgetRequests } from '#tests/api/account-api.ts';
import { seen as see } from '#tests/platform/seen.ts';
import { call, signedIn, startApplication } from '#tests/platform/application.ts';
import type { Account, Application } from '#tests/platform/application.ts';
import { testBrowser, newPage } from '#tests/platform/chromium.ts';
import type { PageOptions } from '#tests/platform/chromium.ts';
import { answerTo, isCallOf } from '#tests/platform/documents.ts';
import { DAY } from '#src/machines/calendar/durations.ts';

/** The chat as a client uses it on a phone, with the scripted assistant answering. */
let application: Application;
let agent: Account;
let browser: Browser;

beforeAll(async () => {
  application = await startApplication({ environment: { CHAT_MESSAGES_PER_DAY: '8' } });
  agent = await signedIn(application, 'agent', 'Ann Agent');
  browser = await testBrowser();
});
beforeEach(() => forgetRequests(application));

const PHONE: PageOptions = { viewport: { width: 360, height: 740 }, hasTouch: true, isMobile: true };
const OFFLINE = /net::ERR_|WebSocket/;

interface Chat {
  id: string;
  link: string;
}
async function newChat(): Promise<Chat> {
  const { body } = await call<{ url: string; chat: { id: string } }>(application, 'POST', 'ai-chat/', {
    token: agent.token,
    body: {},
  });
  return { id: body.chat.id, link: body.url.slice(body.url.lastIndexOf('/') + 1) };
}
async function open({ link }: Chat, options: PageOptions = PHONE): Promise<Page> {
  const page = await newPage(browser, options);
  await page.goto(application.url + hrefs.client.chat(link));
  await page.getByRole('log').waitFor();
  return page;
}

const button = (page: Page, name: string | RegExp) =>
  page.getByRole('button', { name, exact: typeof name === 'string' });
const box = (page: Page) => page.getByLabel('Message', { exact: true });
const said = (page: Page, text?: string) =>
  page
    .getByRole('log')
    .getByRole('listitem')
    .filter(text ? { hasText: text } : {});
const waiting = (page: Page) => page.getByRole('list', { name: 'Not sent yet' }).getByRole('listitem');
const fits = async (page: Page) =>
  expect(await page.evaluate('document.documentElement.scrollWidth - innerWidth')).toBe(0);
const messagesOf = ({ id }: Chat) =>
  application.database.kysely
    .selectFrom('chat_message')
    .select(['author', 'text', 'sequence'])
    .where('chat_id', '=', id)
    .orderBy('sequence')
    .execute();
const textsOf = async (chat: Chat) =>
  (await messagesOf(chat)).filter(({ author }) => author === 'client').map(({ text }) => text);

async function say(page: Page, text: string): Promise<void> {
  await box(page).fill(text);
  await button(page, 'Send').tap();
  await see(said(page, text)).toBeVisible();
}

test('from the first question to the confirmed move, by hand on a phone', { timeout: 60_000 }, async () => {
  const chat = await newChat();
  const page = await open(chat);
  await see(said(page).last()).toContainText('Where are you moving from?');
  await see(page.getByText('You’re chatting with an AI assistant')).toBeVisible();
  await see(page.getByRole('link', { name: 'Privacy policy' })).toBeVisible();
  await fits(page);

  // On a touch screen, Enter is a new line; the button sends.
  await box(page).fill('From 43215');
  await box(page).press('Enter');
  await box(page).pressSequentially('to 78701 on <b>December 14, 2098</b>');
  await button(page, 'Send').tap();
  await see(said(page, 'From 43215')).toContainText('<b>December 14, 2098</b>');
  expect(await textsOf(chat)).toEqual(['From 43215\nto 78701 on <b>December 14, 2098</b>']);
  await see(said(page, 'Noted: moving from, moving to, when')).toBeVisible();
  await see(button(page, /Your move 3 of 6 known/)).toBeVisible();
  await say(page, 'Two bedrooms. I am Casey Client, casey@client.test');
  await button(page, /Your move Ready to confirm/).tap();

  const sheet = page.getByRole('dialog');
  for (const text of [
    'Columbus, OH 43215',
    'Austin, TX 78701',
    'Sun, Dec 14, 2098',
    '2 bedrooms',
    'Casey Client',
    'casey@client.test',
  ])
    await see(sheet.getByText(text, { exact: true })).toBeVisible();
  await fits(page);
  await button(page, 'Change: Moving to').tap();
  await sheet.getByLabel('Moving to').fill('Austin');
  await button(page, 'Save').tap();
  await see(sheet.getByLabel('Moving to')).toHaveAccessibleDescription(/Enter a ZIP code, or a city and state/);
  await see(sheet.getByLabel('Moving to')).toBeFocused();
  await sheet.getByLabel('Moving to').fill('00001');
  await button(page, 'Save').tap();
  await see(sheet.getByLabel('Moving to')).toHaveAccessibleDescription(/There is no such ZIP code/);
  await sheet.getByLabel('Moving to').fill('denver, colorado');
  await button(page, 'Save').tap();
  await see(sheet.getByText('Denver, CO', { exact: true })).toBeVisible();
  await see(button(page, 'Change: Moving to')).toBeFocused();

  await button(page, 'Confirm my move').tap();
  await see(sheet).toHaveCount(0);
  await see(button(page, /Your move Confirmed/)).toBeVisible();
  const { lead_id, stage } = await application.database.kysely
    .selectFrom('chat')
    .select(['lead_id', 'stage'])
    .where('id', '=', chat.id)
    .executeTakeFirstOrThrow();
  expect([stage, lead_id]).toEqual(['handed-over', expect.any(String)]);

  // A change after the confirmation has to be confirmed again.
  await button(page, /Your move Confirmed/).tap();
  await see(sheet.getByText('Your move is confirmed', { exact: true })).toBeVisible();
  await button(page, 'Add: Inventory').tap();
  await sheet.getByLabel('Item 1', { exact: true }).fill('Sofa');
  await sheet.getByLabel('How many of item 1').fill('2');
  await button(page, 'Save').tap();
  await see(sheet.getByText(/^2 pieces, about/)).toBeVisible();
  await see(button(page, 'Confirm my move')).toBeVisible();

  await button(page, 'Add: Phone').tap();
  const phone = sheet.getByRole('textbox', { name: 'Phone' });
  await phone.fill('+44 20');
  await button(page, 'Save').tap();
  await see(sheet.getByText('Enter ten digits, or + and the number with its country code.')).toBeVisible();
  await phone.fill('+44 20 7946 0958');
  await button(page, 'Save').tap();
  await see(sheet.getByText('+442079460958', { exact: true })).toBeVisible();
});

test('what an agent changes meanwhile is not confirmed unseen', { timeout: 60_000 }, async () => {
  const chat = await newChat();
  await call(application, 'PATCH', `ai-chat/client/${chat.link}/details`, {
    body: {
      origin: { zip: '43215' },
      destination: { zip: '78701' },
      move_date: { earliest: '2098-12-14', latest: '2098-12-14' },
      size: 'studio',
      name: 'Casey',
      email: 'casey@client.test',
    },
  });
  // Without live updates, the screen shows what was there before.
  const page = await newPage(browser, { viewport: { width: 1280, height: 800 }, allow: [/WebSocket|status of 409/] });
  await page.routeWebSocket('**/graphql', (socket) => void socket.close({ code: 4400 }));
  // Nor does it refresh by itself before the client presses the button.
  let isHeld = false;
  const held: Route[] = [];
  await page.route('**/graphql', (route) =>
    isHeld && isCallOf(route.request(), ClientChatDocument) ? void held.push(route) : route.continue(),
  );
  await page.goto(application.url + hrefs.client.chat(chat.link));
  await see(button(page, 'Confirm my move')).toBeVisible();
  isHeld = true;
  await call(application, 'PATCH', `ai-chat/${chat.id}/details`, { token: agent.token, body: { size: 'office' } });
  const refused = answerTo(page, ConfirmClientChatDocument);
  await button(page, 'Confirm my move').click();
  await refused;
  isHeld = false;
  for (const route of held) await route.continue();
  await see(page.getByText('Something has changed. Review it, then try again.')).toBeVisible();
  await see(page.getByText('Office', { exact: true })).toBeVisible();
  await button(page, 'Confirm my move').click();
  await see(page.getByText('Your move is confirmed', { exact: true })).toBeVisible();
});

test(
  'photos: looked at before they go, with a rounded percent, broken off, sent once after a failure',
  { timeout: 90_000 },
  async () => {
    const chat = await newChat();
    const page = await open(chat, { ...PHONE, allow: [OFFLINE] });
    const noise = (side: number) =>
      sharp({
        create: {
          width: side,
          height: side,
          channels: 3,
          background: '#888',
          noise: { type: 'gaussian', mean: 120, sigma: 60 },
        },
      })
        .jpeg({ quality: 95 })
        .toBuffer();
    const files = [
      { name: 'sofa.jpg', mimeType: 'image/jpeg', buffer: await noise(700) },
      { name: 'piano.jpg', mimeType: 'image/jpeg', buffer: await noise(700) },
    ];
    const small = { name: '', mimeType: 'image/jpeg', buffer: await noise(20) };
    const choose = (list: typeof files) => page.locator('input[type=file]').setInputFiles(list);

    await choose([
      { name: 'IMG_1.HEIC', mimeType: 'image/heic', buffer: Buffer.from('x') },
      files[0]!,
      { name: 'list.pdf', mimeType: 'application/pdf', buffer: Buffer.from('x') },
      { name: 'IMG_2.HEIC', mimeType: 'image/heic', buffer: Buffer.from('x') },
    ]);
    // Each refused file is named, not only the first one.
    for (const name of ['IMG_1.HEIC is an iPhone photo in HEIC format', 'list.pdf is not a photo', 'IMG_2.HEIC is an'])
      await see(page.getByRole('alert').getByText(name)).toBeVisible();
    await fits(page);
    await see(page.getByRole('list', { name: 'Photos to send' }).getByRole('img', { name: 'sofa.jpg' })).toBeVisible();
    await button(page, 'Remove sofa.jpg').tap();
    await see(page.getByRole('list', { name: 'Photos to send' })).toHaveCount(0);
    const many = Array.from({ length: 12 }, (_, index) => ({ ...small, name: `room-${index + 1}.jpg` }));
    await choose(many);
    await see(page.getByText('Send the others with the next one: room-11.jpg, room-12.jpg.')).toBeVisible();
    for (const { name } of many.slice(0, 10)) await button(page, `Remove ${name}`).tap();

    const network = await page.context().newCDPSession(page);
    const upload = (bytesPerSecond: number) =>
      network.send('Network.emulateNetworkConditions', {
        offline: false,
        latency: 0,
        downloadThroughput: -1,
        uploadThroughput: bytesPerSecond,
      });
    await upload(60_000);
    await choose(files);
    await box(page).fill('Not this one');
    await button(page, 'Send').tap();
    await see(waiting(page).getByText(/^Sending… [1-9]\d?%$/)).toBeVisible({ timeout: 20_000 });
    await button(page, 'Cancel').tap();
    await see(waiting(page)).toHaveCount(0);
    // Chromium aborts the upload before it answers this request; otherwise it would finish the upload once it is no
    // longer slowed down.
    await page.evaluate(async () => void (await fetch('/readyz')));
    expect(await textsOf(chat)).toEqual([]);

    // The response is lost: whether the message arrived is unknown, and the same message is sent again.
    await upload(-1);
    let lost = 0;
    await page.route('**/files/ai-chat/client/*', async (route) => {
      if ((lost += 1) > 1) return route.continue();
      await route.fetch();
      await route.abort('connectionreset');
    });
    await choose(files);
    await box(page).fill('My things');
    await button(page, 'Send').tap();
    await see(waiting(page).getByText('No connection. We’ll send it when you’re back online.')).toBeVisible();
    await button(page, 'Try again').tap();
    await see(waiting(page)).toHaveCount(0);
    expect(await textsOf(chat)).toEqual(['My things']);
    expect(lost).toBe(2);
    await see(said(page, 'My things')).toHaveCount(1);

    await button(page, 'Open piano.jpg').tap();
    await see(page.getByRole('dialog').getByText('2 of 2')).toBeVisible();
    await page.keyboard.press('ArrowRight');
    await see(page.getByRole('dialog').getByText('1 of 2')).toBeVisible();
    await page.keyboard.press('Escape');
    await see(page.getByRole('dialog')).toHaveCount(0);
  },
);

test(
  'without a connection what is written waits, outlives the page, and is sent once',
  { timeout: 60_000 },
  async () => {
    const chat = await newChat();
    const page = await open(chat, { ...PHONE, allow: [OFFLINE] });
    await page.context().setOffline(true);
    await see(page.getByText('You are offline')).toBeVisible();
    await box(page).fill('from 43215');
    await button(page, 'Send').tap();
    await box(page).fill('to 78701');
    await button(page, 'Send').tap();
    await see(waiting(page)).toHaveCount(2);
    await box(page).fill('half a sent');
    await page.context().setOffline(false);
    await see(waiting(page)).toHaveCount(0);
    await see(said(page, 'to 78701')).toBeVisible();
    expect(await textsOf(chat)).toEqual(['from 43215', 'to 78701']);

    // The next one is still waiting when the phone discards the page.
    await page.route('**/files/ai-chat/client/*', (route) => route.abort('connectionfailed'));
    await box(page).fill('on December 14, 2098');
    await button(page, 'Send').tap();
    await see(waiting(page).getByText(/^No connection/)).toBeVisible();
    await box(page).fill('half a sent');
    await page.unroute('**/files/ai-chat/client/*');
    await page.reload();
    await see(said(page, 'on December 14, 2098')).toBeVisible();
    await see(waiting(page)).toHaveCount(0);
    await see(box(page)).toHaveValue('half a sent');
    expect(await textsOf(chat)).toEqual(['from 43215', 'to 78701', 'on December 14, 2098']);
  },
);

test('after a broken connection the chat goes on without a gap and without a double', { timeout: 60_000 }, async () => {
  const chat = await newChat();
  const page = await newPage(browser, { ...PHONE, allow: [OFFLINE] });
  let isCut = false;
  let cut = () => {};
  const [opened, tried] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  await page.routeWebSocket('**/graphql', (socket) => {
    cut = () => void socket.close({ code: 1001 });
    if (isCut) {
      cut();
      return tried.resolve();
    }
    socket.connectToServer();
    opened.resolve();
  });
  await page.goto(application.url + hrefs.client.chat(chat.link));
  await say(page, 'from 43215');
  await see(said(page).last()).toContainText('AI assistant');
  await opened.promise;
  isCut = true;
  cut();
  await tried.promise;
  const act = (what: string, body?: object) =>
    call<{ last_sequence: number }>(application, 'POST', `ai-chat/${chat.id}/${what}`, {
      token: agent.token,
      ...(body ? { body } : {}),
    });
  let { body } = await act('take');
  for (const text of ['One from Ann', 'Two from Ann'])
    ({ body } = await act('answer', { text, seen: body.last_sequence }));
  isCut = false;
  await see(said(page, 'Two from Ann')).toBeVisible({ timeout: 20_000 });
  await see(page.getByText('is answering you.')).toContainText('Ann Agent');
  const texts = (await messagesOf(chat)).map(({ text }) => text.split('\n')[0]!);
  // There is one date heading above the messages.
  await see(said(page)).toHaveCount(texts.length + 1);
  await see(said(page, 'One from Ann')).toHaveCount(1);

  await act('typing');
  await see(page.getByText('Ann Agent is writing…').first()).toBeVisible();
});

test('earlier messages come when one scrolls up, and new ones do not pull one down', { timeout: 60_000 }, async () => {
  const chat = await newChat();
  const at = new Date(Date.now() - 3 * DAY).toISOString();
  const rows = Array.from({ length: 130 }, (_, index) => ({
    id: crypto.randomUUID(),
    chat_id: chat.id,
    sequence: index + 2,
    revision: 1,
    author: 'assistant' as const,
    author_name: 'Assistant',
    text: `Earlier ${index + 2}`,
    account_id: null,
    at,
  }));
  await application.database.kysely.insertInto('chat_message').values(rows).execute();
  await application.database.kysely.updateTable('chat').set({ messages: 131 }).where('id', '=', chat.id).execute();
  const page = await open(chat);
  await see(page.getByText('Earlier 131', { exact: true })).toBeInViewport();
  await see(page.getByText('Earlier 30', { exact: true })).toHaveCount(0);
  const scroller = page.getByRole('region', { name: 'Messages' });
  await scroller.evaluate((node) => node.scrollTo(0, -1e6));
  await see(said(page, 'Where are you moving from?')).toHaveCount(1);
  await scroller.evaluate((node) => node.scrollTo(0, -1e6));
  await see(said(page, 'Where are you moving from?')).toBeInViewport();
  const act = (what: string, body?: object) =>
    call<{ last_sequence: number }>(application, 'POST', `ai-chat/${chat.id}/${what}`, {
      token: agent.token,
      ...(body ? { body } : {}),
    });
  const { body } = await act('take');
  await act('answer', { text: 'Something new', seen: body.last_sequence });
  await button(page, 'New messages').tap();
  await see(page.getByText('Something new', { exact: true })).toBeInViewport();
  await see(button(page, 'New messages')).toHaveCount(0);
});

test('a person, the end of the day, the end of the chat, the end of the link', { timeout: 60_000 }, async () => {
  const chat = await newChat();
  const page = await open(chat, { ...PHONE, allow: [/status of 4(04|10)/] });
  const act = (what: string, body?: object) =>
    call<{ last_sequence: number; url: string }>(application, 'POST', `ai-chat/${chat.id}/${what}`, {
      token: agent.token,
      ...(body ? { body } : {}),
    });
  await button(page, 'Talk to a person').tap();
  await see(page.getByRole('dialog')).toContainText('An agent of');
  await button(page, 'Ask for a person').tap();
  await see(page.getByText('An agent has been notified')).toBeVisible();
  await see(button(page, 'Talk to a person')).toHaveCount(0);
  await act('take');
  await see(page.getByText('is answering you.')).toBeVisible();

  for (let count = 1; count <= 3; count += 1) await say(page, `Message ${count}`);
  await see(page.getByText(/^5 messages left today/)).toBeVisible();
  for (let count = 4; count <= 8; count += 1) await say(page, `Message ${count}`);
  await see(page.getByText('That is all for today')).toBeVisible();
  await see(box(page)).toHaveCount(0);

  const sockets: WebSocket[] = [];
  page.on('websocket', (socket) => sockets.push(socket));
  await act('close');
  await see(page.getByText('This chat is closed')).toBeVisible();
  // It reconnects once, is refused, and does not try again.
  await see.poll(() => sockets.length === 1 && sockets.every((socket) => socket.isClosed())).toBe(true);
  await page.waitForTimeout(3_000);
  expect(sockets).toHaveLength(1);
  await act('reopen');
  await see(page.getByText('That is all for today')).toBeVisible();
  await see.poll(() => sockets.length).toBe(2);
  await act('close');
  await see(page.getByText('This chat is closed')).toBeVisible();
  await act('link', {});
  await page.reload();
  await see(page.getByRole('heading', { name: 'This link no longer works' })).toBeVisible();
  await page.goto(application.url + hrefs.client.chat('00000000-0000-4000-8000-000000000000'));
  await see(page.getByText('There is no chat at this address.', { exact: false })).toBeVisible();
});
