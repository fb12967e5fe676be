import { sessionMachine } from '#src/machines/session/session.machine.ts';
import type { SessionUser } from '#src/machines/session/session.user.ts';
import { flowModel } from './flow-model.ts';

/** Any person: only whether the role is known affects this machine. */
const person: SessionUser = {
  id: 'u1',
  role: 'agent',
  name: 'Ann Agent',
  email: 'ann@mail.example',
  avatarUrl: null,
  carrierId: null,
  gates: [],
  subscription: null,
  rights: [],
};
const auditor = { ...person, role: 'auditor' as never };

export const session = flowModel({
  id: 'session',
  title: 'Session of the person in front of the browser',
  machine: sessionMachine,
  person: 'agent',
  names: {
    restoring: 'Looking who is signed in',
    unreachable: 'Server not reached',
    unknownRole: 'Signed in as something unknown',
    signedOut: 'Signed out',
    signingIn: 'Signing in',
    awaitingCode: 'Asked for a code',
    checkingCode: 'Code being checked',
    'signedIn.settled': 'Signed in',
    'signedIn.refreshing': 'Signed in, being read again',
    signingOut: 'Signing out',
  },
  // If the answer to a sign-out is lost, it decides whether other tabs are told.
  aspects: ({ value, context }) =>
    ['signingOut', 'restoring', 'unreachable'].includes(value as string) && context.user !== null
      ? ['somebody was signed in here']
      : [],
  events: {
    'restore.retried': 'tries again',
    'credentials.entered': {
      does: 'signs in with email and password',
      with: { platform: 'agent-portal', email: person.email, password: 'correct horse' },
    },
    'code.entered': { does: 'enters the code of the second step', with: { code: '123456' } },
    'code.given-up': 'goes back to email and password',
    'user.changed': 'changes something of their own account',
    'session.expired': { does: 'says that the session has ended', by: 'server' },
    'session.changed-elsewhere': 'signs in or out in another tab',
    'sign-out.asked': 'signs out',
  },
  answers: {
    readSession: {
      done: {
        somebody: { does: 'says who is signed in', output: person },
        nobody: { does: 'says that nobody is signed in', output: null },
        'an unknown role': { does: 'says that somebody of a role is signed in that has no portal', output: auditor },
      },
      error: { 'no answer': { does: 'does not say who is signed in', error: 'no answer' } },
    },
    signIn: {
      done: {
        accepted: { does: 'accepts the sign-in', output: { ok: true, user: person } },
        'an unknown role': {
          does: 'accepts the sign-in of a role that has no portal',
          output: { ok: true, user: auditor },
        },
        'a code': {
          does: 'asks for a code',
          output: {
            ok: false,
            problem: 'This code is not right, or was used before. Wait for the next one.',
            codeRequired: true,
          },
        },
        refused: {
          does: 'refuses the sign-in',
          output: { ok: false, problem: 'The email or password isn’t right.' },
        },
      },
      error: { 'no answer': { does: 'does not answer the sign-in', error: 'no answer' } },
    },
    signOut: {
      done: { done: { does: 'ends the session', output: undefined } },
      error: { 'no answer': { does: 'does not answer the sign-out', error: 'no answer' } },
    },
  },
});
