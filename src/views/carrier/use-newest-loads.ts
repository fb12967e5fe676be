import { useQuery } from '@apollo/client/react';
import { NewestLoadsDocument } from '#src/generated/graphql/graphql.ts';
import { useLive } from '#src/views/ui/live-context.ts';

/** The number of loads posted since an instant, kept up to date; counts no further than necessary. */
export function useNewLoadCount(since: string): number {
  const { data, refetch } = useQuery(NewestLoadsDocument, { fetchPolicy: 'network-only' });
  const again = () => void refetch().catch(() => {});
  useLive('load', again);
  useLive('carrier', again);
  return data?.loads.loads.filter(({ postedAt }) => postedAt > since).length ?? 0;
}
