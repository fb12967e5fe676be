import { useQuery } from '@apollo/client/react';
import { AccountDocument, type AccountFragment } from '#src/generated/graphql/graphql.ts';

/** The account of who is signed in, with all that its settings show. */
export function useAccount() {
  const { data, error, refetch } = useQuery(AccountDocument, { fetchPolicy: 'cache-and-network' });
  // Unmasking does nothing at run time.
  const account = (data?.session ?? undefined) as unknown as AccountFragment | undefined;
  return {
    account,
    failed: error !== undefined && account === undefined,
    readAgain: async () => ((await refetch()).data?.session ?? undefined) as unknown as AccountFragment | undefined,
  };
}
