import { PaymentHistoryDocument, type PaymentDispute } from '#src/generated/graphql/graphql.ts';
import { showMoney } from '#src/machines/amount/amounts.ts';
import { showDay } from '#src/views/ui/dates.ts';
import { StateDot } from '#src/views/ui/badge.tsx';
import type { Tone } from '#src/views/ui/badge.tsx';
import { Button } from '#src/views/ui/button.tsx';
import { FailedState } from '#src/views/ui/failed-state.tsx';
import { useLive } from '#src/views/ui/live-context.ts';
import { Money } from '#src/views/ui/money.tsx';
import { Bone, Loading } from '#src/views/ui/skeleton.tsx';
import { usePages } from '#src/views/ui/use-pages.ts';

const states: Record<string, [Tone, string]> = {
  paid: ['green', 'Paid'],
  open: ['amber', 'Open'],
  uncollectible: ['red', 'Not paid'],
  void: ['gray', 'Not charged'],
};

const disputes: Record<PaymentDispute, [Tone, string]> = {
  open: ['amber', 'Disputed'],
  won: ['green', 'Paid'],
  lost: ['red', 'Taken back by your bank'],
};

interface Money {
  amount: number;
  returned: number;
  dispute: PaymentDispute | null;
}

/** An additional remark about a payment; null if there is none. */
function remark({ amount, returned, dispute }: Money): string | null {
  if (dispute === 'open') return 'Your bank is deciding your dispute. Your subscription continues until then.';
  if (dispute === 'won') return 'Your bank closed your dispute: the charge stands.';
  if (dispute === 'lost') return 'Your bank closed your dispute for you, so the subscription ended.';
  if (returned === 0) return null;
  return returned >= amount
    ? 'All of it went back to your card.'
    : `${showMoney(returned)} of it went back to your card.`;
}

function stateOf(status: string, { amount, returned, dispute }: Money): [Tone, string] {
  if (dispute) return disputes[dispute];
  if (status === 'paid' && returned > 0) return ['gray', returned >= amount ? 'Refunded' : 'Partly refunded'];
  return states[status] ?? ['gray', status];
}

/** A receipt is for money that was received. */
const paper = (status: string) => (status === 'paid' ? 'Receipt' : 'Invoice');

/** The charges, with their receipts. */
export function PaymentHistory() {
  const { data, error, more, reload } = usePages({
    document: PaymentHistoryDocument,
    variables: {},
    fetchPolicy: 'cache-and-network',
    rowsOf: ({ paymentHistory }) => paymentHistory.items,
    nextOf: ({ paymentHistory: { hasNext, end } }) => (hasNext ? end : null),
    withRows: ({ paymentHistory, ...answer }, items) => ({ ...answer, paymentHistory: { ...paymentHistory, items } }),
  });
  useLive('subscription', reload);

  if (error) return <FailedState title="Your payments could not be loaded" onRetry={reload} />;
  if (!data) {
    return (
      <Loading label="Loading your payments…">
        <Bone className="h-14" />
      </Loading>
    );
  }
  const { items } = data.paymentHistory;
  if (items.length === 0) return <p className="text-gray-600">No payments yet.</p>;
  return (
    <div className="max-w-160">
      <ul className="divide-y divide-gray-200 rounded-lg border border-gray-200">
        {items.map(({ id, date, number, amount, status, receiptUrl, ...changes }) => {
          const [tone, word] = stateOf(status, { amount, ...changes });
          const note = remark({ amount, ...changes });
          return (
            <li key={id} className="flex flex-wrap items-center gap-3 px-4 py-2.5">
              <div className="min-w-0 flex-1">
                <p className="font-medium">{showDay(date)}</p>
                <p className="text-gray-600">{number}</p>
                {note && <p className="text-gray-600">{note}</p>}
              </div>
              <StateDot tone={tone}>{word}</StateDot>
              <span className="tabular-nums">
                <Money cents={amount} />
              </span>
              {receiptUrl && (
                <a
                  className="link"
                  href={receiptUrl}
                  target="_blank"
                  rel="noreferrer"
                  aria-label={`${paper(status)} of ${showDay(date)}`}
                >
                  {paper(status)}
                </a>
              )}
            </li>
          );
        })}
      </ul>
      {more && (
        <Button className="mt-4" busy={more.busy} onClick={more.load}>
          {more.failed ? 'Couldn’t load earlier payments. Try again' : 'Earlier payments'}
        </Button>
      )}
    </div>
  );
}
