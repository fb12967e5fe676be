import { spawnSync } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, it, vi } from 'vitest';
import { ended } from '#tests/platform/command.ts';
import { root } from './inputs.ts';
import { command } from './paths.ts';

// Allows for a busy machine.
vi.setConfig({ testTimeout: 60_000 });

const folder = mkdtempSync(join(tmpdir(), 'paths-command-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const paths = (...args: string[]) => ended(command, args);

it('starts as a process of its own', () => {
  const { status, stdout, stderr } = spawnSync(process.execPath, [join(root, 'scripts/paths.ts'), 'list'], {
    cwd: folder,
    encoding: 'utf8',
  });
  expect([status, stderr]).toEqual([0, '']);
  expect(stdout).toContain('Agent lead, from the first contact');
});

it.each([['help'], ['--help'], ['write', '-h']].map((args) => [args.join(' '), args] as const))(
  'helps: paths %s',
  async (_, args) => {
    const { code, out } = await paths(...args);
    expect(code).toBe(0);
    expect(out).toContain('npm run paths -- write MODEL');
  },
);

it('lists the models, and one of them', async () => {
  expect((await paths('list')).out).toContain(
    'agent-lead       v7   Agent lead, from the first contact to the paid invoice\n',
  );
  expect((await paths('list', 'mailing')).out).toContain(
    '  subscribed\n      mails.asked -> stays   if the visitor does it, at least one state is chosen\n',
  );
});

it('writes the same walks from the seed that it printed', async () => {
  const first = await paths('write', 'mailing', '--strategy', 'random', '--format', 'csv');
  const [, seed] = /^mailing: seed (\d+)\n$/.exec(first.err)!;
  const again = await paths('write', 'mailing', '--strategy', 'random', '--format', 'csv', '--seed', seed!);
  expect(again.out).toBe(first.out);
});

it('writes files of every format and strategy that was asked for', async () => {
  const out = join(folder, 'deep/cases');
  expect(
    await paths('write', 'bid', '--strategy', 'shortest,refused', '--format', 'md,csv,json', '--out', out),
  ).toMatchObject({ code: 0, out: '' });
  expect(readdirSync(out).toSorted()).toEqual([
    'bid-refused.csv',
    'bid-refused.json',
    'bid-refused.md',
    'bid-shortest.csv',
    'bid-shortest.json',
    'bid-shortest.md',
  ]);
  expect(readFileSync(join(out, 'bid-shortest.md'), 'utf8')).toMatch(/^# Bid of a carrier on a load\n/);
});

it.each([
  [[], 'npm run paths -- write MODEL'],
  [['fly'], 'There is no "fly".'],
  [['write'], 'Give a model.'],
  [['write', 'nothing'], 'There is no model "nothing".'],
  [['write', 'bid', 'mailing'], 'What is "mailing"?'],
  [['write', 'all'], 'Several files need --out FOLDER.'],
  [['write', 'bid', '--format', 'doc'], '--format is one of md, csv, json, not "doc".'],
  [
    ['write', 'bid', '--strategy', 'best'],
    '--strategy is one of shortest, tour, simple, pairs, random, refused, not "best".',
  ],
  [['write', 'bid', '--cases', '-1'], ''],
  [['write', 'bid', '--cases', '0'], '--cases is a whole number from 1 to 100000, not "0".'],
  [['write', 'bid', '--seed', '1e3'], '--seed is a whole number from 0 to 4294967295, not "1e3".'],
  [['write', 'bid', '--speed', '3'], "Unknown option '--speed'"],
  [['run'], 'Give a model.'],
  [['run', 'lightbox'], 'lightbox cannot be driven through api. That can: agent-lead,'],
  [['run', 'bid', '--through', 'pigeon'], '--through is one of api, screens, not "pigeon".'],
  [
    ['run', 'bid', '--at', 'staging'],
    '--at is the address of a deployment, such as https://leads.example, not "staging".',
  ],
  [['run', 'bid', '--at', 'ftp://staging.example'], '--at is the address of a deployment'],
  [['run', 'bid', '--at', 'https://staging.example'], 'A deployment needs --accounts FILE.'],
  [['run', 'bid', '--accounts', 'accounts.json'], '--accounts are those of a deployment: give its address with --at.'],
  [['diff'], 'Give the revision to compare with'],
  // Or there is no repository, if the sources came without one.
  [['diff', 'no-such-revision'], 'There is no '],
])('says what is wrong with %j, and ends with 2', async (args, message) => {
  const { code, out, err } = await paths(...args);
  expect({ code, out }).toEqual({ code: 2, out: '' });
  expect(err).toContain(message);
});
