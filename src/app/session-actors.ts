import { fromPromise } from 'xstate';
import {
  type Credentials,
  platformOfRole,
  type SessionUser,
  type SignInAnswer,
} from '#src/machines/session/session.user.ts';
import { keepLastPlatform } from '#src/views/session/last-platform.ts';
import { READ_SESSION, SIGN_IN, SIGN_OUT } from './session-documents.ts';

/** The real actors of the session. They reject only when the server could not be reached. */

const TIMEOUT_MS = 15_000;

interface Answer<T> {
  data?: T | null;
  errors?: { message: string; extensions?: { code?: string; detail?: string } }[];
}

async function ask<T>(query: string, variables: object, signal: AbortSignal): Promise<Answer<T>> {
  const response = await fetch('/graphql', {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'x-requested-with': 'lead-platform' },
    body: JSON.stringify({ query, variables }),
    signal: AbortSignal.any([signal, AbortSignal.timeout(TIMEOUT_MS)]),
  });
  if (response.status >= 500) throw new Error(`the server answered ${response.status}`);
  return (await response.json()) as Answer<T>;
}

const codeOf = (answer: Answer<unknown>) => answer.errors?.[0]?.extensions?.code;

function dataOf<T>(answer: Answer<T>): T {
  // A failed response also carries data, such as "no session", which must not be trusted.
  if (!answer.data || answer.errors) throw new Error(answer.errors?.[0]?.message ?? 'the server answered nothing');
  return answer.data;
}

export const sessionActors = {
  readSession: fromPromise<SessionUser | null>(async ({ signal }) => {
    // When serving the page, the server already saw whose session it is, if any; later it has to be asked.
    const { dataset } = document.documentElement;
    if ('guest' in dataset) {
      delete dataset.guest;
      return null;
    }
    const served = document.getElementById('served-session');
    served?.remove();
    if (served) return JSON.parse(served.textContent) as SessionUser | null;
    const asked = ask<{ session: SessionUser | null }>(READ_SESSION, {}, signal);
    const answer = await asked.catch(async (error: unknown) => ({
      data: { session: await (await import('./kept-session.ts')).keptSession(error) },
    }));
    return codeOf(answer) === 'UNAUTHENTICATED' ? null : dataOf(answer).session;
  }),

  signIn: fromPromise<SignInAnswer, Credentials>(async ({ input, signal }) => {
    const variables = { ...input, platform: input.platform.replace('-', '_') };
    const answer = await ask<{
      signIn: {
        ok: boolean;
        problem: string | null;
        unconfirmed: boolean;
        codeRequired: boolean;
        user: SessionUser | null;
      };
    }>(SIGN_IN, variables, signal);
    const [error] = answer.errors ?? [];
    if (error) return { ok: false, problem: error.extensions?.detail ?? error.message };
    const { ok, problem, unconfirmed, codeRequired, user } = dataOf(answer).signIn;
    // The account may belong to another portal.
    if (user) keepLastPlatform(platformOfRole(user.role));
    return ok && user
      ? { ok, user }
      : { ok: false, problem: problem ?? 'The email or password isn’t right.', unconfirmed, codeRequired };
  }),

  signOut: fromPromise<void>(async ({ signal }) => {
    const answer = await ask<{ signOut: boolean }>(SIGN_OUT, {}, signal);
    if (codeOf(answer) !== 'UNAUTHENTICATED') dataOf(answer);
  }),
};
