import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { call, mailTo, signedIn, startApplication } from '#tests/platform/application.ts';
import type { Account, Application } from '#tests/platform/application.ts';
import { testDatabase } from '#tests/platform/test-database.ts';
import { ended } from '#tests/platform/command.ts';
import type { Ended } from '#tests/platform/command.ts';
import type { Command } from '../../scripts/command.ts';
import { buyerOf } from './shop-buyer.ts';
import { shopRow } from './shop-rows.ts';

/** The operator's commands, beside the running product, on the same database. */
const ROOT = join(import.meta.dirname, '../..');
let application: Application;
let mover: Account;
let folder: string;

beforeAll(async () => {
  application = await startApplication();
  mover = await signedIn(application, 'mover', 'Mona Mover');
  folder = await mkdtemp(join(tmpdir(), 'commands-'));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

const SCRIPTS = [
  'agents',
  'backup',
  'history-verify',
  'intake-key',
  'leads-import',
  'mail-check',
  'marketplace-refund',
  'marketplace-reported',
  'person',
  'restore',
] as const;

async function run(script: (typeof SCRIPTS)[number], ...values: string[]): Promise<Ended> {
  const { command } = (await import(`../../scripts/${script}.ts`)) as { command: Command };
  return ended(command, values, {
    DATABASE_URL: application.database.url,
    DEMO: '1',
    SESSION_SECRET: 'a secret of thirty-two characters and more',
  });
}

test.for(SCRIPTS)('%s starts as a process of its own, and says how it is used', async (script) => {
  const start = (...values: string[]) =>
    promisify(execFile)(process.execPath, [join(ROOT, 'scripts', `${script}.ts`), ...values], { cwd: folder });
  expect((await start('--help')).stdout).toMatch(new RegExp(`npm run ${script.replace('-', '.')}`));
  expect(await run(script, 'one', 'two', 'three')).toMatchObject({ code: 2, out: '' });
});

test.for([
  ['backup', 'copy'],
  ['agents', 'list'],
  ['history-verify'],
  ['person', 'export', 'wanda@client.test', 'wanda.json'],
])('%s where nothing is installed says so, and creates nothing', async ([script, ...values]) => {
  const { command } = (await import(`../../scripts/${script}.ts`)) as { command: Command };
  const dataDir = join(folder, 'nothing');
  const settings = { DEMO: '1', SESSION_SECRET: 'a secret of thirty-two characters and more' };
  expect(await ended(command, values, { ...settings, DATA_DIR: dataDir })).toEqual({
    code: 1,
    out: '',
    err: `Nothing is installed in ${dataDir}. Check DATA_DIR and DATABASE_URL.\n`,
  });
  expect(existsSync(dataDir)).toBe(false);
  const empty = await testDatabase({ template: 'template0' });
  expect(await ended(command, values, { ...settings, DATABASE_URL: empty.url })).toMatchObject({
    code: 1,
    out: '',
    err: expect.stringMatching(/^Nothing is installed in the database /) as string,
  });
});

let leads = 0;
const handIn = (key: string) => {
  const body = {
    external_id: `command-${(leads += 1)}`,
    client: { name: 'Casey Client', email: `casey${leads}@client.test` },
    origin: { zip: '43215' },
    destination: { zip: '60601' },
    size: 'studio',
  };
  return call<{ id: string }>(application, 'POST', 'intake/state-lead', {
    body,
    headers: { authorization: `Bearer ${key}` },
  });
};
const ID = /[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}/;

test('person exports and erases, and asks again before it erases', { timeout: 60_000 }, async () => {
  const person = (...values: string[]) => run('person', ...values);
  const one = await signedIn(application, 'carrier', 'Perry Person');
  const file = join(folder, 'perry.zip');
  const exported = await person('export', one.email, file);
  expect(exported).toMatchObject({ code: 0, err: '' });
  expect(exported.out).toContain('account: 1');
  expect((await readFile(file)).subarray(0, 2).toString()).toBe('PK');
  for (const [path, why] of [
    [file, 'exists already. Name a new file.'],
    [folder, 'exists already. Name a new file.'],
    [join(folder, 'nowhere', 'perry.zip'), 'is in a folder that does not exist.'],
  ] as const)
    expect(await person('export', one.email, path)).toEqual({ code: 1, out: '', err: `${path} ${why}\n` });
  for (const values of [[], ['--yes', 'other@agents.test']])
    expect(await person('erase', one.email, ...values)).toMatchObject({
      code: 2,
      out: '',
      err: expect.stringContaining(`--yes ${one.email}`) as unknown,
    });
  expect((await call(application, 'GET', 'carrier/', one)).status).toBe(200);
  expect((await person('erase', one.email, '--yes', one.email)).out).toMatch(/^Erased: account: 1/);
  expect((await call(application, 'GET', 'carrier/', one)).status).toBe(401);
  expect(await person('erase', one.email, '--yes', one.email)).toMatchObject({
    code: 1,
    err: 'Nothing is known about this address.\n',
  });
  expect((await person('forget', one.email)).err).toContain('npm run person -- export EMAIL FILE.zip');
});

describe('agents', { timeout: 60_000 }, () => {
  const agents = (...values: string[]) => run('agents', ...values);
  const signIn = async (username: string, password: string) =>
    (await call(application, 'POST', 'agent/token', { body: new URLSearchParams({ username, password }) })).status;

  test('invites the first one, who sees to everything, and the next, who does not', async () => {
    expect(await agents('list')).toEqual({ code: 0, out: 'There are no agents yet.\n', err: '' });
    const first = await agents('invite', 'Ann@Agents.test', '--name', 'Ann Agent');
    const [, link] = /(http\S+)\n$/.exec(first.out)!;
    // The same link is in the mail, which the running product delivers.
    expect((await mailTo(application, 'ann@agents.test', /^Your account at/)).links).toContain(link);
    const accept = async (url: string, name: string) =>
      call<{ access_token: string }>(application, 'POST', `agent/invitation${new URL(url).search}`, {
        body: { name, password: 'purple-lantern-42' },
      });
    const ann = (await accept(link!, 'Ann Agent')).body.access_token;
    const me = await call<{ rights: string[] }>(application, 'GET', 'agent/', { token: ann });
    expect(me.body.rights).toEqual(['team', 'settings', 'workflow', 'exports', 'reports', 'imports']);
    const second = await agents('invite', 'bob@agents.test', '--name', 'Bob Agent');
    const bob = await accept(/(http\S+)\n$/.exec(second.out)![1]!, 'Bob Agent');
    expect(
      (await call<{ rights: string[] }>(application, 'GET', 'agent/', { token: bob.body.access_token })).body.rights,
    ).toEqual([]);
    expect(await agents('invite', 'bob@agents.test', '--name', 'Bob Agent')).toMatchObject({
      code: 1,
      out: '',
      err: 'Bob Agent is on the team already.\n',
    });
    const { out } = await agents('list');
    expect(out.split('\n').map((line) => line.split('\t').slice(0, 4).join(' '))).toEqual([
      'ann@agents.test Ann Agent active team,settings,workflow,exports,reports,imports',
      'bob@agents.test Bob Agent active -',
      '',
    ]);
  });

  test('gives and takes rights, and leaves somebody who sees to the team', async () => {
    expect(await agents('rights', 'ann@agents.test', '-team')).toMatchObject({
      code: 1,
      err: expect.stringContaining('Ann Agent is the only one') as unknown,
    });
    expect((await agents('rights', 'BOB@agents.test', '+team', '+exports')).out).toBe(
      'Bob Agent has the rights team, exports now.\n',
    );
    expect((await agents('rights', 'ann@agents.test', '-team', '-workflow')).out).toBe(
      'Ann Agent has the rights settings, exports, reports, imports now.\n',
    );
    expect(await agents('disable', 'bob@agents.test')).toMatchObject({
      code: 1,
      err: expect.stringContaining('Bob Agent is the only one') as unknown,
    });
    expect(await agents('rights', 'ann@agents.test', '+everything')).toMatchObject({
      code: 2,
      out: '',
      err: expect.stringMatching(/^everything is not a right\. Rights are \w+, .*\.$/m) as unknown,
    });
    expect(await agents('rights', mover.email, '+team')).toMatchObject({
      code: 1,
      err: expect.stringContaining('There is no agent') as unknown,
    });
  });

  test('disables, enables and resets', async () => {
    expect((await agents('disable', 'ann@agents.test')).code).toBe(0);
    expect(await signIn('ann@agents.test', 'purple-lantern-42')).toBe(401);
    expect(await agents('disable', 'ann@agents.test')).toMatchObject({ code: 1 });
    expect((await agents('enable', 'ann@agents.test')).out).toBe('Ann Agent can sign in again.\n');
    expect(await signIn('ann@agents.test', 'purple-lantern-42')).toBe(200);
    expect((await agents('reset', 'ann@agents.test')).code).toBe(0);
    const mail = await mailTo(application, 'ann@agents.test', /^Choose a new password/);
    expect(mail.links.some((url) => url.includes('/auth/password-new?platform=agent-portal'))).toBe(true);
  });

  test('says how it is used to who does not', async () => {
    for (const values of [
      [],
      ['invite', 'x@agents.test'],
      ['list', 'more'],
      ['rights', 'ann@agents.test'],
      ['what', 'ann@agents.test'],
    ]) {
      const { code, err } = await agents(...values);
      expect([code, err.includes('npm run agents -- invite EMAIL')]).toEqual([2, true]);
    }
  });
});

describe('intake-key', { timeout: 60_000 }, () => {
  test('a key is shown once, hands in leads, is listed without itself, and is worth nothing once revoked', async () => {
    expect(await run('intake-key', 'list')).toEqual({ code: 0, out: 'There are no keys yet.\n', err: '' });
    const made = await run('intake-key', 'create', 'Lead', 'Hub');
    expect(made, made.err).toMatchObject({ code: 0, err: '' });
    expect(made.out).toMatch(/^Key of Lead Hub \(/);
    const key = made.out.trim().split('\n').at(-1)!;
    const id = ID.exec(made.out)![0];
    expect((await run('intake-key', 'list')).out).toMatch(new RegExp(`^${id}\tLead Hub\tmade [^\t]+\tnever used\n$`));
    const taken = await handIn(key);
    expect(taken.status).toBe(201);
    expect((await call(application, 'GET', `state-lead/${taken.body.id}`, { token: mover.token })).status).toBe(200);
    const listed = (await run('intake-key', 'list')).out;
    expect(listed).toMatch(/\tlast used /);
    expect(listed).not.toContain(key);

    const again = await run('intake-key', 'create', 'Lead Hub');
    expect(again).toMatchObject({ code: 1, out: '' });
    expect(again.err).toContain('There is a key named "Lead Hub" already.');

    const other = (await run('intake-key', 'create', 'Other')).out.trim().split('\n').at(-1)!;
    expect(await run('intake-key', 'revoke', id)).toEqual({
      code: 0,
      out: 'The key of Lead Hub is revoked.\n',
      err: '',
    });
    expect((await run('intake-key', 'list')).out).toMatch(/\tLead Hub\t.*\trevoked /);
    expect([(await handIn(key)).status, (await handIn(other)).status]).toEqual([401, 201]);
    expect(await run('intake-key', 'revoke', id)).toMatchObject({
      code: 1,
      err: expect.stringContaining('revoked before') as unknown,
    });
  });

  test('what is no command explains itself', async () => {
    for (const values of [[], ['create'], ['remove', 'x']]) {
      const { code, err } = await run('intake-key', ...values);
      expect([code, err.includes('intake-key -- create NAME')], values.join(' ')).toEqual([2, true]);
    }
    expect(await run('intake-key', 'help')).toMatchObject({ code: 0, err: '' });
    expect(await run('intake-key', 'revoke', 'x')).toMatchObject({
      code: 2,
      err: expect.stringContaining('Give the id of the key') as unknown,
    });
  });
});

describe('leads:import', { timeout: 60_000 }, () => {
  const header = 'Name,email,Phone,Origin ZIP,Destination City,Destination State,Size,Comment';
  const good = 'Ada Import,ada@import.test,(614) 555-0199,43215,Chicago,IL,studio,"Two cats, one ""lion"""';
  const counts = async () =>
    Number(
      (
        await application.database.kysely
          .selectFrom('state_lead')
          .select(({ fn }) => fn.countAll().as('n'))
          .where('source', '=', 'import')
          .executeTakeFirstOrThrow()
      ).n,
    );

  test('takes what is good, says what is not, exits with 1, and adds nothing twice', async () => {
    const file = join(folder, 'leads.csv');
    await writeFile(
      file,
      [
        header,
        good,
        'Ben Import,,,43215,Chicago,IL,studio,"x ""y"""',
        'Cyd Import,cyd@import.test,,99999,Chicago,IL,studio,',
      ].join('\r\n'),
    );
    const first = await run('leads-import', file);
    expect(first, first.err).toMatchObject({ code: 1, err: '' });
    expect(first.out.trim().split('\n')).toEqual([
      '3 rows: 1 added, 0 known before, 2 bad.',
      'line 3: Client: Give a phone number or an email address.',
      'line 4: Origin ZIP code: There is no such ZIP code.',
      `All bad rows: ${file}.bad.csv`,
    ]);
    const bad = (await readFile(`${file}.bad.csv`, 'utf8')).trim().split('\n');
    expect(bad).toHaveLength(3);
    expect(bad[1]).toMatch(/^"3","Client: Give a phone number or an email address.","Ben Import",.*"x ""y""",""$/);
    const { body } = await call<{ leads: { client: { name: string }; comment: string }[] }>(
      application,
      'GET',
      'state-lead/?q=ada%20import',
      { token: mover.token },
    );
    expect(body.leads).toMatchObject([{ client: { name: 'Ada Import' }, comment: 'Two cats, one "lion"' }]);

    // Corrected and run again: the report of bad rows is deleted.
    await writeFile(file, [header, good, 'Ben Import,ben@import.test,,43215,Chicago,IL,studio,'].join('\n'));
    expect(await run('leads-import', file)).toEqual({
      code: 0,
      out: '2 rows: 1 added, 1 known before, 0 bad.\n',
      err: '',
    });
    await expect(readFile(`${file}.bad.csv`)).rejects.toThrow('ENOENT');
    expect(await counts()).toBe(2);
  });

  test('a file that is not there, and a column that nobody knows, end with a sentence', async () => {
    const before = await counts();
    const missing = await run('leads-import', join(folder, 'nowhere.csv'));
    expect(missing).toEqual({ code: 1, out: '', err: `${join(folder, 'nowhere.csv')} cannot be read (ENOENT).\n` });
    const file = join(folder, 'strange.csv');
    await writeFile(file, `${header},shoe_size\n${good},44\n`);
    const strange = await run('leads-import', file);
    expect(strange).toMatchObject({ code: 1, out: '' });
    expect(strange.err).toMatch(/^These columns are not known: shoe_size\. .*\n$/);
    expect(await counts()).toBe(before);
    expect((await run('leads-import')).err).toContain('npm run leads:import -- FILE.csv');
  });
});

describe('marketplace-reported', { timeout: 60_000 }, () => {
  test('lists what was reported, puts it back, and says where there is nothing to decide', async () => {
    const id = await shopRow(application);
    const { details_token } = await buyerOf(application).buy([id]);
    const { reference } = await application.database.kysely
      .selectFrom('state_lead')
      .select('reference')
      .where('id', '=', id)
      .executeTakeFirstOrThrow();
    expect(await run('marketplace-reported')).toMatchObject({
      code: 2,
      err: expect.stringContaining('confirm H-1002') as string,
    });
    expect(await run('marketplace-reported', 'reject', 'H-1')).toMatchObject({
      code: 1,
      err: 'There is no lead H-1.\n',
    });
    expect(await run('marketplace-reported', 'reject', reference)).toMatchObject({
      code: 1,
      err: `${reference} is for sale. There is nothing to decide.\n`,
    });
    expect((await run('marketplace-reported', 'list')).out).toBe('No reported leads.\n');
    await call(application, 'POST', 'shop-lead/details/report', {
      body: { token: details_token, lead_id: id, reason: 'already-moved' },
    });
    expect((await run('marketplace-reported', 'list')).out).toMatch(
      new RegExp(`^${reference}\thidden\t.*They already moved`, 'm'),
    );
    expect(await run('marketplace-reported', 'reject', reference.toLowerCase())).toMatchObject({
      code: 0,
      out: `${reference} goes back on the marketplace.\n`,
    });
    await expect
      .poll(async () => (await run('marketplace-reported', 'list')).out, { timeout: 20_000 })
      .not.toContain(reference);
  });
});

describe('marketplace-refund', { timeout: 60_000 }, () => {
  test('what was bought is given back by the running product; what is not there, or was given back, is said', async () => {
    const buyer = buyerOf(application);
    const [one, two] = [await shopRow(application), await shopRow(application)];
    const { reference } = await buyer.buy([one, two]);
    const lead = await application.database.kysely
      .selectFrom('state_lead')
      .select('reference')
      .where('id', '=', one)
      .executeTakeFirstOrThrow();
    expect(await run('marketplace-refund')).toMatchObject({
      code: 2,
      err: expect.stringContaining('--reason') as string,
    });
    // How much it would be needs no reason; giving it back does.
    expect((await run('marketplace-refund', reference)).err).toMatch(
      /Nothing was refunded: run this again with --amount \d+\.\d\d --reason "…"\n$/,
    );
    expect(await run('marketplace-refund', reference, '--amount', '1')).toMatchObject({
      code: 2,
      err: 'The reason is missing: add --reason "…". The buyer reads it.\n',
    });
    expect(await run('marketplace-refund', 'P-999999', '--reason', 'Wrong')).toMatchObject({
      code: 1,
      err: 'There is no purchase P-999999.\n',
    });
    expect(
      await run('marketplace-refund', reference, '--lead', 'H-1', '--amount', '1', '--reason', 'Wrong'),
    ).toMatchObject({ code: 1, err: `There is no lead H-1 in ${reference}.\n` });
    const [, price] = await buyer.pricesOf([one, two]);
    const dollars = (cents: number) => (cents / 100).toFixed(2);
    const { total } = (await buyer.read()).body;
    const ofOne = total - price!;
    const refundOne = (...amount: string[]) =>
      run(
        'marketplace-refund',
        reference.toLowerCase(),
        '--lead',
        lead.reference,
        '--reason',
        'Wrong number',
        ...amount,
      );
    expect(await refundOne()).toMatchObject({
      code: 1,
      err: `$${dollars(ofOne)} of ${reference} would go back to ${buyer.email}, to the card. Nothing was refunded: run this again with --amount ${dollars(ofOne)}\n`,
    });
    expect(await refundOne('--amount', dollars(total))).toMatchObject({
      code: 1,
      err: expect.stringContaining(`You named $${dollars(total)}, but $${dollars(ofOne)}`) as string,
    });
    expect(await refundOne('--amount', 'all')).toMatchObject({
      code: 2,
      err: 'all is not an amount. Write it like 24.00.\n',
    });
    expect((await buyer.read()).body.state).toBe('revealed');
    expect(await refundOne('--amount', dollars(ofOne))).toMatchObject({
      code: 0,
      out: expect.stringContaining(`of ${reference} go back to ${buyer.email}`) as string,
    });
    await mailTo(application, buyer.email, /Refunded: lead/);
    expect(
      (await run('marketplace-refund', reference, '--amount', dollars(price!), '--reason', 'All of it')).code,
    ).toBe(0);
    expect((await mailTo(application, buyer.email, /refund is on its way/)).text).toContain('All of it');
    expect((await buyer.read()).body.state).toBe('refunded');
    expect(await run('marketplace-refund', reference, '--amount', '1', '--reason', 'Again')).toMatchObject({
      code: 1,
      err: `${reference} is refunded already.\n`,
    });
  });
});
