import type { Browser, Page } from '@playwright/test';
import sharp from 'sharp';
import { beforeAll, expect, test, vi } from 'vitest';
import { hrefs } from '#src/views/hrefs.ts';
import { startSession } from '#tests/paths/agent-page.ts';
import { seen } from '#tests/platform/seen.ts';
import { call, mailTo, signedIn, startApplication, tokenOf } from '#tests/platform/application.ts';
import type { Account, Application } from '#tests/platform/application.ts';
import { testBrowser, newPage } from '#tests/platform/chromium.ts';

/** Agents and the chats of their clients, whose part is played through the calls of the client page. */
let application: Application;
let browser: Browser;
let ann: Account;
let bob: Account;

beforeAll(async () => {
  application = await startApplication();
  ann = await signedIn(application, 'agent', 'Ann Agent');
  bob = await signedIn(application, 'agent', 'Bob Agent');
  browser = await testBrowser();
});

interface Told {
  messages: { author: string; text: string }[];
  owner: string;
}

const linkOf = (url: string) => url.slice(url.lastIndexOf('/') + 1);
async function openChat(body: object): Promise<{ id: string; link: string }> {
  const { body: made } = await call<{ chat: { id: string }; url: string }>(application, 'POST', 'ai-chat/', {
    token: ann.token,
    body,
  });
  return { id: made.chat.id, link: linkOf(made.url) };
}
const byClient = (link: string, what: 'person' | 'typing') =>
  call(application, 'POST', `ai-chat/client/${link}/${what}`);
const read = async (link: string) => (await call<Told>(application, 'GET', `ai-chat/client/${link}`)).body;
const act = (id: string, what: string, body?: object, who = ann) =>
  call(application, 'POST', `ai-chat/${id}/${what}`, { token: who.token, ...(body ? { body } : {}) });

async function write(link: string, text: string, photo?: Buffer): Promise<void> {
  const form = new FormData();
  form.set('message', text);
  if (photo) form.append('photos', new Blob([new Uint8Array(photo)]), 'Living room.jpg');
  const response = await fetch(`${application.url}/api/frontend/ai-chat/client/${link}`, {
    method: 'POST',
    body: form,
  });
  if (response.status !== 201) throw new Error(`The message was answered with ${response.status}.`);
}

/** Waits until the assistant has answered. */
const answered = (link: string) =>
  vi.waitFor(
    async () => {
      const last = (await read(link)).messages.at(-1);
      if (last?.author === 'client') throw new Error('The assistant has not answered yet.');
    },
    { timeout: 15_000, interval: 50 },
  );

async function agentAt(who: Account, path: string, width = 1280): Promise<Page> {
  const page = await newPage(browser, { viewport: { width, height: width < 600 ? 740 : 800 }, hasTouch: width < 600 });
  await startSession(page, application.url, 'agent-portal', who.email);
  await page.goto(application.url + path);
  return page;
}
const conversation = (page: Page) => page.getByRole('log', { name: 'Conversation' });
const answer = (page: Page) => page.getByLabel('Your answer');
const said = (page: Page, title: string) => seen(page.getByRole('group', { name: title })).toBeVisible();
const sidebar = (page: Page) => page.getByRole('navigation', { name: 'Agent portal' });

async function newLead(name: string, email: string | null): Promise<string> {
  const { body } = await call<{ id: string }>(application, 'POST', 'agent-lead/', {
    token: ann.token,
    body: {
      client: { name, email, zone: 'America/Chicago' },
      stops: [
        { role: 'pick-up', city: 'Columbus', state: 'OH', zip: '43215' },
        { role: 'drop-off', city: 'Austin', state: 'TX', zip: '78701' },
      ],
    },
  });
  return body.id;
}

/** Waits until the client behind this link is notified that somebody is typing; listens from the moment of the call. */
async function hearsOfTyping(link_id: string | null): Promise<void> {
  const stop = AbortSignal.timeout(15_000);
  for await (const { noun } of application.parts.live.subscribe({ audiences: [`link:${link_id}`], signal: stop }))
    if (noun === 'chat-typing') return;
  throw new Error('Nobody heard that the agent is writing.');
}

test(
  'a client asks for a person: an agent notices anywhere, takes over, answers, and hands back',
  { timeout: 90_000 },
  async () => {
    const { link, id } = await openChat({ name: 'Wanda Waits' });
    const page = await agentAt(ann, hrefs.agent.settings());
    await page.getByRole('heading', { level: 1, name: 'Settings' }).waitFor();
    await seen(sidebar(page).getByText('waiting for a person')).toHaveCount(0);
    await byClient(link, 'person');
    await write(link, 'Is anybody there?\n<img src=x onerror=alert(1)>');
    await seen(
      sidebar(page).getByRole('link', { name: /Chats.*1 client waiting for a person.*1 unread/ }),
    ).toBeVisible();
    await sidebar(page).getByRole('link', { name: /Chats/ }).click();
    await seen(page.getByText('One client is waiting for a person.')).toBeVisible();
    await page.getByRole('link', { name: /Wanda Waits/ }).click();
    await seen(conversation(page).getByText('<img src=x onerror=alert(1)>')).toBeVisible();
    // Once one agent has read it, it counts as read.
    await seen(sidebar(page).getByText('unread')).toHaveCount(0);
    await seen(answer(page)).toHaveCount(0);
    await byClient(link, 'typing');
    await seen(page.getByText('Wanda Waits is writing…')).toBeVisible();

    await page.getByRole('button', { name: 'Take over' }).click();
    await seen(answer(page)).toBeFocused();
    const { link_id } = await application.database.kysely
      .selectFrom('chat')
      .select('link_id')
      .where('id', '=', id)
      .executeTakeFirstOrThrow();
    const typing = hearsOfTyping(link_id);
    await answer(page).fill('Hi Wanda, Ann here.');
    await typing;
    await answer(page).press('Shift+Enter');
    await answer(page).pressSequentially('How can I help?');
    await answer(page).press('Enter');
    await seen(conversation(page).getByText('Hi Wanda, Ann here.')).toBeVisible();
    await seen(answer(page)).toHaveValue('');
    expect((await read(link)).messages.at(-1)).toMatchObject({
      author: 'agent',
      text: 'Hi Wanda, Ann here.\nHow can I help?',
    });

    await write(link, 'A live word');
    await seen(conversation(page).getByText('A live word')).toBeVisible();
    await page.getByRole('button', { name: 'Hand back' }).click();
    await seen(page.getByText('AI assistant answers', { exact: true })).toBeVisible();
    await seen(page.getByRole('button', { name: 'Take over' })).toBeFocused();
    expect((await read(link)).owner).toBe('assistant');
  },
);

test('who answers after somebody else reads that first, and loses no word', { timeout: 90_000 }, async () => {
  const { link, id } = await openChat({ name: 'Tess Two' });
  await act(id, 'take');
  await write(link, 'What does it cost?');
  const page = await newPage(browser, { viewport: { width: 1280, height: 800 } });
  // No live updates arrive here.
  await page.routeWebSocket('**/graphql', () => {});
  await startSession(page, application.url, 'agent-portal', bob.email);
  await page.goto(application.url + hrefs.agent.chat(id));
  await seen(conversation(page).getByText('What does it cost?')).toBeVisible();
  await answer(page).fill('About $4,000.');
  await act(id, 'answer', { text: 'Between $3,000 and $5,000.', seen: 2 });
  await page.getByRole('button', { name: 'Send', exact: true }).click();
  await seen(page.getByText('Someone else replied. Read it, then send yours.')).toBeVisible();
  await seen(conversation(page).getByText('Between $3,000 and $5,000.')).toBeVisible();
  await seen(answer(page)).toHaveValue('About $4,000.');
  await page.reload();
  await seen(answer(page)).toHaveValue('About $4,000.');
  await page.getByRole('button', { name: 'Send', exact: true }).click();
  await seen(answer(page)).toHaveValue('');
  expect((await read(link)).messages.map(({ text }) => text).slice(-2)).toEqual([
    'Between $3,000 and $5,000.',
    'About $4,000.',
  ]);
});

test(
  'a lead’s chat: begun from its page, heard live, and taken over to the lead as chosen, with the photo',
  { timeout: 120_000 },
  async () => {
    const leadId = await newLead('Lee Lead', 'lee.lead@client.test');
    const page = await agentAt(ann, hrefs.agent.lead(leadId, 'chat'));
    await page.getByRole('button', { name: 'Start a chat' }).click();
    const dialog = page.getByRole('dialog');
    await seen(dialog.getByText('To lee.lead@client.test')).toBeVisible();
    await dialog.getByLabel('I’ll send it myself').check();
    await dialog.getByRole('button', { name: 'Create link' }).click();
    const url = await dialog.getByLabel('Link for the client').inputValue();
    await dialog.getByRole('button', { name: 'Done' }).click();
    await seen(conversation(page)).toBeVisible();

    const link = linkOf(url);
    const photo = await sharp({ create: { width: 60, height: 40, channels: 3, background: { r: 90, g: 120, b: 60 } } })
      .jpeg()
      .toBuffer();
    await write(link, 'December 14, 2027, to Denver, CO 80202, three bedrooms', photo);
    await answered(link);
    await seen(page.getByText('4 things here differ from the lead')).toBeVisible();
    const known = page.getByRole('region', { name: 'Details' });
    await known.getByRole('button', { name: 'Show the message about Moving to' }).click();
    await seen(page.getByRole('listitem').filter({ hasText: 'to Denver, CO 80202, three bedrooms' })).toBeFocused();
    await page.getByRole('button', { name: 'Open Living room.jpg' }).click();
    await seen(page.getByRole('dialog', { name: 'Pictures' })).toBeAttached();
    await page.keyboard.press('Escape');
    await seen(page.getByRole('dialog')).toHaveCount(0);

    await page.getByRole('button', { name: 'Apply to lead…' }).click();
    await seen(dialog.getByRole('listitem').filter({ hasText: 'Moving to' })).toContainText('Now: Austin, TX 78701');
    await dialog.getByRole('checkbox', { name: /Size of the move/ }).uncheck();
    // Someone changes the lead meanwhile: a message says so, and the comparison is updated, with the choice kept.
    const { body: lead } = await call<{ version: number }>(application, 'GET', `agent-lead/${leadId}`, {
      token: bob.token,
    });
    await call(application, 'PATCH', `agent-lead/${leadId}`, {
      token: bob.token,
      body: { version: lead.version, special_items: 'A harp' },
    });
    await dialog.getByRole('button', { name: 'Apply 3 changes' }).click();
    await seen(dialog.getByText('Review the current values below.')).toBeVisible();
    await seen(dialog.getByRole('checkbox', { name: /Size of the move/ })).not.toBeChecked();
    await dialog.getByRole('button', { name: 'Apply 3 changes' }).click();
    await said(page, 'The lead is up to date with the chat');
    const { body: after } = await call<{
      stops: object[];
      move_size: string | null;
      special_items: string;
      attachments: object[];
    }>(application, 'GET', `agent-lead/${leadId}`, { token: ann.token });
    expect(after).toMatchObject({
      move_size: null,
      special_items: 'A harp',
      stops: [
        { zip: '43215', earliest: '2027-12-14' },
        { city: 'Denver', zip: '80202' },
      ],
      attachments: [{ name: 'Living room.jpg' }],
    });
    await seen(page.getByText('1 difference from the lead')).toBeVisible();
    await seen(page.getByText('Columbus, OH → Denver, CO')).toBeVisible();
  },
);

test(
  'what is known is corrected, and the summary is the agent’s until it is given back',
  { timeout: 90_000 },
  async () => {
    const { link, id } = await openChat({ name: 'Sam Summary', email: 'sam.summary@client.test' });
    await write(link, 'from 43215 to 78701');
    await answered(link);
    const page = await agentAt(ann, hrefs.agent.chat(id));
    const known = page.getByRole('region', { name: 'Details' });
    await known.getByRole('button', { name: 'Change: Moving from' }).click();
    await known.getByLabel('Moving from').fill('00001');
    await known.getByRole('button', { name: /^Save/ }).click();
    await seen(known.getByText('There is no such ZIP code.').first()).toBeVisible();
    await known.getByLabel('Moving from').fill('60601');
    await known.getByRole('button', { name: /^Save/ }).click();
    await seen(known.getByText('Chicago, IL 60601')).toBeVisible();

    const summary = page.getByRole('region', { name: 'Summary' });
    await seen(summary.getByText(/^Sam Summary moves from Columbus/)).toBeVisible();
    await summary.getByRole('button', { name: 'Edit the summary' }).click();
    await summary.getByLabel('What the next agent should know').fill('Call before noon.');
    await page.reload();
    await seen(summary.getByLabel('What the next agent should know')).toHaveValue('Call before noon.');
    await summary.getByRole('button', { name: 'Save summary' }).click();
    await seen(summary.getByText('Call before noon.')).toBeVisible();
    await summary.getByRole('button', { name: 'Have the assistant rewrite it' }).click();
    await seen(summary.getByText(/^Sam Summary moves from Chicago/)).toBeVisible();
    await page.getByRole('button', { name: 'Undo' }).click();
    await seen(summary.getByText('Call before noon.')).toBeVisible();

    // A colleague saves a different text meanwhile: neither version is lost silently.
    await summary.getByRole('button', { name: 'Edit the summary' }).click();
    await summary.getByLabel('What the next agent should know').fill('Call after noon.');
    expect(
      (
        await call(application, 'PATCH', `ai-chat/${id}/summary`, {
          token: bob.token,
          body: { summary: 'Has two cats.', seen: 'Call before noon.' },
        })
      ).status,
    ).toBe(200);
    await seen(summary.getByRole('alert')).toContainText('Has two cats.');
    await seen(summary.getByRole('button', { name: 'Save summary' })).toBeDisabled();
    await summary.getByRole('button', { name: 'Keep mine' }).click();
    await summary.getByRole('button', { name: 'Save summary' }).click();
    await seen(summary.getByText('Call after noon.')).toBeVisible();
    await seen(summary.getByRole('button', { name: 'Edit the summary' })).toBeVisible();
  },
);

test.each([true, false])(
  'what a colleague corrected while it was being corrected is asked about, not written over (heard live: %s)',
  { timeout: 90_000 },
  async (isLive) => {
    const { link, id } = await openChat({ name: 'Cleo Novak' });
    await write(link, 'from 43215 to 78701');
    await answered(link);
    const page = await newPage(browser, { viewport: { width: 1280, height: 800 }, allow: [/409/, /status of 4/] });
    if (!isLive) await page.routeWebSocket('**/graphql', () => {});
    await startSession(page, application.url, 'agent-portal', ann.email);
    await page.goto(application.url + hrefs.agent.chat(id));
    const known = page.getByRole('region', { name: 'Details' });
    await known.getByRole('button', { name: 'Change: Name' }).click();
    await known.getByLabel('Name').fill('Cleo Nowak');
    expect(
      (await call(application, 'PATCH', `ai-chat/${id}/details`, { token: bob.token, body: { name: 'Cleo Novák' } }))
        .status,
    ).toBe(200);
    if (!isLive) await known.getByRole('button', { name: 'Save' }).click();
    const theirs = known.getByRole('button', { name: 'Theirs: Cleo Novák' });
    await seen(theirs).toBeVisible();
    await seen(known.getByRole('button', { name: 'Save' })).toBeDisabled();
    await known.getByRole('button', { name: 'Mine: Cleo Nowak' }).click();
    await seen(theirs).toHaveCount(0);
    await known.getByRole('button', { name: 'Save' }).click();
    await seen(known.getByText('Cleo Nowak')).toBeVisible();
    await known.getByRole('button', { name: 'Change: Moving from' }).click();
    await known.getByLabel('Moving from').fill('10001');
    expect(
      (
        await call(application, 'PATCH', `ai-chat/${id}/details`, {
          token: bob.token,
          body: { origin: { zip: '60601' } },
        })
      ).status,
    ).toBe(200);
    if (!isLive) await known.getByRole('button', { name: 'Save' }).click();
    await seen(known.getByRole('button', { name: 'Mine: 10001' })).toBeVisible();
    await known.getByRole('button', { name: 'Theirs: Chicago, IL 60601' }).click();
    await seen(known.getByText('Chicago, IL 60601')).toBeVisible();
    const { body } = await call<{ details: { name: string; origin: { zip: string } } }>(
      application,
      'GET',
      `ai-chat/${id}`,
      { token: ann.token },
    );
    expect(body.details).toMatchObject({ name: 'Cleo Nowak', origin: { zip: '60601' } });
  },
);

test(
  'on a phone: a link goes by mail to somebody new, whose chat becomes a lead, is closed and opened again',
  { timeout: 120_000 },
  async () => {
    const page = await agentAt(bob, hrefs.agent.chats(), 360);
    await page.getByRole('button', { name: 'New chat link' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel('By email').check();
    await dialog.getByRole('button', { name: 'Email the link' }).click();
    await seen(dialog.getByText('Enter the client’s email address.').first()).toBeVisible();
    await dialog.getByLabel('Name').fill('Nia New');
    await dialog
      .getByLabel('Email', { exact: true })
      .or(dialog.getByLabel(/^Email/))
      .first()
      .fill('nia.new@client.test');
    await dialog.getByRole('button', { name: 'Email the link' }).click();
    await seen(dialog.getByText('The link is on its way to nia.new@client.test')).toBeVisible();
    const link = tokenOf(await mailTo(application, 'nia.new@client.test', /Your move/), '/agent-portal/chat/');
    await dialog.getByRole('link', { name: 'Open the chat' }).click();
    await seen(page.getByText('You can create one once you know: where from, where to.')).toBeVisible();
    await write(link, 'from 43215 to 78701');
    await page.getByRole('button', { name: 'Create lead' }).click();
    await said(page, 'Lead created');
    await seen(page.getByRole('link', { name: 'Open the lead' })).toBeVisible();

    await page.getByRole('button', { name: 'More about this chat' }).click();
    await page.getByRole('menuitem', { name: 'Close the chat…' }).click();
    await dialog.getByRole('button', { name: 'Close chat' }).click();
    await seen(page.getByText('The chat is closed', { exact: true }).first()).toBeVisible();
    await page.goto(application.url + hrefs.agent.chats({ state: 'closed' }));
    await page.getByRole('link', { name: /Nia New/ }).click();
    await page.getByRole('button', { name: 'Reopen the chat' }).click();
    await seen(page.getByRole('button', { name: 'Take over' })).toBeVisible();
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(360);
  },
);

test('a toast leaves the field of the chat free', { timeout: 60_000 }, async () => {
  const leadId = await newLead('Tess Toast', 'tess.toast@client.test');
  const { id } = await openChat({ lead_id: leadId });
  expect((await act(id, 'take')).status).toBe(200);
  const page = await agentAt(ann, hrefs.agent.lead(leadId, 'chat'));
  await seen(answer(page)).toBeVisible();
  await page
    .getByRole('region', { name: 'Summary' })
    .getByRole('button', { name: /assistant write it/ })
    .click();
  const toast = page.getByRole('group', { name: 'The assistant wrote the summary' });
  await seen(toast).toBeVisible();
  const [over, field] = [(await toast.boundingBox())!, (await answer(page).boundingBox())!];
  expect(over.x).toBeGreaterThanOrEqual(field.x + field.width);
});

test('who answers in the chat of an archived lead is told that nobody can read it', { timeout: 60_000 }, async () => {
  const leadId = await newLead('Archie Archived', 'archie.archived@client.test');
  const { link } = await openChat({ lead_id: leadId });
  await byClient(link, 'person');
  const page = await agentAt(ann, hrefs.agent.lead(leadId, 'chat'));
  await seen(page.getByRole('button', { name: 'Take over' })).toBeVisible();
  const closed = page.getByText('The client can’t open this chat');
  await seen(closed).toHaveCount(0);
  await call(application, 'PATCH', `agent-lead/${leadId}`, {
    token: ann.token,
    body: { is_archived: true, archive_reason: 'Gone' },
  });
  expect((await call(application, 'GET', `ai-chat/client/${link}`)).status).toBe(410);
  await seen(closed).toBeVisible();
});

test('a chat that is not there is told as that', { timeout: 60_000 }, async () => {
  const page = await agentAt(ann, hrefs.agent.chat('00000000-0000-7000-8000-000000000000'));
  await seen(page.getByRole('heading', { name: 'Chat not found' })).toBeVisible();
});
