import { useQuery } from '@apollo/client/react';
import { BrokerageDocument } from '#src/generated/graphql/graphql.ts';

/** The operator of this deployment, within a portal: null until it is loaded. */
export function usePortalBrokerage() {
  const { data, refetch } = useQuery(BrokerageDocument);
  return { brokerage: data?.brokerage ?? null, reload: () => void refetch().catch(() => {}) };
}
