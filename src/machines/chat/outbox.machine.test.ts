import { createActor, fromCallback, SimulatedClock } from 'xstate';
import { beforeEach, expect, test } from 'vitest';
import { outboxMachine } from './outbox.machine.ts';
import type { Outgoing, SendEvent } from './outbox.machine.ts';

/** Sent messages, and how to respond to them. */
let sent: { key: string; answer: (event: SendEvent) => void; isStopped: boolean }[];
let clock: SimulatedClock;

beforeEach(() => {
  sent = [];
  clock = new SimulatedClock();
});

const message = (key: string) => ({ key, text: `text of ${key}`, photos: [] });

function start(...keys: string[]) {
  const send = fromCallback<{ type: 'none' }, Outgoing>(({ input, sendBack }) => {
    const upload = { key: input.key, answer: sendBack as (event: SendEvent) => void, isStopped: false };
    sent.push(upload);
    return () => (upload.isStopped = true);
  });
  const actor = createActor(outboxMachine.provide({ actors: { send } }), {
    input: { queue: keys.map(message) },
    clock,
  });
  let taken = 0;
  actor.on('message.taken', () => (taken += 1));
  actor.start();
  return {
    actor,
    taken: () => taken,
    write: (key: string) => actor.send({ type: 'message.written', message: message(key) }),
    state: () => actor.getSnapshot().value,
    queue: () => actor.getSnapshot().context.queue,
  };
}
const keys = () => sent.map(({ key }) => key);

test('one after the other, each shown until it was read', () => {
  const { actor, write, queue, state, taken } = start();
  expect(state()).toBe('resting');
  write('one');
  write('two');
  expect(keys()).toEqual(['one']);
  sent[0]!.answer({ type: 'upload.progressed', fraction: 0.4 });
  expect(actor.getSnapshot().context.progress).toBe(0.4);
  sent[0]!.answer({ type: 'upload.taken', id: 'id-1' });
  expect([keys(), taken(), actor.getSnapshot().context.progress]).toEqual([['one', 'two'], 1, 0]);
  sent[1]!.answer({ type: 'upload.taken', id: 'id-2' });
  expect(queue().map(({ id }) => id)).toEqual(['id-1', 'id-2']);
  actor.send({ type: 'messages.read', ids: ['id-1'] });
  expect([queue().map(({ id }) => id), state()]).toEqual([['id-2'], 'resting']);
});

test('without an answer the same message goes again: after a while, when the connection is back, when it is asked for', () => {
  const { actor, write, state } = start('kept');
  expect(keys()).toEqual(['kept']);
  sent[0]!.answer({ type: 'upload.lost' });
  expect(state()).toBe('waiting');
  // A later message does not overtake it.
  write('later');
  expect(keys()).toEqual(['kept']);
  clock.increment(5000);
  expect(keys()).toEqual(['kept', 'kept']);
  sent[1]!.answer({ type: 'upload.lost' });
  actor.send({ type: 'connection.back' });
  sent[2]!.answer({ type: 'upload.lost' });
  actor.send({ type: 'message.retried', key: 'kept' });
  sent[3]!.answer({ type: 'upload.taken', id: 'id-1' });
  expect(keys()).toEqual(['kept', 'kept', 'kept', 'kept', 'later']);
});

test('what is refused stays with its reason, does not hold up the others, and goes again when asked', () => {
  const { actor, queue, state } = start('bad', 'good');
  sent[0]!.answer({ type: 'upload.refused', problem: 'No photo.' });
  expect(keys()).toEqual(['bad', 'good']);
  sent[1]!.answer({ type: 'upload.taken', id: 'id-2' });
  expect([state(), queue()[0]]).toMatchObject(['resting', { key: 'bad', problem: 'No photo.', id: null }]);
  actor.send({ type: 'message.retried', key: 'bad' });
  expect([keys(), queue()[0]!.problem]).toEqual([['bad', 'good', 'bad'], null]);
});

test('what is dropped on its way is broken off, and the next one goes', () => {
  const { actor, queue } = start('first', 'second', 'third');
  actor.send({ type: 'message.dropped', key: 'second' });
  expect(sent[0]!.isStopped).toBe(false);
  actor.send({ type: 'message.dropped', key: 'first' });
  expect(sent[0]!.isStopped).toBe(true);
  expect([keys(), queue().map(({ key }) => key)]).toEqual([['first', 'third'], ['third']]);
});
