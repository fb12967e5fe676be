import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { createActor } from 'xstate';
import { type NotificationRef, notificationsMachine } from './notifications.machine.ts';
import { MINUTE } from '#src/machines/calendar/durations.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

function open() {
  const actor = createActor(notificationsMachine).start();
  const raise = (id: string) =>
    actor.send({ type: 'notification.raised', notification: { id, title: id, color: 'green' } });
  const shown = () => actor.getSnapshot().context.shown;
  const idOf = (ref: NotificationRef) => ref.getSnapshot().context.notification.id;
  return { raise, ids: () => shown().map(idOf), get: (id: string) => shown().find((ref) => idOf(ref) === id)! };
}

test('a notification goes after five seconds', () => {
  const { raise, ids } = open();
  raise('a');
  vi.advanceTimersByTime(4999);
  expect(ids()).toEqual(['a']);
  vi.advanceTimersByTime(1);
  expect(ids()).toEqual([]);
});

test('held, its time stands still, and goes on where it stopped', () => {
  const { raise, ids, get } = open();
  raise('a');
  vi.advanceTimersByTime(4000);
  get('a').send({ type: 'notification.held' });
  vi.advanceTimersByTime(MINUTE);
  get('a').send({ type: 'notification.released' });
  vi.advanceTimersByTime(999);
  expect(ids()).toEqual(['a']);
  vi.advanceTimersByTime(1);
  expect(ids()).toEqual([]);
});

test('each goes by its own clock; dismissed, it goes at once; the same one is shown anew', () => {
  const { raise, ids, get } = open();
  raise('a');
  vi.advanceTimersByTime(3000);
  raise('b');
  raise('a');
  expect(ids()).toEqual(['b', 'a']);
  get('b').send({ type: 'notification.dismissed' });
  expect(ids()).toEqual(['a']);
  vi.advanceTimersByTime(4999);
  expect(ids()).toEqual(['a']);
});

test('the oldest makes room', () => {
  const { raise, ids } = open();
  for (const id of ['a', 'b', 'c', 'd', 'e', 'f']) raise(id);
  expect(ids()).toEqual(['b', 'c', 'd', 'e', 'f']);
});
