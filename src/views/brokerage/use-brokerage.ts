import { BrokerageDocument, type BrokerageQuery } from '#src/generated/graphql/graphql.ts';
import { useAnswer } from '#src/views/ui/use-answer.ts';

export type Brokerage = BrokerageQuery['brokerage'];

/** The operator of this deployment: null until it is loaded; `failed` until `retry` succeeds. */
export function useBrokerage() {
  const { data, failed, failure, reload } = useAnswer(BrokerageDocument, {});
  return { brokerage: data?.brokerage ?? null, failed, failure, retry: reload };
}
