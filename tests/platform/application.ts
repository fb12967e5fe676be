import { keepCompliantDays } from '#src/api/carrier/compliance.repository.ts';
import { hash } from '@node-rs/argon2';
import { cp, mkdtemp, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { pino } from 'pino';
import { inject } from 'vitest';
import { readConfiguration } from '#src/api/configuration/configuration.ts';
import { newId } from '#src/api/database/ids.ts';
import type { ApiParts } from '#src/api/parts.ts';
import { startProcess } from '#src/process.ts';
import { demoTemplate } from './demo-template.ts';
import { atFileEnd } from './file-end.ts';
import { testDatabase } from './test-database.ts';
import type { TestDatabase } from './test-database.ts';
import { dateIn } from '#src/machines/calendar/days.ts';
import { DAY } from '#src/machines/calendar/durations.ts';

export const PASSWORD = 'test-password-1';
/** As cheap as Argon2 allows: a hundred files sign people in by the dozen. */
const passwordHash = hash(PASSWORD, { memoryCost: 8, timeCost: 1 });
let carriers = 0;

export interface Application {
  url: string;
  parts: ApiParts;
  database: TestDatabase;
  dataDir: string;
  /** The code to set it up with, if it runs without `DEMO`. */
  setupCode?: string | null;
  /** Only for a test about stopping: the end of the test file stops it, too. */
  stop(): Promise<void>;
}

export interface Answer<T = Record<string, unknown>> {
  status: number;
  body: T;
  headers: Headers;
}

/**
 * The whole product in this process, on a fresh database, without demo data unless requested. A test file acts as
 * hundreds of people behind one address, so ceilings are high unless `environment` sets them. Errors in the log go to
 * `errors`. Stopped at the end of the test file.
 */
export async function startApplication(
  options: {
    now?: () => Date;
    environment?: Record<string, string>;
    demoData?: boolean;
    paymentsFetch?: (ask: typeof fetch) => typeof fetch;
    errors?: string[];
  } = {},
): Promise<Application> {
  const demo = options.demoData ? await demoTemplate() : null;
  const database = await testDatabase(demo ? { template: demo.database } : {});
  const dataDir = await mkdtemp(join(inject('cluster').folder, 'leads-test-'));
  if (demo) await cp(demo.dataDir, dataDir, { recursive: true });
  const configuration = readConfiguration({
    PORT: '0',
    DATA_DIR: dataDir,
    DEMO: '1',
    CEILING_FACTOR: '1000',
    ...options.environment,
  });
  const running = await startProcess(configuration, {
    database,
    demoData: false,
    ...(options.now ? { now: options.now } : {}),
    ...(options.paymentsFetch ? { paymentsFetch: options.paymentsFetch } : {}),
    log: options.errors
      ? pino({ level: 'error' }, { write: (line: string) => void options.errors!.push(line) })
      : quietLog(),
  });
  atFileEnd(async () => {
    await running.stop();
    await rm(dataDir, { recursive: true, force: true });
  });
  const { url, parts, setupCode, stop } = running;
  return { url, parts: parts!, database, dataDir, setupCode, stop };
}

/**
 * Tests make requests fail on purpose; the only failure that is never intended is a response that does not match its
 * schema.
 */
function quietLog() {
  if (process.env.LOG_LEVEL) return pino({ level: process.env.LOG_LEVEL });
  const isTold = (line: string) => line.startsWith('{"level":60') || line.includes('does not fit its schema');
  return pino({ level: 'error' }, { write: (line: string) => void (isTold(line) && process.stdout.write(line)) });
}

/** The brokerage's date, `YYYY-MM-DD`: at night it differs from UTC's, and a payment dated tomorrow is refused. */
export const todayIn = ({ parts }: Pick<Application, 'parts'>): string => dateIn(parts.brokerage.zone, parts.now());

/** One REST call. `body` is sent as JSON, or as a form if it is FormData. */
export async function call<T = Record<string, unknown>>(
  application: Pick<Application, 'url'>,
  method: string,
  path: string,
  options: { token?: string; body?: unknown; headers?: Record<string, string> } = {},
): Promise<Answer<T>> {
  const isForm = options.body instanceof FormData || options.body instanceof URLSearchParams;
  const response = await fetch(`${application.url}/api/frontend/${path}`, {
    method,
    headers: {
      // Compressing and decompressing would use the same cores; browsers and tests/api/behind-a-proxy.test.ts request
      // it.
      'accept-encoding': 'identity',
      ...(options.token ? { authorization: `Bearer ${options.token}` } : {}),
      ...(options.body !== undefined && !isForm ? { 'content-type': 'application/json' } : {}),
      ...options.headers,
    },
    ...(options.body === undefined ? {} : { body: isForm ? (options.body as FormData) : JSON.stringify(options.body) }),
  });
  const text = await response.text();
  const isJson = response.headers.get('content-type')?.includes('json');
  return { status: response.status, body: (isJson ? JSON.parse(text) : text) as T, headers: response.headers };
}

export interface Account {
  id: string;
  email: string;
  token: string;
  carrierId: string;
  /** For a mover or an assistant. */
  businessId: string | null;
}

/**
 * A signed-in account. A carrier gets a compliant profile in Columbus, Ohio, unless `carrier` overrides it; a mover
 * gets a business with a trial and a city, unless `business` does; an assistant works for `businessId`.
 */
export async function signedIn(
  application: Application,
  role: 'agent' | 'carrier' | 'mover' | 'assistant',
  name: string,
  carrier: Record<string, unknown> = {},
  { businessId = null, business = {} }: { businessId?: string | null; business?: Record<string, unknown> } = {},
): Promise<Account> {
  const { kysely } = application.database;
  const id = newId();
  const carrierId = newId();
  const email = `${name.toLowerCase().replaceAll(/\W+/g, '.')}-${id.slice(-6)}@test.example`;
  if (role === 'mover')
    businessId ??= await insertBusiness(application, { id: newId(), name: `${name} Moving`, ...business });
  await kysely
    .insertInto('account')
    .values({
      id,
      role,
      email,
      name,
      password_hash: await passwordHash,
      email_verified_at: new Date().toISOString(),
      business_id: businessId,
    })
    .execute();
  if (role === 'carrier')
    await insertCarrier(application, {
      id: carrierId,
      account_id: id,
      legal_name: name,
      contact_name: name,
      email,
      ...carrier,
    });
  const portal = role === 'mover' || role === 'assistant' ? 'user' : role;
  const { body } = await call<{ access_token: string }>(application, 'POST', `${portal}/token`, {
    body: new URLSearchParams({ username: email, password: PASSWORD }),
  });
  return { id, email, token: body.access_token, carrierId, businessId };
}

async function insertBusiness(application: Application, business: { id: string; name: string }): Promise<string> {
  const { kysely } = application.database;
  const trial_ends_at = new Date(application.parts.now().getTime() + 10 * DAY).toISOString();
  const row = {
    used_trial: true,
    subscription: 'trialing' as const,
    trial_ends_at,
    top_cities_chosen_at: new Date().toISOString(),
    ...business,
  };
  await kysely.insertInto('business').values(row).execute();
  if (row.top_cities_chosen_at)
    await kysely
      .insertInto('top_city')
      .values({ business_id: business.id, city: 'Columbus', state: 'OH', lat: 39.99, lng: -82.99, radius_miles: 50 })
      .execute();
  return business.id;
}

async function insertCarrier(
  application: Application,
  carrier: { id: string; account_id: string; legal_name: string; contact_name: string; email: string },
): Promise<void> {
  const { kysely } = application.database;
  // A USDOT number can have only one confirmed carrier.
  const usdot = String(1_234_566 + ++carriers);
  await kysely
    .insertInto('carrier')
    .values({
      usdot,
      address: '1 Depot Road',
      city: 'Columbus',
      state: 'OH',
      zip: '43215',
      lat: 39.96,
      lng: -83,
      authority: 'active',
      agreement_signed_at: '2025-01-01T00:00:00Z',
      search_text: `${carrier.legal_name.toLowerCase()} ${usdot} columbus oh`,
      pricing_sheet: JSON.stringify([
        { miles_from: 0, miles_to: 5000, lb_from: 0, lb_to: 50_000, rate_per_cwt: 5000, minimum: 100_000 },
      ]),
      ...carrier,
    })
    .execute();
  for (const kind of ['liability', 'cargo'] as const) {
    await kysely
      .insertInto('insurance_policy')
      .values({
        id: newId(),
        carrier_id: carrier.id,
        kind,
        insurer: 'Sure Mutual',
        policy_number: `${kind}-1`,
        limit_cents: 100_000_000,
        effective: '2020-01-01',
        expiration: '2099-12-31',
      })
      .execute();
  }
  await keepCompliantDays(kysely, [carrier.id]);
}

export interface MailboxMessage {
  id: string;
  to: string;
  subject: string;
  text: string;
  links: string[];
  attachments: { name: string }[];
}

/**
 * Waits for a mail to this address with this in its subject, and returns the newest one. Mails are delivered
 * concurrently: wait for the first before you cause a second one whose link replaces the first. A person whom several
 * tests of a file write to has mails with the same subject from earlier: say with `about` what only the awaited one has,
 * such as the id or the reference of its lead.
 */
export async function mailTo(
  application: Pick<Application, 'url'>,
  to: string,
  which: RegExp | { subject: RegExp; about: string },
  after = 0,
): Promise<MailboxMessage> {
  const { subject, about } = which instanceof RegExp ? { subject: which, about: '' } : which;
  for (let waited = 0; waited < 15_000; waited += 50) {
    const response = await fetch(`${application.url}/dev/mailbox/messages.json?to=${encodeURIComponent(to)}`);
    const messages = ((await response.json()) as MailboxMessage[]).filter(
      (message) =>
        subject.test(message.subject) &&
        [message.subject, message.text, ...message.links].some((text) => text.includes(about)),
    );
    if (messages.length > after) return messages[0]!;
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
  throw new Error(`No mail to ${to} with ${subject}${about && ` about ${about}`} came.`);
}

/** The token in the first link of a mail with a matching path. */
export function tokenOf(mail: MailboxMessage, path: string): string {
  const link = mail.links.find((one) => one.includes(path));
  if (!link) throw new Error(`The email "${mail.subject}" has no link to ${path}.`);
  return new URL(link).searchParams.get('token') ?? link.split('/').at(-1)!;
}
