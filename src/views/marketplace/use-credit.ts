import { useState } from 'react';
import { ShopCreditDocument } from '#src/generated/graphql/graphql.ts';
import { keepDraft, readDraft } from '#src/views/ui/draft-storage.ts';
import { useLink } from '#src/views/ui/use-link.ts';

/**
 * Opening the link to the orders proved access to the mailbox. The tab keeps that proof; the server verifies it each
 * time.
 */
const PROOF = ['market:credit', 1, 'tab'] as const;

interface Proof {
  token: string;
}

/** From here on the shop uses the credit of this address, as long as the link to its orders is valid. */
export function keepCreditProof(token: string, email: string): void {
  keepDraft(PROOF[0], PROOF[1], { token } satisfies Proof, PROOF[2]);
  keepDraft('market:email', 1, { email }, 'tab');
}

/** The credit that can be used in this tab; null if none is known. */
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
