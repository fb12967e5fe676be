import { useApolloClient } from '@apollo/client/react';
import { useEffect, useEffectEvent, useState } from 'react';
import { SignDeliveryReceiptDocument } from '#src/generated/graphql/graphql.ts';
import { mutate } from '#src/views/ui/mutate.ts';
import { useNotify } from '#src/views/ui/notify-context.ts';
import { problemOf } from '#src/views/ui/problem.ts';
import { useDraft } from '#src/views/ui/use-draft.ts';
import { useOffline } from '#src/views/ui/use-offline.ts';

/** What the client signed, as it is kept on this device until it is sent. */
export interface SignedReceipt {
  name: string;
  exceptions: string | null;
  image: string;
  signedAt: string;
  zone: string;
  /** The same for each try: it is saved once. */
  key: string;
}

/** A signature that was given, until the server has it. It is sent as soon as there is a connection. */
export function useReceipt(leadId: string, onChanged: () => void) {
  const client = useApolloClient();
  const notify = useNotify();
  const isOffline = useOffline();
  const [kept, keep] = useDraft<SignedReceipt>(`delivery-receipt.${leadId}`);
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState<string | null>(null);

  async function send(receipt: SignedReceipt): Promise<void> {
    if (busy) return;
    setBusy(true);
    setProblem(null);
    try {
      const { key, ...given } = receipt;
      await mutate({ client, key }, SignDeliveryReceiptDocument, { leadId, ...given });
      keep(null);
      notify.done('Delivery receipt saved', { description: 'It’s with the papers. The broker can see it.' });
    } catch (error) {
      const { status, detail } = problemOf(error);
      // Without an answer it is tried again; what was refused says why.
      setProblem(status !== null && status >= 400 && status < 500 ? detail : null);
      onChanged();
    } finally {
      setBusy(false);
    }
  }
  const sendKept = useEffectEvent(() => {
    if (kept) void send(kept);
  });
  useEffect(() => {
    if (isOffline) return;
    const soon = setTimeout(sendKept);
    return () => clearTimeout(soon);
  }, [isOffline, kept?.key]);

  return { kept, keep, send, busy, problem, isOffline };
}
