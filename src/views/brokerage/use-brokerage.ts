import { BrokerageDocument, type BrokerageQuery } from '#src/generated/graphql/graphql.ts';
import { useAnswer } from '#src/views/ui/use-answer.ts';

export type Brokerage = BrokerageQuery['brokerage'];

/** Who stands behind this deployment: null while it is not known; `failed` until `retry` is answered. */
export function useBrokerage(): { brokerage: Brokerage | null; failed: boolean; retry: () => void } {
  const { data, failed, reload } = useAnswer(BrokerageDocument, {});
  return { brokerage: data?.brokerage ?? null, failed, retry: reload };
}
