import type { Ref } from 'react';
import { Callout } from '#src/views/ui/callout.tsx';
import { exactTime } from '#src/views/ui/relative-time.tsx';
import type { SigningDocument } from './signing-document.ts';

/** Why an agreement can only be read, and earlier remarks about it. */
export function ClosedAgreement({
  ref,
  document: { state, closedBecause, signerName, signedAt, declinedAt, declineReason, brokerage },
}: {
  ref: Ref<HTMLDivElement>;
  document: SigningDocument;
}) {
  return (
    <Callout
      ref={ref}
      tabIndex={-1}
      color={state === 'signed' ? 'green' : 'amber'}
      title={closedBecause}
      className="mb-6 scroll-mt-16 outline-none"
    >
      {state === 'signed' && signedAt && `By ${signerName} on ${exactTime(signedAt, brokerage.zone)}.`}
      {state === 'declined' && declinedAt && `On ${exactTime(declinedAt, brokerage.zone)}.`}
      {state === 'declined' && declineReason && <p className="whitespace-pre-line wrap-anywhere">“{declineReason}”</p>}
    </Callout>
  );
}
