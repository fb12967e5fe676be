import { useQuery } from '@apollo/client/react';
import { BrokerageDocument } from '#src/generated/graphql/graphql.ts';

/** Who stands behind this deployment, in a portal: null while it is not known. */
export function usePortalBrokerage() {
  const { data, refetch } = useQuery(BrokerageDocument);
  return { brokerage: data?.brokerage ?? null, reload: () => void refetch().catch(() => {}) };
}
