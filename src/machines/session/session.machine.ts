import { assign, emit, fromPromise, setup } from 'xstate';
import { type Credentials, portalRoles, type SessionUser, type SignInAnswer } from './session.user.ts';

/**
 * The session of the person using this browser.
 *
 * restoring    the page was opened; unknown whether someone is signed in
 * unreachable  the server could not be reached: not a sign-out, the person may retry
 * unknownRole  someone is signed in with a role that this build has no portal for: an error, and a way out
 * signedOut    nobody is signed in; the sign-in form shows why the last attempt was refused
 * signingIn    email address and password are being sent
 * awaitingCode the password was right, and the second step is required; the password is kept until sign-in ends
 * checkingCode the code is being sent
 * signedIn     someone is signed in; `refreshing` reloads the person, after a gate was passed
 * signingOut   the screens are already closed, the server is being notified
 */

export interface SessionContext {
  user: SessionUser | null;
  /** One sentence for the sign-in form: why the person is here, or why the attempt failed. */
  problem: string | null;
  /** The last attempt failed only because the email address was never confirmed. */
  unconfirmed: boolean;
  /** The credentials of the first step, until the sign-in is over. */
  credentials: Credentials | null;
}

export type SessionEvent =
  | { type: 'restore.retried' }
  | ({ type: 'credentials.entered' } & Credentials)
  | { type: 'code.entered'; code: string }
  | { type: 'code.given-up' }
  | { type: 'user.changed' }
  | { type: 'session.expired' }
  /** Another tab signed in or out: cookies are shared, so this tab reloads the session. */
  | { type: 'session.changed-elsewhere' }
  | { type: 'sign-out.asked' };

export type SessionEmitted =
  /** The session began or ended in this tab: other tabs are notified, and reload it. */
  { type: 'session.began' } | { type: 'session.ended' } | { type: 'session.problem'; message: string };

const notProvided = (name: string) => () => Promise.reject(new Error(`actor "${name}" was not provided`));

const UNREACHABLE = 'Can’t reach the server. Check your connection, then try again.';

export const sessionMachine = setup({
  types: {
    context: {} as SessionContext,
    events: {} as SessionEvent,
    emitted: {} as SessionEmitted,
    tags: {} as 'busy' | 'guest' | 'member' | 'code',
  },
  actors: {
    /** Resolves with null if nobody is signed in; rejects only if the server could not be reached. */
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
    'somebody was signed in here': ({ context }) => context.user !== null,
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
          {
            guard: { type: 'the role is not known here', params: ({ event }) => event.output },
            target: 'unknownRole',
            actions: 'forgetUser',
          },
          {
            guard: { type: 'somebody is signed in', params: ({ event }) => event.output },
            target: 'signedIn',
            actions: { type: 'setUser', params: ({ event }) => event.output },
          },
          // After a sign-out whose answer was lost: the server did it, and other tabs do not know yet.
          { guard: 'somebody was signed in here', target: 'signedOut', actions: ['forgetUser', 'sayEnded'] },
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
            // The previously loaded person is still accurate enough to continue.
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
        // The cookies still exist: claiming to be signed out would leave the next person at this computer signed in.
        onError: {
          target: 'restoring',
          actions: { type: 'sayProblem', params: 'Couldn’t sign you out: the server couldn’t be reached.' },
        },
      },
    },
  },
});
