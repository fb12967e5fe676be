import { spawn } from 'node:child_process';
import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import Fastify from 'fastify';
import type { Browser, Page } from '@playwright/test';
// @ts-expect-error It ships no types.
import S3rver from 's3rver';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startMailbox } from '#src/mailbox/mailbox.ts';
import { mailboxRoutes } from '#src/mailbox/mailbox-routes.ts';
import { freePort } from '#tests/limits/killable-server.ts';
import { agentPage, signIn } from '#tests/paths/agent-page.ts';
import { newStage } from '#tests/paths/api-gestures.ts';
import { boardPage } from '#tests/paths/board-page.ts';
import { clientPage } from '#tests/paths/client-page.ts';
import { call, mailTo, PASSWORD, signedIn, tokenOf } from '#tests/platform/application.ts';
import type { Account, Application } from '#tests/platform/application.ts';
import { launchBrowser, newPage } from '#tests/platform/chromium.ts';
import { startPgBouncer } from '#tests/platform/pooler.ts';
import { seen } from '#tests/platform/seen.ts';
import { testDatabase } from '#tests/platform/test-database.ts';

const { site, nodes, mailbox, folder } = JSON.parse(process.env.PRODUCTION!) as {
  site: number;
  nodes: [number, number];
  mailbox: number;
  folder: string;
};
const url = `https://localhost:${site}`;
const OWNER = { name: 'Olivia Owner', email: 'olivia@cedar.test' };
// Caddy signs for itself. Pages are told to accept it; the browser's own fetch of a service worker does not.
const SELF_SIGNED = { ignoreHTTPSErrors: true, allow: [/SSL certificate error occurred when fetching the script/] };
/** While a node is down. */
const CUT_OFF = [/50[234]|ERR_/, /WebSocket/];
const LAPTOP = { viewport: { width: 1280, height: 900 }, ...SELF_SIGNED };
const PHONE = { viewport: { width: 360, height: 740 }, ...SELF_SIGNED };

const stops: (() => Promise<unknown>)[] = [];
let browser: Browser;
let application: Application;
let environment: Record<string, string>;
let running: Node[];

interface Node {
  child: ChildProcess;
  said: () => string;
}

/** Starts a node as an operator would. Resolves at its ready line. */
async function startNode(name: string, port: number, more: Record<string, string> = {}): Promise<Node> {
  const child = spawn(process.execPath, ['scripts/start.js'], {
    env: { ...process.env, ...environment, PORT: String(port), DATA_DIR: join(folder, name), ...more },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let said = '';
  for (const stream of [child.stdout!, child.stderr!]) stream.on('data', (chunk: Buffer) => (said += chunk.toString()));
  stops.push(async () => {
    if (child.exitCode === null && child.signalCode === null && child.kill('SIGTERM')) await once(child, 'exit');
  });
  await seen(() => seen(said, said).toContain('Ready at')).toPass({ timeout: 60_000 });
  return { child, said: () => said };
}

/** Runs `npm run NAME -- FOLDER` with the environment of a node; returns its output. */
async function command(name: string, given: string[], more: Record<string, string> = {}): Promise<string> {
  const child = spawn(process.execPath, [`scripts/${name}.ts`, ...given], {
    env: { ...process.env, ...environment, DATA_DIR: join(folder, 'command'), ...more },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let said = '';
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk: Buffer) => (said += chunk.toString()));
  const [code] = (await once(child, 'exit')) as [number];
  expect(code, said).toBe(0);
  return said;
}

async function bucket(name: string): Promise<string> {
  const s3 = new S3rver({
    port: 0,
    silent: true,
    directory: join(folder, name),
    configureBuckets: [{ name: 'leads' }],
  });
  const { port } = (await s3.run()) as { port: number };
  stops.push(() => s3.close());
  return `http://S3RVER:S3RVER@127.0.0.1:${port}/leads`;
}

beforeAll(async () => {
  const database = await testDatabase({ template: 'template0' });
  const pooler = await startPgBouncer(database);
  stops.push(() => pooler.stop());
  const mail = await startMailbox({ dataDir: folder });
  const pages = Fastify();
  await pages.register(mailboxRoutes, { dataDir: folder });
  await pages.listen({ host: '127.0.0.1', port: mailbox });
  stops.push(
    () => pages.close(),
    () => mail.stop(),
  );
  environment = {
    DEMO: '0',
    DATABASE_URL: pooler.url,
    DATABASE_DIRECT_URL: database.url,
    S3_URL: await bucket('s3'),
    SMTP_URL: mail.smtpUrl,
    SESSION_SECRET: 'one-secret-that-both-nodes-share-0123456789',
    PUBLIC_URL: url,
    TRUSTED_PROXIES: '127.0.0.1',
  };
  // One after the other, as in an upgrade: the first one creates the tables.
  running = [await startNode('node1', nodes[0]), await startNode('node2', nodes[1])];
  application = {
    url,
    database,
    dataDir: folder,
    parts: { now: () => new Date() } as Application['parts'],
    stop: async () => {},
  };
  browser = await launchBrowser();
  stops.push(() => browser.close());
});
afterAll(async () => {
  for (const stop of stops.toReversed()) await stop();
});

/** Goes through the pages of the first day, including both tests that they offer. */
async function setUp(page: Page): Promise<void> {
  const press = (name: string) => page.getByRole('button', { name, exact: true }).click();
  // Each start prints a new code, which replaces the one before.
  const code = running.flatMap(({ said }) => /with the code (\S+)\./.exec(said())?.[1] ?? []).at(-1);
  await page.goto(`${url}/setup`);
  await page.getByLabel('Set-up code').fill(code!);
  await press('Continue');
  await page.getByLabel('Legal name').fill('Cedar Brokerage LLC');
  await page.getByLabel('Postal address').fill('1 Main St, Albany, NY 12207');
  await page.getByLabel('USDOT number').fill('123456');
  await page.getByLabel('MC number').fill('MC-123456');
  await page.getByLabel('Phone').fill('(518) 555-0100');
  await page.getByLabel('Email').fill('office@cedar.test');
  await page.getByLabel('Time zone').selectOption('America/Chicago');
  await press('Save and continue');
  await page.getByLabel('Your name').fill(OWNER.name);
  await page.getByLabel('Email').fill(OWNER.email);
  await page.getByLabel('Password', { exact: true }).fill(PASSWORD);
  await press('Create account and continue');
  await press('Send me an email');
  await seen(page.getByRole('status').filter({ hasText: 'The mail server accepted an email' })).toBeVisible();
  await press('Continue');
  await press('Test payments');
  await seen(page.getByRole('status').filter({ hasText: /\w/ })).toBeVisible();
  await press('Continue');
  await page.getByRole('heading', { name: 'You’re all set' }).waitFor();
}

async function tokenOfOwner(at = url): Promise<string> {
  const { body } = await call<{ access_token: string }>({ url: at }, 'POST', 'agent/token', {
    body: new URLSearchParams({ username: OWNER.email, password: PASSWORD }),
  });
  return body.access_token;
}

const agreementsOf = (leadId: string) =>
  application.database.kysely.selectFrom('agreement').select('id').where('lead_id', '=', leadId).execute();

test('from the set-up code to a paid lead, over two nodes, one of them killed, and out of a backup', async () => {
  const owner = await newPage(browser, LAPTOP);
  await setUp(owner);
  const token = await tokenOfOwner();
  const who = {
    agent: { token, email: OWNER.email } as Account,
    agent2: await signedIn(application, 'agent', 'Bob Agent'),
    carrier: await signedIn(application, 'carrier', 'Swift Vans LLC'),
    carrier2: await signedIn(application, 'carrier', 'Blue Ridge Movers'),
  };
  const { lead, clientEmail } = await newStage(application, who);

  const [bobTab, clientTab, swiftTab] = [
    await newPage(browser, LAPTOP),
    await newPage(browser, PHONE),
    // The mailbox and the board are read while a node is down: requests in flight to it may fail once.
    await newPage(browser, { ...PHONE, allow: [...SELF_SIGNED.allow, ...CUT_OFF] }),
  ] as const;
  const ownerTab = await newPage(browser, { ...LAPTOP, allow: [...SELF_SIGNED.allow, ...CUT_OFF] });
  const [olivia, bob, swift] = [agentPage(ownerTab, url), agentPage(bobTab, url), boardPage(swiftTab, url)];
  const client = clientPage(clientTab, application, clientEmail);
  await signIn(ownerTab, url, 'agent-portal', OWNER.email);
  await signIn(bobTab, url, 'agent-portal', who.agent2.email);
  await signIn(swiftTab, url, 'load-board', who.carrier.email);

  await olivia.open(lead.id);
  await olivia.gestures['quote.sent']();
  await bob.open(lead.id);
  const quote = await mailTo(application, clientEmail, /^Your moving quote/);
  expect(quote.links.every((link) => link.startsWith(url))).toBe(true);
  await client.acceptEstimate(tokenOf(quote, '/agent-portal/estimates/'));
  await client.sign();
  // Updated live, whichever node each of them is connected to.
  await bob.seePlace({ state: 'contracted', stage: null, isArchived: false });
  await olivia.seePlace({ state: 'contracted', stage: null, isArchived: false });
  await bob.gestures['load.posted']();
  await swift.placeBid(lead.id, '2450');
  await bobTab.close();

  // From here on, the other node does the work.
  running[0]!.child.kill('SIGKILL');
  await once(running[0]!.child, 'exit');
  // A request sent at the moment the node dies may have to be repeated.
  await seen(async () => {
    await olivia.open(lead.id);
    await seen(ownerTab.getByRole('button', { name: 'More actions' })).toBeVisible({ timeout: 3000 });
  }).toPass({ timeout: 20_000 });
  await olivia.choose('Award carrier');
  await olivia.dialog.getByRole('radio', { name: /Swift Vans LLC/ }).check();
  await olivia.confirm('Award for $2,450.00');
  await swift.openLoad(lead.id, 'open');
  await swift.signJob(lead.id, 'Sam Swift');
  await olivia.open(lead.id);
  await olivia.gestures['contract.closed']();
  await olivia.gestures['invoice.sent']();
  expect((await mailTo(application, clientEmail, /^Invoice/)).attachments).toHaveLength(1);
  await olivia.gestures['payment.completed']();
  await olivia.seePlace({ state: 'completed-contracts', stage: 'paid', isArchived: false });

  // Once the first node is back, it serves what the other one put into the bucket.
  running[0] = await startNode('node1', nodes[0]);
  const papers = await agreementsOf(lead.id);
  expect(papers).toHaveLength(2);
  const read = async (at: string, id: string): Promise<Buffer> => {
    const answer = await fetch(`${at}/api/frontend/agent-lead/${lead.id}/agreements/${id}`, {
      headers: { authorization: `Bearer ${await tokenOfOwner(at)}` },
    });
    expect(answer.status).toBe(200);
    return Buffer.from(await answer.arrayBuffer());
  };
  const kept = new Map<string, Buffer>();
  for (const { id } of papers) {
    const [one, other] = [
      await read(`http://127.0.0.1:${nodes[0]}`, id),
      await read(`http://127.0.0.1:${nodes[1]}`, id),
    ];
    expect(one.subarray(0, 5).toString()).toBe('%PDF-');
    expect(one.equals(other)).toBe(true);
    kept.set(id, one);
  }

  // A backup taken while both serve, restored into an empty database and an empty bucket, and started.
  await command('backup', [join(folder, 'backup')]);
  const empty = await testDatabase({ template: 'template0' });
  const restored = {
    DATABASE_URL: empty.url,
    DATABASE_DIRECT_URL: '',
    S3_URL: await bucket('s3-restored'),
    TRUSTED_PROXIES: '',
  };
  await command('restore', [join(folder, 'backup')], restored);
  const port = await freePort();
  await startNode('restored', port, restored);
  for (const [id, paper] of kept) expect((await read(`http://127.0.0.1:${port}`, id)).equals(paper)).toBe(true);
  const there = `http://127.0.0.1:${port}`;
  const again = await fetch(`${there}/api/frontend/agent-lead/${lead.id}`, {
    headers: { authorization: `Bearer ${await tokenOfOwner(there)}` },
  });
  expect(await again.json()).toMatchObject({ state: 'completed-contracts', stage: 'paid' });
});
