import { expect, test, vi } from 'vitest';
import { createActor, fromPromise, waitFor } from 'xstate';
import { sessionMachine } from '#src/machines/session/session.machine.ts';
import type { Credentials, SessionUser, SignInAnswer } from '#src/machines/session/session.user.ts';
import { whenSignedOut } from './when-signed-out.ts';

const ann: SessionUser = {
  id: 'u1',
  role: 'agent',
  name: 'Ann',
  email: 'ann@demo.test',
  avatarUrl: null,
  carrierId: null,
  gates: [],
  subscription: null,
  rights: [],
};
const offline = () => Promise.reject(new Error('offline'));

/** Ann signs out, gets no answer, and the session is read until it is known. @returns who has left */
async function leave(...reads: (() => Promise<SessionUser | null>)[]): Promise<string[]> {
  const readSession = vi.fn<() => Promise<SessionUser | null>>();
  for (const read of [() => Promise.resolve(ann), ...reads]) readSession.mockImplementationOnce(read);
  const actor = createActor(
    sessionMachine.provide({
      actors: {
        readSession: fromPromise<SessionUser | null>(readSession),
        signIn: fromPromise<SignInAnswer, Credentials>(offline),
        signOut: fromPromise<void>(offline),
      },
    }),
  );
  const left: string[] = [];
  whenSignedOut(actor, (personId) => left.push(personId));
  actor.start();
  await waitFor(actor, ({ context }) => context.user !== null);
  actor.send({ type: 'sign-out.asked' });
  for (;;) {
    const { value } = await waitFor(actor, (at) => !at.hasTag('busy'));
    if (value !== 'unreachable') return left;
    actor.send({ type: 'restore.retried' });
  }
}

test('who signed out has left as soon as it is known that the session is over', async () => {
  expect(await leave(() => Promise.resolve(null))).toEqual(['u1']);
  expect(await leave(offline, () => Promise.resolve(null))).toEqual(['u1']);
});

test('who could not sign out has not left', async () => {
  expect(await leave(() => Promise.resolve(ann))).toEqual([]);
  expect(await leave(offline, () => Promise.resolve(ann))).toEqual([]);
});
