import { useEffect, useState } from 'react';
import { BrokerageDocument, type BrokerageQuery } from '#src/generated/graphql/graphql.ts';
import { ask } from '#src/views/ui/ask.ts';

export type Brokerage = BrokerageQuery['brokerage'];

/** Who stands behind this deployment: null while it is not known; `failed` until `retry` is answered. */
export function useBrokerage(): { brokerage: Brokerage | null; failed: boolean; retry: () => void } {
  const [brokerage, setBrokerage] = useState<Brokerage | null>(null);
  const [failed, setFailed] = useState(false);
  const [turn, setTurn] = useState(0);
  useEffect(() => {
    const stop = new AbortController();
    ask(BrokerageDocument, {}, { signal: stop.signal }).then(
      (data) => setBrokerage(data.brokerage),
      () => !stop.signal.aborted && setFailed(true),
    );
    return () => stop.abort();
  }, [turn]);
  function retry() {
    setFailed(false);
    setTurn((count) => count + 1);
  }
  return { brokerage, failed, retry };
}
