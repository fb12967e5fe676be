import { useQuery } from '@apollo/client/react';
import { AccountDocument, type AccountFragment } from '#src/generated/graphql/graphql.ts';

/** The signed-in person's account, with everything its settings show. */
export function useAccount() {
  const { data, error, refetch } = useQuery(AccountDocument, { fetchPolicy: 'cache-and-network' });
  const account = data?.session ?? undefined;
  return {
    account,
    failed: error !== undefined && account === undefined,
    /** Rejects if it cannot be loaded. */
    async readAgain(): Promise<AccountFragment> {
      const { data: now } = await refetch();
      if (!now?.session) throw new Error('the account was not answered');
      return now.session;
    },
  };
}
