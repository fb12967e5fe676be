import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createMachine } from 'xstate';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { migrations } from '#src/api/database/database.ts';
import { plainRows } from '#src/api/engine/lift.ts';
import { RECORDED } from '#src/api/nouns.ts';
import { bidLifecycle } from '#src/machines/bid/bid.lifecycle.ts';
import { lifecycles } from '../models/all.ts';
import type { LifecycleModel } from '../models/path-model.ts';
import { bid } from '../models/bid.model.ts';
import { overMachine } from '../tool/lifecycle.ts';
import { definitionOf, differences } from './definition.ts';
import type { Definition } from './definition.ts';
import { liftsOf, wrongLifts } from './lifts.ts';
import { release } from './release.ts';
import { fileOf, releasedAs, releasedFiles, unreleased, versionConstant } from './released.ts';

const machines = join(import.meta.dirname, '../../../src/machines');

describe.each(lifecycles.map((lifecycle) => [lifecycle.id, lifecycle] as const))('%s', (id, lifecycle) => {
  test('is what its version was released as', () => expect(unreleased(lifecycle).join('\n')).toBe(''));

  test('its rows get from each version to the next', async () => {
    const versions = Array.from({ length: lifecycle.version }, (_, index) => releasedAs(id, index + 1)).filter(
      (one) => one !== null,
    );
    expect(lifecycle.rows ? wrongLifts(versions, await liftsOf(migrations), lifecycle.rows.placeOf) : []).toEqual([]);
  });
});

test('every lifecycle says its version in the same way, on its own floor', async () => {
  const files = readdirSync(machines, { recursive: true, encoding: 'utf8' }).filter((file) =>
    file.endsWith('.lifecycle.ts'),
  );
  const said = await Promise.all(
    files.map(async (file) =>
      Object.entries((await import(join(machines, file))) as Record<string, unknown>).filter(([name]) =>
        name.endsWith('_MODEL_VERSION'),
      ),
    ),
  );
  expect(Object.fromEntries(said.flat())).toEqual(
    Object.fromEntries(lifecycles.map(({ id, version }) => [versionConstant(id), version])),
  );
});

test('a lifecycle keeps rows, or where its records stand is computed and a document says so', () => {
  const computed = lifecycles.filter(({ rows }) => rows === null).map(({ id }) => id);
  const document = readFileSync(
    join(import.meta.dirname, '../../../docs/decisions/states-that-are-not-kept.md'),
    'utf8',
  );
  expect(computed).toEqual(['compliance', 'onboarding']);
  for (const id of computed) expect(document, id).toContain(`\`${id}\``);
  const tables = lifecycles.flatMap(({ id, rows }) => (rows ? [[id, rows.table]] : []));
  expect(tables).toEqual(expect.arrayContaining(RECORDED.map(({ id, table }) => [id, table])));
  expect(tables.map(([id]) => id).filter((id) => !RECORDED.some((one) => one.id === id))).toEqual(['agreement', 'bid']);
});

test('every released file is of a lifecycle', () => {
  expect(releasedFiles().filter((file) => !lifecycles.some(({ id }) => file.startsWith(`${id}.v`)))).toEqual([]);
});

/** Folders for a test lifecycle, a bid that may also be on hold, so that nothing is written to the real ones. */
let folders: { released: string; migrations: string };
beforeEach(() => {
  const folder = mkdtempSync(join(tmpdir(), 'released-'));
  folders = { released: folder, migrations: folder };
});
afterEach(() => rmSync(folders.released, { recursive: true }));

/** The lifecycle of bids under another version, and, if `isChanged`, without one of its transitions. */
function changed(version: number, isChanged: boolean): LifecycleModel {
  if (!isChanged) return { ...bid, version };
  const { states, ...rest } = bidLifecycle.machine.config as unknown as { states: { lost: object } };
  return {
    ...overMachine(
      bid,
      createMachine(
        { ...rest, states: { ...states, lost: {} } } as never,
        bidLifecycle.machine.implementations as never,
      ),
    ),
    version,
  };
}

describe('releasing', () => {
  test('writes a version once, and again only as the same', () => {
    expect(unreleased(changed(1, false), folders.released)).toEqual([
      'Version 1 of bid is not released: `npm run paths -- release bid` writes it down.',
    ]);
    expect(release(changed(1, false), folders)).toEqual(['bid: version 1 is written down in bid.v1.json.']);
    const written = readFileSync(join(folders.released, 'bid.v1.json'), 'utf8');
    expect(release(changed(1, false), folders)).toEqual([
      'bid: version 1 is released, and the lifecycle is what it says.',
    ]);
    expect(() => release(changed(1, true), folders)).toThrow(
      /^Version 1 of bid was released as something else: raise BID_MODEL_VERSION\./,
    );
    expect(readFileSync(join(folders.released, 'bid.v1.json'), 'utf8')).toBe(written);
    expect(unreleased(changed(1, false), folders.released)).toEqual([]);
  });

  test('a lifecycle that changed is told what to do', () => {
    release(changed(1, false), folders);
    const [told] = unreleased(changed(1, true), folders.released);
    expect(told).toBe(
      'The lifecycle of bid changed since its version 1 was released: raise BID_MODEL_VERSION, then `npm run paths -- release bid`, and say in the migration that it writes where the rows go.\n- lost: bid.reopened -> active',
    );
  });

  test('a version follows the one before it', () => {
    expect(() => release(changed(2, true), folders)).toThrow(
      'Version 1 of bid was never released: one version follows the other.',
    );
    release(changed(1, false), folders);
    expect(unreleased(changed(2, true), folders.released)).toEqual([
      'Version 2 of bid is not released: `npm run paths -- release bid` writes it down, and a migration that carries the rows over.',
    ]);
    release(changed(2, true), folders);
    expect(unreleased(changed(2, true), folders.released)).toEqual([]);
    rmSync(join(folders.released, 'bid.v1.json'));
    expect(unreleased(changed(2, true), folders.released)).toEqual([
      'bid.v1.json is gone: without it nobody knows which places rows of version 1 stand in. Bring it back from Git.',
    ]);
    expect(unreleased(changed(1, false), folders.released)[0]).toBe(
      'bid.v2.json is of a version that the lifecycle, which says 1, has not come to: raise BID_MODEL_VERSION, or take the file back.',
    );
  });

  test('writes the migration of the rows, and leaves to people what only they know', async () => {
    writeFileSync(
      join(folders.released, fileOf('bid', 1)),
      JSON.stringify({ ...definitionOf(bid), places: ['active', 'awarded', 'lost', 'on-hold'] }),
    );
    writeFileSync(join(folders.migrations, '0041-something.ts'), '');
    expect(release(changed(2, true), folders)).toEqual([
      'bid: version 2 is written down in bid.v2.json.',
      '0042-bid-v2.ts carries its rows over.',
      '  Say in it where these go: on-hold.',
    ]);
    const text = readFileSync(join(folders.migrations, '0042-bid-v2.ts'), 'utf8');
    expect(text).toContain(
      "  rows: plainRows('bid', states),\n  becomes: {\n    active: 'active',\n    awarded: 'awarded',\n    lost: 'lost',\n    'on-hold': '', // One of: active, awarded, lost, withdrawn.\n  },\n  brings: ['withdrawn'],",
    );
    expect(text).toContain(
      "const states = {\n  active: { state: 'active' },\n  awarded: { state: 'awarded' },\n  lost: { state: 'lost' },\n  'on-hold': { state: 'on-hold' },\n  withdrawn: { state: 'withdrawn' },\n};",
    );
    // Somebody fills in the migration before the version is released again.
    expect(release(changed(2, true), folders)).toEqual([
      'bid: version 2 is released, and the lifecycle is what it says.',
    ]);
    expect(readdirSync(folders.migrations).filter((file) => file.endsWith('.ts'))).toHaveLength(2);
  });

  test('a definition does not depend on the order in which a lifecycle says things, but on which way is tried first', () => {
    const one: Definition = {
      model: 'x',
      version: 1,
      start: 'a',
      places: ['a', 'b'],
      transitions: ['a: go -> b, if x', 'a: go -> a'],
      tags: [],
    };
    expect(differences(one, { ...one, transitions: ['a: go -> a', 'a: go -> b, if x'] })).toEqual([
      '  the order of transitions',
    ]);
    expect(differences(one, { ...one, start: 'b', tags: ['b: blocks bid'] })).toEqual([
      '- begins in a',
      '+ begins in b',
      '+ b: blocks bid',
    ]);
    expect(definitionOf(bid).transitions).toContain('active: bid.withdrawn -> withdrawn, if a carrier does it');
    expect(releasedAs('compliance', 1)!.tags).toContain('authority.pending: blocks bid');
  });
});

describe('a lift', () => {
  const version = (number: number, places: string[]): Definition => ({
    model: 'bid',
    version: number,
    start: 'a',
    places,
    transitions: [],
    tags: [],
  });
  const versions = [version(1, ['active', 'lost', 'won']), version(2, ['active', 'over', 'paused'])];
  const lift = (given: object = {}) => ({
    lifecycle: 'bid',
    version: 2,
    rows: plainRows('bid', { active: { state: 'active' } }),
    becomes: { active: 'active', lost: 'over', won: 'over' },
    brings: ['paused'],
    ...given,
  });

  test('that covers every place leads to the places of the next version', () => {
    expect(wrongLifts(versions, [lift()])).toEqual([]);
    expect(wrongLifts(versions.slice(0, 1), [])).toEqual([]);
  });

  test.each<[string, ReturnType<typeof lift>[], string[]]>([
    [
      'is missing',
      [lift({ lifecycle: 'chat' })],
      ['No migration carries the rows of bid to version 2: `npm run paths -- release bid` writes one.'],
    ],
    ['is there twice', [lift(), lift()], ['2 migrations carry the rows of bid to version 2.']],
    [
      'forgets a place',
      [lift({ becomes: { active: 'active', lost: 'over' } })],
      ['The lift of bid to version 2 does not say where rows in "won" go.'],
    ],
    [
      'was not filled in',
      [lift({ becomes: { active: 'active', lost: 'over', won: '' } })],
      ['The lift of bid to version 2 does not say where rows in "won" go.'],
    ],
    [
      'leads nowhere',
      [lift({ becomes: { active: 'active', lost: 'over', won: 'won' } })],
      ['The lift of bid to version 2 leads from "won" to "won", which is no place of version 2.'],
    ],
    [
      'comes from nowhere',
      [lift({ becomes: { active: 'active', lost: 'over', won: 'over', draft: 'over' } })],
      ['The lift of bid to version 2 starts from "draft", which is no place of version 1.'],
    ],
    [
      'forgets what is new',
      [lift({ brings: [] })],
      ['The lift of bid to version 2 neither leads to "paused" nor brings it: rows could not be written in it.'],
    ],
    [
      'brings what is not',
      [lift({ brings: ['paused', 'draft'] })],
      ['The lift of bid to version 2 brings "draft", which is no place of version 2.'],
    ],
    [
      'is of no version',
      [lift(), lift({ version: 3 })],
      ['A migration carries the rows of bid to version 3, which is not released.'],
    ],
  ])('that %s is found', (_, lifts, sentences) => expect(wrongLifts(versions, lifts)).toEqual(sentences));

  test('comes after the one before it', () => {
    const three = [...versions, version(3, ['active', 'over', 'paused'])];
    const last = lift({ version: 3, becomes: { active: 'active', over: 'over', paused: 'paused' }, brings: [] });
    expect(wrongLifts(three, [lift(), last])).toEqual([]);
    expect(wrongLifts(three, [last, lift()])).toEqual(['The migrations of bid run in the order 3, 2.']);
  });
});
