import { StateDot } from '#src/views/ui/badge.tsx';
import { showDate } from '#src/views/ui/dates.ts';
import { Money } from '#src/views/ui/money.tsx';
import { RelativeTime } from '#src/views/ui/relative-time.tsx';
import { happened, type StateLeadRecord } from './state-lead-names.ts';

const ANSWERS = {
  accepted: { name: 'Accepted', tone: 'green' },
  declined: { name: 'Declined', tone: 'red' },
  replaced: { name: 'Replaced', tone: 'gray' },
  withdrawn: { name: 'Withdrawn', tone: 'gray' },
} as const;

/** Every price that was sent, newest first, and the client's answer. */
export function StateLeadQuotes({ quotes }: { quotes: NonNullable<StateLeadRecord['quotes']> }) {
  return (
    <ul aria-label="Quotes" className="divide-y divide-gray-100">
      {quotes.map((quote) => (
        <li key={quote.id} className="py-2.5 first:pt-0">
          <p className="flex flex-wrap items-center justify-between gap-x-3">
            <span className="font-medium tabular-nums">
              <Money cents={quote.amount} />
            </span>
            {quote.answer ? (
              <StateDot tone={ANSWERS[quote.answer].tone}>{ANSWERS[quote.answer].name}</StateDot>
            ) : (
              <StateDot tone="amber">Awaiting answer</StateDot>
            )}
          </p>
          <p className="text-gray-500">
            {quote.sentBy} · <RelativeTime instant={quote.sentAt} /> · valid until {showDate(quote.validUntil)}
          </p>
          {quote.message && <p className="mt-1 whitespace-pre-line wrap-anywhere text-gray-600">{quote.message}</p>}
          {quote.answerReason && <p className="mt-1 wrap-anywhere">“{quote.answerReason}”</p>}
        </li>
      ))}
    </ul>
  );
}

/** The events of the lead, newest first. */
export function StateLeadHistory({ history }: { history: NonNullable<StateLeadRecord['history']> }) {
  return (
    <ol aria-label="History" className="space-y-1.5">
      {history.map((entry) => (
        <li key={entry.sequence} className="wrap-anywhere">
          {entry.actorName} {happened(entry)}{' '}
          <span className="text-gray-500">
            · <RelativeTime instant={entry.at} />
          </span>
        </li>
      ))}
    </ol>
  );
}
