import { assign, emit, fromPromise, setup } from 'xstate';
import type { Credentials, SessionUser, SignInAnswer } from './session.user.ts';

/**
 * The session of the person in front of the browser.
 *
 * restoring    the page was opened; nobody knows yet whether somebody is signed in
 * unreachable  the server could not be asked: not a sign-out, the person may try again
 * signedOut    nobody is signed in; the sign-in form says why the last attempt was refused
 * signingIn    e-mail and password are on their way
 * signedIn     somebody is signed in; `refreshing` reads the person again, after a gate was passed
 * signingOut   the screens are already left, the server is being told
 */

export interface SessionContext {
  user: SessionUser | null;
  /** One sentence for the sign-in form: why the person is here, or why the attempt failed. */
  problem: string | null;
}

export type SessionEvent =
  | { type: 'restore.retried' }
  | ({ type: 'credentials.entered' } & Credentials)
  | { type: 'user.changed' }
  | { type: 'session.expired' }
  | { type: 'sign-out.asked' };

export type SessionEmitted =
  /** Whoever keeps data of the person drops it now. */
  { type: 'session.ended' } | { type: 'session.problem'; message: string };

const notProvided = (name: string) => () => Promise.reject(new Error(`actor "${name}" was not provided`));

const UNREACHABLE = 'The server cannot be reached. Check your connection and try again.';

export const sessionMachine = setup({
  types: {
    context: {} as SessionContext,
    events: {} as SessionEvent,
    emitted: {} as SessionEmitted,
    tags: {} as 'busy' | 'guest' | 'member',
  },
  actors: {
    /** Answers null when nobody is signed in; rejects only when the server could not be asked. */
    readSession: fromPromise<SessionUser | null>(notProvided('readSession')),
    signIn: fromPromise<SignInAnswer, Credentials>(notProvided('signIn')),
    signOut: fromPromise<void>(notProvided('signOut')),
  },
  actions: {
    setUser: assign({ user: (_, user: SessionUser | null) => user, problem: null }),
    setProblem: assign({ problem: (_, problem: string | null) => problem }),
    forgetUser: assign({ user: null }),
    sayEnded: emit({ type: 'session.ended' }),
    sayProblem: emit((_, message: string) => ({ type: 'session.problem' as const, message })),
  },
  guards: {
    'somebody is signed in': (_, user: SessionUser | null) => user !== null,
    'the sign-in was accepted': (_, answer: SignInAnswer) => answer.ok,
  },
}).createMachine({
  id: 'session',
  initial: 'restoring',
  context: { user: null, problem: null },
  states: {
    restoring: {
      tags: 'busy',
      invoke: {
        id: 'readSession',
        src: 'readSession',
        onDone: [
          {
            guard: { type: 'somebody is signed in', params: ({ event }) => event.output },
            target: 'signedIn',
            actions: { type: 'setUser', params: ({ event }) => event.output },
          },
          { target: 'signedOut' },
        ],
        onError: 'unreachable',
      },
    },
    unreachable: {
      on: { 'restore.retried': 'restoring' },
    },
    signedOut: {
      tags: 'guest',
      on: {
        'credentials.entered': { target: 'signingIn', actions: { type: 'setProblem', params: null } },
      },
    },
    signingIn: {
      tags: ['guest', 'busy'],
      invoke: {
        id: 'signIn',
        src: 'signIn',
        input: ({ event }) => event as Credentials & { type: 'credentials.entered' },
        onDone: [
          {
            guard: { type: 'the sign-in was accepted', params: ({ event }) => event.output },
            target: 'signedIn',
            actions: { type: 'setUser', params: ({ event }) => (event.output.ok ? event.output.user : null) },
          },
          {
            target: 'signedOut',
            actions: { type: 'setProblem', params: ({ event }) => (event.output.ok ? null : event.output.problem) },
          },
        ],
        onError: { target: 'signedOut', actions: { type: 'setProblem', params: UNREACHABLE } },
      },
    },
    signedIn: {
      tags: 'member',
      initial: 'settled',
      on: {
        'user.changed': '.refreshing',
        'sign-out.asked': 'signingOut',
        'session.expired': {
          target: 'signedOut',
          actions: [
            'forgetUser',
            { type: 'setProblem', params: 'Your session has ended. Sign in again to go on.' },
            'sayEnded',
          ],
        },
      },
      states: {
        settled: {},
        refreshing: {
          invoke: {
            id: 'readSession',
            src: 'readSession',
            onDone: [
              {
                guard: { type: 'somebody is signed in', params: ({ event }) => event.output },
                target: 'settled',
                actions: { type: 'setUser', params: ({ event }) => event.output },
              },
              { target: '#session.signedOut', actions: ['forgetUser', 'sayEnded'] },
            ],
            // The person known so far is still right enough to go on with.
            onError: 'settled',
          },
        },
      },
    },
    signingOut: {
      tags: 'busy',
      invoke: {
        id: 'signOut',
        src: 'signOut',
        onDone: { target: 'signedOut', actions: ['forgetUser', { type: 'setProblem', params: null }, 'sayEnded'] },
        // The cookies are still there: claiming to be signed out would leave the next person at this desk signed in.
        onError: {
          target: 'signedIn',
          actions: { type: 'sayProblem', params: 'You are still signed in: the server could not be reached.' },
        },
      },
    },
  },
});
