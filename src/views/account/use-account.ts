import { useQuery } from '@apollo/client/react';
import { AccountDocument, type AccountFragment } from '#src/generated/graphql/graphql.ts';

/** The account of who is signed in, with all that its settings show. */
export function useAccount() {
  const { data, error, refetch } = useQuery(AccountDocument, { fetchPolicy: 'cache-and-network' });
  const account = data?.session ?? undefined;
  return {
    account,
    failed: error !== undefined && account === undefined,
    /** Rejects where it cannot be read. */
    async readAgain(): Promise<AccountFragment> {
      const { data: now } = await refetch();
      if (!now?.session) throw new Error('the account was not answered');
      return now.session;
    },
  };
}
