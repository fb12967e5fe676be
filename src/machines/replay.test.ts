import { setup } from 'xstate';
import { describe, expect, test } from 'vitest';
import { defineLifecycle } from './lifecycle.ts';
import type { Role } from './lifecycle.ts';
import { replay } from './replay.ts';
import type { HistoryEntry } from './replay.ts';

/**
 * Version 3 of a lifecycle: `open` of version 1 was renamed to `fresh` in version 2, and since version 3 finished work
 * can no longer be undone.
 */
const machine = setup({
  types: { events: {} as { by: Role; type: 'work.started' | 'work.finished' } },
  guards: { 'an agent does it': ({ event }) => event.by === 'agent' },
}).createMachine({
  id: 'task',
  initial: 'fresh',
  states: {
    fresh: { on: { 'work.started': { target: 'running', guard: 'an agent does it' } } },
    running: { on: { 'work.finished': 'done' } },
    done: {},
  },
});

const lifecycle = defineLifecycle({
  what: 'the task',
  machine,
  version: 3,
  start: 'fresh' as string,
  valueOf: (state) => state,
  stateOf: ({ value }) => value as string,
  nameOf: (state) => state,
  stateNamed: (name) => name,
});

const entry = (sequence: number, version: number, event: string, from: string | null, to: string): HistoryEntry => ({
  sequence,
  event,
  judged: { type: event, by: 'agent' },
  facts: {},
  model_version: version,
  from_state: from,
  to_state: to,
});
const changed = (sequence: number, version: number, from: string, to: string) =>
  entry(sequence, version, 'model.changed', from, to);

/** Begun under version 1, when finished work could be undone; the lifecycle no longer has any of that. */
const old = [
  entry(1, 1, 'work.started', 'open', 'running'),
  entry(2, 1, 'work.finished', 'running', 'done'),
  entry(3, 1, 'work.undone', 'done', 'open'),
];
const lifted = [...old, changed(4, 2, 'open', 'fresh'), changed(5, 3, 'fresh', 'fresh')];

test('what happened under an older version stays history, and what follows is judged by the lifecycle of today', () => {
  expect(replay(lifecycle, lifted)).toBe('fresh');
  expect(replay(lifecycle, [...lifted, entry(6, 3, 'work.started', 'fresh', 'running')])).toBe('running');
  expect(() => replay(lifecycle, [...lifted, entry(6, 3, 'work.finished', 'fresh', 'done')])).toThrow(
    'Entry 6 (work.finished): the lifecycle does not allow it in fresh.',
  );
});

test('what was never touched while an older version held begins with its model.changed', () => {
  expect(replay(lifecycle, [changed(1, 2, 'open', 'fresh'), changed(2, 3, 'fresh', 'fresh')])).toBe('fresh');
  // A history that begins under the current version starts in its initial state.
  expect(() => replay(lifecycle, [entry(1, 3, 'work.finished', 'running', 'done')])).toThrow(
    'Entry 1 (work.finished): it leaves from running, but the task stands in fresh.',
  );
});

describe('refused, by its entry', () => {
  test.each<[string, HistoryEntry[], string]>([
    ['a gap', lifted.toSpliced(2, 1), 'Entry 4 (model.changed): the sequence should be 3.'],
    [
      'old entries that do not connect',
      old.with(1, entry(2, 1, 'work.finished', 'open', 'done')),
      'Entry 2 (work.finished): it leaves from open, but the task stands in running.',
    ],
    [
      'a change that begins elsewhere',
      lifted.with(3, changed(4, 2, 'done', 'fresh')),
      'Entry 4 (model.changed): it leaves from done, but the task stands in open.',
    ],
    [
      'what follows a change that begins elsewhere',
      [...lifted, entry(6, 3, 'work.finished', 'running', 'done')],
      'Entry 6 (work.finished): it leaves from running, but the task stands in fresh.',
    ],
    [
      'a change that changes nothing',
      [...lifted, changed(6, 3, 'fresh', 'running')],
      'Entry 6 (model.changed): it does not raise the version of the lifecycle, which was 3.',
    ],
    [
      'a change back',
      [...lifted, changed(6, 2, 'fresh', 'open')],
      'Entry 6 (model.changed): it does not raise the version of the lifecycle, which was 3.',
    ],
    [
      'a change to the first version',
      [changed(1, 1, 'fresh', 'fresh')],
      'Entry 1 (model.changed): it does not raise the version of the lifecycle, which was 1.',
    ],
    [
      'a version that comes by itself',
      [...old, entry(4, 3, 'work.started', 'open', 'running')],
      'Entry 4 (work.started): version 3 of the lifecycle follows 1 without model.changed.',
    ],
    [
      'an older version after a newer one',
      [...lifted, entry(6, 2, 'work.started', 'fresh', 'running')],
      'Entry 6 (work.started): version 2 of the lifecycle follows 3 without model.changed.',
    ],
    [
      'a version that is not there yet',
      [...lifted, changed(6, 4, 'fresh', 'fresh')],
      'Entry 6 (model.changed): version 4 of the lifecycle is newer than the lifecycle, which is 3.',
    ],
    [
      'what the guard forbids',
      [{ ...entry(1, 3, 'work.started', 'fresh', 'running'), judged: { type: 'work.started', by: 'client' } }],
      'Entry 1 (work.started): the lifecycle does not allow it in fresh: an agent does it.',
    ],
  ])('%s', (_, entries, message) => expect(() => replay(lifecycle, entries)).toThrow(message));
});

test('a creation is the first entry, under each version', () => {
  const born = { ...lifecycle, creation: 'task.created' };
  const birth = entry(1, 1, 'task.created', null, 'open');
  expect(replay(born, [birth])).toBe('open');
  expect(replay(born, [birth, changed(2, 3, 'open', 'fresh')])).toBe('fresh');
  expect(replay(born, [entry(1, 3, 'task.created', null, 'fresh')])).toBe('fresh');
  expect(() => replay(born, [entry(1, 3, 'task.created', null, 'open')])).toThrow(
    'Entry 1 (task.created): it lands in fresh, but the entry says open.',
  );
  expect(() => replay(born, [birth, entry(2, 1, 'task.created', null, 'open')])).toThrow(
    'Entry 2 (task.created): it leaves from nowhere, but the task stands in open.',
  );
  expect(() => replay(born, [changed(1, 3, 'open', 'fresh')])).toThrow(
    'Entry 1 (model.changed): a history begins with the creation of the task.',
  );
  expect(() => replay(born, [])).toThrow('A history without entries leads nowhere.');
});
