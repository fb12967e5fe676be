import { placeWords } from '#src/machines/place/place-words.ts';
import { useState } from 'react';
import {
  AnswerStateQuoteDocument,
  type QuoteForClientFragment,
  SharedStateQuoteDocument,
} from '#src/generated/graphql/graphql.ts';
import { showMoney } from '#src/machines/amount/amounts.ts';
import { ask } from '#src/views/ui/ask.ts';
import { Button } from '#src/views/ui/button.tsx';
import { Callout } from '#src/views/ui/callout.tsx';
import { ConfirmDialog } from '#src/views/ui/confirm-dialog.tsx';
import { showDate } from '#src/views/ui/dates.ts';
import { Facts } from '#src/views/ui/facts.tsx';
import { LegalLayout } from '#src/views/ui/legal-layout.tsx';
import { moveDateText, SIZE_NAMES } from '#src/views/ui/move-words.ts';
import { problemOf } from '#src/views/ui/problem.ts';
import { OwnTime } from '#src/views/ui/own-time.tsx';
import { useSendKey } from '#src/views/ui/use-send-key.ts';
import { useTitle } from '#src/views/ui/use-title.ts';
import { useWrite } from '#src/views/ui/use-write.ts';
import type { ClientScreenProps } from './client.tsx';
import { LinkPage } from './link-page.tsx';
import { CallLink } from '#src/views/ui/call-link.tsx';
import { QuoteDecline } from './state-quote-decline.tsx';
import { QuoteStanding } from './state-quote-standing.tsx';

export type ClientQuote = QuoteForClientFragment;
type Wish = 'accepted' | 'declined';

export default function StateQuote({ params }: ClientScreenProps) {
  const token = params.token ?? '';
  return (
    <LinkPage
      document={SharedStateQuoteDocument}
      token={token}
      noun="quote"
      talk="Prefer to talk? The mover’s phone number is in the email that brought you here, or just reply to it."
    >
      {({ sharedStateQuote }, reload) => <Quote shared={sharedStateQuote} token={token} reload={reload} />}
    </LinkPage>
  );
}

/** A mover's price, and the client's answer to it. */
function Quote({ shared, token, reload }: { shared: ClientQuote; token: string; reload: () => void }) {
  const { quote, wish, reason, busy, problem, begin, close, setReason, send } = useAnswer(shared, token, reload);
  const { company, reference } = quote;
  const price = showMoney(quote.amount);
  useTitle(`Your moving quote ${reference}`);
  const may = (event: string) => quote.actions.some((action) => action.event === event && action.may);
  const isOpen = may('quote.accepted') || may('quote.declined');
  const bar = isOpen && (
    <>
      <Button size="lg" className="max-sm:flex-1" disabled={!may('quote.declined')} onClick={() => begin('declined')}>
        Decline…
      </Button>
      <Button
        variant="primary"
        size="lg"
        className="max-sm:flex-1"
        disabled={!may('quote.accepted')}
        onClick={() => begin('accepted')}
      >
        Accept…
      </Button>
    </>
  );
  return (
    <LegalLayout brokerage={company} bar={bar || undefined}>
      <div className="space-y-5">
        <QuoteStanding quote={quote} isNew={quote !== shared} />
        {problem && wish === null && <Callout color="red" title={problem} />}
        <article className="rounded-lg border border-gray-200 bg-white p-4 sm:p-8">
          <h1 className="text-lg font-semibold tracking-tight sm:text-xl">Your moving quote</h1>
          <p className="mt-1 mb-6 text-gray-600 wrap-anywhere">
            {reference} from {company.name}
          </p>
          <p className="text-xl font-semibold tabular-nums">{price}</p>
          <p className="mt-1 mb-6 text-gray-600">Valid until {showDate(quote.validUntil)}</p>
          {quote.message && <p className="mb-6 whitespace-pre-line wrap-anywhere">{quote.message}</p>}
          <div className="border-t border-gray-200 pt-3">
            <Facts
              facts={[
                { name: 'For', value: quote.clientName },
                { name: 'From', value: placeWords(quote.origin) },
                { name: 'To', value: placeWords(quote.destination) },
                { name: 'Move', value: moveDateText(quote) },
                { name: 'Size', value: SIZE_NAMES[quote.size] },
                { name: 'Sent', value: <OwnTime instant={quote.sentAt} /> },
              ]}
            />
          </div>
        </article>
        <p className="px-1 text-sm text-gray-600">
          {company.name} sent you this quote and would handle your move.
          {company.phone && (
            <>
              {' '}
              Questions? Call <CallLink phone={company.phone} />.
            </>
          )}
        </p>
      </div>
      {isOpen && (
        <>
          <ConfirmDialog
            open={wish === 'accepted'}
            onClose={close}
            title={`Accept ${company.name}’s quote for ${price}?`}
            confirm="Accept quote"
            danger={false}
            busy={busy}
            onConfirm={send}
          >
            <div className="space-y-4">
              <p>{company.name} will be notified and get in touch about the next steps. You can’t undo this here.</p>
              {problem && <Callout color="red" title={problem} />}
            </div>
          </ConfirmDialog>
          <QuoteDecline
            open={wish === 'declined'}
            company={company.name}
            reason={reason}
            onReason={setReason}
            problem={problem}
            busy={busy}
            onClose={close}
            onDecline={send}
          />
        </>
      )}
    </LegalLayout>
  );
}

/** The answer in progress: started, confirmed, sent once. What was typed survives a lost connection. */
function useAnswer(shared: ClientQuote, token: string, reload: () => void) {
  const [answered, setAnswered] = useState<ClientQuote | null>(null);
  const [wish, setWish] = useState<Wish | null>(null);
  const [reason, setReason] = useState('');
  const { busy, problem, write, dismiss } = useWrite({ inline: 'all' });
  const given = {
    token,
    amount: shared.amount,
    answer: wish ?? 'accepted',
    reason: wish === 'declined' ? reason.trim() || null : null,
  } as const;
  const key = useSendKey(given);

  const send = () =>
    void write({
      send: () => ask(AnswerStateQuoteDocument, given, { key }),
      done({ answerStateQuote }) {
        setAnswered(answerStateQuote);
        setWish(null);
        scrollTo({ top: 0 });
      },
      failed: 'Couldn’t send your answer. Check your connection, then try again.',
      refused(error) {
        const { status } = problemOf(error);
        // It was answered, was replaced, or expired meanwhile: the page shows its current state.
        if (status !== 404 && status !== 409 && status !== 410) return;
        setWish(null);
        reload();
      },
    });

  const begin = (next: Wish) => {
    dismiss();
    setWish(next);
  };
  const close = () => busy === null && setWish(null);
  return { quote: answered ?? shared, wish, reason, busy: busy !== null, problem, begin, close, setReason, send };
}
