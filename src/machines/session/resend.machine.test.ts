import { expect, test, vi } from 'vitest';
import { createActor, fromPromise, SimulatedClock, waitFor } from 'xstate';
import { RESEND_SECONDS, resendMachine } from './resend.machine.ts';

function open(send: () => Promise<string | null>, secondsAgo = 0) {
  const clock = new SimulatedClock();
  const actor = createActor(resendMachine.provide({ actors: { send: fromPromise(send) } }), {
    input: { sentAt: Date.now() - secondsAgo * 1000 },
    clock,
  }).start();
  return { actor, clock, seen: () => actor.getSnapshot() };
}

test('the next mail is asked for after a wait that is counted down, and so is the one after', async () => {
  const send = vi.fn<() => Promise<null>>().mockResolvedValue(null);
  const { actor, clock, seen } = open(send);
  expect([seen().value, seen().context.seconds]).toEqual(['waiting', RESEND_SECONDS]);
  actor.send({ type: 'resend.asked' });
  for (let second = 1; second < RESEND_SECONDS; second++) clock.increment(1000);
  expect([seen().value, seen().context.seconds]).toEqual(['waiting', 1]);
  clock.increment(1000);
  expect(seen().value).toBe('ready');
  actor.send({ type: 'resend.asked' });
  actor.send({ type: 'resend.asked' });
  await waitFor(actor, (snapshot) => snapshot.matches('waiting'));
  expect(seen().context).toEqual({ seconds: RESEND_SECONDS, sent: 1, problem: null });
  expect(send).toHaveBeenCalledTimes(1);
});

test('after a reload only the rest of the wait is left, and never more than the whole', () => {
  expect(open(async () => null, 10).seen().context.seconds).toBe(RESEND_SECONDS - 10);
  expect(open(async () => null, 1e9).seen().value).toBe('ready');
  // The computer's clock was set back meanwhile.
  expect(open(async () => null, -1e9).seen().context.seconds).toBe(RESEND_SECONDS);
});

test.each([
  ['a refusal', async () => 'Too often. Try again in an hour.', 'Too often. Try again in an hour.'],
  [
    'a server out of reach',
    () => Promise.reject(new Error('offline')),
    'Can’t reach the server. Check your connection, then try again.',
  ],
])('%s is said, and it can be tried again', async (_what, send, problem) => {
  const { actor, seen } = open(send, RESEND_SECONDS);
  actor.send({ type: 'resend.asked' });
  await waitFor(actor, (snapshot) => snapshot.context.problem !== null);
  expect([seen().value, seen().context.problem]).toEqual(['ready', problem]);
});
