import { mkdtemp, readdir, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { ConfigurationError, readConfiguration } from './configuration.ts';
import { loadOrCreateSecret } from './secrets.ts';

const production = {
  DATABASE_URL: 'postgres://app:secret@db/leads',
  PUBLIC_URL: 'https://leads.example.com/',
  SMTP_URL: 'smtps://mail.example.com',
  STRIPE_SECRET_KEY: 'sk_live_12345678',
  STRIPE_PUBLISHABLE_KEY: 'pk_live_12345678',
  STRIPE_WEBHOOK_SECRET: 'whsec_12345678',
  SESSION_SECRET: 'x'.repeat(32),
  BROKERAGE_NAME: 'Acme',
  BROKERAGE_ADDRESS: '1 Main St, Albany, NY 12207',
  BROKERAGE_USDOT: '123456',
  BROKERAGE_MC: 'MC-123456',
  BROKERAGE_PHONE: '(518) 555-0100',
  BROKERAGE_EMAIL: 'office@acme.example',
  BROKERAGE_ZONE: 'America/New_York',
};

function mistakes(env: Record<string, string | undefined>): string[] {
  try {
    readConfiguration(env);
    return [];
  } catch (error) {
    if (error instanceof ConfigurationError) return error.sentences;
    throw error;
  }
}

test('an empty environment is a demo on the embedded parts', () => {
  const configuration = readConfiguration({});
  expect(configuration).toMatchObject({
    port: 3000,
    host: '127.0.0.1',
    publicUrl: 'http://localhost:3000',
    databaseUrl: null,
    smtpUrl: null,
    stripe: null,
    ai: null,
    sessionSecret: null,
    demo: true,
  });
  expect([...configuration.parts]).toEqual(['api', 'gateway', 'web', 'worker']);
});

test('a complete production environment is accepted', () => {
  expect(readConfiguration(production)).toMatchObject({
    demo: false,
    publicUrl: 'https://leads.example.com',
    stripe: { secretKey: 'sk_live_12345678' },
    brokerage: { name: 'Acme', zone: 'America/New_York' },
  });
});

test.each(Object.keys(production).filter((name) => name !== 'DATABASE_URL' && !name.startsWith('BROKERAGE_')))(
  'production without %s stops with a sentence that names it',
  (name) => {
    expect(mistakes({ ...production, [name]: '' })).toEqual([
      expect.stringMatching(new RegExp(`^${name} is missing: .+\\.$`)),
    ]);
  },
);

test('production without the brokerage leaves it to the set-up', () => {
  const without = Object.entries(production).filter(([name]) => !name.startsWith('BROKERAGE_'));
  expect(readConfiguration(Object.fromEntries(without)).brokerage).toEqual({
    name: '',
    address: '',
    usdot: '',
    mc: '',
    phone: '',
    email: '',
    zone: 'America/New_York',
  });
});

test('all mistakes are will be notified', () => {
  expect(
    mistakes({
      PORT: '99999',
      DEMO: 'yes',
      PARTS: 'api,kitchen',
      SMTP_URL: 'mail',
      BROKERAGE_ZONE: 'Mars/Base',
      SESSION_SECRET: 'short',
    }),
  ).toEqual([
    'DEMO must be 1 or 0, not "yes".',
    'PARTS names "kitchen", but knows only api, gateway, web, worker.',
    'PORT must be a whole number from 0 to 65535, not "99999".',
    'SMTP_URL must be an address that starts with smtp:// or smtps://.',
    'SESSION_SECRET must have at least 32 characters.',
    'BROKERAGE_ZONE must be a time zone such as America/New_York, not "Mars/Base".',
  ]);
});

test('port 0 leaves the public address open', () => {
  expect(readConfiguration({ PORT: '0' })).toMatchObject({ port: 0, publicUrl: null });
});

test('a gateway alone needs the address of the API and no payment keys', () => {
  expect(mistakes({ PARTS: 'gateway' })).toEqual([expect.stringContaining('REST_URL is missing')]);
  expect(mistakes({ PARTS: 'gateway', REST_URL: 'http://api:3000' })).toEqual([]);
});

test('several session secrets are each long enough, and not too many', () => {
  const long = (letter: string) => letter.repeat(32);
  expect(readConfiguration({ SESSION_SECRET: `${long('n')}, ${long('o')}` }).sessionSecret).toBe(
    `${long('n')},${long('o')}`,
  );
  expect(mistakes({ SESSION_SECRET: `${long('n')},short` })).toEqual([
    'SESSION_SECRET names several secrets, separated by commas: each must have at least 32 characters.',
  ]);
  expect(mistakes({ SESSION_SECRET: [...'abcdef'].map(long).join(',') })).toEqual([
    'SESSION_SECRET must name at most 5 secrets.',
  ]);
});

test('the way around a pooler needs the pooler', () => {
  expect(mistakes({ DATABASE_DIRECT_URL: 'postgres://app:secret@db/leads' })).toEqual([
    expect.stringMatching(/^DATABASE_URL is missing: /),
  ]);
});

test('a secret is made once, also by two at a time, and only its owner may read it', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'secrets-'));
  try {
    const [first, second] = await Promise.all([
      loadOrCreateSecret(folder, 'session'),
      loadOrCreateSecret(folder, 'session'),
    ]);
    expect(first).toMatch(/^[\w-]{43}$/);
    expect(second).toBe(first);
    expect(await loadOrCreateSecret(folder, 'session')).toBe(first);
    expect((await stat(join(folder, 'secrets', 'session'))).mode & 0o777).toBe(0o600);
    expect(await readdir(join(folder, 'secrets'))).toEqual(['session']);
  } finally {
    await rm(folder, { recursive: true });
  }
});

test('a public address on the embedded database must say whether it is a demonstration', () => {
  const { DATABASE_URL: _, ...embedded } = production;
  expect(mistakes(embedded)).toEqual([expect.stringMatching(/^DEMO is missing: PUBLIC_URL is public/)]);
  expect(mistakes({ ...embedded, DEMO: '0' })).toEqual([]);
  expect(mistakes({ ...embedded, DEMO: '1' })).toEqual([]);
  expect(readConfiguration(production).demo).toBe(false);
});

test('streets come from a style and from the origins that were said', () => {
  expect(readConfiguration({}).map).toBeNull();
  expect(
    readConfiguration({ MAP_STYLE_URL: 'https://maps.example/style.json?key=1', MAP_ORIGINS: 'https://tiles.example' })
      .map,
  ).toEqual({
    style: 'https://maps.example/style.json?key=1',
    origins: ['https://maps.example', 'https://tiles.example'],
  });
  expect(mistakes({ MAP_STYLE_URL: 'https://maps.example/s', MAP_ORIGINS: 'https://tiles.example/path' })).toEqual([
    expect.stringMatching(/^MAP_ORIGINS must be origins/),
  ]);
  expect(mistakes({ MAP_ORIGINS: 'https://tiles.example' })).toEqual([expect.stringMatching(/MAP_STYLE_URL/)]);
});

test('who reads figures and the contract, and whose X-Forwarded-For counts', () => {
  expect(readConfiguration({})).toMatchObject({ trustedProxies: [], metricsToken: null, hasPublicContract: true });
  expect(readConfiguration(production)).toMatchObject({
    trustedProxies: [],
    metricsToken: null,
    hasPublicContract: false,
  });
  expect(
    readConfiguration({ ...production, TRUSTED_PROXIES: '10.0.0.0/8, 127.0.0.1', PUBLIC_CONTRACT: '1' }),
  ).toMatchObject({ trustedProxies: ['10.0.0.0/8', '127.0.0.1'], hasPublicContract: true });
  expect(readConfiguration({ TRUSTED_PROXIES: '2' }).trustedProxies).toBe(2);
  expect(mistakes({ TRUSTED_PROXIES: 'proxy.example' })).toEqual([expect.stringMatching(/^TRUSTED_PROXIES must be/)]);
});
