import fs, {
  cpSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  realpathSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import git from 'isomorphic-git';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { MAILING_MODEL_VERSION } from '#src/machines/mailing/mailing.lifecycle.ts';
import { createMachine } from 'xstate';
import { mailing } from '../models/mailing.model.ts';
import { models } from '../models/all.ts';
import { resend } from '../models/resend.model.ts';
import { changesAsText, changesOf } from './diff.ts';
import { overMachine } from './lifecycle.ts';
import { modelsIn, modelsOf } from './revision.ts';
import { strandedAsText, strandedRows } from './rows.ts';

// On a busy machine.
vi.setConfig({ testTimeout: 60_000 });

const AUTHOR = { name: 'Test', email: 'test@mail.example' };
const here = join(import.meta.dirname, '../../..');
const LIFECYCLE = 'src/machines/mailing/mailing.lifecycle.ts';
const OTHER: [string, string][] = [
  ["'mails.left': { target: 'unsubscribed', guard: 'the visitor does it' },\n        'mails.lapsed'", "'mails.lapsed'"],
  ["and(['the clock does it', 'nobody confirmed in time'])", "'the clock does it'"],
];
const CHANGES = [
  {
    id: 'mailing',
    before: { version: MAILING_MODEL_VERSION },
    now: { version: MAILING_MODEL_VERSION },
    states: { came: [], went: [] },
    tags: { came: [], went: [] },
    transitions: { came: ['pending: mails.left -> unsubscribed'], went: [] },
    guards: {
      came: [
        'pending: mails.left -> unsubscribed if the visitor does it',
        'pending: mails.lapsed -> unsubscribed if nobody confirmed in time',
      ],
      went: [],
    },
    paths: { came: ['unsubscribed > mails.asked > pending > mails.left'], went: [] },
  },
];

let folder: string;
beforeAll(() => {
  folder = realpathSync(mkdtempSync(join(tmpdir(), 'paths-test-')));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** A copy of the sources: before there were models, with a different lifecycle of mailing, or as they are today. */
function sources(name: 'bare' | 'other' | 'today', into: string = name): string {
  const copy = join(folder, into);
  for (const path of ['package.json', 'src/machines', ...(name === 'bare' ? [] : ['tests/paths/models'])])
    cpSync(join(here, path), join(copy, path), { recursive: true });
  symlinkSync(join(here, 'node_modules'), join(copy, 'node_modules'));
  if (name !== 'today')
    writeFileSync(
      join(copy, LIFECYCLE),
      OTHER.reduce((lifecycle, [from, to]) => lifecycle.replace(from, to), readFileSync(join(copy, LIFECYCLE), 'utf8')),
    );
  return copy;
}

it('finds nothing where nothing has changed', async () => {
  const changes = changesOf(await modelsIn(sources('today'), models), models);
  expect(changes).toEqual([]);
  expect(changesAsText(changes, { isWhole: false })).toBe('No model has changed.');
}, 60_000);

it.each(['other', 'bare'] as const)(
  'says what came since: transitions, guards and paths (%s)',
  async (name) => {
    const before = await modelsIn(sources(name), models);
    expect(before.map(({ id }) => id)).toEqual(models.map(({ id }) => id));
    const changes = changesOf(
      before.filter(({ id }) => id === 'mailing'),
      [mailing],
    );
    expect(changes).toEqual(CHANGES);
    expect(changesAsText(changes, { isWhole: false }).split('\n').slice(0, 3)).toEqual([
      `mailing: version ${MAILING_MODEL_VERSION} -> ${MAILING_MODEL_VERSION} (changed without a new version)`,
      '  transitions: 1 new, 0 gone',
      '    + pending: mails.left -> unsubscribed',
    ]);
  },
  30_000,
);

describe('revisions', () => {
  let repository: string;
  beforeAll(async () => {
    repository = sources('other', 'repository');
    await git.init({ fs, dir: repository });
    await git.add({ fs, dir: repository, filepath: ['src', 'package.json', 'tests'] });
    await commit('other');
    await git.annotatedTag({ fs, dir: repository, ref: 'other', tagger: AUTHOR });
    writeFileSync(join(repository, LIFECYCLE), readFileSync(join(here, LIFECYCLE), 'utf8'));
    await git.add({ fs, dir: repository, filepath: LIFECYCLE });
    await commit('today');
  });
  const commit = (message: string) => git.commit({ fs, dir: repository, message, author: AUTHOR });

  it.each(['other', 'short~'])('reads one, and leaves the repository as it is: %s', async (name) => {
    const short = async () => (await git.resolveRef({ fs, dir: repository, ref: 'HEAD' })).slice(0, 8) + '~';
    const before = await modelsOf(repository, name === 'short~' ? await short() : name, models);
    expect(changesOf(before, models)).toEqual(CHANGES);
    const changed = (
      await git.statusMatrix({ fs, dir: repository, filepaths: ['src', 'tests', 'package.json'] })
    ).filter(([, ...states]) => String(states) !== '1,1,1');
    expect(changed).toEqual([]);
  });

  it('reads one from a further worktree', async () => {
    const worktree = join(folder, 'worktree');
    const kept = join(repository, '.git/worktrees/worktree');
    mkdirSync(worktree);
    mkdirSync(kept, { recursive: true });
    writeFileSync(join(worktree, '.git'), `gitdir: ${kept}\n`);
    writeFileSync(join(kept, 'commondir'), '../..\n');
    writeFileSync(join(kept, 'HEAD'), 'ref: refs/tags/other\n');
    symlinkSync(join(here, 'node_modules'), join(worktree, 'node_modules'));
    expect(changesOf(await modelsOf(worktree, 'HEAD', models), models)).toEqual(CHANGES);
    rmSync(kept, { recursive: true });
  });

  it.each(['nothing', '--output=/tmp/x', 'HEAD:package.json', 'HEAD~9', '../other', ''])(
    'refuses what is no revision: %j',
    async (revision) => {
      await expect(modelsOf(repository, revision, models)).rejects.toThrow(`There is no revision "${revision}" here.`);
    },
  );

  it('says so where there is no repository', async () => {
    await expect(modelsOf(folder, 'HEAD', models)).rejects.toThrow('There is no Git repository here.');
  });
});

it('tells a model that came from one that went', () => {
  expect(changesOf([], [mailing])).toMatchObject([
    {
      id: 'mailing',
      before: null,
      now: { version: MAILING_MODEL_VERSION },
      states: { came: ['unsubscribed', 'pending', 'subscribed'], went: [] },
    },
  ]);
  expect(changesAsText(changesOf([mailing], []), { isWhole: false })).toContain(
    'mailing: gone\n  states: 0 new, 3 gone\n    - unsubscribed',
  );
});

it('names rows in a state that is no more, and passes over tables that are not there yet', async () => {
  const rows = {
    mailing_member: [
      { state: 'pending', rows: 3 },
      { state: 'bounced', rows: 2 },
    ],
  };
  const query = (sql: string, parameters?: string[]) =>
    Promise.resolve({
      rows: parameters
        ? [{ known: parameters[0]! in rows ? parameters[0] : null }]
        : sql.includes('from mailing_member ')
          ? rows.mailing_member
          : [],
    });
  const stranded = await strandedRows({ pool: { query } as never }, models);
  expect(stranded).toEqual([{ model: 'mailing', table: 'mailing_member', state: 'bounced', rows: 2 }]);
  expect([strandedAsText(stranded), strandedAsText([])]).toEqual([
    'mailing: 2 rows of mailing_member in "bounced", which is no state of it',
    'Every row stands in a state of its model.',
  ]);
});

it('says what came in a flow, of which no version tells', () => {
  const { states, ...rest } = resend.machine.config as { states: Record<string, object> };
  const before = overMachine(
    resend,
    createMachine({ ...rest, states: { ...states, ready: {} } } as never, resend.machine.implementations as never),
  );
  const changes = changesOf([before], [resend]);
  expect(changes).toMatchObject([
    {
      id: 'resend',
      before: { version: null },
      now: { version: null },
      transitions: { came: ['ready: resend.asked -> sending'], went: [] },
    },
  ]);
  expect(changesAsText(changes, { isWhole: false }).split('\n')[0]).toBe('resend: changed');
  expect(changesAsText(changesOf([], [resend]), { isWhole: false }).split('\n')[0]).toBe('resend: new');
});
