import { useEffect, useRef } from 'react';
import { Callout } from '#src/views/ui/callout.tsx';
import { showDate } from '#src/views/ui/dates.ts';
import { exactTime } from '#src/views/ui/relative-time.tsx';
import { CallLink } from '#src/views/ui/call-link.tsx';
import type { ClientQuote } from './state-quote.tsx';

interface QuoteStandingProps {
  quote: ClientQuote;
  /** It was just answered on this page: the buttons are gone, so the focus moves here. */
  isNew: boolean;
}

/** The state of a quote, or why it cannot be answered; nothing while it waits for an answer. */
export function QuoteStanding({
  quote: { answer, answeredAt, actions, company, validUntil },
  isNew,
}: QuoteStandingProps) {
  const box = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (!isNew) return;
    // The dialog closes first, and returns the focus to a button that is gone.
    const frame = requestAnimationFrame(() => box.current?.focus());
    return () => cancelAnimationFrame(frame);
  }, [isNew]);
  const here = { ref: box, tabIndex: -1, role: 'status' };
  const at = answeredAt ? ` on ${exactTime(answeredAt)}` : '';
  const call = (purpose: string) =>
    company.phone && (
      <>
        {' '}
        {purpose} Call <CallLink phone={company.phone} />.
      </>
    );
  if (answer === 'accepted') {
    return (
      <Callout color="green" {...here} title={`You accepted this quote${at}`}>
        {company.name} has been notified and will get in touch about the next steps.
      </Callout>
    );
  }
  if (answer === 'declined') {
    return (
      <Callout color="blue" {...here} title={`You declined this quote${at}`}>
        {company.name} has been notified.{call('Have you changed your mind?')}
      </Callout>
    );
  }
  if (actions.some(({ may }) => may)) return null;
  // A client's answer is refused for one reason only: the quote is no longer valid.
  const hasExpired = actions.some(({ unmet }) => unmet.length > 0);
  return (
    <Callout
      color="amber"
      {...here}
      title={hasExpired ? 'This quote has expired' : 'This quote can no longer be answered'}
    >
      {hasExpired ? `It was valid until ${showDate(validUntil)}.` : 'It is kept here for you to read.'}
      {call('Are you still interested?')}
    </Callout>
  );
}
