import { useState } from 'react';
import { ShopCreditDocument } from '#src/generated/graphql/graphql.ts';
import { keepDraft, readDraft } from '#src/views/ui/draft-storage.ts';
import { useLink } from '#src/views/ui/use-link.ts';

/** Who opened the link to the orders has shown whose mailbox it is. The tab keeps that; the server looks at it each time. */
const PROOF = ['market:credit', 1, 'tab'] as const;

interface Proof {
  token: string;
}

/** The shop uses the credit of this address from here on, as long as the link to its orders works. */
export function keepCreditProof(token: string, email: string): void {
  keepDraft(PROOF[0], PROOF[1], { token } satisfies Proof, PROOF[2]);
  keepDraft('market:email', 1, { email }, 'tab');
}

/** The credit that can be used in this tab; null where none is known. */
export function useCredit() {
  const [token] = useState(() => readDraft<Proof>(...PROOF)?.token ?? '');
  const { state, reload } = useLink(ShopCreditDocument, token);
  return {
    token,
    credit: state.is === 'there' ? state.data.shopCredit : null,
    isLoading: state.is === 'loading',
    failed: state.is === 'failed',
    reload,
  };
}

export type Credit = ReturnType<typeof useCredit>;
