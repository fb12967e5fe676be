import { useEffect, useRef } from 'react';
import { Callout } from '#src/views/ui/callout.tsx';
import { showDate } from '#src/views/ui/dates.ts';
import { exactTime } from '#src/views/ui/relative-time.tsx';
import type { EstimateAnswer } from './use-estimate-answer.ts';

/** The state of the estimate, or why it cannot be accepted; nothing while it waits for an answer. */
export function EstimateStanding({ answer: { shared, just } }: { answer: EstimateAnswer }) {
  const box = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (!just) return;
    // The dialog closes first, and returns the focus to a button that may be gone.
    const frame = requestAnimationFrame(() => box.current?.focus());
    return () => cancelAnimationFrame(frame);
  }, [just]);
  const here = { ref: box, tabIndex: -1, role: 'status' };
  const { estimate, brokerage, isSigned, canSign, isSuperseded, isExpired, isAgreementChanging, actions } = shared;
  if (just === 'ask')
    return (
      <Callout color="green" {...here} title="Your question is sent">
        {brokerage.name} will answer on the page of your move, or by phone or email.
      </Callout>
    );
  if (isSigned)
    return (
      <Callout color="green" {...here} title="Your agreement is signed">
        It is based on this estimate. Your copy is in your email.
      </Callout>
    );
  if (isSuperseded)
    return (
      <Callout color="amber" {...here} title="There’s a newer estimate for this move">
        This version is kept for you to compare. Open the link in our newest email, or call us.
      </Callout>
    );
  if (isAgreementChanging)
    return (
      <Callout color="amber" {...here} title="We’re changing your agreement">
        This estimate can’t be accepted meanwhile. We’ll send you the new agreement to sign, or a new estimate first.
      </Callout>
    );
  if (canSign)
    return (
      <Callout color="green" {...here} title="You accepted this estimate">
        One step is left: read and sign the moving agreement. We also emailed you the link.
      </Callout>
    );
  if (estimate.acceptedAt && !isExpired && !actions.some(({ event, may }) => event === 'quote.accepted' && may))
    return (
      <Callout
        color="green"
        {...here}
        title={`You accepted this estimate on ${exactTime(estimate.acceptedAt, brokerage.zone)}`}
      >
        {brokerage.name} has been notified and will send you the moving agreement to sign once the last details are
        settled.
      </Callout>
    );
  if (estimate.isOutdated && !isExpired)
    return (
      <Callout color="amber" {...here} title="Your move has changed since this estimate">
        It’s for the move described here. We’ll send you a new one, or call us.
      </Callout>
    );
  if (estimate.declinedAt)
    return (
      <Callout color="blue" {...here} title="You declined this estimate">
        {brokerage.name} has been told why. Changed your mind? You can still accept it while the price is valid.
      </Callout>
    );
  if (isExpired)
    return (
      <Callout color="amber" {...here} title="This price has expired">
        It was valid until {showDate(estimate.validUntil)}. Call us, and we will send you a new one.
      </Callout>
    );
  return null;
}
