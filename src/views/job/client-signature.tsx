import { PencilSquareIcon } from '@heroicons/react/24/outline';
import { useState } from 'react';
import type { OwnJobOnLoadFragment } from '#src/generated/graphql/graphql.ts';
import { Button } from '#src/views/ui/button.tsx';
import { Callout } from '#src/views/ui/callout.tsx';
import { ConfirmDialog } from '#src/views/ui/confirm-dialog.tsx';
import { lazy, LazyBoundary } from '#src/views/ui/lazy.tsx';
import { exactTime } from '#src/views/ui/relative-time.tsx';
import { useReceipt } from './use-receipt.ts';

const ReceiptDialog = lazy(() => import('./receipt-dialog.tsx'));

interface ClientSignatureProps {
  load: OwnJobOnLoadFragment;
  client: string;
  onChanged: () => void;
}

/** After the pick-up: the client's signature on the screen, kept on this device until it is sent. */
export function ClientSignature({ load, client, onChanged }: ClientSignatureProps) {
  const { kept, keep, send, busy, problem, isOffline } = useReceipt(load.id, onChanged);
  const [asked, setAsked] = useState<'sign' | 'discard' | null>(null);
  const close = () => setAsked(null);
  const { job } = load;
  if (kept)
    return (
      <Callout color={busy ? 'blue' : 'amber'} title={busy ? 'Sending the receipt…' : 'Signed, not sent yet'}>
        <p>
          {kept.name} signed on {exactTime(kept.signedAt)}.{' '}
          {problem ??
            (isOffline
              ? 'It’s kept on this device and sent when you’re back online.'
              : 'It’s kept on this device until it’s sent.')}
        </p>
        {!busy && (
          <div className="mt-3 flex gap-2">
            <Button onClick={() => void send(kept)}>Retry</Button>
            <Button variant="ghost" onClick={() => setAsked('discard')}>
              Discard…
            </Button>
          </div>
        )}
        <ConfirmDialog
          open={asked === 'discard'}
          onClose={close}
          title="Discard the signed receipt?"
          confirm="Discard receipt"
          onConfirm={() => {
            keep(null);
            close();
          }}
        >
          The signature of {kept.name} is deleted from this device and was not sent. The client has to sign again.
        </ConfirmDialog>
      </Callout>
    );
  if (!job?.maySignReceipt) return null;
  return (
    <>
      <Button className="w-full" icon={<PencilSquareIcon />} onClick={() => setAsked('sign')}>
        Get the client’s signature
      </Button>
      {asked === 'sign' && (
        <LazyBoundary>
          <ReceiptDialog load={load} client={client} onClose={close} onSigned={keep} />
        </LazyBoundary>
      )}
    </>
  );
}
