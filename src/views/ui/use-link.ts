import type { TypedDocumentNode } from '@graphql-typed-document-node/core';
import { useEffect, useState } from 'react';
import { ask } from './ask.ts';
import { problemOf, whyUnread } from './problem.ts';
import type { Problem } from './problem.ts';

export type LinkState<Data> =
  | { is: 'loading' }
  | { is: 'there'; data: Data }
  /** The link is wrong, expired, or was revoked; or it has already done its work. */
  | ({ is: 'dead' } & DeadToken)
  | { is: 'failed'; why: string };

const DEAD = [404, 410, 400, 422];

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

/** The data behind a link. `reload` loads it again and keeps the current data until then. */
export function useLink<Data>(document: TypedDocumentNode<Data, { token: string }>, token: string) {
  // A link without its token needs no request.
  const [state, setState] = useState<LinkState<Data>>(
    token === '' ? { is: 'dead', detail: null, isDone: false } : { is: 'loading' },
  );
  const [turn, setTurn] = useState(0);
  useEffect(() => {
    if (token === '') return;
    const stop = new AbortController();
    ask(document, { token }, { signal: stop.signal }).then(
      (data) => setState({ is: 'there', data }),
      (error: unknown) => {
        if (stop.signal.aborted) return;
        const problem = problemOf(error);
        const { status, detail } = problem;
        if (status !== null && DEAD.includes(status))
          setState({ is: 'dead', detail: status === 410 ? detail : null, isDone: hasDoneItsWork(problem) });
        else setState((before) => (before.is === 'there' ? before : { is: 'failed', why: whyUnread(error) }));
      },
    );
    return () => stop.abort();
  }, [document, token, turn]);
  return { state, reload: () => setTurn((count) => count + 1) };
}
