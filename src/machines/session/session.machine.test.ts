import { describe, expect, test, vi } from 'vitest';
import { createActor, fromPromise, waitFor } from 'xstate';
import { type SessionEmitted, sessionMachine } from './session.machine.ts';
import type { Credentials, SessionUser, SignInAnswer } from './session.user.ts';

const agent: SessionUser = {
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
const credentials: Credentials = { platform: 'agent-portal', email: 'ann@demo.test', password: 'secret' };

interface Server {
  readSession?: () => Promise<SessionUser | null>;
  signIn?: (input: Credentials) => Promise<SignInAnswer>;
  signOut?: () => Promise<void>;
}

function open({
  readSession = async () => null,
  signIn = async () => ({ ok: true, user: agent }),
  signOut = async () => {},
}: Server) {
  const actors = {
    readSession: fromPromise<SessionUser | null>(readSession),
    signIn: fromPromise<SignInAnswer, Credentials>(({ input }) => signIn(input)),
    signOut: fromPromise<void>(signOut),
  };
  const actor = createActor(sessionMachine.provide({ actors }));
  const said: SessionEmitted[] = [];
  actor.on('*', (event) => said.push(event));
  actor.start();
  return {
    actor,
    said,
    reach: (state: string) =>
      waitFor(actor, ({ value }) => (typeof value === 'string' ? value : Object.keys(value)[0]) === state),
  };
}

test('a session that is there is taken up again', async () => {
  const { actor, reach } = open({ readSession: async () => agent });
  await reach('signedIn');
  expect(actor.getSnapshot().context).toEqual({ user: agent, problem: null, unconfirmed: false, credentials: null });
});

test('where nobody was signed in, other tabs are not told that a session ended', async () => {
  const { said, reach } = open({});
  await reach('signedOut');
  expect(said).toEqual([]);
});

test('a server that is out of reach signs nobody out, and can be asked again', async () => {
  const readSession = vi
    .fn<() => Promise<SessionUser | null>>()
    .mockRejectedValueOnce(new Error('offline'))
    .mockResolvedValue(agent);
  const { actor, reach } = open({ readSession });
  await reach('unreachable');
  actor.send({ type: 'restore.retried' });
  await reach('signedIn');
});

test('a refused sign-in says why; a second one is accepted', async () => {
  const signIn = vi
    .fn<(input: Credentials) => Promise<SignInAnswer>>()
    .mockResolvedValueOnce({ ok: false, problem: 'Not right.' })
    .mockResolvedValue({ ok: true, user: agent });
  const { actor, reach } = open({ signIn });
  await reach('signedOut');
  actor.send({ type: 'credentials.entered', ...credentials });
  await reach('signingIn');
  await reach('signedOut');
  expect(actor.getSnapshot().context.problem).toBe('Not right.');
  actor.send({ type: 'credentials.entered', ...credentials });
  await reach('signedIn');
  expect(signIn).toHaveBeenLastCalledWith(expect.objectContaining(credentials));
  expect(actor.getSnapshot().context).toEqual({ user: agent, problem: null, unconfirmed: false, credentials: null });
});

test('an ended session leads back to the door and lets go of the data', async () => {
  const { actor, said, reach } = open({ readSession: async () => agent });
  await reach('signedIn');
  actor.send({ type: 'session.expired' });
  await reach('signedOut');
  expect(actor.getSnapshot().context).toEqual({
    user: null,
    problem: 'Your session has ended. Sign in again to continue.',
    unconfirmed: false,
    credentials: null,
  });
  expect(said).toEqual([{ type: 'session.ended' }]);
});

test('signing out that does not reach the server leaves one signed in, and says so', async () => {
  const signOut = vi.fn<() => Promise<void>>().mockRejectedValueOnce(new Error('offline')).mockResolvedValue();
  const { actor, said, reach } = open({ readSession: async () => agent, signOut });
  await reach('signedIn');
  actor.send({ type: 'sign-out.asked' });
  await reach('signingOut');
  await reach('signedIn');
  expect(said).toEqual([
    { type: 'session.problem', message: 'Couldn’t sign you out: the server couldn’t be reached.' },
  ]);
  actor.send({ type: 'sign-out.asked' });
  await reach('signedOut');
  expect(actor.getSnapshot().context).toEqual({ user: null, problem: null, unconfirmed: false, credentials: null });
});

test('a sign-out whose answer is lost leaves nobody on the screen and is told to other tabs, if the server did it', async () => {
  const readSession = vi
    .fn<() => Promise<SessionUser | null>>()
    .mockResolvedValueOnce(agent)
    .mockRejectedValueOnce(new Error('offline'))
    .mockResolvedValue(null);
  const { actor, said, reach } = open({ readSession, signOut: () => Promise.reject(new Error('offline')) });
  await reach('signedIn');
  actor.send({ type: 'sign-out.asked' });
  await reach('unreachable');
  actor.send({ type: 'restore.retried' });
  await reach('signedOut');
  expect(actor.getSnapshot().context.user).toBeNull();
  expect(said).toContainEqual({ type: 'session.ended' });
});

test('a passed gate is read again', async () => {
  const readSession = vi
    .fn<() => Promise<SessionUser | null>>()
    .mockResolvedValueOnce({ ...agent, gates: ['signup_complete'] })
    .mockResolvedValue(agent);
  const { actor, reach } = open({ readSession });
  await reach('signedIn');
  actor.send({ type: 'user.changed' });
  await waitFor(actor, (snapshot) => snapshot.context.user?.gates.length === 0);
  await reach('signedIn');
});

test('an unconfirmed address is told apart from wrong credentials, until the next attempt', async () => {
  const signIn = vi
    .fn<(input: Credentials) => Promise<SignInAnswer>>()
    .mockResolvedValueOnce({ ok: false, problem: 'Confirm your email first.', unconfirmed: true })
    .mockResolvedValue({ ok: false, problem: 'Not right.' });
  const { actor, reach } = open({ signIn });
  await reach('signedOut');
  actor.send({ type: 'credentials.entered', ...credentials });
  await waitFor(actor, ({ context }) => context.unconfirmed);
  expect(actor.getSnapshot().context.problem).toBe('Confirm your email first.');
  actor.send({ type: 'credentials.entered', ...credentials });
  await waitFor(actor, ({ context }) => context.problem === 'Not right.');
  expect(actor.getSnapshot().context.unconfirmed).toBe(false);
});

test('a role that this build does not know is an error, with a way out', async () => {
  const { actor, reach } = open({ readSession: async () => ({ ...agent, role: 'captain' as never }) });
  await reach('unknownRole');
  expect(actor.getSnapshot().context.user).toBeNull();
  actor.send({ type: 'sign-out.asked' });
  await reach('signedOut');
});

test('another tab that signs in or out is followed, and not answered', async () => {
  const readSession = vi
    .fn<() => Promise<SessionUser | null>>()
    .mockResolvedValueOnce(null)
    .mockResolvedValueOnce(agent)
    .mockResolvedValueOnce({ ...agent, id: 'u2', name: 'Ben' })
    .mockResolvedValue(null);
  const { actor, said, reach } = open({ readSession });
  await reach('signedOut');
  actor.send({ type: 'session.changed-elsewhere' });
  await reach('signedIn');
  actor.send({ type: 'session.changed-elsewhere' });
  await waitFor(actor, ({ context }) => context.user?.id === 'u2');
  actor.send({ type: 'session.changed-elsewhere' });
  await reach('signedOut');
  expect(actor.getSnapshot().context.user).toBeNull();
  expect(said).toEqual([]);
});

test('what begins or ends in this tab is told to the others', async () => {
  const { actor, said, reach } = open({});
  await reach('signedOut');
  actor.send({ type: 'credentials.entered', ...credentials });
  await reach('signedIn');
  actor.send({ type: 'sign-out.asked' });
  await reach('signedOut');
  expect(said).toEqual([{ type: 'session.began' }, { type: 'session.ended' }]);
});

test('actors that nobody provided are a server out of reach, not a crash', async () => {
  const actor = createActor(sessionMachine).start();
  await waitFor(actor, (snapshot) => snapshot.matches('unreachable'));
});

describe('the second step', () => {
  const asks: SignInAnswer = { ok: false, problem: 'Enter the code.', codeRequired: true };

  test('is asked for after the password, and sent with it; the password is kept no longer than that', async () => {
    const signIn = vi
      .fn<(input: Credentials) => Promise<SignInAnswer>>()
      .mockResolvedValueOnce(asks)
      .mockResolvedValueOnce({ ...asks, problem: 'Not right.' })
      .mockRejectedValueOnce(new Error('offline'))
      .mockResolvedValue({ ok: true, user: agent });
    const { actor, said, reach } = open({ signIn });
    await reach('signedOut');
    actor.send({ type: 'credentials.entered', ...credentials });
    await reach('awaitingCode');
    expect(actor.getSnapshot().context.problem).toBeNull();
    for (const problem of ['Not right.', 'Can’t reach the server. Check your connection, then try again.']) {
      actor.send({ type: 'code.entered', code: '111111' });
      await reach('checkingCode');
      await reach('awaitingCode');
      expect(actor.getSnapshot().context).toMatchObject({ problem, credentials });
    }
    actor.send({ type: 'code.entered', code: '222222' });
    await reach('signedIn');
    expect(signIn).toHaveBeenLastCalledWith({ ...credentials, code: '222222' });
    expect(actor.getSnapshot().context).toEqual({ user: agent, problem: null, unconfirmed: false, credentials: null });
    expect(said).toEqual([{ type: 'session.began' }]);
  });

  test('can be left, which forgets the password', async () => {
    const { actor, reach } = open({ signIn: async () => asks });
    await reach('signedOut');
    actor.send({ type: 'credentials.entered', ...credentials });
    await reach('awaitingCode');
    actor.send({ type: 'code.given-up' });
    await reach('signedOut');
    expect(actor.getSnapshot().context).toEqual({ user: null, problem: null, unconfirmed: false, credentials: null });
  });
});
