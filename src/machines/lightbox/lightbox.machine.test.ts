import { expect, test } from 'vitest';
import { createActor } from 'xstate';
import { lightboxMachine } from './lightbox.machine.ts';

test('pictures wrap around at both ends', () => {
  const actor = createActor(lightboxMachine).start();
  const shown = () => actor.getSnapshot().context.index;
  actor.send({ type: 'lightbox.opened', count: 3, index: 0 });
  actor.send({ type: 'picture.previous' });
  expect(shown()).toBe(2);
  actor.send({ type: 'picture.next' });
  expect(shown()).toBe(0);
  actor.send({ type: 'picture.chosen', index: 1 });
  expect(shown()).toBe(1);
  actor.send({ type: 'picture.chosen', index: 7 });
  expect(shown()).toBe(1);
  actor.send({ type: 'lightbox.closed' });
  expect(actor.getSnapshot().value).toBe('closed');
});

test('without pictures nothing opens', () => {
  const actor = createActor(lightboxMachine).start();
  actor.send({ type: 'lightbox.opened', count: 0, index: 0 });
  expect(actor.getSnapshot().value).toBe('closed');
});
