import Fastify, { type FastifyInstance } from 'fastify';
import { createTransport } from 'nodemailer';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { readConfiguration } from '#src/api/configuration/configuration.ts';
import { createFileStore, type FileStore } from '#src/api/file/files.ts';
import { createJobs, type Jobs } from '#src/api/job/jobs.ts';
import { checkedAddress, MailAddressRefused } from './mail-address.ts';
import { createMail, type Mail, type MailMessage } from './mail.ts';
import { mailboxRoutes } from '#src/mailbox/mailbox-routes.ts';
import { startMailbox, type Mailbox } from '#src/mailbox/mailbox.ts';
import { startTestDatabase } from '#tests/platform/platform-test-database.ts';

let place: Awaited<ReturnType<typeof startTestDatabase>>;
let mailbox: Mailbox;
let jobs: Jobs;
let files: FileStore;
let mail: Mail;
let app: FastifyInstance;
const { brokerage } = readConfiguration({});
const sender = () => ({ brokerage, logo: null, mail: { senderName: null, replyTo: null } });
const fallbackAddress = () => 'no-reply@localhost';
const log = { warn: () => {}, error: () => {} };

beforeAll(async () => {
  place = await startTestDatabase();
  mailbox = await startMailbox({ dataDir: place.dataDir });
  jobs = createJobs(place.database, { log });
  files = createFileStore({ dataDir: place.dataDir, s3Url: null });
  mail = createMail({ database: place.database, jobs, files, smtpUrl: mailbox.smtpUrl, sender, fallbackAddress });
  await mail.startDelivery();
  await jobs.start();
  app = Fastify();
  await app.register(mailboxRoutes, { dataDir: place.dataDir });
});

afterAll(async () => {
  await app.close();
  await jobs.stop();
  mail.close();
  await mailbox.stop();
  await place.end();
});

const message = (to: string, more: Partial<MailMessage> = {}): MailMessage => ({
  to,
  subject: 'Your quote',
  text: 'Look: https://example.test/quote?a=1&b=2.',
  html: '<p>Look: <a href="https://example.test/quote">here</a> <script>alert(1)</script></p>',
  kind: 'quote',
  ...more,
});

const inbox = async (to: string): Promise<{ id: string; [key: string]: unknown }[]> =>
  (await app.inject({ url: '/dev/mailbox/messages.json', query: { to } })).json();

const send = (given: MailMessage): Promise<string> =>
  place.database.kysely.transaction().execute((tx) => mail.send(tx, given));

test('a mail arrives soon, complete, and its content does not stay in the database', async () => {
  const { key } = await files.put(Buffer.from('%PDF-1.4 hello'), { maximumBytes: 100 });
  // How long this machine, under its current load, takes for a mail without a queue.
  const began = performance.now();
  await createTransport(mailbox.smtpUrl).sendMail({
    from: 'office@x.test',
    to: 'direct@x.test',
    subject: 'Direct',
    text: 'Straight to the mailbox.',
  });
  await vi.waitFor(async () => expect(await inbox('direct@x.test')).toHaveLength(1), 30_000);
  const direct = performance.now() - began;
  const started = performance.now();
  const id = await send(
    message('ann@x.test', { attachments: [{ fileKey: key, name: 'Žižka/quote.pdf', mediaType: 'application/pdf' }] }),
  );
  const [received] = await vi.waitFor(async () => {
    const found = await inbox('ANN@x.test');
    expect(found).toHaveLength(1);
    return found;
  }, 30_000);
  // The queue adds no more than its polling interval and its writes.
  expect(performance.now() - started).toBeLessThan(Math.max(1000, 5 * direct));
  expect(received).toMatchObject({
    to: ['ann@x.test'],
    subject: 'Your quote',
    text: expect.stringContaining(brokerage.address),
    links: ['https://example.test/quote?a=1&b=2'],
    attachments: [{ name: 'quote.pdf', mediaType: 'application/pdf', size: 14 }],
  });
  await vi.waitFor(async () => {
    const row = await place.database.kysely
      .selectFrom('mail')
      .selectAll()
      .where('id', '=', id)
      .executeTakeFirstOrThrow();
    expect(row).toMatchObject({ body: {}, attempts: 1, last_error: null, delivered_at: expect.any(String) });
  }, 30_000);
});

test('nothing that a person wrote becomes a header or a second recipient', async () => {
  await send(message('bob@x.test', { subject: 'Hi\r\nBcc: eve@x.test\r\n\r\nboo' }));
  const [received] = await vi.waitFor(async () => {
    const found = await inbox('bob@x.test');
    expect(found).toHaveLength(1);
    return found;
  }, 30_000);
  expect(received?.['subject']).toBe('Hi Bcc: eve@x.test boo');
  expect(await inbox('eve@x.test')).toEqual([]);
});

test.each([
  'a@x.test\r\nBcc: b@x.test',
  'a@x.test, b@x.test',
  'list: a@x.test;',
  '"a b"@x.test',
  'Ann <a@x.test>',
  'a@',
  'a@x..test',
  `${'a'.repeat(250)}@x.test`,
])('the address %j is refused', (address) => {
  expect(() => checkedAddress(address)).toThrow(MailAddressRefused);
});

test('a mail to a list can be left with one click', async () => {
  await send(
    message('cat@x.test', {
      listUnsubscribe: { post: 'https://example.test/leave/1', page: 'https://example.test/leave?id=1' },
    }),
  );
  const [received] = await vi.waitFor(async () => {
    const found = await inbox('cat@x.test');
    expect(found).toHaveLength(1);
    return found;
  }, 30_000);
  const page = (await app.inject(`/dev/mailbox/${received?.id}`)).body;
  expect(page).toContain('&lt;https://example.test/leave/1&gt;');
  expect(page).toContain('List-Unsubscribe=One-Click');
  // Opening the page must not unsubscribe anyone.
  expect(received?.['links']).toContain('https://example.test/leave?id=1');
  expect(received?.['links']).not.toContain('https://example.test/leave/1');
});

test('a mail of a mover comes from the mover, and answers go there', async () => {
  await send(
    message('guy@x.test', {
      writer: { name: 'Northbound Movers', replyTo: 'morgan@northbound.test' },
      mover: { name: 'Northbound Movers', phone: '(614) 555-0133' },
    }),
  );
  const [received] = await vi.waitFor(async () => {
    const found = await inbox('guy@x.test');
    expect(found).toHaveLength(1);
    return found;
  }, 30_000);
  const page = (await app.inject(`/dev/mailbox/${received?.id}`)).body;
  expect(page).toMatch(/<p>From (&quot;)?Northbound Movers/);
  expect(page).toContain('morgan@northbound.test');
  expect(received?.['text']).toContain(`Sent for Northbound Movers by ${brokerage.name}`);
});

test('a mail goes out once the mail server is back, and once only', async () => {
  const port = Number(new URL(mailbox.smtpUrl).port);
  await mailbox.stop();
  const id = await send(message('dan@x.test'));
  const read = () =>
    place.database.kysely.selectFrom('mail').selectAll().where('id', '=', id).executeTakeFirstOrThrow();
  await vi.waitFor(async () => expect((await read()).last_error).toContain('ECONNREFUSED'), { timeout: 30_000 });
  mailbox = await startMailbox({ dataDir: place.dataDir, port });
  await vi.waitFor(async () => expect((await read()).delivered_at).not.toBeNull(), { timeout: 12_000 });
  expect(await inbox('dan@x.test')).toHaveLength(1);
});

test('the pages escape what they show and let a mail run nothing', async () => {
  await send(message('fay@x.test', { subject: '<img src=x onerror=alert(1)>' }));
  const [received] = await vi.waitFor(async () => {
    const found = await inbox('fay@x.test');
    expect(found).toHaveLength(1);
    return found;
  }, 30_000);
  const list = await app.inject('/dev/mailbox?to=fay@x.test');
  const page = await app.inject(`/dev/mailbox/${received?.id}`);
  const framed = await app.inject(`/dev/mailbox/${received?.id}/html`);
  for (const { body, headers } of [list, page]) {
    expect(body).toContain('&lt;img src=x onerror=alert(1)&gt;');
    expect(body).not.toContain('<img');
    expect(headers['content-security-policy']).toContain("default-src 'none'");
  }
  expect(page.body).toContain('<a href="https://example.test/quote?a=1&amp;b=2">');
  expect(framed.headers['content-security-policy']).toMatch(
    /^sandbox allow-top-navigation-by-user-activation; default-src 'none'/,
  );
});
