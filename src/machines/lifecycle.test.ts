import { and, not, or, setup } from 'xstate';
import { describe, expect, test } from 'vitest';
import { defineLifecycle, guardsOf } from './lifecycle.ts';

interface Facts {
  isPaid: boolean;
  isLate: boolean;
  hasPaper: boolean;
}
type Event = { type: 'settled' | 'waived' | 'asked' | 'chosen' | 'blocked'; by: 'agent' | 'client' };

const machine = setup({
  types: { context: {} as Facts, input: {} as Facts, events: {} as Event },
  guards: {
    'an agent does it': ({ event }) => event.by === 'agent',
    'the client does it': ({ event }) => event.by === 'client',
    'the bill is paid': ({ context }) => context.isPaid,
    'the bill is late': ({ context }) => context.isLate,
    'somebody holds a paper': ({ context }) => context.hasPaper,
  },
}).createMachine({
  context: ({ input }) => input,
  initial: 'open',
  states: {
    open: {
      on: {
        settled: { target: 'done', guard: and(['an agent does it', 'the bill is paid', not('the bill is late')]) },
        waived: {
          target: 'done',
          guard: and([
            'an agent does it',
            or(['the bill is paid', and(['the bill is late', 'somebody holds a paper'])]),
          ]),
        },
        asked: {
          target: 'done',
          guard: and(['an agent does it', not(and(['the bill is paid', 'somebody holds a paper']))]),
        },
        blocked: { target: 'done', guard: not(or(['the bill is paid', 'somebody holds a paper'])) },
        chosen: [
          { target: 'done', guard: and(['an agent does it', 'the bill is paid', 'somebody holds a paper']) },
          { target: 'done', guard: and(['an agent does it', 'the bill is late']) },
          { target: 'done', guard: 'the client does it' },
        ],
      },
    },
    done: {},
  },
});

const lifecycle = defineLifecycle({
  what: 'the bill',
  machine,
  version: 1,
  start: 'open' as 'open' | 'done',
  valueOf: (state) => state,
  stateOf: ({ value }) => value,
  nameOf: (state) => state,
});

const none: Facts = { isPaid: false, isLate: false, hasPaper: false };
const ask = (type: Event['type'], facts: Partial<Facts>, by: Event['by'] = 'agent') =>
  lifecycle.judge('open', { ...none, ...facts }, { type, by } as Event);
const unmet = (type: Event['type'], facts: Partial<Facts>) => {
  const verdict = ask(type, facts);
  return verdict.may ? [] : verdict.unmet;
};

describe('why an event may not happen', () => {
  test('what must not be so is named the other way round, and only where it is so', () => {
    expect(unmet('settled', { isPaid: true })).toEqual([]);
    expect(unmet('settled', { isLate: true })).toEqual(['the bill is paid', 'the bill is not late']);
    expect(unmet('settled', {})).toEqual(['the bill is paid']);
  });

  test('of several things of which one would do, the one that lacks least', () => {
    expect(unmet('waived', {})).toEqual(['the bill is paid']);
    expect(unmet('waived', { hasPaper: true, isLate: true })).toEqual([]);
    expect(unmet('waived', { hasPaper: true })).toEqual(['the bill is paid']);
  });

  test('not all of several, and none of several', () => {
    expect(unmet('asked', {})).toEqual([]);
    expect(unmet('asked', { isPaid: true, hasPaper: true })).toEqual(['the bill is not paid']);
    expect(unmet('blocked', {})).toEqual([]);
    expect(unmet('blocked', { isPaid: true, hasPaper: true })).toEqual([
      'the bill is not paid',
      'it is not the case that somebody holds a paper',
    ]);
  });

  test('of several ways that the event could go, the nearest one that this role may take', () => {
    expect(unmet('chosen', { isPaid: true, hasPaper: true })).toEqual([]);
    expect(unmet('chosen', {})).toEqual(['the bill is late']);
    expect(ask('chosen', {}, 'client')).toEqual({ may: true, next: 'done' });
  });

  test('somebody else may: it is a matter of rights, whatever else is missing', () => {
    expect(ask('settled', {}, 'client')).toEqual({ may: false, because: 'role', unmet: ['an agent does it'] });
  });

  test('lists name every guard by itself', () => {
    expect(guardsOf(machine).find(({ event }) => event === 'asked')?.guards).toEqual([
      'an agent does it',
      'the bill is paid',
      'somebody holds a paper',
    ]);
  });
});
