import { expect, test } from 'vitest';
import { createActor, fromPromise, waitFor } from 'xstate';
import { checkoutMachine } from './checkout.machine.ts';
import type { PurchaseAnswer } from './checkout.machine.ts';

const reserved = { state: 'reserved', total: 1200, actions: [] } as const;

/** The shop reopened in the middle of a purchase; the server gives these responses in order. */
function opened(...answers: PurchaseAnswer[]) {
  const remembered: (string | null)[] = [];
  const machine = checkoutMachine.provide({
    actors: { read: fromPromise(() => Promise.resolve(answers.shift()!)) },
    actions: { remember: (_, token) => void remembered.push(token) },
  });
  return { actor: createActor(machine, { input: { token: 'token' } }).start(), remembered };
}

test('a purchase that the server refuses to show can be read again, and is not forgotten', async () => {
  const { actor, remembered } = opened(
    { is: 'refused', detail: 'Try again in a moment.' },
    { is: 'there', purchase: reserved },
  );
  const at = await waitFor(actor, (now) => !now.matches('restoring'));
  expect(at.value).toBe('unreachable');
  expect(at.context.problem).toBe('Try again in a moment.');
  expect(remembered).toEqual([]);
  actor.send({ type: 'restore.retried' });
  const after = await waitFor(actor, (now) => now.matches('held'));
  expect(after.context.purchase).toEqual(reserved);
  expect(after.context.problem).toBe(null);
});

test('a purchase that cannot be read is left for the cart, and forgotten', async () => {
  const { actor, remembered } = opened({ is: 'refused', detail: 'The token is not valid.' });
  await waitFor(actor, (now) => now.matches('unreachable'));
  actor.send({ type: 'purchase.left' });
  const { value, context } = actor.getSnapshot();
  expect([value, context.token, context.problem]).toEqual(['cart', null, null]);
  expect(remembered).toEqual([null]);
});

test.each(['held', 'unreachable'] as const)('%s is nowhere without a purchase to show or a way out', async (place) => {
  const { actor } = opened(place === 'held' ? { is: 'there', purchase: reserved } : { is: 'refused', detail: 'No.' });
  const at = await waitFor(actor, (now) => !now.matches('restoring'));
  expect(at.matches('held')).toBe(at.context.purchase !== null);
  expect(at.can({ type: 'purchase.left' })).toBe(true);
});
