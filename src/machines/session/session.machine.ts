import { assign, emit, fromPromise, setup } from 'xstate';
import { type Credentials, portalRoles, type SessionUser, type SignInAnswer } from './session.user.ts';

/**
 * The session of the person in front of the browser.
 *
 * restoring    the page was opened; nobody knows yet whether somebody is signed in
 * unreachable  the server could not be asked: not a sign-out, the person may try again
 * unknownRole  somebody is signed in as something that this build has no portal for: an error, and a way out
 * signedOut    nobody is signed in; the sign-in form says why the last attempt was refused
 * signingIn    email and password are on their way
 * awaitingCode the password was right, and the second step is missing; the password is kept until it is over
 * checkingCode the code is on its way
 * signedIn     somebody is signed in; `refreshing` reads the person again, after a gate was passed
 * signingOut   the screens are already left, the server is being told
 */

export interface SessionContext {
  user: SessionUser | null;
  /** One sentence for the sign-in form: why the person is here, or why the attempt failed. */
  problem: string | null;
  /** The last attempt failed only because the email address was never confirmed. */
  unconfirmed: boolean;
  /** What the first step was, until the sign-in is over. */
  credentials: Credentials | null;
}

export type SessionEvent =
  | { type: 'restore.retried' }
  | ({ type: 'credentials.entered' } & Credentials)
  | { type: 'code.entered'; code: string }
  | { type: 'code.given-up' }
  | { type: 'user.changed' }
  | { type: 'session.expired' }
  /** Another tab signed in or out: the cookies are shared, so this one looks again. */
  | { type: 'session.changed-elsewhere' }
  | { type: 'sign-out.asked' };

export type SessionEmitted =
  /** It began or ended in this tab: the others are told, and look again. */
  { type: 'session.began' } | { type: 'session.ended' } | { type: 'session.problem'; message: string };

const notProvided = (name: string) => () => Promise.reject(new Error(`actor "${name}" was not provided`));

const UNREACHABLE = 'Can’t reach the server. Check your connection and try again.';

export const sessionMachine = setup({
  types: {
    context: {} as SessionContext,
    events: {} as SessionEvent,
    emitted: {} as SessionEmitted,
    tags: {} as 'busy' | 'guest' | 'member' | 'code',
  },
  actors: {
    /** Answers null when nobody is signed in; rejects only when the server could not be asked. */
    readSession: fromPromise<SessionUser | null>(notProvided('readSession')),
    signIn: fromPromise<SignInAnswer, Credentials>(notProvided('signIn')),
    signOut: fromPromise<void>(notProvided('signOut')),
  },
  actions: {
    setUser: assign({ user: (_, user: SessionUser | null) => user, problem: null, unconfirmed: false }),
    setProblem: assign({ problem: (_, problem: string | null) => problem, unconfirmed: false }),
    setRefusal: assign((_, answer: SignInAnswer) =>
      answer.ok ? {} : { problem: answer.problem, unconfirmed: answer.unconfirmed === true },
    ),
    keepCredentials: assign({
      credentials: (_, { platform, email, password }: Credentials) => ({ platform, email, password }),
    }),
    keepCode: assign({
      credentials: ({ context }, code: string) => context.credentials && { ...context.credentials, code },
    }),
    forgetCredentials: assign({ credentials: null }),
    forgetUser: assign({ user: null }),
    sayBegan: emit({ type: 'session.began' }),
    sayEnded: emit({ type: 'session.ended' }),
    sayProblem: emit((_, message: string) => ({ type: 'session.problem' as const, message })),
  },
  guards: {
    'somebody is signed in': (_, user: SessionUser | null) => user !== null,
    'the role is not known here': (_, user: SessionUser | null) => user !== null && !portalRoles.includes(user.role),
    'the sign-in was accepted': (_, answer: SignInAnswer) => answer.ok,
    'a code is asked for': (_, answer: SignInAnswer) => !answer.ok && answer.codeRequired === true,
  },
}).createMachine({
  id: 'session',
  initial: 'restoring',
  context: { user: null, problem: null, unconfirmed: false, credentials: null },
  states: {
    restoring: {
      tags: 'busy',
      invoke: {
        id: 'readSession',
        src: 'readSession',
        onDone: [
          { guard: { type: 'the role is not known here', params: ({ event }) => event.output }, target: 'unknownRole' },
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
      on: { 'restore.retried': 'restoring', 'session.changed-elsewhere': 'restoring' },
    },
    unknownRole: {
      on: { 'sign-out.asked': 'signingOut', 'session.changed-elsewhere': 'restoring' },
    },
    signedOut: {
      tags: 'guest',
      entry: 'forgetCredentials',
      on: {
        'session.changed-elsewhere': { target: 'restoring', actions: { type: 'setProblem', params: null } },
        'credentials.entered': {
          target: 'signingIn',
          actions: [
            { type: 'setProblem', params: null },
            { type: 'keepCredentials', params: ({ event }) => event },
          ],
        },
      },
    },
    signingIn: {
      tags: ['guest', 'busy'],
      invoke: {
        id: 'signIn',
        src: 'signIn',
        input: ({ context }) => context.credentials!,
        onDone: [
          {
            guard: {
              type: 'the role is not known here',
              params: ({ event }) => (event.output.ok ? event.output.user : null),
            },
            target: 'unknownRole',
            actions: 'forgetCredentials',
          },
          {
            guard: { type: 'the sign-in was accepted', params: ({ event }) => event.output },
            target: 'signedIn',
            actions: [
              { type: 'setUser', params: ({ event }) => (event.output.ok ? event.output.user : null) },
              'forgetCredentials',
              'sayBegan',
            ],
          },
          { guard: { type: 'a code is asked for', params: ({ event }) => event.output }, target: 'awaitingCode' },
          { target: 'signedOut', actions: { type: 'setRefusal', params: ({ event }) => event.output } },
        ],
        onError: { target: 'signedOut', actions: { type: 'setProblem', params: UNREACHABLE } },
      },
    },
    awaitingCode: {
      tags: ['guest', 'code'],
      on: {
        'code.entered': {
          target: 'checkingCode',
          actions: [
            { type: 'setProblem', params: null },
            { type: 'keepCode', params: ({ event }) => event.code },
          ],
        },
        'code.given-up': { target: 'signedOut', actions: { type: 'setProblem', params: null } },
        'session.changed-elsewhere': {
          target: 'restoring',
          actions: [{ type: 'setProblem', params: null }, 'forgetCredentials'],
        },
      },
    },
    checkingCode: {
      tags: ['guest', 'code', 'busy'],
      invoke: {
        id: 'signIn',
        src: 'signIn',
        input: ({ context }) => context.credentials!,
        onDone: [
          {
            guard: {
              type: 'the role is not known here',
              params: ({ event }) => (event.output.ok ? event.output.user : null),
            },
            target: 'unknownRole',
            actions: 'forgetCredentials',
          },
          {
            guard: { type: 'the sign-in was accepted', params: ({ event }) => event.output },
            target: 'signedIn',
            actions: [
              { type: 'setUser', params: ({ event }) => (event.output.ok ? event.output.user : null) },
              'forgetCredentials',
              'sayBegan',
            ],
          },
          {
            guard: { type: 'a code is asked for', params: ({ event }) => event.output },
            target: 'awaitingCode',
            actions: { type: 'setRefusal', params: ({ event }) => event.output },
          },
          { target: 'signedOut', actions: { type: 'setRefusal', params: ({ event }) => event.output } },
        ],
        onError: { target: 'awaitingCode', actions: { type: 'setProblem', params: UNREACHABLE } },
      },
    },
    signedIn: {
      tags: 'member',
      initial: 'settled',
      on: {
        'user.changed': '.refreshing',
        'session.changed-elsewhere': '.refreshing',
        'sign-out.asked': 'signingOut',
        'session.expired': {
          target: 'signedOut',
          actions: [
            'forgetUser',
            { type: 'setProblem', params: 'Your session has ended. Sign in again to continue.' },
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
                guard: { type: 'the role is not known here', params: ({ event }) => event.output },
                target: '#session.unknownRole',
                actions: 'forgetUser',
              },
              {
                guard: { type: 'somebody is signed in', params: ({ event }) => event.output },
                target: 'settled',
                actions: { type: 'setUser', params: ({ event }) => event.output },
              },
              { target: '#session.signedOut', actions: 'forgetUser' },
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
          target: 'restoring',
          actions: { type: 'sayProblem', params: 'You’re still signed in; the server couldn’t be reached.' },
        },
      },
    },
  },
});
