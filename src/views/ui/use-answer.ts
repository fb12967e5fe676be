import type { TypedDocumentNode } from '@graphql-typed-document-node/core';
import { useEffect, useState } from 'react';
import { ask, dataOf } from './ask.ts';
import { firstAnswer } from './first-answers.ts';
import { whyUnread } from './problem.ts';

interface Kept<Data> {
  question: string;
  data: Data | null;
}

/**
 * A query for a page without a cache. While new variables load, the last response stays and `isCurrent` is false;
 * `reload` requests it again.
 */
export function useAnswer<Data, Variables>(
  document: TypedDocumentNode<Data, Variables>,
  variables: Variables,
  first: Data | null = null,
) {
  const question = JSON.stringify(variables);
  const [kept, setKept] = useState<Kept<Data>>(() => ({ question, data: first ?? firstData(document, variables) }));
  const [failedFor, setFailedFor] = useState<{ question: string; why: string } | null>(null);
  const [turn, setTurn] = useState(0);
  const [isSpared, spare] = useState(kept.data !== null);
  useEffect(() => {
    if (isSpared) return spare(false);
    const stop = new AbortController();
    ask(document, JSON.parse(question) as Variables, { signal: stop.signal }).then(
      (data) => {
        setKept({ question, data });
        setFailedFor(null);
      },
      (error: unknown) => !stop.signal.aborted && setFailedFor({ question, why: whyUnread(error) }),
    );
    return () => stop.abort();
    // Data present from the start is not requested; that it was consumed is no reason to request it.
    // oxlint-disable-next-line react/exhaustive-deps
  }, [document, question, turn]);
  return {
    data: kept.data,
    isCurrent: kept.question === question,
    failed: failedFor?.question === question,
    /** What to say about it. */
    failure: failedFor?.why,
    reload() {
      setFailedFor(null);
      setTurn((count) => count + 1);
    },
  };
}

/** A refusal is asked for again: what to say about it comes with the failure. */
function firstData<Data, Variables>(document: TypedDocumentNode<Data, Variables>, variables: Variables): Data | null {
  const answer = firstAnswer(document, variables);
  return answer && !answer.errors ? dataOf(answer) : null;
}
