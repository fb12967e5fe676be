import type { TypedDocumentNode } from '@graphql-typed-document-node/core';
import { useEffect, useState } from 'react';
import { ask, dataOf } from './ask.ts';
import { type Answer, DEAD, firstAnswer } from './first-answers.ts';
import { problemOf, whyUnread } from './problem.ts';
import type { Problem } from './problem.ts';

export type LinkState<Data> =
  | { is: 'loading' }
  | { is: 'there'; data: Data }
  /** The link is wrong, expired, or was revoked; or it has already done its work. */
  | ({ is: 'dead' } & DeadToken)
  | { is: 'failed'; why: string };

export interface DeadToken {
  /** Null if the server only knows that there is no such token. */
  detail: string | null;
  /** The link has already done what it was for: nothing is wrong with it. */
  isDone: boolean;
}

const hasDoneItsWork = ({ status, state }: Problem): boolean => status === 410 && state === 'done';

/** The server's refusal of a token. Null if the failure is about something else. */
export function deadToken(error: unknown): DeadToken | null {
  const problem = problemOf(error);
  const { status, detail, fields } = problem;
  if (status === 404 || 'token' in fields) return { detail: null, isDone: false };
  return status === 410 || status === 409 ? { detail, isDone: hasDoneItsWork(problem) } : null;
}

/** What a page behind a link shows if its data could not be loaded. */
export function unread(error: unknown): Extract<LinkState<never>, { is: 'dead' | 'failed' }> {
  const problem = problemOf(error);
  const { status, detail } = problem;
  return status !== null && DEAD.includes(status)
    ? { is: 'dead', detail: status === 410 ? detail : null, isDone: hasDoneItsWork(problem) }
    : { is: 'failed', why: whyUnread(error) };
}

function answered<Data>(answer: Answer<Data>): LinkState<Data> {
  try {
    return { is: 'there', data: dataOf(answer) };
  } catch (error) {
    return unread(error);
  }
}

/** The data behind a link. `reload` loads it again and keeps the current data until then. */
export function useLink<Data>(document: TypedDocumentNode<Data, { token: string }>, token: string) {
  // A link without its token needs no request.
  const [first] = useState(() => (token === '' ? null : { token, answer: firstAnswer(document, { token }) }));
  const [state, setState] = useState<LinkState<Data>>(() =>
    first === null
      ? { is: 'dead', detail: null, isDone: false }
      : first.answer === null
        ? { is: 'loading' }
        : answered(first.answer),
  );
  const [turn, setTurn] = useState(0);
  useEffect(() => {
    if (token === '' || (turn === 0 && first?.answer && first.token === token)) return;
    const stop = new AbortController();
    ask(document, { token }, { signal: stop.signal }).then(
      (data) => setState({ is: 'there', data }),
      (error: unknown) => {
        if (stop.signal.aborted) return;
        const next = unread(error);
        setState((before) => (next.is === 'failed' && before.is === 'there' ? before : next));
      },
    );
    return () => stop.abort();
  }, [document, token, turn, first]);
  return { state, reload: () => setTurn((count) => count + 1) };
}
