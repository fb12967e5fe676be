import { useApolloClient } from '@apollo/client/react';
import { useEffect, useEffectEvent } from 'react';
import { SignDeliveryReceiptDocument } from '#src/generated/graphql/graphql.ts';
import { mutate } from '#src/views/ui/mutate.ts';
import { useNotify } from '#src/views/ui/notify-context.ts';
import { problemOf } from '#src/views/ui/problem.ts';
import { useDraft } from '#src/views/ui/use-draft.ts';
import { useOffline } from '#src/views/ui/use-offline.ts';
import { useWrite } from '#src/views/ui/use-write.ts';

/** What the client signed, as kept on this device until it is sent. */
export interface SignedReceipt {
  name: string;
  exceptions: string | null;
  image: string;
  signedAt: string;
  zone: string;
  /** The same for every attempt, so that it is saved once. */
  key: string;
}

/** With what the keys of their drafts begin. */
export const RECEIPT_DRAFTS = 'delivery-receipt.';

/** A signature, kept until the server has it, and sent as soon as there is a connection. */
export function useReceipt(leadId: string, onChanged: () => void) {
  const client = useApolloClient();
  const notify = useNotify();
  const isOffline = useOffline();
  const [kept, keep] = useDraft<SignedReceipt>(RECEIPT_DRAFTS + leadId);
  const { busy, problem, write } = useWrite({ inline: 'reasons' });

  async function send(receipt: SignedReceipt): Promise<void> {
    if (busy !== null) return;
    const { key, ...given } = receipt;
    const isSent = await write({
      send: () => mutate({ client, key }, SignDeliveryReceiptDocument, { leadId, ...given }),
      done() {
        keep(null);
        notify.done('Delivery receipt saved', { description: 'It’s with the papers. The broker can see it.' });
      },
      failed: 'Couldn’t send the receipt. It stays on this device.',
      // Without a response it is sent again when there is a connection, and no message is needed.
      refused: (error) => problemOf(error).status === null,
    });
    if (!isSent) onChanged();
  }
  const sendKept = useEffectEvent(() => {
    if (kept) void send(kept);
  });
  useEffect(() => {
    if (isOffline) return;
    const soon = setTimeout(sendKept);
    return () => clearTimeout(soon);
  }, [isOffline, kept?.key]);

  return { kept, keep, send, busy: busy !== null, problem, isOffline };
}
