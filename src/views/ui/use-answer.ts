import type { TypedDocumentNode } from '@graphql-typed-document-node/core';
import { useEffect, useState } from 'react';
import { ask } from './ask.ts';

interface Kept<Data> {
  question: string;
  data: Data | null;
}

/**
 * What a page without a cache asks for. While the answer to new variables is on its way, the last one stays and
 * `isCurrent` is false; `reload` asks again.
 */
export function useAnswer<Data, Variables>(
  document: TypedDocumentNode<Data, Variables>,
  variables: Variables,
  first: Data | null = null,
) {
  const question = JSON.stringify(variables);
  const [kept, setKept] = useState<Kept<Data>>({ question, data: first });
  const [failedFor, setFailedFor] = useState<string | null>(null);
  const [turn, setTurn] = useState(0);
  const [isSpared, spare] = useState(first !== null);
  useEffect(() => {
    if (isSpared) return spare(false);
    const stop = new AbortController();
    ask(document, JSON.parse(question) as Variables, { signal: stop.signal }).then(
      (data) => {
        setKept({ question, data });
        setFailedFor(null);
      },
      () => !stop.signal.aborted && setFailedFor(question),
    );
    return () => stop.abort();
    // What was there from the start is not asked for; that it was used up is no reason to ask.
    // oxlint-disable-next-line react/exhaustive-deps
  }, [document, question, turn]);
  return {
    data: kept.data,
    isCurrent: kept.question === question,
    failed: failedFor === question,
    reload() {
      setFailedFor(null);
      setTurn((count) => count + 1);
    },
  };
}
